"""Text fields of documents, counted together over one vocabulary of stems.

What is said of the terms of a whole document is dealt out to the fields that hold them, each
term in proportion to how often a field has it:

    x_ft = x_t n_ft / (sum over fields g of n_gt)          sum over fields f of x_ft = x_t
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any

import numpy as np
from scipy import sparse

from halfbayes.text.arranging import in_pairs, learn_columns
from halfbayes.text.counter import TermCounter
from halfbayes.text.counting import counted, matrix
from halfbayes.text.options import thread_count, token_options
from halfbayes.text.vocabulary import Vocabulary
from halfbayes.types import BoolArray, CountMatrix


def term_counter(
    language: str | None, threads: int | None, ngram_range: tuple[int, int]
) -> TermCounter:
    """The counter of stems, and of stems in a row: words of any length."""
    return TermCounter(
        ngram_range=ngram_range,
        min_length=1,
        language=language,
        threads=threads,
        dtype=np.float64,
    )


def one_column(fields: Mapping[str, Any]) -> list[str | None]:
    """All fields below one another.

    >>> one_column({"title": ["a", "b"], "body": ["c", None]})
    ['a', 'b', 'c', None]
    """
    texts = list(fields.values())
    if len(texts) == 1 and isinstance(texts[0], list):
        return texts[0]
    return list(chain.from_iterable(texts))


def learnt_counts(
    counter: TermCounter, fields: Mapping[str, Any], least_documents: int
) -> list[CountMatrix]:
    """Counts of each field, over the words and pairs of words that ``counter`` learns here.

    Of pairs, those that at least so many documents have, in whatever field.
    """
    counts = counted(
        one_column(fields), token_options(counter), threads=thread_count(counter.threads)
    )
    dropped = in_pairs(counts)
    if in_pairs(counts):
        counts.drop_rare_pairs(least_documents, len(fields))
    vocabulary = learn_columns(counts, counter.language)
    X = matrix(counts, len(vocabulary), keep=None, binary=False, dtype=np.float64)
    by_name = by_field(X, len(fields))
    counter.vocabulary_ = vocabulary
    if dropped:
        return by_name
    documents = np.bincount(total(by_name).indices, minlength=len(vocabulary))
    kept = ~with_a_space(vocabulary) | (documents >= least_documents)
    counter.vocabulary_ = vocabulary.kept(kept)
    return [columns(X, kept) for X in by_name]


def with_a_space(vocabulary: Vocabulary) -> BoolArray:
    """Which terms have a space in them: n-grams of words.

    >>> with_a_space(Vocabulary.of_terms(["new", "new york"])).tolist()
    [False, True]
    """
    spaces = np.concatenate([[0], np.cumsum(vocabulary.packed == ord(" "))])
    return np.asarray(np.diff(spaces[vocabulary.offsets]) > 0)


def columns(X: CountMatrix, kept: BoolArray) -> CountMatrix:
    """The columns of X where ``kept`` is true."""
    if kept.all():
        return X
    terms = X.indices.astype(np.intp)  # as wide as pointers: looked up in half the time
    entries = np.flatnonzero(kept[terms])
    place = (np.cumsum(kept) - 1).astype(X.indices.dtype)
    starts = np.searchsorted(entries, X.indptr).astype(X.indptr.dtype)
    parts = X.data[entries], place[terms[entries]], starts
    return sparse.csr_array(parts, shape=(X.shape[0], int(kept.sum())))


def by_field(X: CountMatrix, n_fields: int) -> list[CountMatrix]:
    """What was counted in ``one_column``, field by field again."""
    if n_fields == 1:
        return [X]
    n_documents = X.shape[0] // n_fields
    return [stretch(X, r * n_documents, (r + 1) * n_documents) for r in range(n_fields)]


def stretch(X: CountMatrix, start: int, stop: int) -> CountMatrix:
    """Consecutive rows of X, which share its memory."""
    bounds = X.indptr[start : stop + 1]
    entries = slice(int(bounds[0]), int(bounds[-1]))
    parts = X.data[entries], X.indices[entries], bounds - bounds[0]
    rows = sparse.csr_array(parts, shape=(stop - start, X.shape[1]))
    rows.has_canonical_format = X.has_canonical_format
    return rows


def first_rows(X: CountMatrix, n: int | None) -> CountMatrix:
    """The first ``n`` rows of X, or all; they share its memory."""
    return X if n is None or n == X.shape[0] else stretch(X, 0, n)


def total(counts: list[CountMatrix]) -> CountMatrix:
    """Counts of the whole document: the sum of its fields'."""
    whole = counts[0]
    for X in counts[1:]:
        whole = whole + X
    return whole


def dealt_out(X: CountMatrix, counts: list[CountMatrix]) -> list[CountMatrix]:
    """The weights of the terms of whole documents, by field; ``counts`` are the fields'.

    >>> title, body = sparse.csr_array([[1.0, 0.0]]), sparse.csr_array([[3.0, 2.0]])
    >>> whole = sparse.csr_array([[8.0, 5.0]])
    >>> [part.toarray().tolist() for part in dealt_out(whole, [title, body])]
    [[[2.0, 0.0]], [[6.0, 5.0]]]
    """
    each = total(counts).copy()
    each.data = 1.0 / each.data
    rates = X.multiply(each)
    return [sparse.csr_array(part.multiply(rates)) for part in counts]


__all__ = [
    "by_field",
    "columns",
    "dealt_out",
    "first_rows",
    "learnt_counts",
    "one_column",
    "stretch",
    "term_counter",
    "total",
    "with_a_space",
]
