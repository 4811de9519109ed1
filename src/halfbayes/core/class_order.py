"""Documents numbered within their class, in the order in which they come.

    rank_i = number of documents j < i with y_j = y_i

The first n of every class, or folds that every class is dealt to, follow from it. Law:
documents of other classes change no rank. Cost: one sort of the classes.
"""

import numpy as np

from halfbayes.types import IndexArray


def rank_within_class(y: IndexArray) -> IndexArray:
    """How many documents of the same class come before each: (documents,).

    >>> rank_within_class(np.array([0, 1, 0, 0, 1])).tolist()
    [0, 0, 1, 2, 1]
    """
    order = np.argsort(y, kind="stable")
    starts = np.searchsorted(y[order], y[order], side="left")
    rank = np.empty(len(y), dtype=np.intp)
    rank[order] = np.arange(len(y)) - starts
    return rank


__all__ = ["rank_within_class"]
