"""The place a view sees documents from: what it says of the average document is taken away.

    f_jk(x) - s_j r_j(x) (m_jk - mean over k of m_jk)
    m_jk = mean over the classes c of the mean of f_jk(x_i) over the documents i of class c

A word model favours some classes whatever the document: that of a class of many kinds of
documents is flatter than that of a narrow one. The offsets c_k of the small fit would learn it,
but few labels hold them near zero. Halfway between the classes no view favours any.

r_j(x) is how much of what the view looks at document x has: an empty region says nothing. The
scores are those of documents left out, and document i itself is seen from the m of the others.

    s_j = t_j H / A        H, A: harmonic and arithmetic mean of the sizes of the classes

t_j is what the view asks for (``centred``). A document left out leaves its class poorer, and a
small class by more: means of large and of small classes cannot be compared, so that the more
unequal the classes are, the less is taken away, and with equal ones all of it. The law: what is
added to all scores of such a view, of classes of one size, makes no difference.
"""

from collections.abc import Sequence

import numpy as np

from halfbayes.core.counts import ROUNDING, documents_by_class
from halfbayes.core.view import Documents, View, present_share
from halfbayes.types import FloatArray, IndexArray


def seen_from_centres(
    views: Sequence[View], scores: FloatArray, documents: Documents
) -> tuple[FloatArray, FloatArray]:
    """``scores`` (views, documents, classes) as seen from the centres: (views, classes).

    The centres are those of all documents, as new ones are seen, with their shares.
    """
    centres = np.zeros((len(views), documents.n_classes))
    if not any(view.centred for view in views) or len(documents.y) == 0:
        return scores, centres
    seen = scores.copy()
    m = np.ones(len(documents.y)) if documents.weights is None else documents.weights
    for place, view in enumerate(views):
        if view.centred:
            r = present_share(view, documents.regions)
            mean, of_others, even = class_means(scores[place], documents.y, m * r)
            centres[place] = view.centred * even * mean
            seen[place] -= view.centred * even * r[:, None] * of_others
    return seen, centres


def class_means(
    scores: FloatArray, y: IndexArray, weights: FloatArray
) -> tuple[FloatArray, FloatArray, float]:
    """m_k less its mean over k; the same without each document; and H / A.

    >>> scores, y = np.array([[4.0, 0.0], [2.0, 0.0], [1.0, 1.0]]), np.array([0, 0, 1])
    >>> mean, of_others, even = class_means(scores, y, np.ones(3))
    >>> mean.tolist(), of_others.tolist(), round(even, 3)
    ([0.75, -0.75], [[0.5, -0.5], [1.0, -1.0], [1.5, -1.5]], 0.889)
    """
    K = scores.shape[1]
    size = documents_by_class(y, K, weights)  # N_c
    some = size > 0.0
    if not some.any():
        return np.zeros(K), np.zeros_like(scores), 0.0
    weighted = weights[:, None] * scores
    sums = np.zeros((K, K))
    np.add.at(sums, y, weighted)
    means = sums / np.where(some, size, 1.0)[:, None]  # (of class, of score)
    total, count = means.sum(axis=0), float(some.sum())
    left = size[y] - weights
    stays = left > ROUNDING * size[y]  # the class has other documents
    others = (sums[y] - weighted) / np.where(stays, left, 1.0)[:, None]
    without = total - means[y] + np.where(stays[:, None], others, 0.0)
    of_others = without / np.maximum(count - ~stays, 1.0)[:, None]
    even = float(count**2 / (1.0 / size[some]).sum() / size.sum())
    return _balanced(total / count), _balanced(of_others), even


def _balanced(scores: FloatArray) -> FloatArray:
    """Less the mean over the classes, which moves no probability."""
    return np.asarray(scores - scores.mean(axis=-1, keepdims=True))


__all__ = ["class_means", "seen_from_centres"]
