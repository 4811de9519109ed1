"""The curve of trust from probabilities: accuracy against coverage, with its band.

From any probabilities of documents whose classes are known: held-out ones, or leave-one-out
ones of the training documents. The curve and the band are those of ``core.coverage``.
"""

from dataclasses import dataclass

import numpy as np

from halfbayes.core.calibration import Estimate
from halfbayes.core.coverage import (
    AccuracyCoverageCurve,
    Band,
    accuracy_coverage_curve,
    simultaneous_band,
)
from halfbayes.models.shares import require_share
from halfbayes.types import BoolArray, FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class CoverageReport:
    """A curve with its band."""

    curve: AccuracyCoverageCurve
    band: Band

    def __repr__(self) -> str:
        half, whole = self.accuracy_at(0.5), self.accuracy_at(1.0)
        return f"<CoverageReport: accuracy {whole} on all documents, {half} on the surer half>"

    @property
    def area_over(self) -> float:
        """Mean error over all coverages."""
        return self.curve.area_over

    def coverage_at(self, accuracy: float) -> Estimate:
        """Share of documents, surest first, with this accuracy; its bounds from the band.

        The lower bound is a coverage at which the accuracy is proved, the upper one the
        largest at which it is not disproved.
        """
        require_share("accuracy", accuracy, ends=True)
        proved = self.band.coverage[self.band.low >= accuracy]
        possible = self.band.coverage[self.band.high >= accuracy]
        value = self.curve.coverage_at(accuracy)
        low = float(proved.max()) if len(proved) else 0.0
        return Estimate(value, min(low, value), max(value, float(possible.max(initial=0.0))))

    def accuracy_at(self, coverage: float) -> Estimate:
        """Accuracy on the surest ``coverage`` of the documents, with the band's bounds there.

        The bounds are those of the nearest coverage at which the band was taken.
        """
        require_share("coverage", coverage, ends=True)
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
    require_share("the confidence of the band", level)
    return CoverageReport(
        accuracy_coverage_curve(confidence, correct),
        simultaneous_band(confidence, correct, level=level),
    )


__all__ = ["CoverageReport", "coverage_report"]
