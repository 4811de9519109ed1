"""Terms and their columns, packed; and what a corpus says about its terms.

A vocabulary is one string of bytes (UTF-8, lone surrogates as three bytes) and the offsets of
its terms: 168,000 terms take 2.7 MB, and nothing of the terms that were dropped is kept. A
fitted vocabulary is in the order of its terms' code points.

``TermStatistics`` adds up: the sum over the chunks of a corpus is the statistic of the corpus,
however it was cut.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, Self

import numpy as np
from numpy.typing import NDArray

from halfbayes.text.native_kernel import SEED, kernel

_SHOWN: Final = 5

ABSENT: Final = 0xFFFFFFFF
"""The column of a term that has none."""


# The last character of one, two and three bytes of UTF-8.
_LAST_OF_WIDTH: Final = np.array([0x7F, 0x7FF, 0xFFFF], dtype=np.uint32)


class Vocabulary(Mapping[str, int]):
    """A mapping from terms to columns.

    >>> words = Vocabulary.of_terms(["ape", "bee"])
    >>> words["bee"], list(words), "cow" in words
    (1, ['ape', 'bee'], False)
    """

    def __init__(self, packed: NDArray[np.uint8], offsets: NDArray[np.int64]) -> None:
        self.packed = packed
        self.offsets = offsets

    @classmethod
    def of_terms(cls, terms: Sequence[str]) -> Self:
        """Terms in the order given."""
        joined = "".join(terms)
        ends = np.cumsum(np.fromiter(map(len, terms), dtype=np.int64, count=len(terms)))
        if not joined.isascii():
            points = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
            width = 1 + np.searchsorted(_LAST_OF_WIDTH, points)
            ends = np.concatenate([[0], np.cumsum(width)])[ends]
        packed = np.frombuffer(joined.encode("utf-8", "surrogatepass"), dtype=np.uint8)
        return cls(packed, np.concatenate([[0], ends]).astype(np.int64))

    @cached_property
    def terms(self) -> list[str]:
        """The terms in the order of their columns."""
        if kernel is not None:
            return kernel.decoded(self.packed, self.offsets, None)
        data = self.packed.tobytes()
        return [
            data[start:end].decode("utf-8", "surrogatepass")
            for start, end in zip(self.offsets[:-1], self.offsets[1:], strict=True)
        ]

    @cached_property
    def columns(self) -> dict[str, int]:
        """Each term's column, as a dictionary."""
        return {term: column for column, term in enumerate(self.terms)}

    @cached_property
    def table(self) -> "kernel.TermTable":
        """The kernel's hash table of these terms; not pickled."""
        return kernel.TermTable(self.packed, self.offsets, SEED)

    @cached_property
    def pair_table(self) -> "kernel.PairTable":
        """The same for words and pairs of words, by the numbers of their words."""
        return kernel.PairTable(self.packed, self.offsets, SEED)

    @cached_property
    def piece_table(self) -> "kernel.PieceTable":
        """The same for pieces of words, short ones by their bytes."""
        return kernel.PieceTable(self.packed, self.offsets, SEED)

    def kept(self, mask: NDArray[np.bool_]) -> "Vocabulary":
        """The terms where ``mask`` is true."""
        lengths = np.diff(self.offsets)
        offsets = np.concatenate([[0], np.cumsum(lengths[mask])]).astype(np.int64)
        return Vocabulary(self.packed[np.repeat(mask, lengths)], offsets)

    def chosen(self, mask: NDArray[np.bool_]) -> list[str]:
        """The terms where ``mask`` is true, as strings."""
        if kernel is not None:
            return kernel.decoded(self.packed, self.offsets, mask)
        return self.kept(mask).terms

    def replaced(
        self, mask: NDArray[np.bool_], terms: list[str], *, others_stemmed: bool = False
    ) -> tuple["Vocabulary", NDArray[np.uint32]]:
        """The distinct terms, in order, after those where ``mask`` is true became ``terms``.

        Also the column there of each term of this vocabulary. The kernel can replace the other
        terms by their English stems.

        >>> words = Vocabulary.of_terms(["cats", "ape", "cat"])
        >>> stems, column = words.replaced(np.array([True, False, True]), ["cat", "cat"])
        >>> stems.terms, column.tolist()
        (['ape', 'cat'], [1, 0, 1])
        """
        if kernel is None:
            others = iter(terms)
            changed = [
                next(others) if replace else term
                for term, replace in zip(self.terms, mask, strict=True)
            ]
            vocabulary, (column,) = sorted_union([Vocabulary.of_terms(changed)])
            return vocabulary, column
        packed, offsets, column = kernel.sorted_union(
            self.packed, self.offsets, mask, terms, others_stemmed, SEED
        )
        return Vocabulary(packed, offsets), column

    def __getitem__(self, term: str) -> int:
        return self.columns[term]

    def __iter__(self) -> Iterator[str]:
        return iter(self.terms)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Vocabulary):
            return np.array_equal(self.offsets, other.offsets) and np.array_equal(
                self.packed, other.packed
            )
        return Mapping.__eq__(self, other)

    __hash__ = None  # type: ignore[assignment]  # as every mapping

    def __repr__(self) -> str:
        first = self.kept(np.arange(len(self)) < _SHOWN).terms
        return f"<Vocabulary of {len(self)} terms, first {first}>"

    def __getstate__(self) -> dict[str, Any]:
        return {"packed": self.packed, "offsets": self.offsets}


