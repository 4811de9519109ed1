"""Independent numbers by class: what every event model of them is made of.

Statistics are exact sums (``core.exact``) of weight, x and x^2 by class: the same bits in any
order and portions, and reversible. From values with squared deviations S_kj in class k, N_j
values with variance V_j in all documents, and c pseudo-documents:

    P_j = (sum_k S_kj + c V_j) / (N_j + c)          e = smoothing * max_j V_j

the variance within the classes, and what is added to all variances (``smoothing`` itself, where
no feature varies). ``left_out_blocks`` has the same of everybody but each document in turn.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from halfbayes.core.counts import dense_blocks
from halfbayes.core.double_double import DoubleDouble
from halfbayes.core.logspace import Scorer
from halfbayes.core.moments import Moments, Sums
from halfbayes.types import BoolArray, FloatArray, IndexArray, Matrix

Density: TypeAlias = Callable[[FloatArray, BoolArray], FloatArray]
"""Documents, and which of their values are there, to log densities: (documents,)."""

LEAST_VARIANCE = float(np.finfo(np.float64).tiny)
"""Stands for a variance of zero, which only ``smoothing=0`` leaves: densities stay finite."""

BLOCK_CELLS = 1 << 18
"""Values looked at together; sparse documents are made dense no more than this at a time."""


def number_sums(
    X: Matrix, y: IndexArray, *, n_classes: int, weights: FloatArray | None = None
) -> Sums:
    """Exact sums of the rows of ``X`` by class; NaN is missing."""
    nothing = np.zeros((0, X.shape[1])), np.zeros(0, dtype=np.intp)
    sums = Sums.by_class(*nothing, n_classes=n_classes)
    for rows, x in dense_blocks(X, 16 * BLOCK_CELLS):
        w = None if weights is None else weights[rows]
        sums = sums + Sums.by_class(x, y[rows], n_classes=n_classes, weights=w)
    return sums


@dataclass(frozen=True, slots=True, eq=False)
class LeftOut:
    """Some documents, and the moments of everybody else as each of them is left out."""

    rows: slice
    x: FloatArray  # (documents, features)
    y: IndexArray
    classes: Moments  # with all documents
    own: Moments  # row i: of the class of document i, without it
    everyone: Moments  # row i: of all documents but i
    within: DoubleDouble  # squares within the classes, without the document of the row

    @property
    def n_classes(self) -> int:
        """How many classes there are."""
        return len(self.classes.centre)

    @property
    def there(self) -> BoolArray:
        """Which values are there, of features that others have too."""
        return self.everyone.there & ~np.isnan(self.x)

    def by_class(self) -> Iterator[tuple[FloatArray, FloatArray, FloatArray]]:
        """Number, mean and squares of class k = 0, 1, ... without the document of each row."""
        own, classes = self.own, self.classes
        mine_all = own.n.high, own.mean, own.squares.high
        theirs_all = classes.n.high, classes.mean, classes.squares.high
        for k in range(self.n_classes):
            mine = (self.y == k)[:, None]
            n, mean, squares = (
                np.where(mine, of_own, of_classes[k])
                for of_own, of_classes in zip(mine_all, theirs_all, strict=True)
            )
            yield n, mean, squares


def left_out_blocks(
    X: Matrix, y: IndexArray, statistics: Sums, weights: FloatArray | None = None
) -> Iterator[LeftOut]:
    """The documents a few at a time, each with the moments of the others."""
    classes, pooled = Moments.of(statistics), statistics.pooled()
    everyone, within = Moments.of(pooled), squares_within(classes)
    w = np.ones(len(y)) if weights is None else weights
    for rows, x in dense_blocks(X, BLOCK_CELLS):
        k = y[rows]
        removed = np.where(np.isnan(x), 0.0, w[rows][:, None])
        own = classes.without(x, k, removed, statistics)
        others = everyone.without(x, np.zeros_like(k), removed, pooled)
        rest = within - classes.squares[k] + own.squares
        yield LeftOut(rows, x, k, classes, own, others, rest)


def density_scorer(densities: Sequence[Density], known: BoolArray) -> Scorer:
    """Documents to their log density in each class, over the features that are known."""

    def scores(X: Matrix) -> FloatArray:
        result = np.empty((X.shape[0], len(densities)))
        for rows, x in dense_blocks(X, BLOCK_CELLS):
            there = known & ~np.isnan(x)
            for k, log_density in enumerate(densities):
                result[rows, k] = log_density(x, there)
        return result

    return scores


def pooled_variance(
    within: DoubleDouble, everyone: Moments, shrinkage: float, smoothing: float
) -> tuple[FloatArray, FloatArray]:
    """P_j and e, by row: (rows, features) and (rows, 1)."""
    c, n, V = shrinkage, everyone.n.high, everyone.variance
    pool = (np.maximum(within.high, 0.0) + c * V) / np.where(n + c > 0.0, n + c, 1.0)
    largest = V.max(axis=1, keepdims=True, initial=0.0)
    return pool, smoothing * np.where(largest > 0.0, largest, 1.0)


def squares_within(classes: Moments) -> DoubleDouble:
    """Squared deviations from the means of the classes, over all of them: (1, features)."""
    squares = classes.squares
    total = squares[np.array([0])]
    for k in range(1, len(squares.high)):
        total = total + squares[np.array([k])]
    return total


__all__ = [
    "BLOCK_CELLS",
    "LEAST_VARIANCE",
    "Density",
    "LeftOut",
    "density_scorer",
    "left_out_blocks",
    "number_sums",
    "pooled_variance",
    "squares_within",
]
