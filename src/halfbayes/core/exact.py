"""Exact sums of doubles: the same bits in every order, and reversible bit for bit.

    value = sum_l limbs[l] * 2^(32 (low + l))

A double is a whole number of 53 bits times a power of two. Sums are kept as whole numbers in
base 2^32 wide enough for every bit in use, so nothing is ever rounded: addition is associative,
what was added can be taken away, and equal values have equal bytes. That is the canonical form:
all limbs but the top one in [0, 2^32), the top one signed in [-2^31, 2^31), no plane of zeros
at the bottom and no superfluous plane at the top, over the array as a whole.

Products are exact too: factors are split into halves of 27 bits, whose products fit in 64 bits.
Infinite values and NaN cannot be added; leave them out with ``where``.

Source: Kulisch's long accumulator; limbs and late carries as in Neal, Fast exact summation
using small and large superaccumulators, 2015.
"""

from dataclasses import dataclass
from typing import Any, Self, TypeAlias

import numpy as np
from numpy.typing import NDArray

from halfbayes.core.double_double import DoubleDouble, two_sum
from halfbayes.types import BoolArray, FloatArray, IndexArray

WholeArray: TypeAlias = NDArray[np.int64]
Pieces: TypeAlias = list[tuple[WholeArray, WholeArray]]
"""Whole numbers and powers of two: the value is the sum of m * 2^e."""

LIMB = 32
MASK = (1 << LIMB) - 1
HALF = 27
CHUNK_CELLS = 1 << 19
"""Cells scattered at once. Contributions stay below 2^33, so that a sum of so many is below
2^53 and exact in the doubles that ``numpy.bincount`` adds."""


