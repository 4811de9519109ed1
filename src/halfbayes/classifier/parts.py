"""A fitted model taken apart: what each view says of each source, as a sum over its terms.

    score of class k = sum over terms t of x_t W_tk  +  b_k        where the source is not empty

Words, pairs, pieces and topics of the whole document are in its fields. Where there are
several, what is said of a term is dealt out to them in proportion to how often each has it in
this document; the pieces and topics of a word go with the word, and b, the level from which
terms are counted, in proportion to the sum of x. The law: what is dealt out adds up to what it
was dealt out from, term by term.
"""

from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, TypeAlias, TypeGuard

import numpy as np
from scipy import sparse

from halfbayes.classifier.evidence import (
    OPEN_TEXT,
    TOPICS,
    WRITING,
    Evidence,
    OpenWords,
    Source,
)
from halfbayes.classifier.table import Table
from halfbayes.core.blocks import present_documents
from halfbayes.core.hybrid import Hybrid
from halfbayes.core.views import LearntEventView, LearntView
from halfbayes.text.fields import dealt_out
from halfbayes.text.representation import WORD_FEATURES
from halfbayes.text.writing import TOLD
from halfbayes.types import CountMatrix, FloatArray

BASE: Final = "(average document)"
"""The term that stands for what the discriminant says of the mean document."""

WHOLE_TEXT: Final = ("words", "pairs", *WORD_FEATURES)
"""Kinds of sources that are of the whole document: their terms are in its fields."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one term of one region adds to the log odds."""

    region: str
    term: str
    value: float


@dataclass(frozen=True, slots=True, eq=False)
class LinearPart:
    """A region whose score is x . W_k + share of base_k."""

    region: str
    names: Sequence[str]
    X: Any  # (documents, terms), sparse
    weights: FloatArray  # (terms, classes)
    base: FloatArray  # (classes,)
    of_base: FloatArray  # share of it, 0 where the source is empty: (documents,)

    @property
    def scores(self) -> FloatArray:
        """What it says of each class: (documents, classes)."""
        return np.asarray(self.X @ self.weights + self.of_base[:, None] * self.base)

    def contributions(self, i: int, k: int, j: int) -> list[Contribution]:
        """Of the terms of document i, to class k against class j."""
        here = slice(self.X.indptr[i], self.X.indptr[i + 1])
        terms = self.X.indices[here]
        values = self.X.data[here] * (self.weights[terms, k] - self.weights[terms, j])
        told = [
            Contribution(self.region, self.names[term], float(value))
            for term, value in zip(terms, values, strict=True)
            if value != 0.0
        ]
        base = float(self.of_base[i] * (self.base[k] - self.base[j]))
        if base != 0.0:
            told.append(Contribution(self.region, BASE, base))
        return told


@dataclass(frozen=True, slots=True, eq=False)
class ColumnPart:
    """A region whose score is a sum over its columns."""

    region: str
    names: Sequence[Sequence[str]]  # of the columns, for each document
    scores: FloatArray  # (columns, documents, classes)

    def contributions(self, i: int, k: int, j: int) -> list[Contribution]:
        """Of the columns of document i, to class k against class j."""
        values = self.scores[:, i, k] - self.scores[:, i, j]
        return [
            Contribution(self.region, name, float(value))
            for name, value in zip(self.names[i], values, strict=True)
            if value != 0.0
        ]


Part: TypeAlias = LinearPart | ColumnPart


def is_of_columns(view: LearntView, sources: Sequence[Source]) -> TypeGuard[LearntEventView]:
    """Whether a view is a sum over the columns of numbers or categories, and not linear."""
    return isinstance(view, LearntEventView) and sources[view.view.region].kind not in OPEN_TEXT


def said_of_sources(
    hybrid: Hybrid, sources: Sequence[Source]
) -> Iterator[tuple[str, FloatArray]]:
    """The name of each source, and what a view says of it: (documents, classes)."""
    for theta, view in zip(hybrid.weights.theta, hybrid.views, strict=True):
        if is_of_columns(view, sources):
            said = theta * view.scores([source.X for source in sources])
            yield sources[view.view.region].name, said
        else:
            for place, weights in view.linear_weights().items():
                yield sources[place].name, theta * weights.scores(sources[place].X)


