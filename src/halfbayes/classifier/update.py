"""Counts added to or taken from a model whose documents are not at hand.

The word, number and category statistics are sums over documents and stay exact. The vocabulary,
the discriminant and the weights of the views need the documents to be fitted again, so they are
kept as they are; a warning says so.
"""

import warnings
from dataclasses import replace

import numpy as np

from halfbayes.classifier.digests import document_digests
from halfbayes.classifier.learnt import Learnt, Whole
from halfbayes.classifier.survey import MODULUS
from halfbayes.classifier.training import TrainingSet
from halfbayes.core.views import LearntEventView, LearntView
from halfbayes.errors import InvalidInputError, UnknownLabelError
from halfbayes.types import IndexArray


class CountsOnlyWarning(UserWarning):
    """Only the counts of a model were changed, because its documents are not at hand."""


def with_counts(learnt: Learnt, documents: TrainingSet, *, sign: int) -> Learnt:
    """The model with ``documents`` added to its counts (sign 1) or taken from them (-1)."""
    unknown = np.setdiff1d(documents.labels, learnt.classes)
    if len(unknown):
        raise UnknownLabelError(
            f"the label {unknown.tolist()[0]!r} is new, and the documents of this model are "
            "not at hand to fit it again; save the model with documents=True to teach it new "
            "classes"
        )
    y = np.searchsorted(learnt.classes, documents.labels)
    sources = [source.X for source in learnt.evidence.read(documents.table)]
    views = tuple(
        _changed(view, sources, y, len(learnt.classes), sign) for view in learnt.hybrid.views
    )
    warnings.warn(
        "this model was loaded without its documents: its counts are brought up to date, its "
        "vocabulary, weights and leave-one-out scores stay as they were; save with "
        "documents=True to have all of it fitted again",
        CountsOnlyWarning,
        stacklevel=3,
    )
    hybrid = replace(learnt.hybrid, views=views)
    whole = _whole(learnt, documents, y, sign)
    return replace(learnt, hybrid=hybrid, whole=whole, data_hash=None)


def _whole(learnt: Learnt, documents: TrainingSet, y: IndexArray, sign: int) -> Whole | None:
    if learnt.whole is None:
        return None
    digests = document_digests(documents.table, learnt.roles, documents.labels.tolist())
    change = sign * sum(int.from_bytes(digest) for digest in digests)
    fingerprint = (int(learnt.whole.fingerprint, 16) + change) % MODULUS
    by_class = learnt.whole.by_class + sign * np.bincount(y, minlength=len(learnt.classes))
    return Whole(by_class, f"{fingerprint:032x}")


def _changed(
    view: LearntView, sources: list[object], y: IndexArray, n_classes: int, sign: int
) -> LearntView:
    if not isinstance(view, LearntEventView):
        return view
    X = sources[view.view.region]
    change = view.view.event.statistics(X, y, n_classes=n_classes)
    statistics = view.statistics + change if sign > 0 else view.statistics - change
    if statistics.overdrawn:
        message = "documents were to be forgotten that this model never learnt; nothing changed"
        raise InvalidInputError(message)
    return replace(view, statistics=statistics)


__all__ = ["CountsOnlyWarning", "with_counts"]
