"""Logistic regression of few documents over many words, in the dual: one unknown a document.

    min over w, b of  sum_i log(1 + exp(-s_i (w . x_i + b))) + (q/2) |w|^2        s_i = +1 or -1

The minimum has w = X^T a. With K = X X^T and f = K a + b, Newton's method (IRLS) solves in each
iteration

    (K + q W^-1) a + b 1 = z,   1 . a = 0         W = diag p_i (1 - p_i),  z = f + W^-1 (t - p)

which is the same step as in the primal. At the optimum, leaving document i out of the last step
gives f_i^(-i) = z_i - a_i / C_ii, with C the part of the inverse of the bordered matrix that
belongs to a: leave-one-out for the price of an inverse. O(m^3) an iteration, whatever V.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy import linalg
from scipy.special import expit, log_expit

from halfbayes.types import CountMatrix, FloatArray, IndexArray

ITERATIONS = 50
TOLERANCE = 1e-6
LEAST_VARIANCE = 1e-8


class DualFit(NamedTuple):
    """Weights of the documents, the intercept, and what the fit says of those left out."""

    a: FloatArray  # (documents,)
    intercept: float
    left_out: FloatArray  # f_i^(-i): (documents,)


def dual_logistic(K: FloatArray, y: IndexArray, precision: float) -> DualFit:
    """The minimum for products ``K`` of the documents and classes 0 and 1."""
    t = y.astype(np.float64)
    a, b = np.zeros(len(t)), 0.0
    for _ in range(ITERATIONS):
        a_new, b_new, z, C = _step(K, t, K @ a + b, precision)
        a_new, b_new = _no_worse(K, t, precision, (a, b), (a_new, b_new))
        moved = np.abs(K @ (a_new - a) + b_new - b).max()
        a, b = a_new, b_new
        if moved < TOLERANCE:
            break
    return DualFit(a, b, z - a / np.diag(C))


def chosen_logistic(
    X: CountMatrix, y: IndexArray, precisions: Sequence[float]
) -> tuple[FloatArray, float]:
    """Weights and intercept, with the precision of the highest leave-one-out likelihood."""
    K = np.asarray((X @ X.T).toarray())
    sign = 2.0 * y - 1.0
    fits = [dual_logistic(K, y, precision) for precision in precisions]
    best = max(fits, key=lambda fit: float(log_expit(sign * fit.left_out).sum()))
    return np.asarray(X.T @ best.a), best.intercept


def _step(
    K: FloatArray, t: FloatArray, f: FloatArray, precision: float
) -> tuple[FloatArray, float, FloatArray, FloatArray]:
    p = expit(f)
    W = np.maximum(p * (1.0 - p), LEAST_VARIANCE)
    z = f + (t - p) / W
    inverse = linalg.inv(K + np.diag(precision / W), check_finite=False)
    v = inverse.sum(axis=1)
    C = inverse - np.outer(v, v) / v.sum()
    return C @ z, float(v @ z / v.sum()), z, C


def _no_worse(
    K: FloatArray,
    t: FloatArray,
    precision: float,
    old: tuple[FloatArray, float],
    new: tuple[FloatArray, float],
) -> tuple[FloatArray, float]:
    """The new point, or one on the way to it that is not above the old one."""

    def value(a: FloatArray, b: float) -> float:
        f = K @ a
        loss = -log_expit((2.0 * t - 1.0) * (f + b)).sum()
        return float(loss + 0.5 * precision * a @ f)

    before = value(*old)
    for _ in range(30):
        if value(*new) <= before + 1e-12 * abs(before):
            break
        new = (old[0] + 0.5 * (new[0] - old[0]), old[1] + 0.5 * (new[1] - old[1]))
    return new


__all__ = ["DualFit", "chosen_logistic", "dual_logistic"]
