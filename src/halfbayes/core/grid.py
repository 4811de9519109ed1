"""Real numbers on a fixed-point grid, so that their sums are sums of whole numbers.

    units(x) = round(x 2^30)          x ~ units 2^-30

Whole numbers add to the same total in any order and in any portions, which doubles do not. A
weight of a term is at most 1, for documents have unit length, and so at most 2^30 units: the
sum over ``MOST_DOCUMENTS`` = 2^33 documents, 8.6 billion, stays below 2^63. What is lost is at
most 2^-31 a document, less than a single-precision number would lose.
"""

from typing import Final, TypeAlias

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
    """Sums of the rows of X by class, on the grid: places k V + w that are not 0, and sums.

    >>> X = sparse.csr_array([[0.5, 0.0], [0.25, 0.0], [0.0, 1.0]])
    >>> places, sums = class_units(X, np.array([0, 0, 1]), 2)
    >>> places.tolist(), from_units(sums).tolist()
    ([0, 3], [0.75, 1.0])
    """
    n_documents, n_terms = X.shape
    whole = sparse.csr_array((units(X.data), X.indices, X.indptr), shape=X.shape)
    ones = np.ones(n_documents, dtype=np.int64)
    member = sparse.csr_array(
        (ones, (y, np.arange(n_documents))), shape=(n_classes, n_documents)
    )
    total = sparse.csr_array(member @ whole)  # (classes, terms)
    total.sort_indices()
    row = np.repeat(np.arange(n_classes, dtype=np.int64), np.diff(total.indptr))
    return row * n_terms + total.indices, total.data


def on_grid(X: CountMatrix) -> CountMatrix:
    """X with every entry moved to the grid."""
    return sparse.csr_array((from_units(units(X.data)), X.indices, X.indptr), shape=X.shape)


__all__ = [
    "BITS",
    "MOST_DOCUMENTS",
    "UNITS",
    "WholeArray",
    "class_units",
    "from_units",
    "on_grid",
    "units",
]
