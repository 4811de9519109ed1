"""Scores of documents by views that know none of their group.

Documents often come in groups that resemble each other: mails of one thread, pages of one site,
functions of one module. If new documents are to be of *other* groups, leaving out one document
at a time is not honest: its siblings give it away. Here whole groups are left out and the views
learn again without them, at most ``MOST_FOLDS`` times: where there are more groups, several are
left out together. The division depends on the sizes and order of the groups alone. Words that
only the group has are dropped, as from any new document.

The law: with one group per document, and no more documents than folds, this is leave-one-out.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from halfbayes.core.blocks import present_documents
from halfbayes.core.known import as_seen
from halfbayes.core.view import Documents, View
from halfbayes.types import FloatArray, IndexArray

MOST_FOLDS = 25


def folds_of_groups(groups: IndexArray, *, most: int = MOST_FOLDS) -> IndexArray:
    """The fold of each document: groups whole, and folds of about equal size.

    >>> folds_of_groups(np.array([0, 0, 0, 1, 2, 2, 3]), most=2)
    array([0, 0, 0, 1, 1, 1, 0])
    """
    sizes = np.bincount(groups)
    n_folds = min(most, len(sizes))
    load = np.zeros(n_folds, dtype=np.intp)
    fold = np.zeros(len(sizes), dtype=np.intp)
    for group in np.argsort(-sizes, kind="stable"):  # the largest first, to the emptiest fold
        fold[group] = np.argmin(load)
        load[fold[group]] += sizes[group]
    return np.asarray(fold[groups])


def without_groups(
    views: Sequence[View],
    documents: Documents,
    groups: IndexArray,
    each: Callable[[IndexArray], Iterable[int]] = iter,
) -> tuple[FloatArray, Documents]:
    """What each view says of each document without its group: (views, documents, classes).

    And the documents as they were seen then: known, and of text whether there is anything.
    ``each`` goes over the folds.
    """
    scores = np.zeros((len(views), len(documents.y), documents.n_classes))
    present = [np.zeros((len(documents.y), 1)) for _ in documents.regions]
    folds = folds_of_groups(groups)
    for fold in each(np.unique(folds)):
        out, kept = np.flatnonzero(folds == fold), np.flatnonzero(folds != fold)
        # Nobody asks what they say of one another.
        others = replace(documents.rows(kept), known=None)
        asked = _asked(documents, out, others)
        for number, view in enumerate(views):
            scores[number, out] = view.learnt(others).scores(asked)
        for here, X in zip(present, asked, strict=True):
            here[out, 0] = present_documents(X)
    return scores, _as_seen_then(documents, present)


def _as_seen_then(documents: Documents, present: Sequence[FloatArray]) -> Documents:
    if documents.known is None:
        return documents
    pairs = zip(documents.regions, present, documents.known, strict=True)
    regions = [X if known is None else here for X, here, known in pairs]
    return replace(documents, regions=regions, known=None)


def _asked(documents: Documents, out: IndexArray, others: Documents) -> list[Any]:
    """The regions of the documents left out; text as seen through the words of the others."""
    regions = [X[out] for X in documents.regions]
    if documents.known is None:
        return regions
    seen = zip(regions, others.regions, documents.known, strict=True)
    return [X if known is None else as_seen(X, by, known.least) for X, by, known in seen]


__all__ = ["MOST_FOLDS", "folds_of_groups", "without_groups"]
