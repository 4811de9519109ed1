"""Ng & Jordan, On discriminative vs. generative classifiers, 2001."""
