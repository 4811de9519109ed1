"""What the model sees of the text of a document: words, pairs of words, pieces of words.

A document has one or more text fields. Each field is counted once, over one vocabulary; the
document as a whole is the sum of its fields.

    words    stems of the whole document
    pairs    two stems in a row, within a field, that at least two documents have
    pieces   character 3- to 5-grams of the stems: what a word nobody has seen looks like
    field    stems of one field by itself, where there are several

All are weighted (1 + log tf) idf with idf = 1 + log (1 + N)/(1 + N_t), learnt from the training
documents, and brought to unit length. Pieces are worked out from the vocabulary: a word gives
its 1 + log tf to each of its pieces, so that reading them costs the distinct words and not the
text. They are left out where the words suffice: where there are many long documents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np
from scipy import sparse

from halfbayes.errors import InvalidInputError
from halfbayes.text.counter import TermCounter
from halfbayes.text.fields import (
    by_field,
    columns,
    learnt_counts,
    one_column,
    term_counter,
    total,
    with_a_space,
)
from halfbayes.text.vocabulary import Vocabulary
from halfbayes.text.weighting import TermWeighter
from halfbayes.text.word_pieces import learnt_pieces
from halfbayes.types import BoolArray, CountMatrix, FloatArray, IndexArray

Kind: TypeAlias = Literal["words", "pairs", "pieces", "field"]
Key: TypeAlias = tuple[Kind, str | None]

MOST_PIECES: Final = 450_000
"""Pieces of all training documents, counted in each, beyond which they are left out."""

MOST_SHORT_PIECES: Final = 1_500_000
"""The same for short documents: they have few words, and pieces help longer."""

SHORT: Final = 400
"""Mean number of pieces of a short document; some 30 words have as many."""

PIECE_LENGTHS: Final = (3, 5)
"""Shortest and longest piece, in characters."""

# The first bits of the second and later bytes of a character of UTF-8.
_CONTINUES, _CONTINUATION = 0b1100_0000, 0b1000_0000

LEAST_OF_PAIR: Final = 2
"""A pair of words that fewer training documents have is not kept."""


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One way of seeing the documents: weights of unit length."""

    kind: Kind
    field: str | None  # the only field it sees; None for the whole document
    X: CountMatrix  # (documents, terms)