@dataclass(frozen=True, slots=True, eq=False)
class ExactSum:
    """An array of sums that are exact.

    >>> tenth = ExactSum.of(np.array([0.1, 1e300]))
    >>> much = tenth + ExactSum.of(np.array([1e20, 1.0]))
    >>> (much - ExactSum.of(np.array([1e20, 1.0]))).to_float()
    array([1.e-001, 1.e+300])
    """

    limbs: WholeArray  # (limbs, ...), lowest first
    low: int  # the lowest limb counts multiples of 2^(32 low)

    @classmethod
    def zeros(cls, shape: tuple[int, ...]) -> Self:
        """Zero everywhere."""
        return cls(np.zeros((1, *shape), dtype=np.int64), 0)

    @classmethod
    def of(cls, *factors: FloatArray) -> Self:
        """The exact product of arrays, element by element."""
        arrays = np.broadcast_arrays(*factors)
        flat = [array.reshape(1, -1) for array in arrays]
        one = cls.by_group(*flat, groups=np.zeros(1, dtype=np.intp), n_groups=1)
        return cls(one.limbs.reshape(-1, *arrays[0].shape), one.low)

    @classmethod
    def by_group(
        cls,
        *factors: FloatArray,
        groups: IndexArray,
        n_groups: int,
        where: BoolArray | None = None,
    ) -> Self:
        """Sum of the product of ``factors`` (rows, columns) over the rows of each group.

        Cells where ``where`` is False are left out.
        """
        n_rows, n_columns = factors[0].shape
        total = cls.zeros((n_groups, n_columns))
        step = max(1, CHUNK_CELLS // max(n_columns, 1))
        for start in range(0, n_rows, step):
            rows = slice(start, start + step)
            parts = [np.broadcast_to(factor, factors[0].shape)[rows] for factor in factors]
            if where is not None:
                parts[0] = np.where(where[rows], parts[0], 0.0)
                parts[1:] = [np.where(where[rows], part, 1.0) for part in parts[1:]]
            for limbs, low in _scattered(_product(parts), groups[rows], n_groups):
                total = cls(*_sum(total.limbs, total.low, limbs, low))
        return cls(*_canonical(total.limbs, total.low))

    def __add__(self, other: Self) -> Self:
        return type(self)(*_canonical(*_sum(self.limbs, self.low, other.limbs, other.low)))

    def __sub__(self, other: Self) -> Self:
        return type(self)(*_canonical(*_sum(self.limbs, self.low, -other.limbs, other.low)))

    @property
    def negative(self) -> BoolArray:
        """Where the value is below zero."""
        return np.asarray(self.limbs[-1] < 0)

    @property
    def zero(self) -> BoolArray:
        """Where the value is zero."""
        return np.asarray(~self.limbs.any(axis=0))

    def total(self) -> Self:
        """Sum over the first axis, which stays, with one element."""
        return type(self)(*_canonical(self.limbs.sum(axis=1, keepdims=True), self.low))

    def __getitem__(self, cells: tuple[IndexArray, ...]) -> Self:
        """Chosen elements, in a row."""
        place: tuple[Any, ...] = (slice(None), *cells)
        return type(self)(*_canonical(self.limbs[place], self.low))

    def placed(self, positions: IndexArray, size: int) -> Self:
        """The same values along a first axis of ``size``: k moves to ``positions[k]``."""
        limbs = np.zeros((len(self.limbs), size, *self.limbs.shape[2:]), dtype=np.int64)
        limbs[:, positions] = self.limbs
        return type(self)(limbs, self.low)

    def to_double_double(self) -> DoubleDouble:
        """The value to about 106 bits."""
        high, rest, _ = self._parts()
        return DoubleDouble(high, rest)

    def to_float(self) -> FloatArray:
        """The nearest double; of two that are equally near, the even one.

        >>> half = ExactSum.of(np.array([1.0])) + ExactSum.of(np.array([2.0**-53]))
        >>> float(half.to_float()[0] - 1.0)
        0.0
        >>> float((half + ExactSum.of(np.array([1e-300]))).to_float()[0] - 1.0)
        2.220446049250313e-16
        """
        high, rest, lost = self._parts()
        beyond = high + 2.0 * rest  # the neighbour, where the rest is half of the way to it
        between = (beyond - high == 2.0 * rest) & (rest != 0.0)
        return np.where(between & (np.sign(lost) == np.sign(rest)), beyond, high)

    def _parts(self) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Doubles that add up to the value; of the last, the sign is right."""
        sign = np.where(self.negative, -1, 1)
        limbs, low = _canonical(self.limbs * sign, self.low)
        high, rest, lost = np.zeros((3, *limbs.shape[1:]))
        for place in range(len(limbs) - 1, -1, -1):
            term = np.ldexp(limbs[place].astype(np.float64), LIMB * (low + place))
            high, error = two_sum(high, term)
            rest, error = two_sum(rest, error)
            lost = lost + error
        high, rest = two_sum(high, rest)
        return sign * high, sign * rest, sign * lost


def _product(factors: list[FloatArray]) -> Pieces:
    """The exact product of doubles as whole numbers below 2^57 times powers of two."""
    first, *others = factors
    pieces = [_whole(first)]
    for factor in others:
        f, f_power = _whole(factor)
        f_high, f_low = f >> HALF, f & ((1 << HALF) - 1)
        longer: Pieces = []
        for m, power in pieces:
            high, low, base = m >> HALF, m & ((1 << HALF) - 1), power + f_power
            longer.append((high * f_high, base + 2 * HALF))
            longer.append((high * f_low + low * f_high, base + HALF))
            longer.append((low * f_low, base))
        pieces = longer
    return pieces


def _whole(values: FloatArray) -> tuple[WholeArray, WholeArray]:
    """Doubles as whole numbers of 53 bits and powers of two."""
    fraction, power = np.frexp(values)
    return np.ldexp(fraction, 53).astype(np.int64), power.astype(np.int64) - 53


def _scattered(
    pieces: Pieces, groups: IndexArray, n_groups: int
) -> list[tuple[WholeArray, int]]:
    """Each piece summed into limbs by group: (limbs, groups, columns), and the lowest limb."""
    results = []
    for m, power in pieces:
        if not m.any():
            continue
        place, shift = power >> 5, power & (LIMB - 1)
        used = m != 0
        low, high = int(place[used].min()), int(place[used].max()) + 3
        place = np.where(used, place - low, 0)
        bottom, top = (m & MASK) << shift, (m >> LIMB) << shift
        parts = (bottom & MASK, (bottom >> LIMB) + (top & MASK), top >> LIMB)
        n_columns = m.shape[1]
        cell = (place * n_groups + groups[:, None]) * n_columns + np.arange(n_columns)
        size = (high - low) * n_groups * n_columns
        limbs = np.zeros(size, dtype=np.int64)
        for step, part in enumerate(parts):
            index = (cell + step * n_groups * n_columns).reshape(-1)
            sums = np.bincount(index, weights=part.reshape(-1), minlength=size)
            limbs += sums.astype(np.int64)
        results.append((limbs.reshape(high - low, n_groups, n_columns), low))
    return results


def _sum(a: WholeArray, a_low: int, b: WholeArray, b_low: int) -> tuple[WholeArray, int]:
    """Limb by limb, without carries."""
    low = min(a_low, b_low)
    top = max(a_low + len(a), b_low + len(b))
    limbs = np.zeros(
        (top - low, *np.broadcast_shapes(a.shape[1:], b.shape[1:])), dtype=np.int64
    )
    limbs[a_low - low : a_low - low + len(a)] += a
    limbs[b_low - low : b_low - low + len(b)] += b
    return limbs, low


def _canonical(limbs: WholeArray, low: int) -> tuple[WholeArray, int]:
    """Carries done, and no plane too many at either end."""
    limbs = np.concatenate([limbs, np.zeros((2, *limbs.shape[1:]), dtype=np.int64)])
    for place in range(len(limbs) - 1):
        limbs[place + 1] += limbs[place] >> LIMB
        limbs[place] &= MASK
    top = len(limbs)
    while top > 1:
        below = limbs[top - 2]
        as_signed = np.where(below >= 1 << (LIMB - 1), below - (1 << LIMB), below)
        if not np.array_equal(limbs[top - 1], as_signed >> (LIMB - 1)):
            break
        top -= 1
        limbs[top - 1] = as_signed
    used = np.flatnonzero(limbs[:top].any(axis=tuple(range(1, limbs.ndim))))
    if len(used) == 0:
        return np.zeros((1, *limbs.shape[1:]), dtype=np.int64), 0
    return np.ascontiguousarray(limbs[used[0] : top]), low + int(used[0])


__all__ = ["ExactSum"]