@dataclass(frozen=True, eq=False)
class TakenApart:
    """What a model says of the documents of a table, part by part."""

    evidence: Evidence
    hybrid: Hybrid
    table: Table
    sources: Sequence[Source]  # of the table

    def parts(self) -> Iterator[Part]:
        """Of each view and source one part, or one for each field that it is dealt out to."""
        for theta, view in zip(self.hybrid.weights.theta, self.hybrid.views, strict=True):
            if is_of_columns(view, self.sources):
                yield self._column_part(theta, view)
            else:
                for _, parts in self._linear(theta, view):
                    yield from parts

    def dealt(self) -> Iterator[tuple[str, list[LinearPart]]]:
        """Of each view and source of the whole text the name, and the parts of the fields."""
        for theta, view in zip(self.hybrid.weights.theta, self.hybrid.views, strict=True):
            if not is_of_columns(view, self.sources):
                yield from self._linear(theta, view, WHOLE_TEXT)

    def topics(self) -> Iterator[LinearPart]:
        """What is said of topics, by the topics and not by the words that have them."""
        for theta, view in zip(self.hybrid.weights.theta, self.hybrid.views, strict=True):
            if is_of_columns(view, self.sources):
                continue
            for place, said in view.linear_weights().items():
                source = self.sources[place]
                if source.kind == TOPICS:
                    X, names = sparse.csr_array(source.X), self.evidence.names(source)
                    weights, none = theta * said.terms.T, np.zeros(X.shape[0])
                    yield LinearPart(source.name, names, X, weights, said.intercept, none)

    @property
    def _is_several(self) -> bool:
        return len(self.evidence.roles.text) > 1

    def _linear(
        self, theta: float, view: LearntView, kinds: Container[str] | None = None
    ) -> Iterator[tuple[str, list[LinearPart]]]:
        """What a view says of each source of these kinds, and the name of the source."""
        for place, said in view.linear_weights().items():
            source = self.sources[place]
            if kinds is None or source.kind in kinds:
                part = self._part(source, theta * said.terms.T, theta * said.intercept)
                is_dealt = self._is_several and source.kind in WHOLE_TEXT
                yield source.name, self._dealt(part, source.kind) if is_dealt else [part]

    def _part(self, source: Source, weights: FloatArray, base: FloatArray) -> LinearPart:
        X, names = sparse.csr_array(source.X), self._names[source.kind]
        if source.kind in WORD_FEATURES:
            X, features = self._words.factors[source.kind]
            names, weights = self._words.terms, np.asarray(features @ weights)
        elif source.kind == WRITING:
            X, weights, usual = self.evidence.writing_from_usual(X, weights)
            names, base = [*TOLD], base + usual
        present = present_documents(source.X).astype(np.float64)
        return LinearPart(source.name, names, X, weights, base, present)

    def _dealt(self, part: LinearPart, kind: str) -> list[LinearPart]:
        counts = self._words.counts if kind in WORD_FEATURES else self._counts[kind]
        whole = np.asarray(part.X.sum(axis=1))
        each = np.divide(part.of_base, whole, out=np.zeros(len(whole)), where=whole > 0.0)
        return [
            replace(part, region=name, X=X, of_base=each * np.asarray(X.sum(axis=1)))
            for name, X in zip(self.evidence.roles.text, dealt_out(part.X, counts), strict=True)
        ]

    @cached_property
    def _words(self) -> OpenWords:
        return self.evidence.open_words(self.table)

    @cached_property
    def _counts(self) -> dict[str, list[CountMatrix]]:
        return self.evidence.counts_by_field(self.table)

    @cached_property
    def _names(self) -> dict[str, Sequence[str]]:
        return {source.kind: self.evidence.names(source) for source in self.sources}

    def _column_part(self, theta: float, view: LearntEventView) -> ColumnPart:
        source, scores = self.sources[view.view.region], []
        for column in range(source.X.shape[1]):
            alone = np.full_like(source.X, np.nan)
            alone[:, column] = source.X[:, column]
            scores.append(theta * view.scorer(alone))
        return ColumnPart(source.name, self._column_names(source), np.stack(scores))

    def _column_names(self, source: Source) -> list[list[str]]:
        """By document: a category is called by its value, as the discriminant calls it."""
        names, categories = self.evidence.names(source), self.evidence.categories
        if source.kind != "categories" or categories is None:
            return [names] * len(source.X)
        columns = list(zip(names, categories.called(names), strict=True))
        return [
            [
                name if np.isnan(code) else called[int(code)]
                for code, (name, called) in zip(codes, columns, strict=True)
            ]
            for codes in source.X
        ]


__all__ = [
    "BASE",
    "WHOLE_TEXT",
    "ColumnPart",
    "Contribution",
    "LinearPart",
    "Part",
    "TakenApart",
    "is_of_columns",
    "said_of_sources",
]
