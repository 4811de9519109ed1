"""Counts added to or taken from a model whose documents are not at hand.

The word, number and category statistics are sums over documents, and so is how many documents
each class has, by which the class prior moves:

    offset_k + log pi_k (now) - log pi_k (before)

Both are as if the documents had been there from the start; what was added and then taken away
leaves nothing but the rounding of sums. The vocabulary, the discriminant, the weights of the
views and the leave-one-out evidence need the documents to be fitted again, so they are kept as
they are, and promises rest on the documents that were checked before; a warning says so.
"""

import warnings
from dataclasses import replace
from typing import Final

import numpy as np

from halfbayes.classifier.adapt import with_shares, without_shares
from halfbayes.classifier.digests import document_digests
from halfbayes.classifier.learnt import Learnt, Whole
from halfbayes.classifier.training import TrainingSet
from halfbayes.core.prior import log_prior
from halfbayes.core.views import LearntEventView, LearntView
from halfbayes.errors import InvalidInputError, UnknownLabelError
from halfbayes.types import FloatArray, IndexArray

NEVER_LEARNT: Final = (
    "documents were to be forgotten that this model never learnt; nothing changed"
)


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
        "this model was loaded without its documents: the counts of its word models and of its "
        "classes are brought up to date; its vocabulary, discriminant and weights stay as they "
        "were, and promises rest on the documents checked before; save with documents=True to "
        "have all of it fitted again",
        CountsOnlyWarning,
        stacklevel=3,
    )
    plain = without_shares(learnt)
    changed = replace(plain, whole=_whole(plain, documents, y, sign))
    weights = plain.hybrid.weights
    moved = replace(weights, offsets=weights.offsets + _log_prior(changed) - _log_prior(plain))
    changed = replace(changed, hybrid=replace(plain.hybrid, views=views, weights=moved))
    return changed if learnt.shares is None else with_shares(changed, learnt.shares)


def _whole(learnt: Learnt, documents: TrainingSet, y: IndexArray, sign: int) -> Whole | None:
    """All documents there are now; None where these are again those that have scores."""
    before = learnt.data_hash if learnt.whole is None else learnt.whole.fingerprint
    digits = before or f"{0:032x}"
    digests = document_digests(documents.table, learnt.roles, documents.labels.tolist())
    change = sign * sum(int.from_bytes(digest) for digest in digests)
    fingerprint = f"{(int(digits, 16) + change) % 16 ** len(digits):0{len(digits)}x}"
    by_class = learnt.by_class + sign * np.bincount(y, minlength=len(learnt.classes))
    if by_class.min() < 0:  # counts of words may be those of word lists
        raise InvalidInputError(NEVER_LEARNT)
    checked = np.bincount(learnt.y, minlength=len(learnt.classes))
    if fingerprint == learnt.data_hash and np.array_equal(by_class, checked):
        return None
    return Whole(by_class, fingerprint)


def _log_prior(learnt: Learnt) -> FloatArray:
    return log_prior(learnt.by_class.astype(np.float64))


def _changed(
    view: LearntView, sources: list[object], y: IndexArray, n_classes: int, sign: int
) -> LearntView:
    if not isinstance(view, LearntEventView):
        return view
    X = sources[view.view.region]
    change = view.view.event.statistics(X, y, n_classes=n_classes)
    statistics = view.statistics + change if sign > 0 else view.statistics - change
    if statistics.overdrawn:
        raise InvalidInputError(NEVER_LEARNT)
    return replace(view, statistics=statistics)


__all__ = ["CountsOnlyWarning", "with_counts"]
