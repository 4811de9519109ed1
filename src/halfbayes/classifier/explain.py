"""Why a document got its class: what each word, number and category adds to the logit.

    z_k(x) - z_j(x) = (o_k - o_j) + sum over terms t of (contribution of t to k against j)

o are the offsets of the classes. Every view of the model is a sum over the terms of a document
(or over its columns, for numbers and categories), so the contributions add up to the logit, the
log odds of class k against class j before they are averaged over the temperature. By default k
is the predicted class and j the runner-up. What the pieces of a word say is told of the word,
and a word, number or category of a region that several views read is told once, with the sum.
The discriminant measures a document against the mean of the training documents, and word models
are seen from halfway between the classes; what they say of such a document is the term
``(average document)`` of each region, as a line has its intercept. How a document is written is
told from what is usual: of what nearly all have, what it has less of than they.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from halfbayes.classifier.evidence import OPEN_TEXT, WRITING, Evidence, Source
from halfbayes.classifier.spoken import Spoken, spoken
from halfbayes.classifier.table import Table
from halfbayes.core.blocks import present_documents
from halfbayes.core.hybrid import Hybrid
from halfbayes.core.views import LearntDiscriminant, LearntEventView
from halfbayes.text.writing import TOLD
from halfbayes.types import BoolArray, FloatArray, IndexArray

BASE = "(average document)"
"""The term that stands for what the discriminant says of the mean document."""


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one term of one region adds to the log odds."""

    region: str
    term: str
    value: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """The log odds of one class against another for one document, term by term."""

    label: Any
    against: Any
    logit: float
    offset: float
    contributions: tuple[Contribution, ...]  # largest first, by absolute value
    texts: tuple[str | None, ...] = ()  # of the document
    language: str | None = None  # of its stems

    def __repr__(self) -> str:
        return f"<Explanation: {self}>"

    @property
    def spoken(self) -> Spoken:
        """How the document writes the terms, of which the model knows stems."""
        return spoken(self.texts, self.language)

    @property
    def shares(self) -> dict[str, float]:
        """Share of each region in all that was said, for or against: sums to one."""
        sums: dict[str, float] = {}
        for part in self.contributions:
            sums[part.region] = sums.get(part.region, 0.0) + abs(part.value)
        total = sum(sums.values())
        return {region: value / total for region, value in sums.items()} if total else sums

    def supporting(self, count: int = 5) -> list[tuple[str, float]]:
        """The terms that speak most for the class, over all regions."""
        return [item for item in self._by_term()[:count] if item[1] > 0.0]

    def opposing(self, count: int = 5) -> list[tuple[str, float]]:
        """The terms that speak most against it."""
        return [item for item in self._by_term()[::-1][:count] if item[1] < 0.0]

    def _by_term(self) -> list[tuple[str, float]]:
        sums: dict[str, float] = {}
        for part in self.contributions:
            if part.term != BASE:
                sums[part.term] = sums.get(part.term, 0.0) + part.value
        return sorted(sums.items(), key=lambda item: (-item[1], item[0]))

    def __str__(self) -> str:
        word = self.spoken.word
        told = [
            f"{title} {', '.join(f'{word(term)} ({value:+.2f})' for term, value in terms)}"
            for title, terms in (("for:", self.supporting()), ("against:", self.opposing()))
            if terms
        ]
        odds = f"{self.label} rather than {self.against}: log odds {self.logit:+.2f}"
        return "; ".join([odds, *told])


@dataclass(frozen=True, slots=True, eq=False)
class LinearPart:
    """A region whose score is x . W_k + base_k where it is not empty."""

    region: str
    names: Sequence[str]
    X: Any  # (documents, terms), sparse
    weights: FloatArray  # (terms, classes)
    base: FloatArray  # (classes,)
    present: BoolArray  # (documents,)

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
        base = float(self.base[k] - self.base[j])
        if self.present[i] and base != 0.0:
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


@dataclass(frozen=True, slots=True, eq=False)
class Explainer:
    """A fitted model taken apart into terms."""

    evidence: Evidence
    hybrid: Hybrid
    classes: Sequence[Any]

    def explanations(self, table: Table, labels: IndexArray | None) -> list[Explanation]:
        """One for each document; ``labels`` are class numbers, the predicted ones if None."""
        sources = self.evidence.read(table)
        weights = self.hybrid.weights
        scores = self.hybrid.view_scores([source.X for source in sources])
        z = weights.offsets + weights.evidence(scores)  # (documents, classes)
        chosen = np.argmax(z, axis=1) if labels is None else labels
        others = z.copy()
        others[np.arange(len(z)), chosen] = -np.inf
        parts, fields = self._parts(table, sources), self.evidence.fields(table).values()
        told = [
            self._explanation(z[i], (i, int(k), int(j)), parts)
            for i, (k, j) in enumerate(zip(chosen, np.argmax(others, axis=1), strict=True))
        ]
        return [
            replace(one, texts=tuple(texts[i] for texts in fields))
            for i, one in enumerate(told)
        ]

    def _explanation(
        self, z: FloatArray, which: tuple[int, int, int], parts: list[LinearPart | ColumnPart]
    ) -> Explanation:
        _, k, j = which
        sums: dict[tuple[str, str], float] = {}
        for part in parts:
            for told in part.contributions(*which):
                key = told.region, told.term
                sums[key] = sums.get(key, 0.0) + told.value
        terms = [Contribution(*key, value) for key, value in sums.items()]
        terms.sort(key=lambda term: (-abs(term.value), term.region, term.term))
        offsets = self.hybrid.weights.offsets
        return Explanation(
            label=self.classes[k],
            against=self.classes[j],
            logit=float(z[k] - z[j]),
            offset=float(offsets[k] - offsets[j]),
            contributions=tuple(terms),
            language=self.evidence.language,
        )

    def _parts(self, table: Table, sources: list[Source]) -> list[LinearPart | ColumnPart]:
        parts: list[LinearPart | ColumnPart] = []
        for theta, view in zip(self.hybrid.weights.theta, self.hybrid.views, strict=True):
            if isinstance(view, LearntDiscriminant):
                blocks = zip(view.view.regions, view.blocks, strict=True)
                parts += [
                    self._linear(
                        table, sources[place], theta * block.terms, -theta * block.at_mean
                    )
                    for place, block in blocks
                ]
            elif isinstance(view, LearntEventView):
                parts.append(self._generative(table, sources[view.view.region], theta, view))
        return parts

    def _generative(
        self, table: Table, source: Source, theta: float, view: LearntEventView
    ) -> LinearPart | ColumnPart:
        if source.kind in OPEN_TEXT:
            said = view.linear_weights()[view.view.region]
            return self._linear(table, source, theta * said.terms.T, theta * said.intercept)
        scores = []
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

    def _linear(
        self, table: Table, source: Source, weights: FloatArray, base: FloatArray
    ) -> LinearPart:
        X, names = sparse.csr_array(source.X), self.evidence.names(source)
        if source.kind == "pieces":
            X, weights, names = self.evidence.pieces_as_words(table, weights)
        elif source.kind == WRITING:
            X, weights, usual = self.evidence.writing_from_usual(X, weights)
            names, base = [*TOLD], base + usual
        present = present_documents(source.X)
        return LinearPart(source.name, names, X, weights, base, present)


__all__ = [
    "BASE",
    "ColumnPart",
    "Contribution",
    "Explainer",
    "Explanation",
    "LinearPart",
]
