"""What the model sees of the text of a document: words, pairs, pieces, topics, its writing.

A document has one or more text fields. Each field is counted once, over one vocabulary; the
document as a whole is the sum of its fields.

    words    stems of the whole document
    pairs    two stems in a row, within a field, that at least two documents have
    pieces   character 3- to 5-grams of the stems: what a word nobody has seen looks like
    topics   of a thesaurus, that the stems are about, in English
    field    stems of one field by itself, where there are several
    writing  marks and the shapes of words (``text.writing``)

All are weighted (1 + log tf) idf with idf = 1 + log (1 + N)/(1 + N_t), learnt from the training
documents, and brought to unit length. Pieces and topics are worked out from the vocabulary
(``text.word_features``); pieces are left out where there are many long documents.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

import numpy as np

from halfbayes.errors import InvalidInputError
from halfbayes.text.fields import (
    by_field,
    columns,
    first_rows,
    learnt_counts,
    one_column,
    term_counter,
    total,
    with_a_space,
)
from halfbayes.text.options import thread_count
from halfbayes.text.pieces import Pieces
from halfbayes.text.thesaurus import LANGUAGE
from halfbayes.text.topics import Topics
from halfbayes.text.vocabulary import Vocabulary
from halfbayes.text.weighting import TermWeighter, learnt_weighter, weighter_of
from halfbayes.text.word_features import WordFeatures, logarithmic
from halfbayes.text.writing import FEATURES, Writing
from halfbayes.types import BoolArray, CountMatrix, FloatArray

Kind: TypeAlias = Literal["words", "pairs", "pieces", "topics", "field", "writing"]
Key: TypeAlias = tuple[Kind, str | None]

WORD_FEATURES: Final[tuple[Kind, ...]] = ("pieces", "topics")
"""Kinds of features that words have; they may be left out."""

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
    ... # doctest: +NORMALIZE_WHITESPACE
    [('words', None, 6), ('pieces', None, 38), ('topics', None, 473),
     ('field', 'title', 6), ('field', 'body', 6), ('writing', None, 75)]
    """

    def __init__(
        self,
        *,
        language: str | None = "english",
        threads: int | None = None,
        topics: bool = True,
    ) -> None:
        self.language = language
        self.threads = threads
        self.reads_topics = topics and language == LANGUAGE
        self.pieces: Pieces | None = None
        self.topics: Topics | None = None
        self.writing: Writing | None = None

    def fit_transform(self, fields: Mapping[str, Any], names: Sequence[str] = ()) -> list[Part]:
        """Learn from documents given by field: equally long columns of text.

        The words of ``names`` are kept, too, and no idf counts them. They are seen as documents
        that have only the first field, in rows below those of the documents; nobody has written
        them.
        """
        self.fields = tuple(fields)
        self.counter = term_counter(self.language, self.threads, (1, 2))
        counts = learnt_counts(self.counter, self._with(names, fields), LEAST_OF_PAIR)
        n = counts[0].shape[0] - len(names)
        if not any(first_rows(X, n).nnz for X in counts):
            raise InvalidInputError(
                f"no document has a word in {', '.join(map(repr, fields))}; "
                "name other columns as text, or none"
            )
        self.is_pair = with_a_space(self.counter.vocabulary_)
        self.weighters: dict[Key, TermWeighter] = {}
        # Every word of the training documents is kept: these are their open words.
        words = columns(total(counts), self.is_word)
        seen = self._learnt_word_features(words, n)
        self.writing, written = Writing.learnt(fields, thread_count(self.threads))
        return [*self._seen(counts, seen, n), Part("writing", None, written)]

    def transform(self, fields: Mapping[str, Any]) -> list[Part]:
        """See new documents, given by the same fields."""
        counts = by_field(self.counter.transform(one_column(fields)), len(fields))
        found: list[Part] = []
        if self.word_features:
            words, words_counts = self.open_words(fields)
            tf = logarithmic(words_counts)
            found = [
                Part(kind, None, features.of(words, tf))
                for kind, features in self.word_features.items()
            ]
        seen = self._seen(counts, found)
        if self.writing is None:
            return seen
        written = self.writing.of(fields, thread_count(self.threads))
        return [*seen, Part("writing", None, written)]

    def _with(self, names: Sequence[str], fields: Mapping[str, Any]) -> Mapping[str, Any]:
        """The columns with ``names`` below the first, and nothing below the others."""
        if not names:
            return fields
        first, none = self.fields[0], [None] * len(names)
        return {
            name: [*texts, *(names if name == first else none)]
            for name, texts in fields.items()
        }

    def assemble(
        self,
        fields: tuple[str, ...],
        vocabulary: Vocabulary,
        is_pair: BoolArray,
        *,
        pieces: Pieces | None = None,
        topics: Topics | None = None,
    ) -> None:
        """Take over what another representation has learnt, but for the weights."""
        self.fields = fields
        # Where no pair was kept, none has to be made to see that it is not known.
        longest = 2 if is_pair.any() else 1
        self.counter = term_counter(self.language, self.threads, (1, longest))
        self.counter.vocabulary_ = vocabulary
        self.is_pair = is_pair
        self.pieces, self.topics = pieces, topics

    def assemble_writing(self, idf: FloatArray, mean: FloatArray) -> None:
        """See how documents are written, too, with this idf and mean."""
        self.writing = Writing.assembled(idf, mean)

    def assemble_weights(self, idf: Sequence[FloatArray]) -> None:
        """Take over the idf of each part, in the order of ``weighted``."""
        self.weighters = {
            key: weighter_of("log", values)
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
        features: list[Key] = [(kind, None) for kind in self.word_features]
        writing: list[Key] = [] if self.writing is None else [("writing", None)]
        return [*whole, *features, *self.weighted[len(whole) :], *writing]

    def idf(self, kind: Kind, field: str | None) -> FloatArray:
        """Of every term of a part: (terms,)."""
        if kind == "writing":
            return np.zeros(0) if self.writing is None else self.writing.weighter.idf_
        if kind in WORD_FEATURES:
            features = self.word_features.get(kind)
            return np.zeros(0) if features is None else features.weighter.idf_
        return self.weighters[kind, field].idf_

    @property
    def word_features(self) -> dict["Kind", WordFeatures]:
        """What words have besides themselves, by kind, where it is not left out."""
        found: dict[Kind, WordFeatures | None] = {"pieces": self.pieces, "topics": self.topics}
        return {kind: features for kind, features in found.items() if features is not None}

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
        if kind == "writing":
            return [] if self.writing is None else [*FEATURES]
        if kind in WORD_FEATURES:
            named = {name: features.names for name, features in self.word_features.items()}
            return [*named.get(kind, ())]
        kept = self.is_pair if kind == "pairs" else self.is_word
        return self.counter.vocabulary_.kept(kept).terms

    def _seen(
        self, counts: list[CountMatrix], found: Sequence[Part], n: int | None = None
    ) -> list[Part]:
        """The parts; idf that are not known are learnt from the first ``n`` documents."""
        whole = total(counts)
        parts = [self._weighted("words", None, columns(whole, self.is_word), n)]
        if self.is_pair.any():
            parts.append(self._weighted("pairs", None, columns(whole, self.is_pair), n))
        parts += found
        if len(counts) > 1:
            parts += [
                self._weighted("field", field, columns(X, self.is_word), n)
                for field, X in zip(self.fields, counts, strict=True)
            ]
        return parts

    def _weighted(
        self, kind: Kind, field: str | None, counts: CountMatrix, n: int | None
    ) -> Part:
        key = (kind, field)
        if key not in self.weighters:
            self.weighters[key] = learnt_weighter("log", first_rows(counts, n))
        return Part(kind, field, self.weighters[key].weighed(counts))

    def _learnt_word_features(self, counts: CountMatrix, n_documents: int) -> list[Part]:
        """Pieces and topics of the training documents, where they are not left out."""
        words, tf = self.words, logarithmic(counts)
        self.pieces, in_pieces = Pieces.learnt(words, tf, n_documents)
        parts = [] if in_pieces is None else [Part("pieces", None, in_pieces)]
        self.topics, about = None, None
        if self.reads_topics:
            self.topics, about = Topics.learnt(words, tf, n_documents)
        if about is not None:
            parts.append(Part("topics", None, about))
        return parts

    def open_words(self, fields: Mapping[str, Any]) -> tuple[Vocabulary, CountMatrix]:
        """All words of these documents, new ones too, and their counts."""
        words, counts = self.open_words_by_field(fields)
        return words, total(counts)

    def open_words_by_field(
        self, fields: Mapping[str, Any]
    ) -> tuple[Vocabulary, list[CountMatrix]]:
        """The same, with the counts of each field."""
        counter = term_counter(self.language, self.threads, (1, 1))
        counts = by_field(counter.fit_transform(one_column(fields)), len(fields))
        return counter.vocabulary_, counts

    def counts_by_field(self, fields: Mapping[str, Any]) -> dict[str, list[CountMatrix]]:
        """How often each field has each of the words, and of the pairs, that were learnt."""
        counts = by_field(self.counter.transform(one_column(fields)), len(fields))
        kept = {"words": self.is_word, "pairs": self.is_pair}
        return {kind: [columns(X, here) for X in counts] for kind, here in kept.items()}


__all__ = [
    "LEAST_OF_PAIR",
    "WORD_FEATURES",
    "Key",
    "Kind",
    "Part",
    "TextRepresentation",
]
