"""Documents that teach and are never asked: word lists, and documents without labels.

    T_kw = sum over documents i of class k of weight_i x_iw + sum over the supplement s_jk x_jw

s_jk is how much document j of the supplement counts in class k, in units of one labelled
document: the weight of a word list in its own class, or the weight of an unlabelled document
times the probability that it is of class k. In the discriminant it is a document of weight
sum_k s_jk whose target is s_jk / sum_k s_jk, and the mean document, from which both are seen,
is the mean of all. Leaving out a labelled document leaves the
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


def indicators(y: IndexArray, n_classes: int) -> FloatArray:
    """1 where a document is of a class, else 0: (documents, classes)."""
    Y = np.zeros((len(y), n_classes))
    Y[np.arange(len(y)), y] = 1.0
    return Y


def targets(
    shares: FloatArray, y: IndexArray, weights: FloatArray | None
) -> tuple[FloatArray, FloatArray]:
    """Targets and weights in a discriminant of labelled documents, then of the supplement.

    >>> Y, weights = targets(np.array([[0.5, 1.5]]), np.array([1]), None)
    >>> Y.tolist(), weights.tolist()
    ([[0.0, 1.0], [0.25, 0.75]], [1.0, 2.0])
    """
    total = shares.sum(axis=1)
    own = indicators(y, shares.shape[1])
    soft = shares / np.where(total > 0.0, total, 1.0)[:, None]
    labelled = np.ones(len(y)) if weights is None else weights
    return np.vstack([own, soft]), np.concatenate([labelled, total])


def joined(one: Supplement | None, other: Supplement | None) -> Supplement | None:
    """The documents of both."""
    if one is None or other is None:
        return one or other
    regions = [stacked(X, Z) for X, Z in zip(one.regions, other.regions, strict=True)]
    return Supplement(regions, np.vstack([one.shares, other.shares]))


def stacked(X: Any, Z: Any) -> Any:
    """The rows of both matrices, sparse or dense as they are."""
    if isinstance(X, np.ndarray):
        return np.vstack([X, Z])
    return sparse.csr_array(sparse.vstack([X, Z], format="csr"))


__all__ = ["Supplement", "indicators", "joined", "soft_counts", "stacked", "targets"]
