"""Least squares, by the normal equations and by the LMS (Widrow-Hoff) rule, batch and on-line.

    J(theta) = 1/2 sum_i (y_i - theta . x_i)^2                       (Xing 2009, slides 13-16)

    normal equations    theta = (X^T X)^-1 X^T y; with dependent columns, the shortest solution
    LMS, batch          theta <- theta + t sum_i (y_i - theta . x_i) x_i
    LMS, on-line        theta <- theta + t (y_i - theta . x_i) x_i, document after document

Under y_i = theta . x_i + e_i with independent Gaussian e_i the log likelihood is a constant
minus J / sigma^2: all three maximise it.

The batch rule converges for t < 2 / L, L the largest eigenvalue of X^T X; we take 1 / L. The
on-line rule with a constant step ends in a cycle: after each pass it returns to a point
theta(t) that is the least-squares solution only in the limit t -> 0 (or when all e_i = 0). One
pass is an affine map with coefficients polynomial in t, so theta(t) is a smooth function of t,
and theta(0) follows from theta(t), theta(t/2), theta(t/4) ... by Richardson's extrapolation.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from scipy import linalg

from halfbayes.types import FloatArray

HALVED_STEPS = 4  # 1/L ... 1/(8 L): leaves an error of about 1e-6, at 15 times the passes


@dataclass(frozen=True, slots=True)
class LeastSquares:
    """A solution, the passes over the documents it took, and whether it settled."""

    weights: FloatArray
    passes: int
    converged: bool


def normal_equations(X: FloatArray, y: FloatArray) -> FloatArray:
    """Solution of X^T X theta = X^T y, the shortest of several.

    >>> X, y = np.array([[1.0, 0.0], [1.0, 1.0], [1.0, 2.0]]), np.array([1.0, 3.0, 5.0])
    >>> normal_equations(X, y).round(9)
    array([1., 2.])
    """
    gram = X.T @ X
    return np.asarray(linalg.pinvh(gram) @ (X.T @ y))


def lms_pass(X: FloatArray, y: FloatArray, theta: FloatArray, *, step: float) -> FloatArray:
    """The weights after one on-line pass: each document moves them along itself.

    >>> lms_pass(np.array([[1.0], [2.0]]), np.array([1.0, 2.0]), np.zeros(1), step=0.1)
    array([0.46])
    """
    theta = theta.copy()
    for x, target in zip(X, y, strict=True):
        theta += step * (target - theta @ x) * x
    return theta


def lms_batch(
    X: FloatArray, y: FloatArray, *, tolerance: float, max_passes: int
) -> LeastSquares:
    """Least squares by the batch rule, from zero: gradient descent with a constant step."""
    step = 1.0 / _largest_eigenvalue(X)
    return _settled(
        lambda theta: theta + step * ((y - X @ theta) @ X),
        np.zeros(X.shape[1]),
        tolerance,
        max_passes,
    )


def lms_online(
    X: FloatArray, y: FloatArray, *, tolerance: float, max_passes: int
) -> LeastSquares:
    """Least squares by the on-line rule, from zero, in the limit of vanishing steps."""
    first = 1.0 / _largest_eigenvalue(X)
    ends: list[FloatArray] = []
    theta, passes, converged = np.zeros(X.shape[1]), 0, True
    for halving in range(HALVED_STEPS):
        step = first / 2**halving
        found = _settled(_on_line(X, y, step), theta, tolerance, max_passes - passes)
        passes, converged = passes + found.passes, converged and found.converged
        ends.append(found.weights)
        theta = _extrapolated(ends)
    return LeastSquares(theta, passes, converged)


def _on_line(X: FloatArray, y: FloatArray, step: float) -> Callable[[FloatArray], FloatArray]:
    return lambda theta: lms_pass(X, y, theta, step=step)


def _settled(
    one_pass: Callable[[FloatArray], FloatArray],
    start: FloatArray,
    tolerance: float,
    max_passes: int,
) -> LeastSquares:
    """Fixed point of ``one_pass``: no weight moves more than this share of the largest."""
    theta = start
    for passes in range(1, max_passes + 1):
        moved = one_pass(theta)
        change = float(np.abs(moved - theta).max(initial=0.0))
        theta = moved
        if change <= tolerance * float(np.abs(theta).max(initial=0.0)):
            return LeastSquares(theta, passes, converged=True)
    return LeastSquares(theta, max_passes, converged=False)


def _extrapolated(ends: list[FloatArray]) -> FloatArray:
    """Limit of theta(t) for t -> 0 from theta(t), theta(t/2), ... (Richardson, Neville)."""
    row = ends
    for order in range(1, len(ends)):
        factor = 2.0**order
        row = [(factor * finer - coarser) / (factor - 1) for coarser, finer in pairwise(row)]
    return row[0]


def _largest_eigenvalue(X: FloatArray) -> float:
    return float(np.linalg.norm(X, ord=2)) ** 2 or 1.0


__all__ = ["LeastSquares", "lms_batch", "lms_online", "lms_pass", "normal_equations"]
