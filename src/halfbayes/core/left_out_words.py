"""Complement word models of large corpora: scores of documents without themselves, by block.

    f_k(x_i) = sum_w x_iw [log (C_k - [k != y] L_i + a) - log (C_kw - [k != y] x_iw + a_w)]

C_kw = T_w - T_kw is the complement of class k, C_k its sum over the words, L_i the sum of x_i,
and y the class of i, which is not in its own complement; a_w is the prior of
``core.complement``, flat or pooled, without document i, and a its sum. What is said equals
``Complement.leave_one_out``, but the sums are a table with a row for each word: ``WordTable``
holds all rows, or those that some documents need, so that a table larger than memory can be
sent in parts. Every number of a document is worked out by itself and added up in the order of
its words: cutting a block changes no bit.

One logarithm per stored entry and class, in buffers that stay in the cache.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from halfbayes.core.complement import LEAST_TOTAL, Complement
from halfbayes.core.counts import row_blocks
from halfbayes.core.grid import WholeArray, from_units
from halfbayes.types import CountMatrix, FloatArray, IndexArray

BLOCK_CELLS: Final = 1 << 17
"""Logarithms worked out together: 1 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class WordTable:
    """Rows of sums by class, of all places or of ``places``, which are in order."""

    sums: FloatArray  # T_kw: (rows, classes)
    totals: FloatArray  # T_w: (rows,)
    places: NDArray[np.int64] | None = None

    @classmethod
    def of(cls, whole: WholeArray) -> "WordTable":
        """All rows, from sums on the grid: (places, classes)."""
        return cls(from_units(whole), from_units(whole.sum(axis=1)))

    @property
    def n_bytes(self) -> int:
        """What it takes in memory."""
        return self.sums.nbytes + self.totals.nbytes

    def found(self, places: NDArray[np.int64]) -> NDArray[np.int64]:
        """The rows of ``places``."""
        if self.places is None:
            return places
        return np.searchsorted(self.places, places).astype(np.int64)

    def rows(self, places: NDArray[np.int64]) -> "WordTable":
        """The table of these places alone."""
        at = self.found(places)
        return WordTable(self.sums[at], self.totals[at], places)


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutWords:
    """One complement word model, whose words begin at a place of a table.

    >>> X, y = sparse.csr_array([[0.5, 0.0], [0.25, 0.5], [0.0, 0.5]]), np.array([0, 0, 1])
    >>> whole = np.array([[3 << 28, 0], [1 << 29, 1 << 29]])
    >>> words = LeftOutWords.of(Complement(), 0, whole)
    >>> words.scores(X, y, WordTable.of(whole))[0].round(4)
    array([0.4581, 0.3942])
    """

    event: Complement
    first: int  # the place of its first word
    n_words: int
    n_seen: int  # words that some document has
    total: float  # words of all documents
    class_totals: FloatArray  # C_k: (classes,)

    @classmethod
    def of(cls, event: Complement, first: int, whole: WholeArray) -> "LeftOutWords":
        """From sums on the grid: (words, classes)."""
        by_class = whole.sum(axis=0)
        total = by_class.sum()
        n_seen = int(np.count_nonzero(whole.any(axis=1)))
        rest = from_units(total - by_class)
        return cls(event, first, len(whole), n_seen, float(from_units(total)), rest)

    def scores(self, X: CountMatrix, y: IndexArray, table: WordTable) -> FloatArray:
        """F_k of every row of ``X`` without itself: (documents, classes)."""
        K = len(self.class_totals)
        scores = np.empty((len(y), K))
        blocks = list(row_blocks(X, BLOCK_CELLS // K))
        bench = _Workbench.of(X, blocks, K)
        for rows in blocks:
            scores[rows] = self._scores(X, y, table, rows, bench)
        return scores

    def _scores(
        self, X: CountMatrix, y: IndexArray, table: WordTable, rows: slice, bench: "_Workbench"
    ) -> FloatArray:
        start, stop = int(X.indptr[rows.start]), int(X.indptr[rows.stop])
        bounds = X.indptr[rows.start : rows.stop + 1] - start
        n = len(bounds) - 1
        x, of_row = X.data[start:stop], np.repeat(np.arange(n), np.diff(bounds))
        at = table.found(X.indices[start:stop].astype(np.int64) + self.first)
        everyone = table.totals.take(at)
        length = _sums(x, of_row, n)
        a, a_total, said = self._prior(x, everyone - x, length, of_row)
        C = table.sums.take(at, axis=0, out=bench.logs[: stop - start], mode="clip")
        cells = C.reshape(-1)
        own = bench.firsts[: stop - start] + y[rows][of_row]
        own_complement = everyone - cells.take(own) + a
        np.subtract((everyone - x + a)[:, None], C, out=C)
        cells[own] = own_complement
        np.log(C, out=C)
        left = self._totals(length, y[rows]) + a_total[:, None]
        log_total = np.log(np.maximum(left, LEAST_TOTAL))
        all_said = _sums(said, of_row, n)
        return np.asarray(all_said[:, None] * log_total - bench.sums(said, bounds))

    def _totals(self, length: FloatArray, y: IndexArray) -> FloatArray:
        """C_k without each document: (documents, classes)."""
        rest = self.class_totals - length[:, None]
        rest[np.arange(len(y)), y] = self.class_totals[y]
        return rest

    def _prior(
        self, x: FloatArray, others: FloatArray, length: FloatArray, of_row: IndexArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """a_w of every entry, its sum for every row, and how much of each entry counts."""
        a = float(self.event.smoothing)
        if not self.event.pooled:
            return np.full(len(x), a), np.full(len(length), a * self.n_words), x
        seen = others > 0.0  # exact, for all of it is on the grid
        lost = np.bincount(of_row[~seen], minlength=len(length))
        V = self.n_seen - lost.astype(np.float64)
        scale = a * V / np.maximum(self.total - length + V, 1.0)
        a_w = np.where(seen, scale[of_row] * (others + 1.0), 1.0)  # what counts has V > 0
        return a_w, a * V, np.where(seen, x, 0.0)


@dataclass(frozen=True, slots=True, eq=False)
class _Workbench:
    """Arrays as long as the longest block needs, made once."""

    firsts: IndexArray  # cells of the logs in which entries begin
    logs: FloatArray  # (entries, classes)
    weights: CountMatrix  # of the logs: (documents, entries)

    @classmethod
    def of(cls, X: CountMatrix, blocks: Sequence[slice], n_classes: int) -> "_Workbench":
        most = max((b.stop - b.start for b in blocks), default=0)
        longest = max((int(X.indptr[b.stop] - X.indptr[b.start]) for b in blocks), default=0)
        entries = np.arange(longest)
        bounds = np.full(most + 1, longest)
        bounds[0] = 0
        weights = sparse.csr_array((np.zeros(longest), entries, bounds), shape=(most, longest))
        return cls(entries * n_classes, np.zeros((longest, n_classes)), weights)

    def sums(self, weights: FloatArray, bounds: NDArray[Any]) -> FloatArray:
        """Weighted sums of the logs between ``bounds``, in order: (documents, classes)."""
        n = len(bounds) - 1
        self.weights.data[: len(weights)] = weights
        self.weights.indptr[: n + 1] = bounds
        self.weights.indptr[n + 1 :] = len(weights)  # documents that this block has not
        return np.asarray(self.weights @ self.logs)[:n]


def _sums(values: FloatArray, of_row: IndexArray, n_rows: int) -> FloatArray:
    """Sums of the values of each row, in order."""
    return np.bincount(of_row, values, minlength=n_rows).astype(np.float64, copy=False)


__all__ = ["LeftOutWords", "WordTable"]
