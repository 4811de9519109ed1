"""From bit scores to bit probabilities: one slope a bit, for many bits at once.

    P(+1 | f) = 1 / (1 + exp(-a f))        a >= 0

The slope of each bit minimises the log loss on scores of documents the bit was not trained
on, with Platt's targets (N+ + 1) / (N+ + 2) for +1 and 1 / (N- + 2) for -1 (Platt 1999): a
perfectly separated bit gets a finite slope. Naive Bayes scores are far too large, and a is far
below 1 for them. The loss is convex in a; a bit that learnt nothing gets a = 0 and is silent.

Platt's sigmoid has an offset as well. It is left out: it moves the point at which a bit
changes sides, so that probabilities and predictions would contradict each other.
"""

import numpy as np
from scipy.special import expit

from halfbayes.types import BoolArray, FloatArray

NEWTON_STEPS = 60
"""Newton's method converges in under ten steps here; the rest is for guarded ones."""

TOLERANCE = 1e-10
"""Change of a slope, in units of one over the root mean square score, that ends the search."""


def fitted_slopes(scores: FloatArray, positive: BoolArray) -> FloatArray:
    """The slope of every bit, from scores and true sides, both (documents, bits): (bits,).

    >>> scores = np.array([[-2.0], [-1.0], [1.0], [-1.0], [1.0], [2.0]])
    >>> sides = np.array([[False], [False], [False], [True], [True], [True]])
    >>> fitted_slopes(scores, sides).round(3)
    array([0.417])
    """
    n_positive = positive.sum(axis=0)
    n_negative = len(positive) - n_positive
    target = np.where(positive, (n_positive + 1) / (n_positive + 2), 1 / (n_negative + 2))
    scale = np.sqrt((scores**2).mean(axis=0))
    scale = np.where(scale > 0.0, scale, 1.0)
    return np.asarray(_minimum(scores / scale, target) / scale)


def _minimum(f: FloatArray, target: FloatArray) -> FloatArray:
    # Newton's method between a low end with negative and a high end with positive gradient.
    low, high = np.zeros(f.shape[1]), np.full(f.shape[1], np.inf)
    a = np.ones(f.shape[1])
    for _ in range(NEWTON_STEPS):
        p = expit(a * f)
        gradient = ((p - target) * f).sum(axis=0)
        bend = (p * (1.0 - p) * f * f).sum(axis=0)
        low, high = np.where(gradient < 0.0, a, low), np.where(gradient > 0.0, a, high)
        with np.errstate(divide="ignore", invalid="ignore"):
            step = a - gradient / bend
        middle = np.where(np.isinf(high), 2.0 * low + 1.0, (low + high) / 2.0)
        inside = (step >= low) & (step <= high) & np.isfinite(step)
        following = np.where(gradient == 0.0, a, np.where(inside, step, middle))
        settled = np.abs(following - a) <= TOLERANCE * (1.0 + a)
        a = following
        if settled.all():
            break
    return np.where(a > TOLERANCE, a, 0.0)


__all__ = ["fitted_slopes"]
