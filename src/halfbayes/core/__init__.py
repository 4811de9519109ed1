"""Arithmetic: numpy and scipy only; no input or output, clock, logging or global randomness."""
