"""Class counts: how often each term occurs in the documents of each class.

    T_kw = sum over documents i of class k of  weight_i x_iw          N_k = sum of weight_i

Counts of two sets of documents add up to the counts of their union and can be taken away
again. Whole numbers below 2^53 are exact in a double, so for counts (with whole weights) the
order and the portions in which documents come make no difference to a single bit. Real-valued
entries, such as tf-idf weights, are allowed; their sums agree to rounding.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy import sparse

from halfbayes.core.logspace import ABOVE_ZERO
from halfbayes.types import CountMatrix, FloatArray, IndexArray, Matrix

ROUNDING = 1e-12
"""Share of the largest count below which a difference of real-valued sums is rounding."""

BLOCK_ENTRIES = 1 << 15
"""Stored entries looked at together: their intermediate results fit in the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class ClassCounts:
    """Occurrences of every term, and number of documents, in every class.

    >>> X, y = sparse.csr_array([[2.0, 0.0], [1.0, 1.0], [0.0, 2.0]]), np.array([0, 0, 1])
    >>> whole = class_counts(X, y, n_classes=2)
    >>> whole.terms
    array([[3., 1.],
           [0., 2.]])
    >>> (whole - class_counts(X[:1], y[:1], n_classes=2)).documents
    array([1., 1.])
    """

    terms: FloatArray  # T (classes, terms), in memory term by term: documents select terms
    documents: FloatArray  # N (classes,)

    def __add__(self, other: Self) -> Self:
        return type(self)(self.terms + other.terms, self.documents + other.documents)

    def __sub__(self, other: Self) -> Self:
        return type(self)(
            difference(self.terms, other.terms), difference(self.documents, other.documents)
        )

    @property
    def overdrawn(self) -> bool:
        """Whether documents were taken away that had never been added."""
        return bool(np.any(self.documents < 0.0) or np.any(self.terms < 0.0))

    def placed(self, positions: IndexArray, n_classes: int) -> Self:
        """The same counts among ``n_classes`` classes: class k moves to ``positions[k]``."""
        terms = np.zeros((n_classes, self.terms.shape[1]), order="F")
        documents = np.zeros(n_classes)
        terms[positions], documents[positions] = self.terms, self.documents
        return type(self)(terms, documents)


def class_counts(
    X: CountMatrix, y: IndexArray, *, n_classes: int, weights: FloatArray | None = None
) -> ClassCounts:
    """Counts of the rows of ``X`` under the classes ``y``, in one pass over the entries."""
    rows = np.repeat(y.astype(X.indices.dtype), np.diff(X.indptr))
    data = X.data if weights is None else X.data * entry_values(X, weights)
    by_class = sparse.coo_array((data, (rows, X.indices)), shape=(n_classes, X.shape[1]))
    return ClassCounts(by_class.toarray(order="F"), documents_by_class(y, n_classes, weights))


class WordCounting:
    """What event models share whose statistics are class counts."""

    __slots__ = ()

    def statistics(
        self,
        X: CountMatrix,
        y: IndexArray,
        *,
        n_classes: int,
        weights: FloatArray | None = None,
    ) -> ClassCounts:
        """Class counts of the rows of ``X``."""
        return class_counts(X, y, n_classes=n_classes, weights=weights)


def documents_by_class(
    y: IndexArray, n_classes: int, weights: FloatArray | None = None
) -> FloatArray:
    """Number of documents, or sum of their weights, in every class: (classes,)."""
    return np.bincount(y, weights=weights, minlength=n_classes).astype(np.float64)


def entry_values(X: CountMatrix, values: FloatArray) -> FloatArray:
    """One value per document, repeated for each of its stored entries."""
    return np.repeat(values, np.diff(X.indptr))


@dataclass(frozen=True, slots=True, eq=False)
class Entries:
    """Stored entries of some rows of X, and counts of their terms in their documents' classes.

    The counts are those without the document itself.
    """

    values: FloatArray  # x_iw
    terms: IndexArray  # w
    counts: FloatArray  # T_kw - weight_i x_iw, k the class of i
    rows: slice  # the documents i
    lengths: IndexArray  # stored entries of each of them

    def of_documents(self, values: FloatArray) -> FloatArray:
        """One value per document of X, repeated for each entry here."""
        return np.repeat(values[self.rows], self.lengths)


