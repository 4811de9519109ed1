"""From a table to what the hybrid model weighs: matrices, each a source of evidence.

    text       words, pairs, pieces, topics, fields and writing (``text.representation``)
    numbers    brought to one scale, usual values told apart (``number_columns``); a Student's t
               event model, and, within the range of the training documents, in the discriminant
    categories one of the values seen, or none; a categorical event model, and in the
               discriminant

What is made of them is said in ``evidence_views``.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final

import numpy as np

from halfbayes.classifier.category_columns import Categories
from halfbayes.classifier.number_columns import Numbers, number_matrix
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table
from halfbayes.text.fields import first_rows, stretch, total
from halfbayes.text.representation import Part, TextRepresentation
from halfbayes.text.stemming import checked_language
from halfbayes.text.word_features import logarithmic
from halfbayes.types import CountMatrix, FloatArray

WORDS: Final = "words"

OPEN_TEXT: Final = ("words", "pieces", "field")
"""Kinds of text all terms of which are kept; of pairs, those that several documents have."""

WRITING: Final = "writing"

TOPICS: Final = "topics"


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One matrix of the evidence: where in the document it is from."""

    name: str  # what a person calls it
    kind: str  # words, pairs, pieces, topics, field, writing, numbers, categories, their blocks
    X: Any  # (documents, features)
    n_flags: int = 0  # of the last features of numbers: whether the value is not usual


@dataclass(frozen=True, slots=True, eq=False)
class OpenWords:
    """All words of some documents, new ones too, and what words have, by kind."""

    terms: list[str]
    counts: list[CountMatrix]  # of each field, each (documents, words)
    # (documents, words) and (words, features): their product are the features of documents.
    factors: Mapping[str, tuple[CountMatrix, CountMatrix]]


@dataclass(slots=True, eq=False)
class Evidence:
    """Learns how to read tables of given roles, and reads new ones the same way."""

    roles: Roles
    language: str | None = "english"
    threads: int | None = None
    topics: bool = True
    text: TextRepresentation | None = field(default=None, init=False)
    numbers: Numbers | None = field(default=None, init=False)
    categories: "Categories | None" = field(default=None, init=False)

    def fit(self, table: Table) -> list[Source]:
        """Learn from a table, and read it."""
        return self.fit_with_names(table, ())[0]

    def fit_with_names(
        self, table: Table, names: Sequence[str]
    ) -> tuple[list[Source], dict[str, CountMatrix]]:
        """The same where words of ``names`` are kept, too, and these by the kind of text."""
        parts: list[Part] = []
        if self.roles.text:
            if self.language is not None:
                checked_language(self.language, "language")
            self.text = TextRepresentation(
                language=self.language, threads=self.threads, topics=self.topics
            )
            parts = self.text.fit_transform(self.fields(table), names)
        if self.roles.numeric:
            self.numbers = Numbers.learnt(number_matrix(table, self.roles))
        if self.roles.categorical:
            columns = [table.categories(name) for name in self.roles.categorical]
            self.categories = Categories.learnt(columns)
        n = table.n_rows
        of_names: dict[str, CountMatrix] = {
            part.kind: stretch(part.X, n, n + len(names))
            for part in parts
            if names and part.kind not in ("field", WRITING)
        }
        documents = [replace(part, X=first_rows(part.X, n)) for part in parts]
        return self._sources(table, documents), of_names

    def read(self, table: Table) -> list[Source]:
        """Read another table."""
        parts = [] if self.text is None else self.text.transform(self.fields(table))
        return self._sources(table, parts)

    def use_threads(self, threads: int | None) -> None:
        """Count words with so many threads from now on."""
        self.threads = threads
        if self.text is not None:
            self.text.threads = self.text.counter.threads = threads

    def only_text(self) -> "Evidence":
        """What is read of the text, alone."""
        alone = Evidence(Roles(text=self.roles.text), self.language, self.threads, self.topics)
        alone.text = self.text
        return alone

    def without_text(self) -> "Evidence":
        """What is read besides the text."""
        alone = Evidence(replace(self.roles, text=()), self.language, self.threads, self.topics)
        alone.numbers, alone.categories = self.numbers, self.categories
        return alone

    def names(self, source: Source) -> list[str]:
        """What a person calls the columns of ``source``."""
        if source.kind == "numbers" and self.numbers is not None:
            names = self.roles.numeric
            return [*names, *(names[j] for j in self.numbers.usual)]
        if source.kind == "number block":
            return list(self.roles.numeric)
        if source.kind == "categories":
            return list(self.roles.categorical)
        if source.kind == "category block" and self.categories is not None:
            return [*chain(*self.categories.called(self.roles.categorical))]
        return [] if self.text is None else self.text.names(source.kind)

    def open_words(self, table: Table) -> OpenWords:
        """All words of these documents, with what they do in documents and have themselves."""
        if self.text is None or not self.text.word_features:
            return OpenWords([], [], {})
        words, counts = self.text.open_words_by_field(self.fields(table))
        tf = logarithmic(total(counts))
        factors: dict[str, tuple[CountMatrix, CountMatrix]] = {
            kind: features.factors(words, tf)
            for kind, features in self.text.word_features.items()
        }
        return OpenWords(words.terms, counts, factors)

    def counts_by_field(self, table: Table) -> dict[str, list[CountMatrix]]:
        """How often each field has each of the words and of the pairs, by kind."""
        return {} if self.text is None else self.text.counts_by_field(self.fields(table))

    def _sources(self, table: Table, parts: list[Part]) -> list[Source]:
        sources = [
            Source(part.field or self.called(part.kind), part.kind, part.X) for part in parts
        ]
        if self.numbers is not None:
            x, numbers = number_matrix(table, self.roles), self.numbers
            apart = numbers.apart(numbers.scaled(x))
            sources.append(Source(self.called("numbers"), "numbers", apart, len(numbers.usual)))
            block = _filled(numbers.scaled(numbers.within(x)))
            sources.append(Source(self.called("numbers"), "number block", block))
        if self.categories is not None:
            codes = self.categories.codes(
                [table.categories(name) for name in self.roles.categorical]
            )
            sources.append(Source(self.called("categories"), "categories", codes))
            sources.append(
                Source(
                    self.called("categories"),
                    "category block",
                    self.categories.indicators(codes),
                )
            )
        return sources

    def called(self, kind: str) -> str:
        """What a person calls a source of this kind; told from a field of the same name."""
        return f"all {kind}" if kind in self.roles.text else kind

    def writing_from_usual(
        self, X: CountMatrix, weights: FloatArray
    ) -> tuple[CountMatrix, FloatArray, FloatArray]:
        """Writing told from what is usual: documents, weights, and what the usual says."""
        if self.text is None or self.text.writing is None:
            return X, weights, np.zeros(weights.shape[1])
        writing = self.text.writing
        return writing.from_usual(X), np.tile(weights, (3, 1)), writing.mean @ weights

    def fields(self, table: Table) -> dict[str, list[str | None]]:
        """The columns of text."""
        return {name: table.texts(name) for name in self.roles.text}


def _filled(X: FloatArray) -> FloatArray:
    """Missing numbers at the median, over the root of the number of columns."""
    return np.asarray(np.nan_to_num(X, nan=0.0) * X.shape[1] ** -0.5)


__all__ = ["OPEN_TEXT", "TOPICS", "WORDS", "WRITING", "Evidence", "OpenWords", "Source"]
