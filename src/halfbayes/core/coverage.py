"""Accuracy against coverage: how often a model is right on the documents it is surest of.

Sort documents by confidence. Of the n surest, h are right:

    coverage n / N        accuracy h / n        area over the curve  (1/N) sum_n (1 - h_n / n)

(Raina et al. 2003, section 5.) Documents of one confidence cannot be told apart: they move
together, and where a rank falls inside such a group its expected number of right ones counts.
The area is 0 when every answer is right, and the error rate when all confidences are equal.

**Simultaneous band.** The rule "answer above t", t the confidence of the document of rank m,
answers m - 1 documents; given t these are independent draws of the documents above t, so that
their right ones are binomial *exactly*, though t came from the data. Clopper and Pearson's
bounds at J ranks, each side at (1 - level) / 2J, therefore hold at all J together with
probability ``level`` at least. The ranks are spread geometrically: the strict end needs the
finer steps.
"""

from dataclasses import dataclass

import numpy as np

from halfbayes.core.binomial import lower_bound, upper_bound
from halfbayes.types import BoolArray, FloatArray, IndexArray

POINTS = 25
"""Ranks of the band: more cost width (logarithmically), fewer cost detail."""

FIRST_RANK = 10
"""Strictest rank that is shown: fewer documents prove nothing, their accuracy only jumps."""

ROUNDING = 1e-9
"""A coverage this far above a whole number of documents is that number."""


@dataclass(frozen=True, slots=True, eq=False)
class AccuracyCoverageCurve:
    """Accuracy at each coverage, the strictest threshold first."""

    threshold: FloatArray  # (points,): least confidence that is answered
    coverage: FloatArray  # (points,)
    accuracy: FloatArray  # (points,)
    expected_hits: FloatArray  # (documents,): right ones among the 1, 2, ... surest

    @property
    def n_documents(self) -> int:
        """Documents the curve was drawn from."""
        return len(self.expected_hits)

    def coverage_at(self, accuracy: float) -> float:
        """Largest coverage whose accuracy is at least ``accuracy``; 0 where there is none."""
        reached = self.coverage[self.accuracy >= accuracy]
        return float(reached.max()) if len(reached) else 0.0

    def accuracy_at(self, coverage: float) -> float:
        """Accuracy on the surest ``coverage`` of the documents (one document at least)."""
        if self.n_documents == 0:
            return float("nan")
        n = max(1, int(np.ceil(coverage * self.n_documents - ROUNDING)))
        return float(self.expected_hits[n - 1] / n)

    @property
    def area_over(self) -> float:
        """Mean error over all coverages: 0 where every document is right; nan without any."""
        if self.n_documents == 0:
            return float("nan")
        ranks = np.arange(1, self.n_documents + 1)
        return float(np.mean(1.0 - self.expected_hits / ranks))


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """Accuracy at some thresholds with bounds that hold at all of them at once."""

    threshold: FloatArray  # (points,): documents *above* it are answered
    answered: IndexArray  # (points,): how many those are
    coverage: FloatArray  # (points,)
    accuracy: FloatArray  # (points,)
    low: FloatArray  # (points,)
    high: FloatArray  # (points,)
    level: float


def accuracy_coverage_curve(
    confidence: FloatArray, correct: BoolArray
) -> AccuracyCoverageCurve:
    """The curve of documents with these confidences, of which ``correct`` are right.

    >>> curve = accuracy_coverage_curve(
    ...     np.array([0.9, 0.8, 0.6, 0.5]), np.array([True, True, False, True])
    ... )
    >>> curve.coverage, curve.accuracy.round(2)
    (array([0.25, 0.5 , 0.75, 1.  ]), array([1.  , 1.  , 0.67, 0.75]))
    >>> curve.coverage_at(0.95), round(curve.accuracy_at(0.75), 3), round(curve.area_over, 3)
    (0.5, 0.667, 0.146)
    """
    order = np.argsort(-confidence, kind="stable")
    ordered, right = confidence[order], correct[order].astype(np.float64)
    is_end = np.ones(len(ordered), dtype=np.bool_)
    is_end[:-1] = ordered[1:] != ordered[:-1]
    ends = np.flatnonzero(is_end)
    sizes = np.diff(ends, prepend=-1)
    hits = np.cumsum(right)[ends]
    share = np.diff(hits, prepend=0.0) / sizes  # right ones in each group of one confidence
    return AccuracyCoverageCurve(
        threshold=ordered[ends],
        coverage=(ends + 1) / max(len(ordered), 1),
        accuracy=hits / (ends + 1),
        expected_hits=np.cumsum(np.repeat(share, sizes)),
    )


def simultaneous_band(
    confidence: FloatArray,
    correct: BoolArray,
    *,
    level: float = 0.95,
    points: int = POINTS,
) -> Band:
    """Bounds on the accuracy at ``points`` thresholds (at most), valid at all together.

    >>> confidence = np.linspace(1.0, 0.0, 100)
    >>> band = simultaneous_band(confidence, np.full(100, True), points=2)
    >>> band.answered, band.low.round(3), band.high
    (array([ 10, 100]), array([0.645, 0.957]), array([1., 1.]))
    """
    ordered = np.sort(confidence)[::-1]
    threshold = np.append(ordered[_ranks(len(ordered), points)], -np.inf)
    alpha = (1.0 - level) / (2 * len(threshold))
    above = np.searchsorted(-ordered, -threshold, side="left")
    answered, first = np.unique(above, return_index=True)
    answered, first = answered[answered > 0], first[answered > 0]
    right = np.cumsum(correct[np.argsort(-confidence, kind="stable")])
    hits = right[answered - 1]
    return Band(
        threshold=threshold[first],
        answered=answered,
        coverage=answered / len(ordered),
        accuracy=hits / answered,
        low=lower_bound(hits, answered, alpha),
        high=upper_bound(hits, answered, alpha),
        level=level,
    )


def _ranks(n_documents: int, points: int) -> IndexArray:
    """Places of the documents at whose confidence the band is taken, all but the last."""
    least = max(1, min(FIRST_RANK, n_documents))
    steps = np.geomspace(least, max(least, n_documents), points)[:-1]
    places = np.unique(steps.round().astype(np.intp))
    return np.asarray(places[places < n_documents])


__all__ = [
    "FIRST_RANK",
    "AccuracyCoverageCurve",
    "Band",
    "accuracy_coverage_curve",
    "simultaneous_band",
]
