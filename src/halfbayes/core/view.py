"""What a view is: a part of the hybrid model, and what it says of each class.

A view is learnt from documents and classes, scores new documents, and scores every training
document as if it had never seen it. The law: ``leave_one_out(documents)[i]`` is what the view
learnt without document i says of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np

from halfbayes.core.blocks import present_documents
from halfbayes.core.inner_products import InnerProducts, sparse_inner_products
from halfbayes.core.known import Known
from halfbayes.core.supplement import Supplement
from halfbayes.errors import NotLinearError
from halfbayes.types import BoolArray, FloatArray, IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class Documents:
    """Documents as one matrix per region, with their classes and weights.

    The supplement teaches word models and discriminants, and is never scored itself.
    """

    regions: Sequence[Any]  # each (documents, features)
    y: IndexArray
    n_classes: int
    weights: FloatArray | None = None
    supplement: Supplement | None = None  # teaches word models and discriminants; not scored
    known: Sequence[Known | None] | None = None  # by region; None where it is not text
    inner_products: InnerProducts = sparse_inner_products

    def rows(self, rows: IndexArray) -> "Documents":
        """Some of the documents, with all of the supplement."""
        known = self.known
        return replace(
            self,
            regions=[X[rows] for X in self.regions],
            y=self.y[rows],
            weights=None if self.weights is None else self.weights[rows],
            known=known and [part if part is None else part.rows(rows) for part in known],
        )


@dataclass(frozen=True, slots=True, eq=False)
class RegionWeights:
    """b_k + w_k . x of a region that is not empty; of an empty one, nothing."""

    intercept: FloatArray  # (classes,)
    terms: FloatArray  # (classes, terms)

    def scores(self, X: Any) -> FloatArray:
        """B_k + w_k . x: (documents, classes)."""
        scores = np.asarray(X @ self.terms.T) + self.intercept
        return np.asarray(scores * present_documents(X)[:, None])


class LearntView(Protocol):
    """A view that has learnt."""

    def scores(self, regions: Sequence[Any], /) -> FloatArray:
        """What it says of new documents: (documents, classes)."""

    def leave_one_out(self, documents: Documents, /) -> FloatArray:
        """What it says of each training document without it: (documents, classes).

        Of text as new documents are seen (``core.known``).
        As it is before it is seen from a centre: that of the others would be another.
        """

    def linear_weights(self) -> dict[int, RegionWeights]:
        """Its scores as weights by region, or ``NotLinearError``."""

    @property
    def centre(self) -> FloatArray | None:
        """What is taken away of all it says (``core.centre``): (classes,); None for nothing."""

    def seen_from(self, centre: FloatArray, /) -> "LearntView":
        """The same, less ``centre`` where a document has anything."""

    def favouring(self, offsets: FloatArray, /) -> "LearntView":
        """The same, and ``offsets`` more where a document has anything (``core.offsets``)."""


class View(Protocol):
    """A view before it has learnt."""

    @property
    def expected(self) -> float | None:
        """Weight of the view before any class is seen; None: one over the spread it shows."""

    @property
    def leeway(self) -> float:
        """How far its weight may part from the others, beforehand: sd of its logarithm."""

    @property
    def discriminative(self) -> bool:
        """Whether it models the classes given the document, and not the document."""

    @property
    def centred(self) -> float:
        """How much of what it says of the average document is taken away (``core.centre``)."""

    @property
    def parts(self) -> tuple[tuple[int, float], ...]:
        """The regions it looks at, and the share of each."""

    @property
    def bearers(self) -> tuple[int, ...]:
        """The regions that would bear the offsets of the classes (``core.offsets``)."""

    def learnt(self, documents: Documents, /) -> LearntView:
        """The view of these documents."""


def said(scores: FloatArray, X: Any, exponent: float) -> FloatArray:
    """Scores over the length of each document to the power ``exponent``; 0 for empty ones.

    A document of a sparse region is empty where nothing is stored; in a dense region zero is a
    number like any other.

    >>> from scipy import sparse
    >>> X = sparse.csr_array([[2.0, 1.0], [0.0, 0.0]])
    >>> said(np.array([[-6.0, -9.0], [-1.0, -2.0]]), X, 1.0).tolist()
    [[-2.0, -3.0], [0.0, 0.0]]
    """
    if not isinstance(X, np.ndarray):
        scores = np.where(present_documents(X)[:, None], scores, 0.0)
    if exponent == 0.0:
        return scores
    length = np.asarray(X.sum(axis=1), dtype=np.float64)
    length[length <= 0.0] = 1.0
    return np.asarray(scores * (length**-exponent)[:, None])


def has_first_region(view: View, regions: Sequence[Any]) -> BoolArray:
    """Which documents have anything of the first region that a view looks at: (documents,)."""
    return present_documents(regions[view.parts[0][0]])


def less(
    scores: FloatArray, centre: FloatArray | None, view: View, regions: Sequence[Any]
) -> FloatArray:
    """Scores as seen from the centre, of documents that have the first region of the view."""
    if centre is None:
        return scores
    return np.asarray(scores - has_first_region(view, regions)[:, None] * centre)


def require_linear(exponent: float) -> None:
    """``NotLinearError`` where scores are divided by the length of their document."""
    if exponent != 0.0:
        message = (
            "a score divided by the length of its document is not linear in the document; "
            "use normalisation=None"
        )
        raise NotLinearError(message)


__all__ = [
    "Documents",
    "LearntView",
    "RegionWeights",
    "View",
    "has_first_region",
    "less",
    "require_linear",
    "said",
]
