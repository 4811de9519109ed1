"""Many small linear classifiers at once: all splits of a data set in one array.

Training sets are X (sets, examples, columns) with y (sets, examples) of 0 and 1; classifiers
are w (sets, 1 + columns), intercept first, and predict 1 where w . (1, x) > 0.

Logistic regression is fitted by Newton's method (IRLS) on all sets together, each with its own
step halving. Where examples are linearly separable it "makes no distinction between the many
possible separating planes" (Ng & Jordan 2001, footnote 2): then hyperplanes are drawn at random
among those that separate, by hit-and-run from an inner point (``core.separable`` has the same
walk for one set), and their mean error is taken. Least squares finds an inner point for most
separable sets, Newton's method for the rest: its training error is then zero.

Cost of an iteration O(sets m d^2), of a step of the walk O(sets m d).
"""

from typing import Final, NamedTuple

import numpy as np
from scipy.special import expit

from halfbayes.types import BoolArray, FloatArray, IndexArray

RIDGE: Final = 1e-6  # of the Newton step: keeps the Hessian invertible
ITERATIONS: Final = 40
HALVINGS: Final = 12
TOLERANCE: Final = 1e-8  # of the fall of the loss, relative
WARM_UP: Final = 10  # steps per column
MOST_WARM_UP: Final = 400
SAMPLES: Final = 5  # hyperplanes of each separable set
MOST_BETWEEN: Final = 50  # steps from one to the next: the number of columns, at most this


class LogisticFits(NamedTuple):
    """Fitted weights, and which sets they separate."""

    weights: FloatArray  # (sets, 1 + columns)
    separable: BoolArray  # (sets,)


def gaussian_fits(X: FloatArray, y: IndexArray, *, added: float) -> FloatArray:
    """Normal discriminant analysis with one variance a column, the same in both classes.

    ``added`` is what is added to every variance, so that none is zero.
    """
    m = X.shape[1]
    ones = y.sum(axis=1)
    mean_1 = np.einsum("sm,smd->sd", y.astype(np.float64), X) / ones[:, np.newaxis]
    mean_0 = (X.sum(axis=1) - mean_1 * ones[:, np.newaxis]) / (m - ones)[:, np.newaxis]
    centre = np.where(y[..., np.newaxis] == 1, mean_1[:, np.newaxis], mean_0[:, np.newaxis])
    variance = np.square(X - centre).mean(axis=1) + added
    w = (mean_1 - mean_0) / variance
    prior = np.log(ones / (m - ones))
    intercept = prior - 0.5 * np.sum((mean_1 + mean_0) * w, axis=1)
    return np.column_stack([intercept, w])


def discrete_fits(
    X: FloatArray, y: IndexArray, *, values: IndexArray, added: float
) -> FloatArray:
    """Naive Bayes over indicators: ``values`` is how many values the input of a column has.

        p(x_j = v|b) = (count + l) / (examples of b + l values)

    Every value of an input is a column; of a binary input, two.
    """
    m = X.shape[1]
    ones = y.sum(axis=1)
    count_1 = np.einsum("sm,smd->sd", y.astype(np.float64), X)
    count_0 = X.sum(axis=1) - count_1
    total_1 = ones[:, np.newaxis] + added * values
    total_0 = (m - ones)[:, np.newaxis] + added * values
    w = np.log((count_1 + added) / total_1) - np.log((count_0 + added) / total_0)
    return np.column_stack([np.log((ones + added) / (m - ones + added)), w])


def logistic_fits(X: FloatArray, y: IndexArray) -> LogisticFits:
    """Maximum likelihood where it exists, and a separating hyperplane where it does not."""
    A = with_ones(X)
    sign = np.where(y == 1, 1.0, -1.0)
    w = _least_squares(A, sign)
    separable = separates(A, sign, w)
    rest = np.flatnonzero(~separable)
    if len(rest):
        w[rest] = _newton(A[rest], y[rest].astype(np.float64))
        separable[rest] = separates(A[rest], sign[rest], w[rest])
    return LogisticFits(w, separable)


def random_separators(
    X: FloatArray, y: IndexArray, start: FloatArray, rng: np.random.Generator
) -> FloatArray:
    """Hyperplanes that separate, from a random walk: (samples, sets, 1 + columns)."""
    A = with_ones(X) * (2.0 * y - 1.0)[..., np.newaxis]
    w = 0.5 * start / np.linalg.norm(start, axis=1, keepdims=True)
    margins = _products(A, w)
    n_columns = A.shape[2]
    warm_up = min(WARM_UP * n_columns, MOST_WARM_UP)
    between = min(n_columns, MOST_BETWEEN)
    samples = np.empty((SAMPLES, *w.shape))
    for step in range(warm_up + SAMPLES * between):
        direction = rng.standard_normal(w.shape)
        change = _products(A, direction)
        low, high = _segment(margins, change, w, direction)
        t = rng.uniform(low, high)[:, np.newaxis]
        w, margins = w + t * direction, margins + t * change
        number, place = divmod(step - warm_up, between)
        if step >= warm_up and place == between - 1:
            samples[number] = w
            margins = _products(A, w)  # without the rounding that has added up
    return samples


