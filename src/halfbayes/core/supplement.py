"""Documents that teach and are never asked: word lists, and documents without labels.

    T_kw = sum over documents i of class k of weight_i x_iw  +  sum over the supplement j of s_jk x_jw

s_jk is how much document j of the supplement counts in class k, in units of one labelled
document: the weight of a word list in its own class, or the weight of an unlabelled document
times the probability that it is of class k. In the discriminant it is a document of weight
sum_k s_jk whose target is s_jk / sum_k s_jk. Leaving out a labelled document leaves the
supplement in: exact leave-one-out needs no change. No class prior, no weight of a view and no
score counts the supplement.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from halfbayes.core.counts import ClassCounts
from halfbayes.types import CountMatrix, FloatArray, IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class Supplement:
    """Documents as one matrix per region, and how much each counts in every class."""

    regions: Sequence[Any]  # each (documents, features)
    shares: FloatArray  # s: (documents, classes)


def soft_counts(X: CountMatrix, shares: FloatArray) -> ClassCounts:
    """Class counts of documents each of which is in every class with its share.

    >>> counts = soft_counts(sparse.csr_array([[2.0, 0.0], [0.0, 4.0]]), np.full((2, 2), 0.5))
    >>> counts.terms.tolist(), counts.documents.tolist()
    ([[1.0, 2.0], [1.0, 2.0]], [1.0, 1.0])
    """
    return ClassCounts(np.asfortranarray((X.T @ shares).T), shares.sum(axis=0))


def supplemented(
    matrices: Sequence[Any],
    more: Sequence[Any],
    shares: FloatArray,
    y: IndexArray,
    weights: FloatArray | None,
) -> tuple[list[Any], FloatArray, FloatArray]:
    """Labelled documents, then the supplement: matrices, targets and weights.

    >>> X, y = np.array([[1.0]]), np.array([1])
    >>> supplemented([X], [2.0 * X], np.array([[0.5, 1.5]]), y, None)[1].tolist()
    [[0.0, 1.0], [0.25, 0.75]]
    """
    total = shares.sum(axis=1)
    targets = np.zeros((len(y), shares.shape[1]))
    targets[np.arange(len(y)), y] = 1.0
    soft = shares / np.where(total > 0.0, total, 1.0)[:, None]
    own = np.ones(len(y)) if weights is None else weights
    stacked = [_stacked(X, Z) for X, Z in zip(matrices, more, strict=True)]
    return stacked, np.vstack([targets, soft]), np.concatenate([own, total])


def _stacked(X: Any, Z: Any) -> Any:
    if isinstance(X, np.ndarray):
        return np.vstack([X, Z])
    return sparse.csr_array(sparse.vstack([X, Z], format="csr"))


__all__ = ["Supplement", "soft_counts", "supplemented"]
