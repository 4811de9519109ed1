"""Sums of numbers by class, and means and squared deviations worked out from them exactly.

    centre c = rounded mean          first = sum w (x - c)          second = sum w (x - c)^2
    squares = sum w (x - mean)^2 = second - first^2 / n

The sums of w, w x and w x^2 are exact (``core.exact``): any order and portions give the same
bytes, and what was added can be taken away. ``first`` and ``second`` follow from them without
cancellation, however far the mean is from zero. Taking one document away is a difference in
double-double arithmetic; where almost nothing is left of the squares, it is done again exactly.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from halfbayes.core.double_double import DoubleDouble
from halfbayes.core.exact import ExactSum
from halfbayes.types import BoolArray, FloatArray, IndexArray

CANCELLED = 1e-12
"""Share of the squares below which a difference is worked out from exact sums instead: the
106 bits of double-double leave the rest accurate to more than double precision."""

ROUNDING = 2.0**-180
"""Share of n * centre^2 that rounding may leave of squares that are zero. Values that differ at
all differ by 2^-53, and so have squares of about 2^-106 of it."""


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Exact sums of the weights, values and squares of the documents of each class.

    >>> x, y = np.array([[1.0], [3.0], [np.nan]]), np.array([0, 0, 1])
    >>> sums = Sums.by_class(x, y, n_classes=2)
    >>> Moments.of(sums).mean, sums.documents
    (array([[2.],
           [0.]]), array([2., 1.]))
    """

    total: ExactSum  # weight of the documents: (classes, 1)
    weight: ExactSum  # weight of the values that are there: (classes, features)
    first: ExactSum  # sum of weight * x
    second: ExactSum  # sum of weight * x^2

    @classmethod
    def by_class(
        cls, x: FloatArray, y: IndexArray, *, n_classes: int, weights: FloatArray | None = None
    ) -> Self:
        """Sums of the rows of ``x`` by class; NaN is missing."""
        w = np.ones(x.shape) if weights is None else np.broadcast_to(weights[:, None], x.shape)
        factor = () if weights is None else (w,)
        there = ~np.isnan(x)
        return cls(
            ExactSum.by_group(w[:, :1], groups=y, n_groups=n_classes),
            ExactSum.by_group(w, groups=y, n_groups=n_classes, where=there),
            ExactSum.by_group(x, *factor, groups=y, n_groups=n_classes, where=there),
            ExactSum.by_group(x, x, *factor, groups=y, n_groups=n_classes, where=there),
        )

    @property
    def documents(self) -> FloatArray:
        """Number of documents, or sum of their weights, in every class: (classes,)."""
        return self.total.to_float()[:, 0]

    @property
    def overdrawn(self) -> bool:
        """Whether documents were taken away that had never been added."""
        below = any(part.negative.any() for part in (self.total, self.weight, self.second))
        return bool(below or (self.weight.zero & ~self.second.zero).any())

    def __add__(self, other: Self) -> Self:
        pairs = zip(self._parts(), other._parts(), strict=True)
        return type(self)(*(mine + theirs for mine, theirs in pairs))

    def __sub__(self, other: Self) -> Self:
        pairs = zip(self._parts(), other._parts(), strict=True)
        return type(self)(*(mine - theirs for mine, theirs in pairs))

    def placed(self, positions: IndexArray, n_classes: int) -> Self:
        """The same among ``n_classes`` classes: class k moves to ``positions[k]``."""
        return type(self)(*(part.placed(positions, n_classes) for part in self._parts()))

    def pooled(self) -> Self:
        """All classes as one: (1, features)."""
        return type(self)(*(part.total() for part in self._parts()))

    def __getitem__(self, cells: tuple[IndexArray, IndexArray]) -> Self:
        """Chosen cells (class, feature), in a row."""
        return type(self)(self.total, self.weight[cells], self.first[cells], self.second[cells])

    def _parts(self) -> tuple[ExactSum, ExactSum, ExactSum, ExactSum]:
        return self.total, self.weight, self.first, self.second


