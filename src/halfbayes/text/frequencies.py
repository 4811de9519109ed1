"""Document frequencies of words, of the whole document and of each field; they add up.

    N_w  = documents that have word w in any field          N_fw = documents that have it in f

Of two disjoint sets of documents these are the sums, over all words of both: however a corpus
is cut, the total is the same. ``kept`` says which words a model has room for: those that most
documents have, of equally many the first by code points; a word of one document tells nothing
of another and is never kept.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from halfbayes.text.fields import by_field, one_column, term_counter, total
from halfbayes.text.vocabulary import Vocabulary, sorted_union
from halfbayes.types import BoolArray, CountMatrix

LEAST_DOCUMENTS: Final = 2
"""A word that fewer documents have tells nothing of another, and is not kept."""


@dataclass(frozen=True, slots=True, eq=False)
class WordFrequencies:
    """How many documents have each word: in all, and in each of several fields.

    >>> one = WordFrequencies.of({"a": ["cats", "dog"], "b": ["dog", "dog"]}, "english")
    >>> one.vocabulary.terms, one.documents.tolist()
    (['cat', 'dog'], [[1, 2], [1, 1], [0, 2]])
    >>> (one + one).kept(most=1).vocabulary.terms
    ['dog']
    """

    vocabulary: Vocabulary  # in order
    documents: NDArray[np.int64]  # (1 + fields, words), or (1, words) of a single field

    @classmethod
    def of(
        cls, fields: Mapping[str, Any], language: str | None, threads: int | None = None
    ) -> Self:
        """Of documents given by field: equally long columns of text."""
        counter = term_counter(language, threads, (1, 1))
        counts = by_field(counter.fit_transform(one_column(fields)), len(fields))
        size = len(counter.vocabulary_)
        matrices = [total(counts), *(counts if len(counts) > 1 else ())]
        return cls(counter.vocabulary_, np.stack([_frequencies(X, size) for X in matrices]))

    @classmethod
    def sum_of(cls, parts: Sequence[Self]) -> Self:
        """The sum of several, one or more."""
        if len(parts) == 1:
            return parts[0]
        vocabulary, places = sorted_union([part.vocabulary for part in parts])
        sums = np.zeros((len(parts[0].documents), len(vocabulary)), dtype=np.int64)
        for place, part in zip(places, parts, strict=True):
            sums[:, place] += part.documents  # each word of a part is there once
        return cls(vocabulary, sums)

    def __add__(self, other: Self) -> Self:
        return self.sum_of([self, other])

    @property
    def n_bytes(self) -> int:
        """What it takes in memory."""
        arrays = (self.vocabulary.packed, self.vocabulary.offsets, self.documents)
        return sum(array.nbytes for array in arrays)

    def chosen(self, mask: BoolArray) -> Self:
        """The words where ``mask`` is true."""
        return type(self)(self.vocabulary.kept(mask), self.documents[:, mask])

    def kept(self, most: int) -> Self:
        """At most so many words: those of most documents, the first of equals."""
        frequency = self.documents[0]
        mask = frequency >= LEAST_DOCUMENTS
        if int(mask.sum()) > most:
            # Stable: of words in equally many documents the first stay first.
            first = np.argsort(-frequency, kind="stable")[:most]
            mask = np.zeros(len(frequency), dtype=np.bool_)
            mask[first] = True
        return self.chosen(mask)

    def part(self, number: int, n_parts: int) -> Self:
        """The words whose bytes and length add up to ``number``, modulo ``n_parts``."""
        sums = np.concatenate([[0], np.cumsum(self.vocabulary.packed, dtype=np.int64)])
        offsets = self.vocabulary.offsets
        mixed = np.diff(sums[offsets]) + 31 * np.diff(offsets)
        return self.chosen(np.asarray(mixed % n_parts == number))


def _frequencies(X: CountMatrix, size: int) -> NDArray[np.int64]:
    return np.bincount(X.indices, minlength=size).astype(np.int64)


__all__ = ["LEAST_DOCUMENTS", "WordFrequencies"]
