"""Views: what parts of the hybrid model say of each class on seeing a document.

    event view         n_r^-g log p_r(x^r|k)     one event model for one region r
    shared word model  n_r^-g log p(x^r|k)       one for several regions (``core.shared_words``)
    discriminant       v_k . phi(x)              least squares over the regions that take part
    softmax            v_k . phi(x)              by softmax regression, for many classes
    given view         u_k . x                   what is known beforehand (``core.given_view``)

Each is learnt from documents and classes, scores new documents, and scores every training
document as if it had never seen it. n_r is the length of the region (the sum of its row) and g
the exponent: 1 normalises by length (Raina et al. 2003, eq. 7), 0 not at all. An empty region
says nothing: 0 for every class.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.event_view import EventView, LearntEventView
from halfbayes.core.given_view import GivenView, LearntGivenView
from halfbayes.core.prior import log_prior
from halfbayes.core.ridge import BlockWeights, Ridge, Solved, softmax_ridge, solved_ridge
from halfbayes.core.shared_words import LearntSharedWords, SharedWords
from halfbayes.core.softmax_steps import DualSoftmax
from halfbayes.core.supplement import indicators, stacked, targets
from halfbayes.core.view import (
    Documents,
    LearntView,
    RegionWeights,
    View,
)
from halfbayes.core.weight_priors import LEEWAY
from halfbayes.errors import InvalidInputError
from halfbayes.types import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class Discriminant:
    """The least-squares discriminant over regions, each with its share of phi . phi."""

    regions: tuple[int, ...]
    shares: tuple[float, ...]
    precision: float = 0.3
    expected: float | None = 2.5
    discriminative: bool = True
    centred: float = 0.0
    leeway: float = LEEWAY
    bearing: tuple[int, ...] | None = None  # the regions that bear offsets; None: all

    @property
    def parts(self) -> tuple[tuple[int, float], ...]:
        """The regions and their shares."""
        return tuple(zip(self.regions, self.shares, strict=True))

    @property
    def bearers(self) -> tuple[int, ...]:
        """The regions that were named, or all."""
        return self.regions if self.bearing is None else self.bearing

    def learnt(self, documents: Documents) -> "LearntDiscriminant":
        """The discriminant of these documents."""
        return self.solved(documents)[0]

    def solved(
        self, documents: Documents, *, keep_inner: bool = False
    ) -> tuple["LearntDiscriminant", Solved]:
        """The same, and what it was found from, with inner products if they are to be kept."""
        weights = documents.weights
        if documents.supplement is None:
            Y = indicators(documents.y, documents.n_classes)
        else:
            Y, weights = targets(documents.supplement.shares, documents.y, weights)
        ridge, solved = solved_ridge(
            self.blocks(documents),
            Y,
            precision=self.precision,
            weights=weights,
            keep_inner=keep_inner,
        )
        left_out = ridge.of_first_as_new(self.parts, documents.known, len(documents.y))
        return LearntDiscriminant(self, left_out), solved

    def blocks(self, documents: Documents) -> list[Block]:
        """The regions that take part, of the documents and then of their supplement."""
        matrices = [documents.regions[region] for region in self.regions]
        weights = documents.weights
        if documents.supplement is not None:
            more = [documents.supplement.regions[region] for region in self.regions]
            matrices = [stacked(X, Z) for X, Z in zip(matrices, more, strict=True)]
            if weights is not None:
                weights = np.concatenate([weights, np.ones(more[0].shape[0])])
        known = documents.known or [None] * len(documents.regions)
        return [
            Block(
                X,
                mean_document(X, weights),
                share,
                documents.inner_products,
                known[region],
            )
            for X, share, region in zip(matrices, self.shares, self.regions, strict=True)
        ]


@dataclass(frozen=True, slots=True, eq=False)
class SoftmaxDiscriminant:
    """Softmax regression over what a discriminant looks at, of documents that count alike.

    ``precision`` is l of ``core.softmax_steps``, which says how little it matters.
    """

    base: Discriminant
    precision: float = 0.1
    expected: float | None = 1.0
    discriminative: bool = True
    leeway: float = LEEWAY

    @property
    def parts(self) -> tuple[tuple[int, float], ...]:
        """The regions and their shares."""
        return self.base.parts

    @property
    def bearers(self) -> tuple[int, ...]:
        """Those of the discriminant."""
        return self.base.bearers

    @property
    def centred(self) -> float:
        """As much as of the discriminant."""
        return self.base.centred

    def learnt(self, documents: Documents) -> "LearntDiscriminant":
        """The discriminant of these documents."""
        return self.learnt_from(self.base.solved(documents, keep_inner=True)[1], documents)

    def learnt_from(self, solved: Solved, documents: Documents) -> "LearntDiscriminant":
        """The same, from the least-squares discriminant of these documents."""
        if documents.weights is not None or documents.supplement is not None:
            message = (
                "softmax regression is of documents that count alike: leave out the weights "
                "and the word lists, or this view"
            )
            raise InvalidInputError(message)
        counts = np.bincount(documents.y, minlength=documents.n_classes)
        prior = log_prior(counts.astype(np.float64), smoothing=1.0)
        objective = DualSoftmax(documents.y, prior, self.precision)
        view = replace(self.base, precision=self.precision, expected=self.expected)
        ridge = softmax_ridge(solved, objective)
        left_out = ridge.of_first_as_new(self.parts, documents.known, len(documents.y))
        return LearntDiscriminant(view, left_out)


def learnt_views(views: Sequence[View], documents: Documents) -> tuple[LearntView, ...]:
    """Each view of these documents; softmax regression goes on from least squares."""
    base, last = [None, None, *views][-2:]
    if not isinstance(last, SoftmaxDiscriminant) or base is not last.base:
        return tuple(view.learnt(documents) for view in views)
    learnt = [view.learnt(documents) for view in views[:-2]]
    discriminant, solved = last.base.solved(documents, keep_inner=True)
    return (*learnt, discriminant, last.learnt_from(solved, documents))


@dataclass(frozen=True, slots=True, eq=False)
class LearntDiscriminant:
    """A fitted discriminant."""

    view: Discriminant
    ridge: Ridge
    centre: FloatArray | None = None  # that it is seen from: (classes,)

    @property
    def blocks(self) -> tuple[BlockWeights, ...]:
        """The weights of each region; the centre goes with the first."""
        first, *others = self.ridge.blocks
        if self.centre is not None:
            first = replace(first, at_mean=first.at_mean + self.centre)
        return (first, *others)

    def scores(self, regions: Sequence[Any]) -> FloatArray:
        """v_k . phi(x), less the centre."""
        ridge = replace(self.ridge, blocks=self.blocks)
        return ridge.scores([regions[region] for region in self.view.regions])

    def leave_one_out(self, documents: Documents) -> FloatArray:
        """The same, each document under the discriminant without it."""
        del documents  # scored when it was fitted
        return self.ridge.leave_one_out

    def linear_weights(self) -> dict[int, RegionWeights]:
        """V_k of every region, as seen from its mean document and from the centre."""
        blocks = zip(self.view.regions, self.blocks, strict=True)
        return {region: RegionWeights(-w.at_mean, w.terms.T) for region, w in blocks}

    def seen_from(self, centre: FloatArray) -> "LearntDiscriminant":
        """The same, less ``centre`` where a document has anything."""
        return replace(self, centre=centre)

    def favouring(self, offsets: FloatArray) -> "LearntDiscriminant":
        """The same, and ``offsets`` more, shared out to the regions that bear them."""
        bearers = self.view.bearers
        blocks = tuple(
            replace(block, at_mean=block.at_mean - offsets / len(bearers))
            if region in bearers
            else block
            for region, block in zip(self.view.regions, self.ridge.blocks, strict=True)
        )
        return replace(self, ridge=replace(self.ridge, blocks=blocks))


__all__ = [
    "Discriminant",
    "Documents",
    "EventView",
    "GivenView",
    "LearntDiscriminant",
    "LearntEventView",
    "LearntGivenView",
    "LearntSharedWords",
    "LearntView",
    "RegionWeights",
    "SharedWords",
    "SoftmaxDiscriminant",
    "View",
    "learnt_views",
]