@dataclass(frozen=True, slots=True, eq=False)
class Moments:
    """Weights, a centre near the mean, and the sums of deviations and squares about it."""

    n: DoubleDouble
    centre: FloatArray
    first: DoubleDouble  # sum of weight * (x - centre): what rounding left of the mean
    second: DoubleDouble  # sum of weight * (x - centre)^2

    @classmethod
    def of(cls, sums: Sums) -> Self:
        """About the rounded mean, worked out exactly from exact sums."""
        n = sums.weight.to_double_double()
        c = sums.first.to_float() / np.where(n.high > 0.0, n.high, 1.0)
        first = sums.first - ExactSum.of(n.high, c) - ExactSum.of(n.low, c)
        d = first.to_double_double()
        second = sums.second - ExactSum.of(n.high, c, c) - ExactSum.of(n.low, c, c)
        second = second - ExactSum.of(2.0 * c, d.high) - ExactSum.of(2.0 * c, d.low)
        return cls(n, c, d, second.to_double_double())

    def columns(self, some: slice) -> "Moments":
        """Of some features alone."""
        n, first, second = (
            DoubleDouble(part.high[:, some], part.low[:, some])
            for part in (self.n, self.first, self.second)
        )
        return Moments(n, self.centre[:, some], first, second)

    @property
    def there(self) -> BoolArray:
        """Whether there is any value."""
        return np.asarray(self.n.high > 0.0)

    @property
    def mean(self) -> FloatArray:
        """Mean; zero without values."""
        mean = DoubleDouble.of(self.centre) + self.first / self._n()
        return np.asarray(np.where(self.there, mean.high, 0.0))

    @property
    def squares(self) -> DoubleDouble:
        """Sum of squared deviations from the mean; zero without values."""
        s = self.second - self.first * self.first / self._n()
        keep = self.there & (s.high > ROUNDING * self.n.high * self.centre**2)
        return DoubleDouble(np.where(keep, s.high, 0.0), np.where(keep, s.low, 0.0))

    @property
    def variance(self) -> FloatArray:
        """Mean squared deviation; zero without values."""
        return np.asarray(self.squares.high / self._n().high)

    def without(
        self, x: FloatArray, y: IndexArray, weights: FloatArray, sums: Sums
    ) -> "Moments":
        """Row i: the moments of class y[i] without document i: (documents, features).

        ``sums`` are those the moments come from; ``weights`` is zero where x is missing.
        """
        x = np.where(weights > 0.0, x, 0.0)
        w, before = DoubleDouble.of(weights), self._rows(y)
        d = DoubleDouble.difference(x, before.centre)
        first, second = before.first - w * d, before.second - w * d * d
        after = Moments(before.n - w, before.centre, first, second)
        little = after.squares.high < CANCELLED * before.second.high
        if not np.any(little & after.there):
            return after
        i, j = np.nonzero(little & after.there)
        rest, taken, value = sums[y[i], j], weights[i, j], x[i, j]
        exact = Sums(
            rest.total,
            rest.weight - ExactSum.of(taken),
            rest.first - ExactSum.of(taken, value),
            rest.second - ExactSum.of(taken, value, value),
        )
        return after._replaced((i, j), Moments.of(exact))

    def _rows(self, y: IndexArray) -> "Moments":
        return Moments(self.n[y], self.centre[y], self.first[y], self.second[y])

    def _replaced(self, cells: tuple[IndexArray, IndexArray], other: "Moments") -> "Moments":
        centre = self.centre.copy()
        centre[cells] = other.centre
        parts = (self.n, other.n), (self.first, other.first), (self.second, other.second)
        n, first, second = (mine.replaced(cells, theirs) for mine, theirs in parts)
        return Moments(n, centre, first, second)

    def _n(self) -> DoubleDouble:
        return DoubleDouble(np.where(self.there, self.n.high, 1.0), self.n.low)


__all__ = ["Moments", "Sums"]