class TextRepresentation:
    """Learns how to see the text fields of documents, and sees new ones the same way.

    >>> fields = {"title": ["Cats", "Dog food"], "body": ["the cat sat", "the dogs ate food"]}
    >>> seen = TextRepresentation().fit_transform(fields)
    >>> [(part.kind, part.field, part.X.shape[1]) for part in seen]
    [('words', None, 6), ('pieces', None, 38), ('field', 'title', 6), ('field', 'body', 6)]
    """

    def __init__(self, *, language: str | None = "english", threads: int | None = None) -> None:
        self.language = language
        self.threads = threads

    def fit_transform(self, fields: Mapping[str, Any]) -> list[Part]:
        """Learn from documents given by field: equally long columns of text."""
        self.fields = tuple(fields)
        self.counter = term_counter(self.language, self.threads, (1, 2))
        counts = learnt_counts(self.counter, fields, LEAST_OF_PAIR)
        if len(self.counter.vocabulary_) == 0:
            raise InvalidInputError(
                f"no document has a word in {', '.join(map(repr, fields))}; "
                "name other columns as text, or none"
            )
        self.is_pair = with_a_space(self.counter.vocabulary_)
        self.weighters: dict[Key, TermWeighter] = {}
        # Every word of the training documents is kept: these are their open words.
        self.pieces, seen = Pieces.learnt(self.words, columns(total(counts), self.is_word))
        return self._seen(counts, seen)

    def transform(self, fields: Mapping[str, Any]) -> list[Part]:
        """See new documents, given by the same fields."""
        counts = by_field(self.counter.transform(one_column(fields)), len(fields))
        if self.pieces is None:
            return self._seen(counts, None)
        return self._seen(counts, self.pieces.of(*self.open_words(fields)))

    def assemble(
        self,
        fields: tuple[str, ...],
        vocabulary: Vocabulary,
        is_pair: BoolArray,
        pieces: "Pieces | None",
    ) -> None:
        """Take over what another representation has learnt, but for the weights."""
        self.fields = fields
        # Where no pair was kept, none has to be made to see that it is not known.
        longest = 2 if is_pair.any() else 1
        self.counter = term_counter(self.language, self.threads, (1, longest))
        self.counter.vocabulary_ = vocabulary
        self.is_pair = is_pair
        self.pieces = pieces

    def assemble_weights(self, idf: Sequence[FloatArray]) -> None:
        """Take over the idf of each part, in the order of ``weighted``."""
        self.weighters = {
            key: _weighter("log", values)
            for key, values in zip(self.weighted, idf, strict=True)
        }

    @property
    def weighted(self) -> list["Key"]:
        """Kind and field of the parts that are weighted by themselves, in their order."""
        keys: list[Key] = [("words", None)]
        if self.is_pair.any():
            keys.append(("pairs", None))
        if len(self.fields) > 1:
            keys += [("field", name) for name in self.fields]
        return keys

    @property
    def keys(self) -> list["Key"]:
        """Kind and field of every part, in their order."""
        whole = [key for key in self.weighted if key[0] != "field"]
        pieces: list[Key] = [] if self.pieces is None else [("pieces", None)]
        return [*whole, *pieces, *self.weighted[len(whole) :]]

    def idf(self, kind: Kind, field: str | None) -> FloatArray:
        """Of every term of a part: (terms,)."""
        if kind != "pieces":
            return self.weighters[kind, field].idf_
        return np.zeros(0) if self.pieces is None else self.pieces.weighter.idf_

    @property
    def is_word(self) -> BoolArray:
        """Which columns of the counts are words; the others are pairs: (terms,)."""
        return np.asarray(~self.is_pair)

    @property
    def words(self) -> Vocabulary:
        """The words kept, in the order of their columns."""
        return self.counter.vocabulary_.kept(self.is_word)

    def names(self, kind: str) -> list[str]:
        """Names of the columns of the parts of this kind."""
        if kind == "pieces":
            return [] if self.pieces is None else self.pieces.counter.vocabulary_.terms
        kept = self.is_pair if kind == "pairs" else self.is_word
        return self.counter.vocabulary_.kept(kept).terms

    def _seen(self, counts: list[CountMatrix], pieces: "CountMatrix | None") -> list[Part]:
        whole = total(counts)
        parts = [self._weighted("words", None, columns(whole, self.is_word))]
        if self.is_pair.any():
            parts.append(self._weighted("pairs", None, columns(whole, self.is_pair)))
        if pieces is not None:
            parts.append(Part("pieces", None, pieces))
        if len(counts) > 1:
            parts += [
                self._weighted("field", field, columns(X, self.is_word))
                for field, X in zip(self.fields, counts, strict=True)
            ]
        return parts

    def _weighted(self, kind: Kind, field: str | None, counts: CountMatrix) -> Part:
        key = (kind, field)
        if key not in self.weighters:
            self.weighters[key] = _learnt_weighter("log", counts)
        return Part(kind, field, self.weighters[key].weighed(counts))

    def open_words(self, fields: Mapping[str, Any]) -> tuple[Vocabulary, CountMatrix]:
        """All words of these documents, new ones too, and their counts."""
        counter = term_counter(self.language, self.threads, (1, 1))
        counts = by_field(counter.fit_transform(one_column(fields)), len(fields))
        return counter.vocabulary_, total(counts)


