"""The nearly class-neutral distributions, and the one of them nearest to a term's own.

NHT tests a term against p_near, the distribution within epsilon of the class-neutral p~ that is
nearest to the term's empirical distribution p^:

    p_near = argmin { d(p^, p) : d(p~, p) <= epsilon }
    NHT = 2 [l(p^) - l(p_near)] = 2 sum_c f_c log(p^_c / p_near_c)        (Rennie 2001, eq. 5.7)

A term inside the ball has p_near = p^ and NHT = 0. Outside, for each metric d:

- total variation (half the sum of |p_c - q_c|) and Euclidean are norms: the nearest point is
  where the line from p~ to p^ leaves the ball, by the triangle inequality. (For total variation
  others are as near; this one is taken.)
- Hellinger, sqrt(1 - sum sqrt(p_c q_c)), is a distance on the sphere of (sqrt p_c): the
  nearest point is where the great circle from p~ to p^ leaves the cap.
- Kullback-Leibler, d(q, p) = sum q log(q / p): the Lagrangian sum (p^_c + lambda p~_c) log p_c
  is greatest on the line again, p = (p^ + lambda p~) / (1 + lambda), at the point of divergence
  epsilon from p~, found by Newton's method.

Law: p_near is a distribution with d(p~, p_near) <= epsilon, and none in the ball is nearer.
"""

from collections.abc import Callable, Mapping

import numpy as np
from scipy.special import xlogy

from halfbayes.types import FloatArray

Metric = Callable[[FloatArray, FloatArray], FloatArray]
Projection = Callable[[FloatArray, FloatArray, float], FloatArray]

NEWTON_STEPS = 60
"""The function is smooth and convex: some six are enough, halved intervals take more."""

TOLERANCE = 1e-10
"""Change of the share of p^ in p_near at which it is found."""


def total_variation(p: FloatArray, q: FloatArray) -> FloatArray:
    """Half the sum of absolute differences, over the first axis."""
    return np.asarray(np.abs(p - q).sum(axis=0) / 2.0)


def euclidean(p: FloatArray, q: FloatArray) -> FloatArray:
    """Root of the sum of squared differences, over the first axis."""
    return np.asarray(np.sqrt(((p - q) ** 2).sum(axis=0)))


def hellinger(p: FloatArray, q: FloatArray) -> FloatArray:
    """sqrt(1 - sum sqrt(p q)), over the first axis."""
    return np.asarray(np.sqrt(np.maximum(1.0 - np.sqrt(p * q).sum(axis=0), 0.0)))


def kullback_leibler(p: FloatArray, q: FloatArray) -> FloatArray:
    """Sum p log(p / q), over the first axis; infinite where q misses something of p."""
    with np.errstate(divide="ignore"):
        return np.asarray((xlogy(p, p) - np.where(p > 0.0, p * np.log(q), 0.0)).sum(axis=0))


def nearest(own: FloatArray, neutral: FloatArray, epsilon: float, metric: str) -> FloatArray:
    """p_near of every column of ``own`` (classes, terms): (classes, terms).

    ``neutral`` (classes,) is positive. ``metric`` is a name in ``METRICS``.

    >>> near = nearest(np.array([[1.0], [0.0]]), np.array([0.5, 0.5]), 0.2, "total-variation")
    >>> near.ravel().round(3)
    array([0.7, 0.3])
    """
    centre = neutral[:, None]
    outside = np.flatnonzero(METRICS[metric](centre, own) > epsilon)
    near = own.copy()
    if len(outside):
        near[:, outside] = PROJECTIONS[metric](own[:, outside], centre, epsilon)
    return near


def near_hypothesis_test(
    terms: FloatArray, neutral: FloatArray, *, epsilon: float, metric: str
) -> tuple[FloatArray, FloatArray]:
    """NHT of every term (terms,), and the p_near it is measured from (classes, terms).

    >>> terms = np.array([[4000.0, 7.0], [6000.0, 0.0]])
    >>> neutral = np.array([0.5, 0.5])
    >>> near_hypothesis_test(terms, neutral, epsilon=0.2, metric="euclidean")[0].round(2)
    array([0.  , 6.22])
    """
    f = terms.sum(axis=0)
    own = np.divide(terms, f, out=np.repeat(neutral[:, None], len(f), axis=1), where=f > 0.0)
    near = nearest(own, neutral, epsilon, metric)
    with np.errstate(divide="ignore"):
        log_near = np.where(near > 0.0, np.log(near), 0.0)
    statistic = 2.0 * (xlogy(terms, own) - terms * log_near).sum(axis=0)
    return np.maximum(statistic, 0.0), near


def _along_line(metric: Metric) -> Projection:
    def projected(own: FloatArray, centre: FloatArray, epsilon: float) -> FloatArray:
        share = epsilon / metric(centre, own)
        return np.asarray(centre + share * (own - centre))

    return projected


def _along_great_circle(own: FloatArray, centre: FloatArray, epsilon: float) -> FloatArray:
    # cos(angle) = sum sqrt(p q) = 1 - d^2
    whole = np.arccos(np.clip(1.0 - hellinger(centre, own) ** 2, 0.0, 1.0))
    part = np.arccos(1.0 - epsilon**2)
    root = np.sin(whole - part) * np.sqrt(centre) + np.sin(part) * np.sqrt(own)
    return np.asarray((root / np.sin(whole)) ** 2)


def _to_divergence(own: FloatArray, centre: FloatArray, epsilon: float) -> FloatArray:
    # Newton's method on the share of p^ in the mixture, kept between the bounds known so far.
    low, high = np.zeros(own.shape[1]), np.ones(own.shape[1])
    share = np.full(own.shape[1], 0.5)
    slope = own / centre - 1.0  # of the mixture over p~
    for _ in range(NEWTON_STEPS):
        ratio = 1.0 + share * slope
        excess = -(centre[:, 0] @ np.log(ratio)) - epsilon
        low, high = np.where(excess <= 0.0, share, low), np.where(excess > 0.0, share, high)
        slope_there = np.divide(slope, ratio, out=ratio)
        step = share + excess / (centre[:, 0] @ slope_there)
        inside = (step >= low) & (step <= high)
        following = np.where(inside, step, (low + high) / 2.0)
        settled = np.abs(following - share).max() <= TOLERANCE
        share = following
        if settled:
            break
    return np.asarray(centre * (1.0 + share * slope))


METRICS: Mapping[str, Metric] = {
    "total-variation": total_variation,
    "hellinger": hellinger,
    "kullback-leibler": kullback_leibler,
    "euclidean": euclidean,
}

PROJECTIONS: Mapping[str, Projection] = {
    "total-variation": _along_line(total_variation),
    "hellinger": _along_great_circle,
    "kullback-leibler": _to_divergence,
    "euclidean": _along_line(euclidean),
}

__all__ = [
    "METRICS",
    "euclidean",
    "hellinger",
    "kullback_leibler",
    "near_hypothesis_test",
    "nearest",
    "total_variation",
]
