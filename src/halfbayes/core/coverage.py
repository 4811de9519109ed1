"""Accuracy among the documents answered, when the surest are answered first.

A threshold t answers the documents with confidence >= t: documents of one confidence are
answered together or not at all.

    coverage(t) = share answered              accuracy(t) = share right among them

    coverage at accuracy a      the largest coverage(t) with accuracy(t) >= a; 0 if there is none
    area over the curve         mean over documents i of 1 - accuracy(t = confidence of i)

The area is 0 when every answer is right, and the error rate when all confidences are equal; a
ranking that puts the right answers first makes it smaller than the error rate.
"""

import numpy as np
from numpy.typing import NDArray

from halfbayes.types import BoolArray, FloatArray


def accuracy_coverage_curve(
    confidence: FloatArray, right: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Coverage and accuracy at every threshold, from the strictest on: both (thresholds,).

    >>> coverage, accuracy = accuracy_coverage_curve(
    ...     np.array([0.9, 0.6, 0.8, 0.6]), np.array([True, False, True, True])
    ... )
    >>> coverage, accuracy
    (array([0.25, 0.5 , 1.  ]), array([1.  , 1.  , 0.75]))
    """
    answered, hits = _at_thresholds(confidence, right)
    return answered / max(len(right), 1), hits / answered


def coverage_at_accuracy(confidence: FloatArray, right: BoolArray, accuracy: float) -> float:
    """Largest share of documents that can be answered with at least this accuracy.

    >>> coverage_at_accuracy(np.array([0.9, 0.6, 0.8]), np.array([True, False, True]), 0.95)
    0.6666666666666666
    """
    coverage, reached = accuracy_coverage_curve(confidence, right)
    enough = coverage[reached >= accuracy]
    return float(enough.max()) if len(enough) else 0.0


def area_over_curve(confidence: FloatArray, right: BoolArray) -> float:
    """Mean error among the documents at least as sure as each document; nan without any.

    >>> area_over_curve(np.array([0.9, 0.8]), np.array([True, False]))
    0.25
    """
    if len(right) == 0:
        return float("nan")
    answered, hits = _at_thresholds(confidence, right)
    together = np.diff(answered, prepend=0)
    return float(together @ (1.0 - hits / answered)) / len(right)


def _at_thresholds(
    confidence: FloatArray, right: BoolArray
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    # Documents answered and answers right at each threshold, from the strictest on.
    order = np.argsort(-confidence, kind="stable")
    ordered = confidence[order]
    last = np.flatnonzero(np.append(ordered[1:] != ordered[:-1], np.ones(len(right) > 0, bool)))
    hits = np.cumsum(right[order], dtype=np.int64)
    return last.astype(np.int64) + 1, hits[last]


__all__ = ["accuracy_coverage_curve", "area_over_curve", "coverage_at_accuracy"]