@dataclass(frozen=True, slots=True, eq=False)
class Pieces:
    """Character n-grams of words, weighted; those of a document are the sum of its words'."""

    counter: TermCounter
    weighter: TermWeighter

    @classmethod
    def learnt(
        cls, words: Vocabulary, counts: CountMatrix
    ) -> tuple["Pieces | None", "CountMatrix | None"]:
        """From the words of the training documents, and what these look like.

        None where they would be too many.
        """
        n_pieces = int(_pieces_by_word(words)[counts.indices].sum())
        is_short = n_pieces <= SHORT * counts.shape[0]
        if n_pieces > (MOST_SHORT_PIECES if is_short else MOST_PIECES) or n_pieces == 0:
            return None, None
        counter = _piece_counter()
        X = sparse.csr_array(_logarithmic(counts) @ learnt_pieces(counter, words))
        weighter = _learnt_weighter("count", X)
        return cls(counter, weighter), weighter.weighed(X)

    @classmethod
    def assembled(cls, vocabulary: Vocabulary, idf: FloatArray) -> "Pieces":
        """Pieces that were learnt elsewhere."""
        counter = _piece_counter()
        counter.vocabulary_ = vocabulary
        return cls(counter, _weighter("count", idf))

    def of(self, words: Vocabulary, counts: CountMatrix) -> CountMatrix:
        """Weighted pieces of documents with these counts of words: (documents, pieces)."""
        return self.weighter.weighed(
            sparse.csr_array(_logarithmic(counts) @ self.counter.transform(words.terms))
        )

    def weighted(self, words: Sequence[str]) -> CountMatrix:
        """The idf of each piece of each word, as often as the word has it: (words, pieces)."""
        pieces = self.counter.transform(words)
        pieces.data = pieces.data * self.weighter.idf_[pieces.indices]
        return pieces

    def factors(
        self, words: Vocabulary, counts: CountMatrix
    ) -> tuple[CountMatrix, CountMatrix]:
        """What words do in documents and what pieces do in words; their product is ``of``."""
        documents, pieces = _logarithmic(counts), self.weighted(words.terms)
        X = sparse.csr_array(documents @ pieces)
        length = np.sqrt(np.asarray(X.multiply(X).sum(axis=1)))
        length[length == 0.0] = 1.0
        documents.data = documents.data / np.repeat(length, np.diff(documents.indptr))
        return documents, pieces


def _pieces_by_word(words: Vocabulary) -> IndexArray:
    """How many pieces each word has."""
    begins = (words.packed & _CONTINUES) != _CONTINUATION  # a character
    before = np.concatenate([[0], np.cumsum(begins)])
    size = np.diff(before[words.offsets]) + 2  # with the blanks on either side
    shortest, longest = PIECE_LENGTHS
    return np.asarray(
        sum(np.maximum(size - n + 1, 0) for n in range(shortest, longest + 1)), dtype=np.intp
    )


def _piece_counter() -> TermCounter:
    return TermCounter(analyzer="char_wb", ngram_range=PIECE_LENGTHS, dtype=np.float64)


def _learnt_weighter(tf: str, counts: CountMatrix) -> TermWeighter:
    documents = np.bincount(counts.indices, minlength=counts.shape[1])
    return TermWeighter(tf=tf, idf="smooth").fit_frequencies(documents, counts.shape[0])


def _weighter(tf: str, idf: FloatArray) -> TermWeighter:
    weighter = TermWeighter(tf=tf, idf="smooth")
    weighter.idf_ = idf
    weighter.n_features_in_ = len(idf)
    return weighter


def _logarithmic(counts: CountMatrix) -> CountMatrix:
    weights: FloatArray = 1.0 + np.log(counts.data)
    return sparse.csr_array((weights, counts.indices, counts.indptr), shape=counts.shape)


__all__ = [
    "LEAST_OF_PAIR",
    "MOST_PIECES",
    "MOST_SHORT_PIECES",
    "PIECE_LENGTHS",
    "SHORT",
    "Key",
    "Kind",
    "Part",
    "Pieces",
    "TextRepresentation",
]
