"""Raina et al., Classification with hybrid generative/discriminative models, 2003."""