def own_sums(
    X: CountMatrix,
    y: IndexArray,
    terms: FloatArray,
    value: Callable[[Entries], FloatArray],
    weights: FloatArray | None = None,
) -> FloatArray:
    """Sum of ``value`` over the entries of each document, given its class without it.

    ``terms`` are the counts T (classes, terms), which include the rows of X. Blocks of entries
    keep the work in the processor's cache.
    """
    by_term = np.ascontiguousarray(terms.T).reshape(-1)
    sums = np.zeros(len(y))
    for rows in row_blocks(X, BLOCK_ENTRIES):
        start, stop = X.indptr[rows.start], X.indptr[rows.stop]
        lengths = np.diff(X.indptr[rows.start : rows.stop + 1])
        values, term = X.data[start:stop], np.asarray(X.indices[start:stop], dtype=np.intp)
        flat = term * len(terms)
        flat += np.repeat(y[rows], lengths)
        counts = by_term.take(flat)
        removed = values if weights is None else values * np.repeat(weights[rows], lengths)
        counts -= removed
        per_entry = value(Entries(values, term, counts, rows, lengths))
        filled = lengths > 0
        if filled.any():
            starts = X.indptr[rows][filled] - start
            sums[rows][filled] = np.add.reduceat(per_entry, starts)
    return sums


def row_blocks(X: CountMatrix, entries: int) -> Iterator[slice]:
    """Slices of consecutive rows with at most ``entries`` stored entries, or a single row.

    >>> list(row_blocks(sparse.csr_array([[1.0, 1.0], [1.0, 0.0], [1.0, 1.0]]), 3))
    [slice(0, 2, None), slice(2, 3, None)]
    """
    start, n_rows = 0, X.shape[0]
    while start < n_rows:
        limit = int(X.indptr[start]) + entries
        stop = int(np.searchsorted(X.indptr, limit, side="right")) - 1
        stop = min(max(stop, start + 1), n_rows)
        yield slice(start, stop)
        start = stop


def dense_blocks(X: Matrix, cells: int) -> Iterator[tuple[slice, FloatArray]]:
    """Consecutive rows of X as dense arrays of at most ``cells`` values, or a single row.

    >>> [x.tolist() for _, x in dense_blocks(sparse.csr_array([[1.0, 0.0]]), 9)]
    [[[1.0, 0.0]]]
    """
    step = max(1, cells // max(X.shape[1], 1))
    for start in range(0, X.shape[0], step):
        rows = slice(start, min(start + step, X.shape[0]))
        yield rows, X[rows].toarray() if sparse.issparse(X) else X[rows]


def drawn_documents(
    theta: FloatArray, y: IndexArray, lengths: IndexArray, *, rng: np.random.Generator
) -> CountMatrix:
    """Documents of the given lengths, words drawn from ``theta[k]`` for class ``k = y[i]``."""
    words = np.empty(int(lengths.sum()), dtype=np.intp)
    document = np.repeat(np.arange(len(y)), lengths)
    for k in np.unique(y):
        mine = y[document] == k
        cumulative = np.cumsum(theta[k])
        draws = rng.random(int(mine.sum())) * cumulative[-1]
        words[mine] = np.searchsorted(cumulative, draws, side="right")
    shape = (len(y), theta.shape[1])
    drawn = sparse.coo_array((np.ones(len(words)), (document, words)), shape=shape)
    return sparse.csr_array(drawn.tocsr())


def drawn_lengths(
    y: IndexArray, statistics: ClassCounts, *, rng: np.random.Generator
) -> IndexArray:
    """A Poisson length for each document, with the mean length of its class.

    A class without documents takes the mean length of all.
    """
    words, documents = statistics.terms.sum(axis=1), statistics.documents
    overall = words.sum() / max(documents.sum(), 1.0)
    mean = np.where(documents > 0.0, words / np.maximum(documents, ABOVE_ZERO), overall)
    return np.asarray(rng.poisson(mean[y]), dtype=np.intp)


def difference(
    minuend: FloatArray, subtrahend: FloatArray, largest: float | FloatArray | None = None
) -> FloatArray:
    """What is left, and nothing where that is rounding beside the ``largest`` of the sums.

    >>> total = np.array([0.1 + 0.2])
    >>> total - 0.3, difference(total, np.array([0.3]))
    (array([5.55111512e-17]), array([0.]))
    """
    left = minuend - subtrahend
    beside = minuend.max(initial=0.0) if largest is None else largest
    rounding = np.minimum(ROUNDING * beside, 0.5)  # never a whole document
    return np.where(np.abs(left) < rounding, 0.0, left)


__all__ = [
    "ClassCounts",
    "Entries",
    "WordCounting",
    "class_counts",
    "dense_blocks",
    "difference",
    "documents_by_class",
    "drawn_documents",
    "drawn_lengths",
    "entry_values",
    "own_sums",
    "row_blocks",
]
