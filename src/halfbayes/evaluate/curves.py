"""Curves of trust from probabilities: accuracy against coverage, percentiles of posteriors.

From any probabilities of documents whose classes are known: held-out ones, or leave-one-out
ones of the training documents. Percentiles of the largest posterior are Table 2.3 of Rennie
(2001): naive Bayes gives most documents a posterior of 1, which no one should believe.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from halfbayes.core.calibration import Estimate
from halfbayes.core.coverage import (
    AccuracyCoverageCurve,
    Band,
    accuracy_coverage_curve,
    simultaneous_band,
)
from halfbayes.types import BoolArray, FloatArray

PERCENTILES = (0, 11, 22, 33, 44, 55, 66, 77, 88, 99)
DIGITS = tuple(range(1, 10))


@dataclass(frozen=True, slots=True, eq=False)
class CoverageReport:
    """A curve with its band."""

    curve: AccuracyCoverageCurve
    band: Band

    @property
    def area_over(self) -> float:
        """Mean error over all coverages."""
        return self.curve.area_over

    def coverage_at(self, accuracy: float) -> Estimate:
        """Share of documents, surest first, with this accuracy; its bounds from the band.

        The lower bound is a coverage at which the accuracy is proved, the upper one the
        largest at which it is not disproved.
        """
        proved = self.band.coverage[self.band.low >= accuracy]
        possible = self.band.coverage[self.band.high >= accuracy]
        value = self.curve.coverage_at(accuracy)
        low = float(proved.max()) if len(proved) else 0.0
        return Estimate(value, min(low, value), max(value, float(possible.max(initial=0.0))))

    def accuracy_at(self, coverage: float) -> Estimate:
        """Accuracy on the surest ``coverage`` of the documents, with the band's bounds there.

        The bounds are those of the nearest coverage at which the band was taken.
        """
        nearest = int(np.argmin(np.abs(self.band.coverage - coverage)))
        value = self.curve.accuracy_at(coverage)
        return Estimate(value, float(self.band.low[nearest]), float(self.band.high[nearest]))


def coverage_report(
    confidence: FloatArray, correct: BoolArray, *, level: float = 0.95
) -> CoverageReport:
    """The curve of documents with these confidences, and its simultaneous band.

    >>> report = coverage_report(np.linspace(1, 0, 200), np.arange(200) < 150)
    >>> print(report.coverage_at(0.9))
    0.830 (0.690 to 0.885)
    """
    return CoverageReport(
        accuracy_coverage_curve(confidence, correct),
        simultaneous_band(confidence, correct, level=level),
    )


def mean_accuracies(
    curves: Sequence[AccuracyCoverageCurve], coverages: FloatArray
) -> FloatArray:
    """Mean accuracy of several curves (one a random split) at each coverage: (coverages,).

    >>> both = [accuracy_coverage_curve(np.array([0.9, 0.6]), np.array([True, right]))
    ...         for right in (True, False)]
    >>> mean_accuracies(both, np.array([0.5, 1.0]))
    array([1.  , 0.75])
    """
    at = [[curve.accuracy_at(float(coverage)) for coverage in coverages] for curve in curves]
    return np.asarray(np.mean(at, axis=0))


def posterior_percentiles(
    confidence: FloatArray, percentiles: Sequence[float] = PERCENTILES
) -> FloatArray:
    """Smallest confidence at each percentile of the documents (Table 2.3a): (percentiles,).

    >>> posterior_percentiles(np.array([0.2, 0.4, 0.6, 1.0]), (0, 50, 99))
    array([0.2, 0.6, 1. ])
    """
    ordered = np.sort(confidence)
    places = (np.asarray(percentiles) / 100.0 * len(ordered)).astype(np.intp)
    return np.asarray(ordered[np.minimum(places, len(ordered) - 1)])


def percentiles_rounding_to_one(
    confidence: FloatArray, digits: Sequence[int] = DIGITS
) -> FloatArray:
    """Percentile from which a confidence rounded to so many digits is 1 (Table 2.3b).

    >>> percentiles_rounding_to_one(np.array([0.2, 0.96, 0.9996, 1.0]), (1, 3))
    array([25., 50.])
    """
    below = [np.mean(confidence < 1.0 - 0.5 * 10.0**-d) for d in digits]
    return np.asarray(100.0 * np.array(below))


__all__ = [
    "CoverageReport",
    "coverage_report",
    "mean_accuracies",
    "percentiles_rounding_to_one",
    "posterior_percentiles",
]
