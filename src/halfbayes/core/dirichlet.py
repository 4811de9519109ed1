"""Dirichlet-multinomial: the fully Bayesian word model, with exact leave-one-out.

    p(x|k) = Gamma(alpha + T_k) / Gamma(alpha + T_k + n)
             * prod_w Gamma(alpha_w + T_kw + x_w) / Gamma(alpha_w + T_kw)

alpha = sum_w alpha_w, n = sum_w x_w. The parameters theta are integrated over their posterior
instead of being estimated, so a word that comes back in a document counts more each time. As
for the multinomial, the coefficient n! / prod x_w! is left out: this is the probability of the
words in one given order.

Cost O(nnz K); a word that occurs once in a document costs one logarithm worked out beforehand,
since Gamma(t + 1) / Gamma(t) = t. Leave-one-out changes the own class only: O(nnz) more.

Source: J. Rennie 2001, section 2.4, eq. 2.11-2.14.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.special import gammaln

from halfbayes.core.counts import (
    ClassCounts,
    Entries,
    WordCounting,
    drawn_documents,
    drawn_lengths,
    own_sums,
    row_blocks,
)
from halfbayes.core.event_model import OwnClassModel
from halfbayes.core.logspace import Scorer, row_sums
from halfbayes.core.prior import total_over_terms
from halfbayes.errors import NotLinearError
from halfbayes.types import CountMatrix, FloatArray, IndexArray

BLOCK_CELLS = 1_000_000
"""Values of the Gamma function held at once: 8 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class DirichletMultinomial(WordCounting, OwnClassModel[ClassCounts]):
    """Word counts whose probabilities were themselves drawn from a Dirichlet distribution.

    >>> X, y = sparse.csr_array([[2.0, 0.0], [1.0, 1.0], [0.0, 2.0]]), np.array([0, 0, 1])
    >>> model = DirichletMultinomial()
    >>> counts = model.statistics(X, y, n_classes=2)
    >>> np.exp(model.log_likelihood(X, counts))[0].round(4)  # 4*5/(6*7), 1*2/(4*5)
    array([0.4762, 0.1   ])
    >>> np.exp(model.leave_one_out(X, y, counts))[0].round(4)  # 2*3/(4*5)
    array([0.3, 0.1])
    """

    smoothing: float | FloatArray = 1.0  # alpha, one for all words or one per word

    def scorer(self, statistics: ClassCounts) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        by_term = np.ascontiguousarray(
            (statistics.terms + self.smoothing).T
        )  # (terms, classes)
        log_once = np.log(by_term)
        total = by_term.sum(axis=0)

        def scores(X: CountMatrix) -> FloatArray:
            once, repeated = _split(X)
            result = np.asarray(once @ log_once)
            for rows in row_blocks(repeated, BLOCK_CELLS // len(total)):
                result[rows] += _rising_sums(repeated[rows], by_term)
            result -= log_rising(total, row_sums(X)[:, None])
            return result

        return scores

    def own_leave_one_out(
        self,
        X: CountMatrix,
        y: IndexArray,
        statistics: ClassCounts,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        """Log-likelihood of each row in its own class without that row: (documents,)."""
        a = np.asarray(self.smoothing, dtype=np.float64)

        def value(entries: Entries) -> FloatArray:
            start = entries.counts + (a if a.ndim == 0 else a[entries.terms])
            return log_rising(start, entries.values)

        length = row_sums(X)
        removed = length if weights is None else length * weights
        total = statistics.terms.sum(axis=1)[y] - removed + total_over_terms(a, X.shape[1])
        own = own_sums(X, y, statistics.terms, value, weights)
        return np.asarray(own - log_rising(total, length))

    def sample(
        self,
        y: IndexArray,
        statistics: ClassCounts,
        *,
        rng: np.random.Generator,
        lengths: IndexArray | None = None,
    ) -> CountMatrix:
        """A new document for each class in ``y``, each with word probabilities of its own."""
        if lengths is None:
            lengths = drawn_lengths(y, statistics, rng=rng)
        alpha = statistics.terms + self.smoothing
        drawn = [
            drawn_documents(
                rng.standard_gamma(alpha[[k]]),
                np.zeros(1, dtype=np.intp),
                lengths[[i]],
                rng=rng,
            )
            for i, k in enumerate(y)
        ]
        none = sparse.csr_array((0, alpha.shape[1]))
        return sparse.csr_array(sparse.vstack([none, *drawn], format="csr"))

    def linear_weights(self, statistics: ClassCounts) -> tuple[FloatArray, FloatArray]:
        """Not linear: a word that comes back counts more than at first."""
        message = (
            f"the Dirichlet-multinomial model of {len(statistics.documents)} classes has no "
            "linear weights; "
            "use the estimate 'mean', which is its linear approximation (eq. 2.15-2.16)"
        )
        raise NotLinearError(message)


def log_rising(start: FloatArray, steps: FloatArray) -> FloatArray:
    """Log Gamma(start + steps) / Gamma(start); a plain logarithm where steps is one.

    >>> np.exp(log_rising(np.array([4.0, 4.0]), np.array([1.0, 2.0]))).round(9)
    array([ 4., 20.])
    """
    start, steps = np.broadcast_arrays(start, steps)
    result = np.log(start)
    other = steps != 1.0
    result[other] = gammaln(start[other] + steps[other]) - gammaln(start[other])
    return np.asarray(result)


def _split(X: CountMatrix) -> tuple[CountMatrix, CountMatrix]:
    """Entries that are one, and all the others."""
    one = X.data == 1.0
    once = sparse.csr_array((one.astype(np.float64), X.indices, X.indptr), shape=X.shape)
    others = sparse.csr_array((np.where(one, 0.0, X.data), X.indices, X.indptr), shape=X.shape)
    others = others.copy()
    others.eliminate_zeros()
    return once, others


def _rising_sums(X: CountMatrix, by_term: FloatArray) -> FloatArray:
    """Sum of log rising factorials over the entries of each document: (documents, classes)."""
    start = by_term[X.indices]  # (entries, classes)
    values = gammaln(start + X.data[:, None]) - gammaln(start)
    ones = np.ones(len(X.data))
    pick = sparse.csr_array(
        (ones, np.arange(len(ones)), X.indptr), shape=(X.shape[0], len(ones))
    )
    return np.asarray(pick @ values)


__all__ = ["DirichletMultinomial", "log_rising"]
