"""Probabilities as logarithms: sums, posteriors and scores that do not underflow or turn NaN.

    log sum_k exp z_k = m + log sum_k exp(z_k - m),  m = max_k z_k
    log p(k|x) = log p(x|k) + log p(k) - log sum_j exp(log p(x|j) + log p(j))

``-inf`` is the logarithm of zero and is a value like any other: 0 * -inf is 0 (a word that does
not occur says nothing), and where every class gives a document probability zero the document
says nothing, so that the posterior is the prior.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from halfbayes.types import CountMatrix, FloatArray, Matrix

Scorer: TypeAlias = Callable[[Any], FloatArray]
"""Documents to scores: (documents, features) to (documents, classes)."""

ABOVE_ZERO = 1e-300
"""In place of a zero that a quotient or a function must not get, where what comes of it is 0 or
is not used; 1 divided by it is finite."""


def log(values: ArrayLike, out: FloatArray | None = None) -> FloatArray:
    """Natural logarithm, with log 0 = -inf and no warning.

    >>> log([1.0, 0.0])
    array([  0., -inf])
    """
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(values, out=out), dtype=np.float64)


def log_sum_exp(log_terms: FloatArray) -> FloatArray:
    """Logarithm of the sum of each row's exponentials: (rows, terms) to (rows,).

    >>> log_sum_exp(np.array([[-1000.0, -1000.0], [-np.inf, -np.inf]])).round(4)
    array([-999.3069,      -inf])
    """
    highest = log_terms.max(axis=1)
    highest = np.where(np.isfinite(highest), highest, 0.0)
    return np.asarray(highest + log(np.exp(log_terms - highest[:, None]).sum(axis=1)))


def log_normalise(log_joint: FloatArray) -> FloatArray:
    """Each row minus the logarithm of its sum, so that its exponentials sum to one.

    >>> np.exp(log_normalise(np.array([[-1000.0, -1000.0]])))
    array([[0.5, 0.5]])
    """
    return np.asarray(log_joint - log_sum_exp(log_joint)[:, None])


def log_posterior(log_prior: FloatArray, log_likelihood: FloatArray) -> FloatArray:
    """Log p(k|x) by Bayes' rule; the prior where no class gives the document any probability.

    >>> prior = np.log([0.25, 0.75])
    >>> np.exp(log_posterior(prior, np.array([[0.0, 0.0], [-np.inf, -np.inf]])))
    array([[0.25, 0.75],
           [0.25, 0.75]])
    """
    return log_normalise(_log_joint(log_prior, log_likelihood))


def posterior(log_prior: FloatArray, log_likelihood: FloatArray) -> FloatArray:
    """P(k|x), as ``log_posterior`` gives its logarithm; each row sums to one.

    >>> posterior(np.log([0.25, 0.75]), np.array([[0.0, 0.0]]))
    array([[0.25, 0.75]])
    """
    p = _log_joint(log_prior, log_likelihood)
    p -= p.max(axis=1)[:, None]
    np.exp(p, out=p)
    p /= p.sum(axis=1)[:, None]
    return p


def _log_joint(log_prior: FloatArray, log_likelihood: FloatArray) -> FloatArray:
    """Their sum, or the prior in rows without any finite value."""
    log_joint = log_likelihood + log_prior
    if not np.isfinite(log_joint.sum()):
        impossible = ~np.isfinite(log_joint).any(axis=1)
        log_joint[impossible] = np.broadcast_to(log_prior, log_joint.shape)[impossible]
    return log_joint


def linear_scorer(log_weights: FloatArray) -> Scorer:
    """The function X -> X log_weights^T, where 0 * -inf is 0; log_weights is (classes, terms).

    >>> scores = linear_scorer(np.array([[-1.0, -np.inf], [-2.0, -3.0]]))
    >>> scores(sparse.csr_array([[1.0, 0.0], [0.0, 1.0]]))
    array([[ -1.,  -2.],
           [-inf,  -3.]])
    """
    by_term = np.ascontiguousarray(log_weights.T)  # (terms, classes): rows are what X selects
    if np.isfinite(by_term.sum()):
        return lambda X: np.asarray(X @ by_term)
    impossible = ~np.isfinite(by_term)
    finite = np.where(impossible, 0.0, by_term)
    sign = np.where(impossible, np.sign(by_term), 0.0)

    def scores(X: Matrix) -> FloatArray:
        hits = np.asarray(_present(X) @ sign)
        return np.where(hits == 0.0, np.asarray(X @ finite), np.copysign(np.inf, hits))

    return scores


def _present(X: Matrix) -> Matrix:
    if sparse.issparse(X):
        stored = (X.data != 0.0).astype(np.float64)
        return sparse.csr_array((stored, X.indices, X.indptr), shape=X.shape)
    return np.asarray(X != 0.0, dtype=np.float64)


def times_log(factor: FloatArray, values: FloatArray) -> FloatArray:
    """Factor * log values, with 0 log 0 = 0; ``values`` is overwritten.

    >>> times_log(np.array([2.0, 0.0]), np.array([1.0, 0.0]))
    array([0., 0.])
    """
    logs = log(values, out=values)
    if not np.isfinite(logs.sum()):
        logs[factor == 0.0] = 0.0
    logs *= factor
    return logs


def row_sums(X: CountMatrix) -> FloatArray:
    """Sum of each row of X.

    >>> row_sums(sparse.csr_array([[1.0, 2.0], [0.0, 0.0]]))
    array([3., 0.])
    """
    return np.asarray(X @ np.ones(X.shape[1]), dtype=np.float64)


def entry_sums(values: FloatArray, starts: NDArray[Any]) -> FloatArray:
    """Sum of the values of each row, which begin at ``starts``; the last one is their number.

    >>> entry_sums(np.array([1.0, 2.0, 4.0]), np.array([0, 2, 2, 3]))
    array([3., 0., 4.])
    """
    sums, filled = np.zeros(len(starts) - 1), starts[1:] > starts[:-1]
    if filled.any():
        sums[filled] = np.add.reduceat(values, starts[:-1][filled], dtype=np.float64)
    return sums


__all__ = [
    "ABOVE_ZERO",
    "Scorer",
    "entry_sums",
    "linear_scorer",
    "log",
    "log_normalise",
    "log_posterior",
    "log_sum_exp",
    "posterior",
    "row_sums",
    "times_log",
]
