"""Gaussian event model: independent numbers, with exact leave-one-out and missing values.

    log p(x|k) = - 1/2 sum_j [ log(2 pi v_kj) + (x_j - m_kj)^2 / v_kj ]

From n_kj values with mean m_kj and sum of squared deviations S_kj in class k, and N_j values
with variance V_j in all documents:

    v_kj = (S_kj + c P_j) / (n_kj + c) + e      variance="class"      P_j = (sum_k S_kj + c V_j)
    v_kj = P_j + e                              variance="shared"           / (N_j + c)
    e = smoothing * max_j V_j    (smoothing itself, where no feature varies)

c is a number of pseudo-documents: the variance of a class is shrunk to the pooled one, and that
to the variance of all, so a class with one document is defined. With c = 0 these are the
maximum-likelihood estimates of scikit-learn ("class") and of Ng & Jordan ("shared").
A feature without any value in class k is described by all documents; one without any value at
all contributes nothing. A missing value (NaN) contributes nothing anywhere.

The statistics are exact sums (``core.exact``) of weight, x and x^2: the same bits in any order
and portions, and reversible. Deviations are worked out from them without cancellation. Removing
a document shifts its class's sums, the pooled variance and e, hence the scores of all classes:
leave-one-out costs O(documents * features * classes), as scoring does.

Source: Ng & Jordan 2001, section 2; Straka 2021; Xing 2009.
"""

from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

import numpy as np

from halfbayes.core.double_double import DoubleDouble
from halfbayes.core.event_model import EventModel
from halfbayes.core.independent_numbers import (
    LEAST_VARIANCE,
    LeftOut,
    density_scorer,
    left_out_blocks,
    number_sums,
    pooled_variance,
    squares_within,
)
from halfbayes.core.logspace import Scorer
from halfbayes.core.moments import Moments, Sums
from halfbayes.errors import NotLinearError
from halfbayes.types import BoolArray, FloatArray, IndexArray, Matrix

VarianceName: TypeAlias = Literal["class", "shared"]


@dataclass(frozen=True, slots=True, eq=False)
class Gaussian(EventModel[Sums]):
    """Independent Gaussian features.

    >>> X, y = np.array([[0.0], [2.0], [5.0], [7.0]]), np.array([0, 0, 1, 1])
    >>> model = Gaussian(smoothing=0.0, shrinkage=0.0)
    >>> sums = model.statistics(X, y, n_classes=2)
    >>> model.log_likelihood(np.array([[1.0], [np.nan]]), sums).round(4)
    array([[ -0.9189, -13.4189],
           [ -0.    ,  -0.    ]])
    """

    variance: VarianceName = "class"
    smoothing: float = 1e-9  # share of the largest variance that is added to all
    shrinkage: float = 1.0  # c, pseudo-documents of the pooled variance

    def statistics(
        self,
        X: Matrix,
        y: IndexArray,
        *,
        n_classes: int,
        weights: FloatArray | None = None,
    ) -> Sums:
        """Exact sums of the rows of ``X``; NaN is missing."""
        return number_sums(X, y, n_classes=n_classes, weights=weights)

    def parameters(self, statistics: Sums) -> tuple[FloatArray, FloatArray, BoolArray]:
        """Means and variances (classes, features), and which features are known at all."""
        classes, everyone = Moments.of(statistics), Moments.of(statistics.pooled())
        pool = self._pool(squares_within(classes), everyone)
        mean = np.where(classes.there, classes.mean, everyone.mean)
        n, squares = classes.n.high, classes.squares.high
        return mean, self._variance(squares, n, *pool), everyone.there[0]

    def scorer(self, statistics: Sums) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        mean, variance, known = self.parameters(statistics)
        classes = zip(mean, variance, strict=True)
        return density_scorer([partial(_log_density, m, v) for m, v in classes], known)

    def leave_one_out(
        self, X: Matrix, y: IndexArray, statistics: Sums, weights: FloatArray | None = None
    ) -> FloatArray:
        """``log_likelihood`` of each row of ``X`` under ``statistics`` without that row."""
        scores = np.empty((len(y), len(statistics.documents)))
        for block in left_out_blocks(X, y, statistics, weights):
            pool = self._pool(block.within, block.everyone)
            scores[block.rows] = self._scores_without(block, pool)
        return scores

    def sample(
        self, y: IndexArray, statistics: Sums, *, rng: np.random.Generator
    ) -> FloatArray:
        """A new document for each class in ``y``; NaN in features nobody has."""
        mean, variance, known = self.parameters(statistics)
        return np.where(known, rng.normal(mean[y], np.sqrt(variance[y])), np.nan)

    def linear_weights(self, statistics: Sums) -> tuple[FloatArray, FloatArray]:
        """b_k = - 1/2 sum_j m_kj^2 / v_j and w_kj = m_kj / v_j, with shared variances.

        log p(x|k) is b_k + w_k . x and a term that is the same for every class.
        """
        if self.variance != "shared":
            message = (
                "Gaussian naive Bayes with a variance for each class is quadratic in x; "
                "use variance='shared' for linear weights"
            )
            raise NotLinearError(message)
        mean, variance, known = self.parameters(statistics)
        weights = np.where(known, mean / variance, 0.0)
        return -0.5 * (weights * mean).sum(axis=1), weights

    def _pool(self, within: DoubleDouble, everyone: Moments) -> tuple[FloatArray, FloatArray]:
        return pooled_variance(within, everyone, self.shrinkage, self.smoothing)

    def _variance(
        self, squares: FloatArray, n: FloatArray, pool: FloatArray, added: FloatArray
    ) -> FloatArray:
        """v_kj, from the squares and numbers of a class, or of each row."""
        c = self.shrinkage
        if self.variance == "shared":
            variance = np.broadcast_to(pool, np.broadcast_shapes(pool.shape, squares.shape))
        else:
            total = n + c
            mixed = (squares + c * pool) / np.where(total > 0.0, total, 1.0)
            variance = np.where(total > 0.0, mixed, pool)
        return np.maximum(variance + added, LEAST_VARIANCE)

    def _scores_without(
        self, block: LeftOut, pool: tuple[FloatArray, FloatArray]
    ) -> FloatArray:
        """Scores of each row of the block."""
        overall, there = block.everyone.mean, block.there
        scores = np.empty((len(block.x), block.n_classes))
        for k, (n, mean, S) in enumerate(block.by_class()):
            centre, variance = np.where(n > 0.0, mean, overall), self._variance(S, n, *pool)
            scores[:, k] = _log_density(centre, variance, block.x, there)
        return scores


def _log_density(
    mean: FloatArray, variance: FloatArray, x: FloatArray, there: BoolArray
) -> FloatArray:
    """Log density of each row, over the features that are there: (documents,)."""
    with np.errstate(over="ignore"):
        terms = np.log(2.0 * np.pi * variance) + (x - mean) ** 2 / variance
    return np.asarray(-0.5 * np.where(there, terms, 0.0).sum(axis=1))


__all__ = ["Gaussian", "VarianceName"]
