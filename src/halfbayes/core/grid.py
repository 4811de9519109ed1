"""Real numbers on a fixed-point grid, so that their sums are sums of whole numbers.

    units(x) = round(x 2^30)          x ~ units 2^-30

Whole numbers add to the same total in any order and in any portions, which doubles do not. A
weight of a term is at most 1, for documents have unit length, and so at most 2^30 units: the
sum over ``MOST_DOCUMENTS`` = 2^33 documents, 8.6 billion, stays below 2^63. What is lost is at
most 2^-31 a document, less than a single-precision number would lose.
"""

from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from halfbayes.types import CountMatrix, FloatArray, IndexArray

WholeArray: TypeAlias = NDArray[np.int64]

BITS: Final = 30
UNITS: Final = float(1 << BITS)
MOST_DOCUMENTS: Final = 1 << (63 - BITS)


def units(values: FloatArray) -> WholeArray:
    """Numbers in units of the grid, to the nearest.

    >>> units(np.array([0.5, 1.0])).tolist()
    [536870912, 1073741824]
    """
    return np.rint(values * UNITS).astype(np.int64)


def from_units(whole: WholeArray) -> FloatArray:
    """The numbers that ``units`` stand for.

    >>> from_units(units(np.array([0.25]))).tolist()
    [0.25]
    """
    return whole.astype(np.float64) / UNITS


def class_units(
    X: CountMatrix, y: IndexArray, n_classes: int
) -> tuple[NDArray[np.int64], WholeArray]:
    """Sums of the rows of X by class, on the grid: places w K + k that are not 0, and sums.

    >>> X = sparse.csr_array([[0.5, 0.0], [0.25, 0.0], [0.0, 1.0]])
    >>> places, sums = class_units(X, np.array([0, 0, 1]), 2)
    >>> places.tolist(), from_units(sums).tolist()
    ([0, 3], [0.75, 1.0])
    """
    whole = sparse.csr_array((units(X.data), X.indices, X.indptr), shape=X.shape)
    return _class_sums(whole, y, n_classes)


def _class_sums(
    whole: Any, y: IndexArray, n_classes: int
) -> tuple[NDArray[np.int64], WholeArray]:
    n_documents = len(y)
    ones = np.ones(n_documents, dtype=np.int64)
    member = sparse.csr_array(
        (ones, (y, np.arange(n_documents))), shape=(n_classes, n_documents)
    )
    total = sparse.csr_array(member @ whole)  # (classes, terms)
    row = np.repeat(np.arange(n_classes, dtype=np.int64), np.diff(total.indptr))
    return total.indices.astype(np.int64) * n_classes + row, total.data


@dataclass(frozen=True, slots=True, eq=False)
class GridRows:
    """Rows of weights up to 1 on the grid, in as little memory as they need.

    >>> rows = GridRows.of(sparse.csr_array([[0.5, 0.0], [0.25, 1.0]]))
    >>> rows.matrix.toarray().tolist(), rows.n_bytes
    ([[0.5, 0.0], [0.25, 1.0]], 36)
    """

    units: NDArray[np.int32]  # at most 2^30
    terms: NDArray[np.int32]
    bounds: NDArray[np.int32]  # where the entries of each row begin and end
    n_terms: int

    @classmethod
    def of(cls, X: CountMatrix) -> "GridRows":
        """The rows of X, moved to the grid."""
        whole = X.data * UNITS  # as units, without an array of 64 bits between
        np.rint(whole, out=whole)
        compact = (whole, X.indices, X.indptr)
        of_rows, terms, bounds = (array.astype(np.int32) for array in compact)
        return cls(of_rows, terms, bounds, X.shape[1])

    @property
    def matrix(self) -> CountMatrix:
        """The weights that the units stand for."""
        shape = (len(self.bounds) - 1, self.n_terms)
        weights = self.units / UNITS  # exact: a power of two
        return sparse.csr_array((weights, self.terms, self.bounds), shape=shape)

    @property
    def n_bytes(self) -> int:
        """What it takes in memory."""
        return self.units.nbytes + self.terms.nbytes + self.bounds.nbytes

    def rows(self, rows: slice) -> "GridRows":
        """Consecutive rows."""
        start, stop, _ = rows.indices(len(self.bounds) - 1)
        bounds = self.bounds[start : stop + 1]
        entries = slice(int(bounds[0]), int(bounds[-1]))
        return GridRows(
            self.units[entries], self.terms[entries], bounds - bounds[0], self.n_terms
        )

    def class_units(
        self, y: IndexArray, n_classes: int
    ) -> tuple[NDArray[np.int64], WholeArray]:
        """Sums of the rows by class, as ``class_units`` gives them."""
        shape = (len(y), self.n_terms)
        whole = (self.units.astype(np.int64), self.terms, self.bounds)
        return _class_sums(sparse.csr_array(whole, shape=shape), y, n_classes)


__all__ = [
    "BITS",
    "MOST_DOCUMENTS",
    "UNITS",
    "GridRows",
    "WholeArray",
    "class_units",
    "from_units",
    "units",
]
