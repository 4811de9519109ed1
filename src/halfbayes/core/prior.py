"""Priors: of the classes, and the fictitious counts that a prior of the parameters stands for.

    pi_k = (N_k + b) / (N + b K)                  N_k documents of class k, b = class smoothing

With a Dirichlet prior of hyper-parameters alpha over the words, every estimate of theta but the
fully Bayesian one is (T_kw + a_w) / (T_k + sum a), thesis section 2.1-2.3:

    ml     a = 0              most likely parameters                             (eq. 2.1)
    map    a = alpha - 1      mode of the posterior, alpha >= 1                  (eq. 2.8)
    mean   a = alpha          expected value under the posterior                 (eq. 2.9-2.10)

so ``map`` with alpha = 2 is ``mean`` with alpha = 1. For the Beta prior of one Bernoulli
parameter the same holds with a added on both sides, and its ``bayes``, the predictive
distribution of one trial, is its ``mean``: p(1) = integral theta p(theta) = E[theta].

Source: J. Rennie, Improving Multi-class Text Classification with Naive Bayes, 2001, chapter 2.
"""

from collections.abc import Mapping
from typing import Literal, TypeAlias

import numpy as np

from halfbayes.core.logspace import log
from halfbayes.types import FloatArray, IndexArray

EstimateName: TypeAlias = Literal["ml", "map", "mean", "bayes"]

PRIOR_SHARE: Mapping[EstimateName, tuple[float, float]] = {
    "ml": (0.0, 0.0),
    "map": (1.0, -1.0),
    "mean": (1.0, 0.0),
    "bayes": (1.0, 0.0),
}
"""Fictitious counts of an estimate as (factor, constant): a = factor * alpha + constant."""


def fictitious_counts(estimate: EstimateName, smoothing: float | FloatArray) -> FloatArray:
    """Counts a added to the observed ones by an estimate with hyper-parameter ``smoothing``.

    >>> fictitious_counts("map", 2.0) == fictitious_counts("mean", 1.0)
    np.True_
    """
    factor, constant = PRIOR_SHARE[estimate]
    return np.asarray(factor * np.asarray(smoothing, dtype=np.float64) + constant)


def total_over_terms(fictitious: FloatArray, n_terms: int) -> float:
    """Sum of the fictitious counts over the vocabulary, whether one value or one per word."""
    return (
        float(np.broadcast_to(fictitious, (n_terms,)).sum())
        if fictitious.ndim
        else float(fictitious * n_terms)
    )


def log_prior(documents: FloatArray, *, smoothing: float = 1.0) -> FloatArray:
    """Log pi_k of every class: (classes,). Without documents and smoothing, all alike.

    >>> np.exp(log_prior(np.array([3.0, 1.0]), smoothing=0.0))
    array([0.75, 0.25])
    """
    N = documents + smoothing
    total = N.sum()
    if total <= 0.0:
        return np.full(len(N), -np.log(len(N)))
    return np.asarray(log(N) - np.log(total))


def leave_one_out_log_prior(
    y: IndexArray,
    documents: FloatArray,
    *,
    smoothing: float = 1.0,
    weights: FloatArray | None = None,
) -> FloatArray:
    """Row i: log pi under ``documents`` without document i (its weight): (documents, classes).

    >>> np.exp(leave_one_out_log_prior(np.array([0, 1]), np.array([1.0, 1.0])))
    array([[0.33333333, 0.66666667],
           [0.66666667, 0.33333333]])
    """
    n_documents, n_classes = len(y), len(documents)
    removed = np.ones(n_documents) if weights is None else weights
    own = np.maximum(documents[y] - removed, 0.0) + smoothing
    total = documents.sum() - removed + smoothing * n_classes
    log_own, log_others = log(own), log(documents + smoothing)
    result = np.broadcast_to(log_others, (n_documents, n_classes)).copy()
    result[np.arange(n_documents), y] = log_own
    nothing_left = total <= 0.0
    result -= np.log(np.where(nothing_left, 1.0, total))[:, None]
    result[nothing_left] = -np.log(n_classes)
    return result


__all__ = [
    "PRIOR_SHARE",
    "EstimateName",
    "fictitious_counts",
    "leave_one_out_log_prior",
    "log_prior",
    "total_over_terms",
]
