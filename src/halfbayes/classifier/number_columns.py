"""Columns of numbers: brought to one scale, and the usual value of a column told apart.

    u = asinh((x - median) / spread)      spread: between the quartiles; without any, the
                                          standard deviation; without that, 1

Outliers are tamed; NaN where a number is missing. In a column most of which is one value (both
quartiles are the median: attachments, amounts, flags), that value says nothing of how far the
others spread. Its cells are left out of the numbers, and a flag says whether a document has
another value: 0 or 1, NaN where the number is missing.

A straight line knows nothing beyond the numbers it was fitted to, and rises there without end:
the discriminant reads a number outside the training documents as the nearest that they have.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table
from halfbayes.types import FloatArray

MOST: Final = float(np.finfo(np.float64).max)
"""The largest number there is."""


@dataclass(frozen=True, slots=True, eq=False)
class Numbers:
    """Where the numbers of each column lie and how far they spread."""

    median: FloatArray  # (columns,)
    spread: FloatArray  # (columns,)
    ends: FloatArray  # (2, columns), the least and the largest number of training documents
    usual: tuple[int, ...] = ()  # columns most of which is the median

    @classmethod
    def learnt(cls, X: FloatArray) -> "Numbers":
        """From training documents (documents, columns), NaN where missing."""
        median, spread = np.zeros(X.shape[1]), np.ones(X.shape[1])
        ends, usual = np.zeros((2, X.shape[1])), list[int]()
        for j, column in enumerate(X.T):
            values = column[np.isfinite(column)]
            if len(values):
                low, middle, high = np.quantile(values / 4.0, [0.25, 0.5, 0.75])
                median[j] = 4.0 * middle  # quarters: differences of the largest are finite
                spread[j] = _spread(values, high - low)
                ends[:, j] = values.min(), values.max()
                if high == low:
                    usual.append(j)
        return cls(median, spread, ends, tuple(usual))

    def scaled(self, X: FloatArray) -> FloatArray:
        """Asinh((x - median) / spread), for the largest numbers too."""
        with np.errstate(over="ignore"):
            ratio = (X - self.median) / self.spread
        return np.asarray(np.arcsinh(np.clip(ratio, -MOST, MOST)))

    def within(self, X: FloatArray) -> FloatArray:
        """The nearest numbers between the ends of the training documents.

        >>> known = Numbers.learnt(np.array([[1.0], [2.0], [5.0]]))
        >>> known.within(np.array([[0.0], [3.0], [1e9], [np.nan]])).ravel()
        array([ 1.,  3.,  5., nan])
        """
        return np.asarray(np.clip(X, *self.ends))

    def apart(self, u: FloatArray) -> FloatArray:
        """Scaled numbers without usual values, and the flags of others after them.

        >>> few = Numbers(np.zeros(2), np.ones(2), np.zeros((2, 2)), usual=(1,))
        >>> few.apart(np.array([[0.0, 0.0], [2.0, 3.0], [0.0, np.nan]]))
        array([[ 0., nan,  0.],
               [ 2.,  3.,  1.],
               [ 0., nan, nan]])
        """
        columns = list(self.usual)
        other = np.where(np.isnan(u[:, columns]), np.nan, u[:, columns] != 0.0)
        rest = u.copy()
        rest[:, columns] = np.where(other > 0.0, u[:, columns], np.nan)
        return np.hstack([rest, other])

    def together(self, X: FloatArray) -> FloatArray:
        """Scaled numbers from what ``apart`` made of them."""
        u, columns = X[:, : len(self.median)].copy(), list(self.usual)
        flags = X[:, len(self.median) :]
        u[:, columns] = np.where(flags == 0.0, 0.0, u[:, columns])
        return u


def _spread(values: FloatArray, quarter: float) -> float:
    """Four times a quarter of what is between the quartiles, else the deviation, else 1."""
    if quarter > 0.0:
        return 4.0 * min(quarter, MOST / 4.0)
    if values.min() == values.max():
        return 1.0
    furthest = float(np.abs(values).max())
    return float((values / furthest).std()) * furthest


def number_matrix(table: Table, roles: Roles) -> FloatArray:
    """The numbers of each document, NaN where missing or not finite: (documents, columns)."""
    columns = [table.numbers(name) for name in roles.numeric]
    X = np.column_stack(columns).astype(np.float64)
    X[~np.isfinite(X)] = np.nan
    return X


__all__ = ["MOST", "Numbers", "number_matrix"]
