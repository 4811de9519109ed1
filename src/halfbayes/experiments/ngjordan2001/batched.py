"""Many small linear classifiers at once: all splits of a data set in one array.

Training sets are X (sets, examples, columns) with y (sets, examples) of 0 and 1; classifiers
are w (sets, 1 + columns), intercept first, and predict 1 where w . (1, x) > 0.

Logistic regression is fitted by Newton's method (IRLS) on all sets together, each with its own
step halving. Where examples are linearly separable it "makes no distinction between the many
possible separating planes" (Ng & Jordan 2001, footnote 2): then hyperplanes are drawn at random
among those that separate (``separators``), and their mean error is taken. The draw starts from
ridge regression with the strongest penalty that still separates; what that does not separate
Newton's method does, if it can be done.

Cost of an iteration O(sets m d^2).
"""

from typing import Final, NamedTuple

import numpy as np
from scipy.special import expit

from halfbayes.experiments.ngjordan2001.separators import random_separators
from halfbayes.types import BoolArray, FloatArray, IndexArray

RIDGE: Final = 1e-6  # of the Newton step: keeps the Hessian invertible
PENALTIES: Final = (100.0, 10.0, 1.0, 0.1, 0.01, 1e-6)
INSIDE: Final = 0.1  # a loss below this: every example is far from the hyperplane
ITERATIONS: Final = 40
HALVINGS: Final = 12
TOLERANCE: Final = 1e-8  # of the fall of the loss, relative


class Examples(NamedTuple):
    """Training or test sets, and their classes."""

    X: FloatArray  # (sets, examples, columns)
    y: IndexArray  # (sets, examples)


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
    w, separable = _ridge_separators(A, sign)
    rest = np.flatnonzero(~separable)
    if len(rest):
        w[rest] = _newton(A[rest], y[rest].astype(np.float64))
        separable[rest] = separates(A[rest], sign[rest], w[rest])
    return LogisticFits(w, separable)


def logistic_errors(
    training: Examples, fresh: Examples, rng: np.random.Generator
) -> FloatArray:
    """Test errors of logistic regression; of separable sets, the mean over hyperplanes."""
    fits = logistic_fits(*training)
    errors = errors_on(fits.weights, *fresh)
    own = np.flatnonzero(fits.separable)
    if len(own):
        A, y = with_ones(training.X[own]), training.y[own]
        planes = random_separators(A, y, fits.weights[own], rng)
        tests = [errors_on(w, fresh.X[own], fresh.y[own]) for w in planes]
        errors[own] = np.mean(tests, axis=0)
    return errors


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


def _ridge_separators(A: FloatArray, sign: FloatArray) -> tuple[FloatArray, BoolArray]:
    """Ridge regression with the strongest penalty that separates, and where one does."""
    m, d = A.shape[1:]
    transposed = np.swapaxes(A, 1, 2)
    dual = m <= d  # the smaller of the two Gram matrices
    gram = A @ transposed if dual else transposed @ A
    target = sign[..., np.newaxis] if dual else transposed @ sign[..., np.newaxis]
    w, found = np.zeros((len(A), d)), np.zeros(len(A), dtype=bool)
    for penalty in PENALTIES:
        rest = np.flatnonzero(~found)
        if len(rest) == 0:
            break
        solved = np.linalg.solve(gram[rest] + penalty * np.eye(gram.shape[1]), target[rest])
        w[rest] = (transposed[rest] @ solved if dual else solved)[..., 0]
        found[rest] = separates(A[rest], sign[rest], w[rest])
    return w, found


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
        # Well inside, there is nothing left to converge to.
        inside = (lower < INSIDE) & separates(A[now], sign[now], w[now])
        active[now] = still & ~inside
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


__all__ = [
    "Examples",
    "LogisticFits",
    "discrete_fits",
    "errors_on",
    "gaussian_fits",
    "logistic_errors",
    "logistic_fits",
    "separates",
    "with_ones",
]
