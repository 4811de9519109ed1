"""What more labels would bring: the errors so far (``relearnt``), carried on by their law.

The law goes between the errors of all sizes, and may be off that of today, which the most
documents have measured. What is expected starts there and falls as the law does:

    expected(N) = measured(n) error(N) / error(n)

Its interval holds both this and what the law alone would expect.
"""

from typing import Any, Final

import numpy as np

from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import SEED, CheckedDocuments
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.measured import share
from halfbayes.classifier.relearnt import errors_so_far
from halfbayes.core.forecast import WORLDS, Checked
from halfbayes.core.guarantee import Promise, certified
from halfbayes.core.learning_curve import LearningCurve, SizeError, learning_curve
from halfbayes.report.findings import Growth, Measured

TIMES: Final = (1, 2, 4)
"""How many times the labels of today the forecast looks ahead; beyond, no law holds."""

BETWEEN: Final = 4
"""Points of the drawn curve between two of those."""


def growth(
    model: Any, learnt: Learnt, checked: CheckedDocuments, asked: Asked
) -> Growth | None:
    """The error so far and the error to expect; None where no parts tell how it falls."""
    n = len(checked.y)
    seen = errors_so_far(model, learnt, checked)
    if len(seen) == 1:
        return None
    curve = learning_curve(seen)
    steps = BETWEEN * (len(TIMES) - 1)
    sizes = np.unique(np.geomspace(n, n * TIMES[-1], steps + 1).round()).astype(int).tolist()
    return Growth(
        measured=tuple((p.labels, share(p.wrong, p.documents)) for p in seen),
        expected=tuple((size, _expected(curve, seen[-1], size)) for size in sizes),
        answered=_answered(checked, asked, curve),
        accuracy=asked.accuracy,
    )


def _answered(
    checked: CheckedDocuments, asked: Asked, curve: LearningCurve
) -> tuple[tuple[int, Measured], ...]:
    """Share of documents that can be promised, today and with more labels: a simulation."""
    confidence, correct = checked.proba.max(axis=1), checked.correct
    promise, n = Promise(asked.accuracy, asked.delta), len(correct)
    today = certified(confidence, correct, accuracy=asked.accuracy, delta=asked.delta)
    rng = np.random.default_rng(SEED)
    documents = Checked(confidence, correct, curve.drawn(WORLDS, rng).tolist())
    worlds = documents.worlds(WORLDS, rng)
    later = []
    for times in TIMES[1:]:
        drawn = documents.coverages((times - 1) * n, worlds, promise)
        low, middle, high = np.quantile(drawn, [0.05, 0.5, 0.95]).tolist()
        later.append((times * n, Measured(middle, low, high, times * n)))
    return ((n, Measured(today.coverage, today.coverage, today.coverage, n)), *later)


def _expected(curve: LearningCurve, today: SizeError, size: int) -> Measured:
    """The error to expect with ``size`` labels, from what is measured today."""
    law = curve.at(size)
    off = today.wrong / today.documents / curve.at(today.labels).error
    low, high = min(off, 1.0) * law.low, min(max(off, 1.0) * law.high, 1.0)
    return Measured(min(off * law.error, 1.0), low, high, size)


__all__ = ["growth"]
