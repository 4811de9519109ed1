"""Counting documents with the kernel, or with its twin where there is no kernel."""

import os
from collections.abc import Callable
from functools import cache
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from halfbayes.text.columns import source, texts
from halfbayes.text.native_kernel import SEED, kernel, warn_of_missing_kernel
from halfbayes.text.reference import ReferenceCounts
from halfbayes.text.tokens import ANALYZERS, LONGEST_WORD, TokenOptions, character_classes
from halfbayes.text.vocabulary import ABSENT, Vocabulary

Columns: TypeAlias = NDArray[np.uint32]

_SMALL: Final = 2**31


class Counts(Protocol):
    """Documents counted and not yet arranged in a matrix (``kernel.Counts``)."""

    def distinct_terms(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The distinct terms in any order; columns are places in it from now on.

        The kernel gives only the words, if pairs of them count too: see ``arranging``.
        """

    def sorted_terms(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The distinct terms in order, pairs too."""

    def arrange(self, target: Columns | None, columns: int) -> None:
        """Give each of the terms its column; counts in one column add."""

    def frequencies(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Of each column: the documents that have it, and its occurrences."""

    def row_starts(self, keep: Columns | None) -> NDArray[np.int64]:
        """Where each row of the matrix starts."""

    def write(
        self,
        keep: Columns | None,
        starts: NDArray[np.int64],
        indices: NDArray[np.int32] | NDArray[np.int64],
        data: NDArray[np.int32] | NDArray[np.int64] | NDArray[np.float64],
        binary: bool,  # noqa: FBT001 (the kernel's signature)
    ) -> None:
        """Fill the arrays of a CSR matrix; the counts are gone afterwards."""


def all_cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def counted(
    documents: Any, options: TokenOptions, *, fixed: Vocabulary | None = None, threads: int = 1
) -> Counts:
    """The terms of each document counted; of ``fixed`` only, if given."""
    if kernel is None:
        warn_of_missing_kernel()
        return ReferenceCounts(texts(documents), options, fixed)
    return kernel.counted(
        source(documents),
        *how_to_read(options),
        SEED,
        None if fixed is None else fixed.table,
        _stop_table(options.stop_words) if options.stop_words else None,
        threads,
    )


def how_to_read(
    options: TokenOptions,
) -> "tuple[kernel.Options, Callable[[int], kernel.Characters], Callable[[str], str]]":
    """What the kernel has to know of text: options, tables of characters, Python's own way."""
    return _kernel_options(options), character_table, options.prepared


def matrix(
    counts: Counts, n_columns: int, *, keep: Columns | None, binary: bool, dtype: type
) -> "sparse.csr_array[Any]":
    """The arranged counts as a matrix of ``n_columns``; ``keep`` renumbers or drops columns."""
    starts = counts.row_starts(keep)
    n_entries = int(starts[-1])
    index = np.int32 if max(n_entries, n_columns) < _SMALL else np.int64
    indices: NDArray[Any] = np.empty(n_entries, dtype=index)
    data: NDArray[Any] = np.empty(n_entries, dtype=dtype)
    counts.write(keep, starts, indices, data, binary)
    X = sparse.csr_array(
        (data, indices, starts.astype(index)), shape=(len(starts) - 1, n_columns)
    )
    X.has_canonical_format = True
    return X


def places(vocabulary: Vocabulary, terms: Vocabulary) -> Columns:
    """The column in ``vocabulary`` of each of ``terms``, ``ABSENT`` where it has none."""
    if kernel is not None:
        return vocabulary.table.places(terms.packed, terms.offsets)
    found = [vocabulary.columns.get(term, ABSENT) for term in terms.terms]
    return np.array(found, dtype=np.uint32)


@cache
def character_table(limit: int) -> "kernel.Characters":
    """Class and lower case of the characters below ``limit``, as the kernel looks them up."""
    return kernel.Characters(*character_classes(limit))


@cache
def _stop_table(stop_words: frozenset[str]) -> "kernel.TermTable":
    return Vocabulary.of_terms(sorted(stop_words)).table


def _kernel_options(options: TokenOptions) -> "kernel.Options":
    given = kernel.Options()
    given.analyzer = ANALYZERS.index(options.analyzer)
    given.shortest, given.longest = options.ngram_range
    given.lowercase = options.lowercase
    given.min_length, given.max_length = options.min_length, LONGEST_WORD
    given.numbers, given.emails = options.numbers, options.emails
    given.unsegmented_shortest, given.unsegmented_longest = options.unsegmented or (0, 0)
    return given


__all__ = [
    "Columns",
    "Counts",
    "all_cores",
    "character_table",
    "counted",
    "how_to_read",
    "matrix",
    "places",
]