def errors_on(weights: FloatArray, X: FloatArray, y: IndexArray) -> FloatArray:
    """Share of the examples of each set that its classifier gets wrong: (sets,)."""
    scores = np.matmul(X, weights[:, 1:, np.newaxis])[..., 0] + weights[:, :1]
    return np.asarray(((scores > 0) != (y == 1)).mean(axis=1))


def with_ones(X: FloatArray) -> FloatArray:
    """A column of ones before the others."""
    return np.concatenate([np.ones((*X.shape[:2], 1)), X], axis=2)


def separates(A: FloatArray, sign: FloatArray, w: FloatArray) -> BoolArray:
    """Whether every example of a set is on its own side."""
    return np.asarray((sign * _products(A, w) > 0).all(axis=1))


def _products(A: FloatArray, w: FloatArray) -> FloatArray:
    return np.asarray(np.matmul(A, w[..., np.newaxis])[..., 0])


def _least_squares(A: FloatArray, sign: FloatArray) -> FloatArray:
    """Weights that come nearest to +1 and -1, by the smaller of the two Gram matrices."""
    m, d = A.shape[1:]
    transposed = np.swapaxes(A, 1, 2)
    if m <= d:
        gram = A @ transposed + RIDGE * np.eye(m)
        solved = np.linalg.solve(gram, sign[..., np.newaxis])
        return np.asarray((transposed @ solved)[..., 0])
    gram = transposed @ A + RIDGE * np.eye(d)
    return np.asarray(np.linalg.solve(gram, transposed @ sign[..., np.newaxis])[..., 0])


def _newton(A: FloatArray, t: FloatArray) -> FloatArray:
    w = np.zeros((A.shape[0], A.shape[2]))
    sign = 2.0 * t - 1.0
    loss = _loss(A, sign, w)
    active = np.ones(len(w), dtype=bool)
    for _ in range(ITERATIONS):
        now = np.flatnonzero(active)
        if len(now) == 0:
            break
        step = _newton_step(A[now], t[now], w[now])
        w[now], lower = _halved(A[now], sign[now], w[now], step, loss[now])
        still = loss[now] - lower > TOLERANCE * (1.0 + lower)
        loss[now] = lower
        # Once an inner point is found there is nothing left to converge to.
        active[now] = still & ~separates(A[now], sign[now], w[now])
    return w


def _newton_step(A: FloatArray, t: FloatArray, w: FloatArray) -> FloatArray:
    p = expit(_products(A, w))
    transposed = np.swapaxes(A, 1, 2)
    hessian = (transposed * (p * (1.0 - p))[:, np.newaxis]) @ A
    hessian += RIDGE * np.eye(A.shape[2])
    gradient = (transposed @ (t - p)[..., np.newaxis]) - RIDGE * w[..., np.newaxis]
    return np.asarray(np.linalg.solve(hessian, gradient)[..., 0])


def _halved(
    A: FloatArray, sign: FloatArray, w: FloatArray, step: FloatArray, loss: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """The point after a step, halved where the loss would rise, and its loss."""
    share = np.ones(len(w))
    found, lower = w + step, _loss(A, sign, w + step)
    for _ in range(HALVINGS):
        worse = np.flatnonzero(lower > loss)
        if len(worse) == 0:
            break
        share[worse] /= 2.0
        found[worse] = w[worse] + share[worse, np.newaxis] * step[worse]
        lower[worse] = _loss(A[worse], sign[worse], found[worse])
    worse = np.flatnonzero(lower > loss)
    found[worse], lower[worse] = w[worse], loss[worse]
    return found, lower


def _loss(A: FloatArray, sign: FloatArray, w: FloatArray) -> FloatArray:
    penalty = 0.5 * RIDGE * np.square(w).sum(axis=1)
    return np.asarray(np.logaddexp(0.0, -sign * _products(A, w)).sum(axis=1) + penalty)


def _segment(
    margins: FloatArray, change: FloatArray, w: FloatArray, direction: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Interval of t in which w + t direction separates and is in the unit ball."""
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = -margins / change
    low = np.where(change > 0, crossing, -np.inf).max(axis=1)
    high = np.where(change < 0, crossing, np.inf).min(axis=1)
    a, b = np.sum(direction**2, axis=1), np.sum(w * direction, axis=1)
    root = np.sqrt(np.maximum(b * b + a * (1.0 - np.sum(w**2, axis=1)), 0.0))
    return np.maximum(low, (-b - root) / a), np.minimum(high, (-b + root) / a)


__all__ = [
    "LogisticFits",
    "discrete_fits",
    "errors_on",
    "gaussian_fits",
    "logistic_fits",
    "random_separators",
    "separates",
    "with_ones",
]
