"""Numbers as unevaluated sums of two doubles: about 106 bits, for differences that cancel.

    two_sum:      a + b = s + e exactly            (Knuth)
    two_product:  a * b = p + e exactly            (Dekker, by splitting each into halves)

A variance is a small difference of large sums, and taking a document away makes another; in
double-double arithmetic both keep far more than double precision. Arrays of any shape.

Source: Dekker, A floating-point technique for extending the available precision, 1971.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from halfbayes.types import FloatArray, IndexArray

SPLITTER = float(2**27 + 1)
"""Dekker's constant: cuts the 53 bits of a double into two halves whose products are exact."""


@dataclass(frozen=True, slots=True, eq=False)
class DoubleDouble:
    """high + low, where low is at most half a unit in the last place of high.

    >>> third = DoubleDouble.of(np.array(1.0)) / DoubleDouble.of(np.array(3.0))
    >>> bool(abs((third * third).high - 1 / 9) < 1e-16)
    True
    """

    high: FloatArray
    low: FloatArray

    @classmethod
    def of(cls, values: FloatArray) -> Self:
        """Doubles as they are."""
        return cls(values, np.zeros_like(values))

    @classmethod
    def difference(cls, a: FloatArray, b: FloatArray) -> Self:
        """The exact difference a - b."""
        return cls(*two_sum(a, -b))

    def __getitem__(self, rows: IndexArray) -> Self:
        return type(self)(self.high[rows], self.low[rows])

    def replaced(self, cells: tuple[IndexArray, IndexArray], other: Self) -> Self:
        """The same with other values in some cells."""
        high, low = self.high.copy(), self.low.copy()
        high[cells], low[cells] = other.high, other.low
        return type(self)(high, low)

    def __add__(self, other: Self) -> Self:
        s, e = two_sum(self.high, other.high)
        t, f = two_sum(self.low, other.low)
        s, e = _quick_two_sum(s, e + t)
        return type(self)(*_quick_two_sum(s, e + f))

    def __neg__(self) -> Self:
        return type(self)(-self.high, -self.low)

    def __sub__(self, other: Self) -> Self:
        return self + (-other)

    def __mul__(self, other: Self) -> Self:
        p, e = two_product(self.high, other.high)
        return type(self)(
            *_quick_two_sum(p, e + (self.high * other.low + self.low * other.high))
        )

    def __truediv__(self, other: Self) -> Self:
        first = self.high / other.high
        rest = self - other * type(self).of(first)
        second = rest.high / other.high
        return type(self)(*_quick_two_sum(first, second))


def two_sum(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rounded sum and its exact error."""
    s = a + b
    other = s - a
    return s, (a - (s - other)) + (b - other)


def two_product(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Rounded product and its exact error."""
    p = a * b
    a_high, a_low = _halves(a)
    b_high, b_low = _halves(b)
    return p, ((a_high * b_high - p) + a_high * b_low + a_low * b_high) + a_low * b_low


def _halves(a: FloatArray) -> tuple[FloatArray, FloatArray]:
    scaled = SPLITTER * a
    high = scaled - (scaled - a)
    return high, a - high


def _quick_two_sum(a: FloatArray, b: FloatArray) -> tuple[FloatArray, FloatArray]:
    """``two_sum`` where a is the larger one."""
    s = a + b
    return s, b - (s - a)


__all__ = ["DoubleDouble", "two_product", "two_sum"]
