"""How good the probabilities of a classifier are on documents whose classes are known.

    error              share of documents whose most probable class is not theirs
    log loss           mean of -log p(class of the document)
    calibration error  between confidence (the largest probability) and accuracy, in 15 bins
    coverage at 95 %   largest share of documents, surest first, answered with accuracy 0.95
    area               over the curve of accuracy against coverage

Error, log loss, calibration error and area are better when small, coverage when large. Formulas
and their sources are in ``core.calibration`` and ``core.coverage``.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from halfbayes.core.calibration import expected_calibration_error, log_loss
from halfbayes.core.coverage import accuracy_coverage_curve
from halfbayes.types import FloatArray, IndexArray

ACCURACY: Final = 0.95


@dataclass(frozen=True, slots=True)
class Quality:
    """How good the probabilities of a classifier are."""

    error: float
    log_loss: float
    calibration_error: float
    coverage95: float
    area: float


def quality(probabilities: FloatArray, y: IndexArray) -> Quality:
    """All measures of (documents, classes) probabilities for documents of classes ``y``.

    >>> measured = quality(np.array([[0.6, 0.4], [0.25, 0.75]]), np.array([0, 1]))
    >>> measured.error, round(measured.log_loss, 3), measured.coverage95
    (0.0, 0.399, 1.0)
    """
    right = np.argmax(probabilities, axis=1) == y
    confidence = probabilities.max(axis=1)
    curve = accuracy_coverage_curve(confidence, right)
    return Quality(
        error=1.0 - float(np.mean(right)),
        log_loss=log_loss(probabilities, y),
        calibration_error=expected_calibration_error(confidence, right),
        coverage95=curve.coverage_at(ACCURACY),
        area=curve.area_over,
    )


__all__ = ["ACCURACY", "Quality", "quality"]
