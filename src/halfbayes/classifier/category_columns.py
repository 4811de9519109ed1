"""Columns of categories: one of the values seen in training, or none.

A code is the place of a value among those of its column in order; NaN where a document has no
value, or one that no training document had. The discriminant reads an indicator for each value,
all columns together of unit length at most.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from halfbayes.types import CountMatrix, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Categories:
    """The values of each categorical column, in order; their places are their codes."""

    values: tuple[tuple[str, ...], ...]

    @classmethod
    def learnt(cls, columns: list[list[str | None]]) -> "Categories":
        """From training documents, by column."""
        return cls(
            tuple(tuple(sorted({v for v in column if v is not None})) for column in columns)
        )

    def called(self, columns: Sequence[str]) -> list[list[str]]:
        """What a person calls the values of each column.

        >>> Categories((("mail", "web"), ("x",))).called(["channel", "kind"])
        [['channel=mail', 'channel=web'], ['kind=x']]
        """
        pairs = zip(columns, self.values, strict=True)
        return [[f"{column}={value}" for value in values] for column, values in pairs]

    def codes(self, columns: list[list[str | None]]) -> FloatArray:
        """The code of each value, NaN where none or a new one: (documents, columns)."""
        coded = []
        for values, column in zip(self.values, columns, strict=True):
            place = {value: float(code) for code, value in enumerate(values)}
            coded.append([np.nan if v is None else place.get(v, np.nan) for v in column])
        return np.array(coded, dtype=np.float64).T.reshape(-1, len(columns))

    def indicators(self, codes: FloatArray) -> CountMatrix:
        """One where a document has a value, over the root of the number of columns."""
        widths = [len(values) for values in self.values]
        starts = np.concatenate([[0], np.cumsum(widths)[:-1]])
        row, column = np.nonzero(np.isfinite(codes))
        place = starts[column] + codes[row, column].astype(np.intp)
        weight = np.full(len(row), len(widths) ** -0.5)
        return sparse.csr_array((weight, (row, place)), shape=(len(codes), sum(widths)))


__all__ = ["Categories"]
