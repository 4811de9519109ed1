"""Errors with fewer labels: the model is learnt again from parts of its documents.

Nested parts, an eighth, a quarter and a half of the documents, every class in proportion; each
is judged by leave-one-out. The parts are no larger than ``MOST_LEARNT`` documents, which bounds
the time.
"""

from typing import Any, Final

import numpy as np

from halfbayes.classifier.checked import SEED, CheckedDocuments
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.unlearnt import MOST_LEARNT, unlearnt
from halfbayes.core.class_order import rank_within_class
from halfbayes.core.learning_curve import SizeError
from halfbayes.types import IndexArray, LabelArray

PARTS: Final = (8, 4, 2)
LEAST_LEARNT: Final = 12


def errors_so_far(model: Any, learnt: Learnt, checked: CheckedDocuments) -> list[SizeError]:
    """Errors of the model learnt from parts that can be judged, and last of the whole.

    Of the whole alone, where no part would be like it.
    """
    n = len(checked.y)
    whole = SizeError(n, int((~checked.correct).sum()), n)
    if learnt.training is None or not learnt.can_be_parted:
        return [whole]
    return [*_of_parts(model, learnt.training), whole]


def _of_parts(model: Any, training: TrainingSet) -> list[SizeError]:
    """Errors of the model learnt from parts of every class, and of groups not of one alone."""
    order, labels = stratified(training.labels), training.labels
    largest = min(training.n_documents, 2 * MOST_LEARNT)
    found = []
    for part in PARTS:
        rows = np.sort(order[: largest // part])
        if len(rows) < LEAST_LEARNT or len(np.unique(labels[rows])) < len(np.unique(labels)):
            continue
        some = training.rows(rows.tolist())
        if some.one_group(model.groups) is not None:
            continue
        fitted = unlearnt(model).fit(some.table.columns, some.labels)
        predicted = fitted.classes_[fitted.leave_one_out_proba_.argmax(axis=1)]
        wrong = int(np.sum(predicted != labels[rows]))
        found.append(SizeError(len(rows), wrong, len(rows)))
    return found


def stratified(labels: LabelArray) -> IndexArray:
    """Documents in an order of which every beginning has the classes in proportion."""
    shuffled = np.random.default_rng(SEED).permutation(len(labels))
    _, y, counts = np.unique(labels[shuffled], return_inverse=True, return_counts=True)
    place = (rank_within_class(y) + 0.5) / counts[y]
    return np.asarray(shuffled[np.argsort(place, kind="stable")])


__all__ = ["PARTS", "errors_so_far", "stratified"]