def sorted_union(
    vocabularies: Iterable[Vocabulary],
) -> tuple[Vocabulary, list[NDArray[np.uint32]]]:
    """All terms once, in order, and the column there of each term of each vocabulary.

    >>> bc, ab = Vocabulary.of_terms(["b", "c"]), Vocabulary.of_terms(["a", "b"])
    >>> both, places = sorted_union([bc, ab])
    >>> both.terms, [place.tolist() for place in places]
    (['a', 'b', 'c'], [[1, 2], [0, 1]])
    """
    parts = list(vocabularies)
    cuts = np.cumsum([len(part) for part in parts])[:-1]
    if kernel is None:
        terms = sorted({term for part in parts for term in part.terms})
        column = {term: place for place, term in enumerate(terms)}
        places = [column[term] for part in parts for term in part.terms]
        return Vocabulary.of_terms(terms), np.split(np.array(places, dtype=np.uint32), cuts)
    starts = np.cumsum([0, *(len(part.packed) for part in parts)])
    packed = np.concatenate([np.empty(0, np.uint8), *(part.packed for part in parts)])
    ends = [part.offsets[1:] + start for part, start in zip(parts, starts, strict=False)]
    offsets = np.concatenate([np.zeros(1, np.int64), *ends])
    packed, offsets, place = kernel.sorted_union(packed, offsets, None, [], False, SEED)  # noqa: FBT003
    return Vocabulary(packed, offsets), np.split(place, cuts)


@dataclass(frozen=True, slots=True, eq=False)
class TermStatistics:
    """What a set of documents says about its terms; adds up over disjoint sets.

    >>> def statistics(*terms):
    ...     ones = np.ones(len(terms), dtype=np.int64)
    ...     return TermStatistics(Vocabulary.of_terms(terms), ones, ones, n_documents=1)
    >>> both = statistics("bee", "cow") + statistics("ape", "bee")
    >>> both.vocabulary.terms, both.document_frequency.tolist(), both.n_documents
    (['ape', 'bee', 'cow'], [1, 2, 1], 2)
    """

    vocabulary: Vocabulary
    document_frequency: NDArray[np.int64]
    occurrences: NDArray[np.int64]
    n_documents: int

    def __add__(self, other: "TermStatistics") -> "TermStatistics":
        vocabulary, places = sorted_union([self.vocabulary, other.vocabulary])
        documents = np.zeros(len(vocabulary), dtype=np.int64)
        occurrences = np.zeros(len(vocabulary), dtype=np.int64)
        for place, part in zip(places, (self, other), strict=True):
            documents[place] += part.document_frequency
            occurrences[place] += part.occurrences
        total = self.n_documents + other.n_documents
        return TermStatistics(vocabulary, documents, occurrences, total)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TermStatistics)
            and self.n_documents == other.n_documents
            and self.vocabulary == other.vocabulary
            and np.array_equal(self.document_frequency, other.document_frequency)
            and np.array_equal(self.occurrences, other.occurrences)
        )

    __hash__ = None  # type: ignore[assignment]  # holds arrays


__all__ = ["ABSENT", "TermStatistics", "Vocabulary", "sorted_union"]
