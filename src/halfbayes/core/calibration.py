"""Whether probabilities mean what they say: calibration error, Brier score, log loss.

    ECE = sum_b (n_b / n) |accuracy_b - confidence_b|    MCE = max_b |accuracy_b - confidence_b|
    Brier = (1/n) sum_i sum_k (p_ik - [y_i = k])^2       log loss = -(1/n) sum_i log p_i,y_i

over bins b of confidence, max_k p_ik (Naeini et al. 2015; Brier 1950). Bins of equal width, 15
of them as in Guo et al. 2017. Laws: a constant confidence equal to the accuracy has ECE 0; ECE
is at most MCE; the Brier score lies in [0, 2].

Intervals. Brier score and log loss are means: documents are resampled (the basic bootstrap,
[2v - q_high, 2v - q_low], no end below 0). Calibration errors are biased upwards, since by
chance every bin is off a little, and resampling only adds to that. They get exact bounds
instead: Clopper and Pearson's for the accuracy of each of J bins, each side at
(1 - level) / 2J, and from these the least and the largest error they allow.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from halfbayes.core.binomial import lower_bound, upper_bound
from halfbayes.types import BoolArray, FloatArray, IndexArray

BINS = 15

LEAST = float(np.finfo(np.float64).eps)
"""Probabilities below this count as this much: one impossible document is not infinite loss."""

RESAMPLES = 500

Measure: TypeAlias = Callable[[FloatArray, IndexArray], float]
"""Probabilities (documents, classes) and classes to a number."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A measured number and the interval in which its true value lies.

    >>> print(Estimate(0.1234, 0.1, 0.15))
    0.123 (0.100 to 0.150)
    """

    value: float
    low: float
    high: float

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(frozen=True, slots=True, eq=False)
class ReliabilityBins:
    """Documents by confidence: how sure the model was there and how often right."""

    edges: FloatArray  # (bins + 1,)
    documents: IndexArray  # (bins,)
    confidence: FloatArray  # (bins,): mean; nan in an empty bin
    accuracy: FloatArray  # (bins,): nan in an empty bin

    @property
    def gaps(self) -> FloatArray:
        """|accuracy - confidence| of every bin, 0 in an empty one: (bins,)."""
        return np.asarray(np.nan_to_num(np.abs(self.accuracy - self.confidence), nan=0.0))


def reliability_bins(
    confidence: FloatArray, correct: BoolArray, *, bins: int = BINS
) -> ReliabilityBins:
    """Documents in ``bins`` bins of equal width.

    >>> right = np.array([True, False, False])
    >>> table = reliability_bins(np.array([0.9, 0.8, 0.2]), right, bins=2)
    >>> table.documents, table.confidence.round(2), table.accuracy
    (array([1, 2]), array([0.2 , 0.85]), array([0. , 0.5]))
    """
    edges = np.linspace(0.0, 1.0, bins + 1)
    place = np.clip(np.searchsorted(edges, confidence, side="left") - 1, 0, bins - 1)
    n = np.bincount(place, minlength=bins)
    with np.errstate(invalid="ignore"):
        mean = np.bincount(place, weights=confidence, minlength=bins) / n
        accuracy = np.bincount(place, weights=correct, minlength=bins) / n
    return ReliabilityBins(edges, n, mean, accuracy)


def expected_calibration_error(
    confidence: FloatArray, correct: BoolArray, *, bins: int = BINS
) -> float:
    """Mean distance of confidence and accuracy over the documents, by bins.

    >>> expected_calibration_error(np.array([0.75, 0.75]), np.array([True, False]))
    0.25
    """
    table = reliability_bins(confidence, correct, bins=bins)
    return float(table.gaps @ table.documents / len(confidence))


def brier_score(proba: FloatArray, y: IndexArray) -> float:
    """Mean squared distance of the probabilities from the truth, 0 to 2.

    >>> brier_score(np.array([[1.0, 0.0], [0.5, 0.5]]), np.array([0, 1]))
    0.25
    """
    distance = proba.copy()
    distance[np.arange(len(y)), y] -= 1.0
    return float((distance**2).sum() / len(y))


def log_loss(proba: FloatArray, y: IndexArray) -> float:
    """Mean of -log p(true class).

    >>> round(log_loss(np.array([[0.5, 0.5], [0.25, 0.75]]), np.array([0, 1])), 4)
    0.4904
    """
    return float(-np.mean(np.log(np.maximum(proba[np.arange(len(y)), y], LEAST))))


def calibration_errors(
    confidence: FloatArray, correct: BoolArray, *, bins: int = BINS, level: float = 0.95
) -> tuple[Estimate, Estimate]:
    """Expected and maximum calibration error with their bounds.

    >>> rng = np.random.default_rng(0)
    >>> confidence = rng.random(500)
    >>> expected, largest = calibration_errors(confidence, rng.random(500) < confidence)
    >>> print(expected)
    0.043 (0.000 to 0.267)
    """
    table = reliability_bins(confidence, correct, bins=bins)
    filled = table.documents > 0
    n, mean = table.documents[filled], table.confidence[filled]
    hits = np.rint(table.accuracy[filled] * n)
    alpha = (1.0 - level) / (2 * len(n))
    low, high = lower_bound(hits, n, alpha), upper_bound(hits, n, alpha)
    least = np.maximum(np.maximum(low - mean, mean - high), 0.0)
    most = np.maximum(high - mean, mean - low)
    gaps, share = table.gaps[filled], n / n.sum()
    return (
        Estimate(float(gaps @ share), float(least @ share), float(most @ share)),
        Estimate(float(gaps.max()), float(least.max()), float(most.max())),
    )


def with_interval(
    measure: Measure,
    proba: FloatArray,
    y: IndexArray,
    *,
    rng: np.random.Generator,
    level: float = 0.95,
) -> Estimate:
    """``measure``, a mean of 0 or more over these documents, with its bootstrap interval.

    >>> proba = np.tile([[0.8, 0.2], [0.3, 0.7]], (50, 1))
    >>> y = np.tile([0, 1, 0, 0, 0, 1, 1, 1, 0, 1], 10)
    >>> print(with_interval(brier_score, proba, y, rng=np.random.default_rng(0)))
    0.330 (0.237 to 0.407)
    """
    value = measure(proba, y)
    drawn = []
    for _ in range(RESAMPLES):
        rows = rng.integers(0, len(y), len(y))
        drawn.append(measure(proba[rows], y[rows]))
    tail = (1.0 - level) / 2.0
    low, high = np.maximum(2 * value - np.quantile(drawn, [1.0 - tail, tail]), 0.0)
    return Estimate(value, float(low), float(high))


def calibration_report(
    proba: FloatArray, y: IndexArray, *, rng: np.random.Generator, level: float = 0.95
) -> dict[str, Estimate]:
    """All four measures with their intervals, by name."""
    correct = proba.argmax(axis=1) == y
    expected, largest = calibration_errors(proba.max(axis=1), correct, level=level)
    return {
        "expected calibration error": expected,
        "maximum calibration error": largest,
        "brier score": with_interval(brier_score, proba, y, rng=rng, level=level),
        "log loss": with_interval(log_loss, proba, y, rng=rng, level=level),
    }


__all__ = [
    "BINS",
    "Estimate",
    "Measure",
    "ReliabilityBins",
    "brier_score",
    "calibration_errors",
    "calibration_report",
    "expected_calibration_error",
    "log_loss",
    "reliability_bins",
    "with_interval",
]
