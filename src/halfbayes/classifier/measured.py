"""What a report tells of the checked documents: curves, sorting, reliability, confusions.

Checked documents are the training documents with their leave-one-out probabilities
(``decide.CheckedDocuments``).
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.decide import alternative
from halfbayes.core.binomial import lower_bound, upper_bound
from halfbayes.core.calibration import reliability_bins
from halfbayes.core.coverage import FIRST_RANK, accuracy_coverage_curve
from halfbayes.core.guarantee import Certificate, certified
from halfbayes.evaluate.curves import coverage_report
from halfbayes.evaluate.scorecard import scorecard
from halfbayes.report.findings import (
    Bin,
    Confusions,
    Curve,
    Instead,
    Measured,
    Sorting,
    Step,
)
from halfbayes.types import FloatArray, IndexArray

TAIL: Final = 0.025
"""Either side of an interval of 95 %."""

TARGETS: Final = tuple(level / 100 for level in range(50, 100))
"""Accuracies that the slider offers."""

MOST_PILES: Final = 12
MOST_CLASSES: Final = 12
"""Classes of a confusion matrix; more fold into the worst pairs."""

CURVE_POINTS: Final = 120
BINS: Final = 10


def share(hits: int, documents: int) -> Measured:
    """A share with its exact interval.

    >>> share(9, 10).low.__round__(3)
    0.555
    """
    low, high = lower_bound(hits, documents, TAIL), upper_bound(hits, documents, TAIL)
    return Measured(hits / documents, float(low), float(high), documents)


def coverage_curve(checked: CheckedDocuments, confidence: float) -> Curve:
    """Accuracy against coverage, thinned to what a picture can show."""
    report = coverage_report(checked.proba.max(axis=1), checked.correct, level=confidence)
    curve, band = report.curve, report.band
    n = curve.n_documents
    first = min(FIRST_RANK, n)
    ranks = np.unique(np.linspace(first, n, min(CURVE_POINTS, n)).round()) / n
    return Curve(
        coverage=tuple(ranks.tolist()),
        accuracy=tuple(curve.accuracy_at(float(rank)) for rank in ranks),
        band_coverage=tuple(band.coverage.tolist()),
        band_low=tuple(band.low.tolist()),
        band_high=tuple(band.high.tolist()),
    )


def sorting(
    checked: CheckedDocuments,
    names: Sequence[str],
    asked: Asked,
    new: FloatArray | None = None,
    *,
    targets: Sequence[float] = TARGETS,
) -> Sorting:
    """Where documents go at each accuracy: new ones by their probabilities, or the checked."""
    correct = checked.correct
    curve = accuracy_coverage_curve(checked.proba.max(axis=1), correct)
    proba = checked.proba if new is None else new
    confidence, given = proba.max(axis=1), proba.argmax(axis=1)
    classes, place = _piles(given, names)
    folded = len(names) - MOST_PILES + 1 if len(names) > MOST_PILES else 0
    accuracies = sorted({*targets, asked.accuracy})
    steps = []
    for target in accuracies:
        found = certified(
            checked.proba.max(axis=1), correct, accuracy=target, delta=asked.delta
        )
        answered = confidence >= found.threshold
        piles = np.bincount(place[given[answered]], minlength=len(classes))
        measured = curve.coverage_at(target)
        steps.append(_step(found, measured, tuple(piles.tolist())))
    return Sorting(
        classes=classes,
        folded=folded,
        documents=len(proba),
        are_new=new is not None,
        checked=len(correct),
        confidence=asked.confidence,
        steps=tuple(steps),
        chosen=accuracies.index(asked.accuracy),
        instead=_instead(checked, asked),
    )


def _instead(checked: CheckedDocuments, asked: Asked) -> Instead | None:
    found = alternative(checked, asked)
    return None if found is None else Instead(found.accuracy, found.answered)


def automatic(checked: CheckedDocuments, asked: Asked, n_classes: int) -> IndexArray:
    """Checked documents that would be answered automatically, by given class: (classes,)."""
    confidence = checked.proba.max(axis=1)
    rule = certified(confidence, checked.correct, accuracy=asked.accuracy, delta=asked.delta)
    return np.bincount(checked.predicted[confidence >= rule.threshold], minlength=n_classes)


def reliability(checked: CheckedDocuments) -> tuple[Bin, ...]:
    """How often the documents of each confidence were right."""
    table = reliability_bins(checked.proba.max(axis=1), checked.correct, bins=BINS)
    return tuple(
        Bin(float(mean), share(round(accuracy * n), int(n)))
        for mean, accuracy, n in zip(
            table.confidence, table.accuracy, table.documents, strict=True
        )
        if n
    )


def confusions(checked: CheckedDocuments, names: Sequence[str]) -> Confusions:
    """Which class is taken for which; of many classes only the worst pairs."""
    card = scorecard(checked.proba, checked.y, names)
    pairs = tuple((pair.label, pair.given, pair.documents) for pair in card.confusions)
    K = len(names)
    if K > MOST_CLASSES:
        return Confusions(tuple(names), (), pairs)
    table = np.bincount(checked.y * K + checked.predicted, minlength=K * K).reshape(K, K)
    return Confusions(tuple(names), tuple(map(tuple, table.tolist())), pairs)


def _piles(given: IndexArray, names: Sequence[str]) -> tuple[tuple[str, ...], IndexArray]:
    """Names of the piles, and the pile of each class: rare classes share the last."""
    if len(names) <= MOST_PILES:
        return tuple(names), np.arange(len(names))
    count = np.bincount(given, minlength=len(names))
    frequent = np.sort(np.argsort(-count, kind="stable")[: MOST_PILES - 1])
    place = np.full(len(names), MOST_PILES - 1)
    place[frequent] = np.arange(MOST_PILES - 1)
    others = f"{len(names) - MOST_PILES + 1} other classes"
    return (*(names[k] for k in frequent), others), place


def _step(found: Certificate, measured: float, piles: tuple[int, ...]) -> Step:
    threshold = found.threshold if found.holds else None
    return Step(found.accuracy, found.answered, found.errors, threshold, measured, piles)


__all__ = [
    "automatic",
    "confusions",
    "coverage_curve",
    "reliability",
    "share",
    "sorting",
]
