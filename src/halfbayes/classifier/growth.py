"""What more labels would bring: the model is learnt again from parts of its documents.

Nested parts, an eighth, a quarter and a half of the documents, every class in proportion; each
is judged by leave-one-out, and ``core.learning_curve`` carries the error on. The parts are no
larger than ``MOST_LEARNT`` documents, which bounds the time.
"""

from typing import Any, Final

import numpy as np

from halfbayes.classifier.checked import SEED, CheckedDocuments
from halfbayes.classifier.decide import Asked
from halfbayes.classifier.measured import share
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.unlearnt import MOST_LEARNT, unlearnt
from halfbayes.core.class_order import rank_within_class
from halfbayes.core.forecast import WORLDS, Checked
from halfbayes.core.guarantee import Promise, certified
from halfbayes.core.learning_curve import ExpectedError, SizeError, learning_curve
from halfbayes.report.findings import Growth, Measured
from halfbayes.types import IndexArray, LabelArray

PARTS: Final = (8, 4, 2)
LEAST_LEARNT: Final = 12
TIMES: Final = (1, 2, 4)
"""How many times the labels of today the forecast looks ahead; beyond, no law holds."""

BETWEEN: Final = 4
"""Points of the drawn curve between two of those."""


def growth(
    model: Any, training: TrainingSet, checked: CheckedDocuments, asked: Asked
) -> Growth | None:
    """The error so far and the error to expect; None where there are too few documents."""
    n = training.n_documents
    seen = [*_parts(model, training), SizeError(n, int((~checked.correct).sum()), n)]
    if len(seen) == 1:
        return None
    curve = learning_curve(seen)
    steps = BETWEEN * (len(TIMES) - 1)
    sizes = np.unique(np.geomspace(n, n * TIMES[-1], steps + 1).round()).astype(int).tolist()
    return Growth(
        measured=tuple((p.labels, share(p.wrong, p.documents)) for p in seen),
        expected=tuple((size, _as_measured(curve.at(size))) for size in sizes),
        answered=_answered(checked, asked, curve.expected_steepness),
        accuracy=asked.accuracy,
    )


def _parts(model: Any, training: TrainingSet) -> list[SizeError]:
    """Errors of the model learnt from parts that have every class."""
    order, labels = _stratified(training.labels), training.labels
    largest = min(training.n_documents, 2 * MOST_LEARNT)
    found = []
    for part in PARTS:
        rows = np.sort(order[: largest // part])
        if len(rows) < LEAST_LEARNT or len(np.unique(labels[rows])) < len(np.unique(labels)):
            continue
        fitted = unlearnt(model).fit(training.table.rows(rows.tolist()).columns, labels[rows])
        predicted = fitted.classes_[fitted.leave_one_out_proba_.argmax(axis=1)]
        wrong = int(np.sum(predicted != labels[rows]))
        found.append(SizeError(len(rows), wrong, len(rows)))
    return found


def _stratified(labels: LabelArray) -> IndexArray:
    """Documents in an order of which every beginning has the classes in proportion."""
    shuffled = np.random.default_rng(SEED).permutation(len(labels))
    _, y, counts = np.unique(labels[shuffled], return_inverse=True, return_counts=True)
    place = (rank_within_class(y) + 0.5) / counts[y]
    return np.asarray(shuffled[np.argsort(place, kind="stable")])


def _answered(
    checked: CheckedDocuments, asked: Asked, steepness: float
) -> tuple[tuple[int, Measured], ...]:
    """Share of documents that can be promised, today and with more labels: a simulation."""
    confidence, correct = checked.proba.max(axis=1), checked.correct
    promise, n = Promise(asked.accuracy, asked.delta), len(correct)
    today = certified(confidence, correct, accuracy=asked.accuracy, delta=asked.delta)
    documents = Checked(confidence, correct, steepness)
    worlds = documents.worlds(WORLDS, np.random.default_rng(SEED))
    later = []
    for times in TIMES[1:]:
        drawn = documents.coverages((times - 1) * n, worlds, promise)
        low, middle, high = np.quantile(drawn, [0.05, 0.5, 0.95]).tolist()
        later.append((times * n, Measured(middle, low, high, times * n)))
    return ((n, Measured(today.coverage, today.coverage, today.coverage, n)), *later)


def _as_measured(told: ExpectedError) -> Measured:
    return Measured(told.error, told.low, told.high, told.labels)


__all__ = ["growth"]
