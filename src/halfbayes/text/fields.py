"""Text fields of documents, counted together over one vocabulary of stems."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

import numpy as np

from halfbayes.text.counter import TermCounter
from halfbayes.types import CountMatrix


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
    columns = list(fields.values())
    if len(columns) == 1 and isinstance(columns[0], list):
        return columns[0]
    return list(chain.from_iterable(columns))


def by_field(X: CountMatrix, n_fields: int) -> list[CountMatrix]:
    """What was counted in ``one_column``, field by field again."""
    n_documents = X.shape[0] // n_fields
    return [X[r * n_documents : (r + 1) * n_documents] for r in range(n_fields)]


def total(counts: list[CountMatrix]) -> CountMatrix:
    """Counts of the whole document: the sum of its fields'."""
    whole = counts[0]
    for X in counts[1:]:
        whole = whole + X
    return whole


__all__ = ["by_field", "one_column", "term_counter", "total"]
