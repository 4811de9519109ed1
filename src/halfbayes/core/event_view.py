"""A view that is an event model of one region: what it says of a document left out is exact.

    f_k(x) = n_r^-g log p_r(x^r|k) - r(x) centre_k

n_r is the length of the region (the sum of its row), g the exponent, and r(x) is 1 where the
document has anything of the region, and 0 where it has not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from halfbayes.core.counts import ClassCounts
from halfbayes.core.event_model import EventModel, Statistics
from halfbayes.core.known import as_new
from halfbayes.core.logspace import Scorer
from halfbayes.core.supplement import soft_counts
from halfbayes.core.view import Documents, RegionWeights, less, require_linear, said
from halfbayes.core.weight_priors import LEEWAY
from halfbayes.types import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class EventView:
    """One event model for one region."""

    region: int
    event: EventModel[Any]
    exponent: float = 0.0  # g
    expected: float | None = 1.0
    discriminative: bool = False
    centred: float = 0.0
    leeway: float = LEEWAY

    @property
    def parts(self) -> tuple[tuple[int, float], ...]:
        """The one region."""
        return ((self.region, 1.0),)

    @property
    def bearers(self) -> tuple[int, ...]:
        """The one region."""
        return (self.region,)

    def learnt(self, documents: Documents) -> "LearntEventView":
        """The event model with the statistics of its region."""
        X = documents.regions[self.region]
        statistics: Statistics = self.event.statistics(
            X, documents.y, n_classes=documents.n_classes, weights=documents.weights
        )
        if documents.supplement is not None and isinstance(statistics, ClassCounts):
            supplement = documents.supplement
            statistics += soft_counts(supplement.regions[self.region], supplement.shares)
        return LearntEventView(self, statistics)


@dataclass(frozen=True, eq=False)
class LearntEventView:
    """An event model with its statistics."""

    view: EventView
    statistics: Statistics
    centre: FloatArray | None = None  # that it is seen from: (classes,)

    @cached_property
    def scorer(self) -> Scorer:
        """Log p(x|k) as a function of X, its parameters worked out once; not pickled."""
        return self.view.event.scorer(self.statistics)

    def __getstate__(self) -> dict[str, Any]:
        return {"view": self.view, "statistics": self.statistics, "centre": self.centre}

    def scores(self, regions: Sequence[Any]) -> FloatArray:
        """N_r^-g log p_r(x^r|k), less the centre."""
        X = regions[self.view.region]
        scores = said(self.scorer(X), X, self.view.exponent)
        return less(scores, self.centre, self.view, regions)

    def leave_one_out(self, documents: Documents) -> FloatArray:
        """The same, each document under the statistics without it."""
        X = documents.regions[self.view.region]
        scores = self.view.event.leave_one_out(
            X, documents.y, self.statistics, documents.weights
        )
        return as_new(said(scores, X, self.view.exponent), self.view.parts, documents.known)

    def linear_weights(self) -> dict[int, RegionWeights]:
        """B_k and w_k of the event model."""
        require_linear(self.view.exponent)
        intercept, terms = self.view.event.linear_weights(self.statistics)
        if self.centre is not None:
            intercept = intercept - self.centre
        return {self.view.region: RegionWeights(intercept, terms)}

    def seen_from(self, centre: FloatArray) -> "LearntEventView":
        """The same, less ``centre`` where a document has anything."""
        return replace(self, centre=centre)

    def favouring(self, offsets: FloatArray) -> "LearntEventView":
        """The same, and ``offsets`` more where a document has anything."""
        return self.seen_from(-offsets if self.centre is None else self.centre - offsets)


__all__ = ["EventView", "LearntEventView"]
