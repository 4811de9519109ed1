"""Views: what parts of the hybrid model say of each class on seeing a document.

    event view         n_r^-g log p_r(x^r|k)     one event model for one region r
    shared word model  n_r^-g log p(x^r|k)       one multinomial for several regions together
    discriminant       v_k . phi(x)              least squares over the regions that take part

Each is learnt from documents and classes, scores new documents, and scores every training
document as if it had never seen it. n_r is the length of the region (the sum of its row) and g
the exponent: 1 normalises by length (Raina et al. 2003, eq. 7), 0 not at all. An empty region
says nothing: 0 for every class.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from halfbayes.core.counts import ClassCounts, class_counts
from halfbayes.core.event_model import EventModel, Statistics
from halfbayes.core.logspace import Scorer, linear_scorer, row_sums
from halfbayes.core.ridge import Block, Ridge, fitted_ridge, mean_document
from halfbayes.types import CountMatrix, FloatArray, IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """Documents as one matrix per region, with their classes and weights."""

    regions: Sequence[Any]  # each (documents, features)
    y: IndexArray
    n_classes: int
    weights: FloatArray | None = None


class LearntView(Protocol):
    """A view that has learnt."""

    def scores(self, regions: Sequence[Any], /) -> FloatArray:
        """What it says of new documents: (documents, classes)."""

    def leave_one_out(self, documents: Documents, /) -> FloatArray:
        """What it says of each training document without it: (documents, classes)."""


class View(Protocol):
    """A view before it has learnt."""

    @property
    def expected(self) -> float:
        """Weight of the view before anything is seen."""

    @property
    def discriminative(self) -> bool:
        """Whether it models the classes given the document, and not the document."""

    def learnt(self, documents: Documents, /) -> LearntView:
        """The view of these documents."""


@dataclass(frozen=True, slots=True, eq=False)
class EventView:
    """One event model for one region."""

    region: int
    event: EventModel[Any]
    exponent: float = 0.0  # g
    expected: float = 1.0
    discriminative: bool = False

    def learnt(self, documents: Documents) -> "LearntEventView":
        """The event model with the statistics of its region."""
        X = documents.regions[self.region]
        statistics = self.event.statistics(
            X, documents.y, n_classes=documents.n_classes, weights=documents.weights
        )
        return LearntEventView(self, statistics)


@dataclass(frozen=True, eq=False)
class LearntEventView:
    """An event model with its statistics."""

    view: EventView
    statistics: Statistics

    @cached_property
    def scorer(self) -> Scorer:
        """Log p(x|k) as a function of X, its parameters worked out once; not pickled."""
        return self.view.event.scorer(self.statistics)

    def __getstate__(self) -> dict[str, Any]:
        return {"view": self.view, "statistics": self.statistics}

    def scores(self, regions: Sequence[Any]) -> FloatArray:
        """N_r^-g log p_r(x^r|k)."""
        X = regions[self.view.region]
        return normalised(self.scorer(X), X, self.view.exponent)

    def leave_one_out(self, documents: Documents) -> FloatArray:
        """The same, each document under the statistics without it."""
        X = documents.regions[self.view.region]
        scores = self.view.event.leave_one_out(
            X, documents.y, self.statistics, documents.weights
        )
        return normalised(scores, X, self.view.exponent)


@dataclass(frozen=True, slots=True, eq=False)
class SharedWords:
    """One region under a word model counted on several regions together (eq. 5-6)."""

    region: int
    sources: tuple[int, ...]
    smoothing: float = 1.0
    exponent: float = 0.0
    expected: float = 1.0
    discriminative: bool = False

    def learnt(self, documents: Documents) -> "LearntSharedWords":
        """The word model of all regions."""
        X = _summed(documents.regions, self.sources)
        counts = class_counts(
            X, documents.y, n_classes=documents.n_classes, weights=documents.weights
        )
        return LearntSharedWords(self, counts)


@dataclass(frozen=True, eq=False)
class LearntSharedWords:
    """Word counts of several regions together, applied to one."""

    view: SharedWords
    counts: ClassCounts

    @cached_property
    def scorer(self) -> Scorer:
        """Log p(x|k) as a function of X, its parameters worked out once; not pickled."""
        T = self.counts.terms + self.view.smoothing
        log_theta = np.log(T) - np.log(T.sum(axis=1, keepdims=True))  # (classes, terms)
        return linear_scorer(log_theta)

    def __getstate__(self) -> dict[str, Any]:
        return {"view": self.view, "counts": self.counts}

    def scores(self, regions: Sequence[Any]) -> FloatArray:
        """N_r^-g log p(x^r|k)."""
        X = regions[self.view.region]
        return normalised(self.scorer(X), X, self.view.exponent)

    def leave_one_out(self, documents: Documents) -> FloatArray:
        """The same; without a document, the words of all its regions are gone."""
        X, y = documents.regions[self.view.region], documents.y
        removed = _summed(documents.regions, self.view.sources)
        if documents.weights is not None:
            removed = _scaled(removed, documents.weights)
        here = _entries_at(removed, X)  # one per stored entry of X
        own_class = np.repeat(y, np.diff(X.indptr))
        a, n_terms = self.view.smoothing, X.shape[1]
        T_own = self.counts.terms[own_class, X.indices] - here
        total = self.counts.terms.sum(axis=1)[y] - row_sums(removed) + a * n_terms
        log_own = _row_totals(X.data * np.log(T_own + a), X) - row_sums(X) * np.log(total)
        scores = self.scorer(X)
        scores[np.arange(len(y)), y] = log_own
        return normalised(scores, X, self.view.exponent)


@dataclass(frozen=True, slots=True, eq=False)
class Discriminant:
    """The least-squares discriminant over regions, each with its share of phi . phi."""

    regions: tuple[int, ...]
    shares: tuple[float, ...]
    precision: float = 0.3
    expected: float = 2.5
    discriminative: bool = True

    def learnt(self, documents: Documents) -> "LearntDiscriminant":
        """The discriminant of these documents."""
        matrices = [documents.regions[region] for region in self.regions]
        blocks = [
            Block(X, mean_document(X, documents.weights), share)
            for X, share in zip(matrices, self.shares, strict=True)
        ]
        ridge = fitted_ridge(
            blocks,
            documents.y,
            n_classes=documents.n_classes,
            precision=self.precision,
            weights=documents.weights,
        )
        return LearntDiscriminant(self, ridge)


@dataclass(frozen=True, slots=True, eq=False)
class LearntDiscriminant:
    """A fitted discriminant."""

    view: Discriminant
    ridge: Ridge

    def scores(self, regions: Sequence[Any]) -> FloatArray:
        """v_k . phi(x)."""
        return self.ridge.scores([regions[region] for region in self.view.regions])

    def leave_one_out(self, documents: Documents) -> FloatArray:
        """The same, each document under the discriminant without it."""
        del documents  # scored when it was fitted
        return self.ridge.leave_one_out


def normalised(scores: FloatArray, X: CountMatrix, exponent: float) -> FloatArray:
    """Scores over the length of each document to the power ``exponent``; 0 for empty ones.

    >>> from scipy import sparse
    >>> normalised(np.array([[-6.0, -9.0]]), sparse.csr_array([[2.0, 1.0]]), 1.0)
    array([[-2., -3.]])
    """
    if exponent == 0.0:
        return scores
    length = row_sums(X)
    length[length == 0.0] = 1.0
    return np.asarray(scores * (length**-exponent)[:, None])


def _summed(regions: Sequence[CountMatrix], sources: tuple[int, ...]) -> CountMatrix:
    total = regions[sources[0]]
    for source in sources[1:]:
        total = total + regions[source]
    return total


def _scaled(X: CountMatrix, weights: FloatArray) -> CountMatrix:
    scaled = X.copy()
    scaled.data = scaled.data * np.repeat(weights, np.diff(X.indptr))
    return scaled


def _entries_at(values: CountMatrix, X: CountMatrix) -> FloatArray:
    """Entries of ``values`` at the stored entries of X: (entries,)."""
    rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    return np.asarray(values[rows, X.indices], dtype=np.float64).ravel()


def _row_totals(values: FloatArray, X: CountMatrix) -> FloatArray:
    rows = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
    return np.bincount(rows, weights=values, minlength=X.shape[0]).astype(np.float64)


__all__ = [
    "Discriminant",
    "Documents",
    "EventView",
    "LearntDiscriminant",
    "LearntEventView",
    "LearntSharedWords",
    "LearntView",
    "SharedWords",
    "View",
    "normalised",
]
