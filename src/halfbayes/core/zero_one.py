"""Linear classifiers with few training errors, by exact search along one line after another.

Problem: given X, class numbers y and weights W (columns, classes), lower the number of
documents whose own class does not score highest,

    E(W) = sum_i s_i [ w_y_i . x_i <= w_k . x_i for some k other than y_i ]

E is piecewise constant, and finding its minimum is NP-hard (Höffgen et al. 1995); this is a
heuristic. If the weights of one class move along a direction d, w_k + t d, the score of class k
in document i is z_ik + t (d . x_i), so the document is right on one side of one threshold t_i,
always or never: sorting the t_i gives E for every t, the best t exactly. Directions are every
single weight of every class and, in each round, as many random ones (the coordinate search of
Nguyen & Sanner 2013 with random directions added). A step is taken only if E falls, to the
middle of the widest best interval. The search ends when a round brings nothing.

Law: E never rises from the start, so it is at most that of the logistic solution.
"""

import numpy as np

from halfbayes.core.design import Design
from halfbayes.types import BoolArray, FloatArray, IndexArray

MAX_ROUNDS = 20

ROUNDING = 1e-9
"""Share of all weight by which sums of weights differ only where the same documents are right,
added in another order."""


def training_error(scores: FloatArray, y: IndexArray, sample_weight: FloatArray) -> float:
    """Weight of the documents whose own class has not the one highest score.

    >>> training_error(np.array([[2.0, 1.0], [1.0, 1.0]]), np.array([0, 1]), np.ones(2))
    1.0
    """
    document = np.arange(len(y))
    others = scores.copy()
    others[document, y] = -np.inf
    wrong = scores[document, y] <= others.max(axis=1)
    return float(sample_weight[wrong].sum())


def fewer_errors(
    design: Design,
    y: IndexArray,
    start: FloatArray,
    *,
    sample_weight: FloatArray,
    rng: np.random.Generator,
) -> FloatArray:
    """Weights (columns, classes) with at most the training error of ``start``."""
    X, W = design.dense(), start.copy()
    n_columns, n_classes = W.shape
    scores = X @ W
    for _ in range(MAX_ROUNDS):
        directions = np.hstack([np.eye(n_columns), rng.standard_normal((n_columns, n_columns))])
        slopes = X @ directions  # (documents, directions)
        improved = False
        for j in rng.permutation(directions.shape[1]):
            for k in range(n_classes):
                step = best_step(scores, y, k, slopes[:, j], sample_weight)
                if step != 0.0:
                    W[:, k] += step * directions[:, j]
                    scores[:, k] += step * slopes[:, j]
                    improved = True
        if not improved:
            break
    return W


def best_step(
    scores: FloatArray,
    y: IndexArray,
    k: int,
    slope: FloatArray,
    sample_weight: FloatArray,
) -> float:
    """The t that lowers the error of ``scores[:, k] + t slope`` most; 0 where none does."""
    threshold, above, movable = _thresholds(scores, y, k, slope)
    if not movable.any():
        return 0.0
    order = np.argsort(threshold[movable])
    t = threshold[movable][order]
    weight, above = sample_weight[movable][order], above[movable][order]
    # right[j]: weight of the documents that are right between threshold j - 1 and j
    right = np.append(0.0, np.cumsum(np.where(above, weight, -weight)))
    right += weight[~above].sum()
    edges = np.concatenate([[t[0] - 2.0], t, [t[-1] + 2.0]])
    width = np.diff(edges)
    distinct = width > np.finfo(float).eps * (1.0 + np.abs(t).max()) * len(t)
    here = right[np.searchsorted(t, 0.0)]
    gain = np.where(distinct, right - here, -np.inf)
    rounding = ROUNDING * weight.sum()
    if gain.max() <= rounding:
        return 0.0
    best = np.flatnonzero(gain >= gain.max() - rounding)
    widest = best[np.argmax(width[best])]
    return float(edges[widest] + edges[widest + 1]) / 2


def _thresholds(
    scores: FloatArray, y: IndexArray, k: int, slope: FloatArray
) -> tuple[FloatArray, BoolArray, BoolArray]:
    """Where each document changes sides, whether it is right above, whether it ever changes."""
    document, own = np.arange(len(y)), y == k
    rivals = scores.copy()
    rivals[:, k] = -np.inf
    rivals[document[~own], y[~own]] = -np.inf
    best_rival = rivals.max(axis=1)
    own_score = scores[document, y]
    # In class k: right once k passes all rivals. In another: right while k stays below it, if
    # it is above its other rivals.
    target = np.where(own, best_rival, own_score)
    movable = (slope != 0) & (own | (own_score > best_rival))
    with np.errstate(divide="ignore", invalid="ignore"):
        threshold = (target - scores[:, k]) / slope
    return threshold, own == (slope > 0), movable


__all__ = ["best_step", "fewer_errors", "training_error"]
