"""Breakeven points of a binary score: the threshold is moved until two rates meet.

    miss rate         share of the +1 documents at or below the threshold
    false-alarm rate  share of the -1 documents above it

ROC breakeven is the mean of the two where they differ least (Rennie 2001, 4.4.2). It
weighs both sides alike however uneven they are, and is always reached. (Table 4.2 there
prints the two names the other way round; the breakeven is the same.)

Precision/recall breakeven is the mean of precision and recall where these differ least. Both
are 0 as long as no +1 document is above the threshold: such a threshold does not count.
Documents of one score move together. Law: no threshold, tried one by one, does better.
"""

import numpy as np
from numpy.typing import NDArray

from halfbayes.types import BoolArray, FloatArray


def roc_breakeven(positive: BoolArray, scores: FloatArray) -> float:
    """Mean of miss and false-alarm rate where they differ least; nan with one side only.

    >>> roc_breakeven(np.array([True, True, False, False]), np.array([3.0, 1.0, 2.0, 0.0]))
    0.5
    >>> roc_breakeven(np.array([True, True, False, False]), np.array([3.0, 2.0, 1.0, 0.0]))
    0.0
    """
    hits, alarms = _above_each_threshold(positive, scores)
    n_positive, n_negative = int(hits[-1]), int(alarms[-1])
    if n_positive == 0 or n_negative == 0:
        return float("nan")
    # In whole numbers, so that ties are ties: both rates times (n_positive n_negative).
    miss = (n_positive - hits) * n_negative
    false_alarm = alarms * n_positive
    return _mean_where_nearest(miss, false_alarm) / (n_positive * n_negative)


def precision_recall_breakeven(positive: BoolArray, scores: FloatArray) -> float:
    """Mean of precision and recall where they differ least; nan without +1 documents.

    >>> precision_recall_breakeven(
    ...     np.array([True, True, False, False]), np.array([3.0, 1.0, 2.0, 0.0])
    ... )
    0.5
    """
    hits, alarms = _above_each_threshold(positive, scores)
    if hits[-1] == 0:
        return float("nan")
    useful = hits > 0
    hits, alarms = hits[useful], alarms[useful]
    precision, recall = hits / (hits + alarms), hits / hits[-1]
    return _mean_where_nearest(precision, recall)


def _above_each_threshold(
    positive: BoolArray, scores: FloatArray
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    # Number of +1 and of -1 documents above each threshold, from none to all.
    order = np.argsort(-scores, kind="stable")
    ordered = scores[order]
    ends = np.append(np.flatnonzero(ordered[1:] != ordered[:-1]), len(scores) - 1) + 1
    hits = np.concatenate([[0], np.cumsum(positive[order], dtype=np.int64)])
    above = np.concatenate([[0], ends]) if len(scores) else np.zeros(1, dtype=np.int64)
    return hits[above], above - hits[above]


def _mean_where_nearest(
    first: NDArray[np.int64] | FloatArray, second: NDArray[np.int64] | FloatArray
) -> float:
    difference = np.abs(first - second)
    nearest = difference <= difference.min()
    return float(((first + second) / 2.0)[nearest].min())


__all__ = ["precision_recall_breakeven", "roc_breakeven"]
