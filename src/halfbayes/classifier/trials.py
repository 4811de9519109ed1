"""How good a model is: by leave-one-out, on other documents, or fold by fold."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sklearn.base import clone

from halfbayes.classifier.digests import canonical, document_digests
from halfbayes.classifier.document import DocumentClassifier
from halfbayes.classifier.fitting import Settings
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.saved import read
from halfbayes.classifier.table import Table, as_table
from halfbayes.data.model_file import read_model_file
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.evaluate.scorecard import Scorecard, scorecard
from halfbayes.models.validation import encoded_labels, positions_among
from halfbayes.types import IndexArray, LabelArray

FoldTold = Callable[[int], object]
"""Told after each fold that one more is done."""


def learnt_in(path: str) -> Learnt:
    """All that the model in a file has learnt."""
    return read(*read_model_file(path))


def leave_one_out_trial(learnt: Learnt) -> Scorecard:
    """Each training document judged by the model without it."""
    log_proba = learnt.hybrid.leave_one_out_log_proba
    return scorecard(np.exp(log_proba), learnt.y, learnt.classes.tolist())


def trial(model: DocumentClassifier, table: Any, labels: Any) -> Scorecard:
    """The model on documents it has not seen, with their labels."""
    if len(labels) == 0:
        message = "there are no documents to test on; pass documents with their labels"
        raise InvalidInputError(message)
    y = positions_among(model.classes_, np.asarray(labels))
    return scorecard(model.predict_proba(table), y, model.classes_.tolist())


def fold_trial(
    model: DocumentClassifier,
    table: Any,
    labels: Any,
    n_folds: int,
    *,
    told: FoldTold | None = None,
) -> Scorecard:
    """Each fold of the documents judged by the model fitted to the others.

    Every class is dealt to the folds in turn, in the canonical order of ``digests``. ``model``
    only lends its parameters.
    """
    documents, names = as_table(table), np.asarray(labels)
    classes, y = encoded_labels(names)
    if not 2 <= n_folds <= len(y):  # noqa: PLR2004 (fewer than two are no folds)
        raise InvalidParameterError(
            f"folds must be from 2 to the number of documents, {len(y)}; got {n_folds}"
        )
    proba = np.zeros((len(y), len(classes)))
    roles = Settings(**model.get_params()).roles(documents)
    order = canonical(y, document_digests(documents, roles, None))
    for held_out in _folds(order, n_folds):
        fitted, answered = _fitted_without(model, documents, names, held_out)
        columns = np.searchsorted(classes, fitted.classes_)
        proba[np.ix_(held_out, columns)] = answered
        if told is not None:
            told(1)
    return scorecard(proba, y, classes.tolist())


def _fitted_without(
    model: DocumentClassifier, documents: Table, names: LabelArray, held_out: IndexArray
) -> tuple[DocumentClassifier, Any]:
    others = np.setdiff1d(np.arange(len(names)), held_out)
    fitted = clone(model).fit(documents.rows(others.tolist()), names[others])
    return fitted, fitted.predict_proba(documents.rows(held_out.tolist()))


def _folds(order: IndexArray, n_folds: int) -> Iterator[IndexArray]:
    """Documents of each fold; the next class begins where the last one ended."""
    fold = np.empty(len(order), dtype=np.intp)
    fold[order] = np.arange(len(order)) % n_folds
    for number in range(n_folds):
        yield np.flatnonzero(fold == number)


__all__ = ["fold_trial", "learnt_in", "leave_one_out_trial", "trial"]
