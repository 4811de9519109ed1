"""The place a view sees documents from: what it says of the average document is taken away.

    f_jk(x) - s_j r_j(x) (m_jk - mean over k of m_jk)
    m_jk = mean over the classes c of the mean of f_jk(x_i) over the documents i of class c

A word model favours some classes whatever the document: that of a class of many kinds of
documents is flatter than that of a narrow one. The offsets c_k of the small fit would learn it,
but few labels hold them near zero. Halfway between the classes no view favours any.

r_j(x) is 1 where document x has anything of the first region the view looks at (of text its
words) that other documents know, and 0 where it has not: an empty region says nothing. The
scores are those of documents left out, and document i itself is seen from the m of the others.
That is nearly, not quite, what it would be without i: the scores of the others still know i,
and s_j is that of all documents.

    s_j = t_j (H / A) M_j / (M_j + V_j)

t_j is what the view asks for (``centred``). H and A are the harmonic and arithmetic mean of the
sizes of the classes: a document left out leaves its class poorer, and a small class by more, so
that means of large and of small classes cannot be compared; the more unequal the classes are,
the less is taken away. M_j is the square of the centre, summed over k, and V_j what chance
makes of it, from the variance of the scores within the classes: of few documents that say
little of it, little is taken away, and of one document a class, nothing. The law: what is added
to all scores of such a view, of classes of one size, makes the less difference the more
documents there are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from halfbayes.core.counts import ROUNDING, documents_by_class
from halfbayes.core.supplement import indicators
from halfbayes.core.view import Documents, View, has_first_region
from halfbayes.types import BoolArray, FloatArray, IndexArray


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
    weights = np.ones(len(documents.y)) if documents.weights is None else documents.weights
    for place, view in enumerate(views):
        if view.centred:
            r = _seen_by(view, documents)
            found = class_centre(scores[place], documents.y, weights * r)
            share = view.centred * found.share
            centres[place] = share * found.mean
            seen[place] -= share * r[:, None] * found.of_others
    return seen, centres


@dataclass(frozen=True, slots=True, eq=False)
class ClassCentre:
    """The place halfway between the classes."""

    mean: FloatArray  # m_k less its mean over k: (classes,)
    of_others: FloatArray  # the same without each document: (documents, classes)
    share: float  # (H / A) M / (M + V)


def class_centre(scores: FloatArray, y: IndexArray, weights: FloatArray) -> ClassCentre:
    """The centre of documents with these scores, classes and weights.

    >>> scores, y = np.array([[4.0, 0.0], [2.0, 0.0], [1.0, 1.0]]), np.array([0, 0, 1])
    >>> centre = class_centre(scores, y, np.ones(3))
    >>> centre.mean.tolist(), centre.of_others.tolist(), round(centre.share, 3)
    ([0.75, -0.75], [[0.5, -0.5], [1.0, -1.0], [1.5, -1.5]], 0.667)
    """
    K = scores.shape[1]
    f = scores - scores.mean(axis=1, keepdims=True)  # what is the same for all moves nothing
    size = documents_by_class(y, K, weights)  # N_c
    some = size > 0.0
    if not some.any():
        return ClassCentre(np.zeros(K), np.zeros_like(scores), 0.0)
    weighted = weights[:, None] * f
    sums = indicators(y, K).T @ weighted  # (of class, of score)
    means = sums / np.where(some, size, 1.0)[:, None]
    total, count = means.sum(axis=0), float(some.sum())
    left = size[y] - weights
    stays = left > ROUNDING * size[y]  # the class has other documents
    of_others = sums[y]
    of_others -= weighted
    of_others *= (stays / np.where(stays, left, 1.0))[:, None]
    of_others += (total - means)[y]
    of_others /= np.maximum(count - (some[y] & ~stays), 1.0)[:, None]
    within = np.einsum("ik,ik->", weighted, f) - size @ (means**2).sum(axis=1)
    mean = total / count
    if np.abs(mean).max() <= ROUNDING * np.abs(scores).max():
        return ClassCentre(mean, of_others, 0.0)
    return ClassCentre(mean, of_others, _share(mean, max(float(within), 0.0), size[some]))


def _seen_by(view: View, documents: Documents) -> BoolArray:
    """R of documents left out: what nobody else has of them is not there."""
    here = has_first_region(view, documents.regions)
    known = None if documents.known is None else documents.known[view.parts[0][0]]
    return here if known is None else here & (known.share > 0.0)


def _share(mean: FloatArray, within: float, sizes: FloatArray) -> float:
    """(H / A) M / (M + V); ``within`` are the squares of what is not told by the classes."""
    n, inverse = float(sizes.sum()), float((1.0 / sizes).sum())
    freedom = n - len(sizes)
    M = float(mean @ mean)
    if freedom <= ROUNDING * n or M == 0.0:
        return 0.0
    V = within / freedom * inverse / len(sizes) ** 2
    return len(sizes) ** 2 / inverse / n * M / (M + V)


__all__ = ["ClassCentre", "class_centre", "seen_from_centres"]
