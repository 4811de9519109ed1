"""Xing, Generative and discriminative classifiers, lecture of 2009."""
