"""How good a model is: by leave-one-out, on other documents, or fold by fold."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from sklearn.base import clone

from halfbayes.classifier.digests import canonical, document_digests, hash_of_all
from halfbayes.classifier.document import DocumentClassifier
from halfbayes.classifier.fitting import Settings
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.table import as_table
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.unlearnt import fitted_to_part
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.evaluate.scorecard import Scorecard, scorecard
from halfbayes.models.validation import encoded_labels, positions_among
from halfbayes.types import IndexArray

FoldTold = Callable[[int], object]
"""Told after each fold that one more is done."""


def leave_one_out_trial(learnt: Learnt) -> Scorecard:
    """Each training document judged by the model without it."""
    log_proba = learnt.taught().hybrid.leave_one_out_log_proba
    return scorecard(np.exp(log_proba), learnt.y, learnt.classes.tolist())


def trial(model: DocumentClassifier, table: Any, labels: Any) -> Scorecard:
    """The model on documents it has not seen, with their labels."""
    if len(labels) == 0:
        message = "there are no documents to test on; pass documents with their labels"
        raise InvalidInputError(message)
    y = positions_among(model.classes_, np.asarray(labels))
    return scorecard(model.predict_proba(table), y, model.classes_.tolist())


def rows_learnt(learnt: Learnt, table: Any, labels: Any) -> int:
    """How many rows of a test are documents that the model learnt from, as far as it knows.

    A model without its documents knows only whether the rows are all of them.
    """
    rows, roles = as_table(table), replace(learnt.roles, groups=())
    training = learnt.training_as_given
    if training is None:
        digests = document_digests(rows, roles, list(labels))
        return rows.n_rows if learnt.data_hash == hash_of_all(digests) else 0
    known = set(document_digests(training.table, roles, None))
    return sum(digest in known for digest in document_digests(rows, roles, None))


def fold_trial(
    model: DocumentClassifier,
    training: TrainingSet,
    n_folds: int,
    *,
    told: FoldTold | None = None,
) -> Scorecard:
    """Each fold of the documents judged by the model fitted to the others.

    Every class is dealt to the folds in turn, in the canonical order of ``digests``; where the
    model has ``groups``, whole groups are, each by the first of its documents; where the others
    are of one group, they are learnt without ``groups``. ``model`` only lends its parameters,
    and every fit has all the documents without labels.
    """
    classes, y = encoded_labels(training.labels)
    if not 2 <= n_folds <= len(y):  # noqa: PLR2004 (fewer than two are no folds)
        raise InvalidParameterError(
            f"folds must be from 2 to the number of documents, {len(y)}; got {n_folds}"
        )
    proba = np.zeros((len(y), len(classes)))
    roles = Settings(**model.get_params()).roles(training.table)
    training.require_groups(model.groups)
    order = canonical(y, document_digests(training.table, roles, None))
    for held_out in _folds(order, training.group_numbers(roles), n_folds):
        fitted, answered = _fitted_without(model, training, held_out)
        columns = np.searchsorted(classes, fitted.classes_)
        proba[np.ix_(held_out, columns)] = answered
        if told is not None:
            told(1)
    return scorecard(proba, y, classes.tolist())


def _fitted_without(
    model: DocumentClassifier, training: TrainingSet, held_out: IndexArray
) -> tuple[DocumentClassifier, Any]:
    others = np.setdiff1d(np.arange(training.n_documents), held_out)
    known = training.rows(others.tolist())
    fitted = fitted_to_part(clone(model), known)
    return fitted, fitted.predict_proba(training.table.rows(held_out.tolist()))


def _folds(order: IndexArray, groups: IndexArray | None, n_folds: int) -> Iterator[IndexArray]:
    """Documents of each fold; the next class begins where the last one ended."""
    group = np.arange(len(order)) if groups is None else groups
    first = list(dict.fromkeys(group[order].tolist()))  # groups, by their first document
    if len(first) < n_folds:
        raise InvalidParameterError(
            f"folds must be no more than the groups, {len(first)}; got {n_folds}"
        )
    fold_of = {number: place % n_folds for place, number in enumerate(first)}
    fold = np.array([fold_of[number] for number in group.tolist()], dtype=np.intp)
    for number in range(n_folds):
        yield np.flatnonzero(fold == number)


__all__ = ["fold_trial", "leave_one_out_trial", "rows_learnt", "trial"]
