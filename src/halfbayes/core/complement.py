"""Complement event model: a class is known by what the documents of all others look like.

    f_k(x) = - log p(x | not k) = - sum_w x_w log theta_kw
    theta_kw = (C_kw + a_w) / (C_k + sum_v a_v)        C_kw = sum over classes j != k of T_jw

A class with few documents has a complement with many, so that its weights are as well estimated
as any other's. f takes the place of log p(x|k); it is a score, not the logarithm of a
probability of x.

Removing document i of class y takes its words out of the complement of every class but y, so
exact leave-one-out costs one logarithm per stored entry and class: O(nnz K). ``sample`` draws
from the class's own counts (expected value under the same prior), because "not k" is no class.

Source: Rennie, Shih, Teevan & Karger, Tackling the poor assumptions of naive Bayes text
classifiers, 2003; without its weight normalisation.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from halfbayes.core.counts import (
    ClassCounts,
    class_counts,
    drawn_documents,
    drawn_lengths,
    row_blocks,
)
from halfbayes.core.logspace import Scorer, linear_scorer, log, row_sums
from halfbayes.types import CountMatrix, FloatArray, IndexArray

BLOCK_CELLS = 2_000_000
"""Logarithms held at once during leave-one-out: 16 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Complement:
    """Complement event model with additive smoothing.

    >>> X, y = sparse.csr_array([[2.0, 0.0], [1.0, 1.0], [0.0, 2.0]]), np.array([0, 0, 1])
    >>> model = Complement()
    >>> counts = model.statistics(X, y, n_classes=2)
    >>> model.log_likelihood(X, counts)[0].round(4)
    array([2.7726, 0.8109])
    >>> model.leave_one_out(X, y, counts)[0].round(4)
    array([2.7726, 1.3863])
    """

    smoothing: float | FloatArray = 1.0  # a, one for all words or one per word

    def statistics(
        self,
        X: CountMatrix,
        y: IndexArray,
        *,
        n_classes: int,
        weights: FloatArray | None = None,
    ) -> ClassCounts:
        """Class counts of the rows of ``X``."""
        return class_counts(X, y, n_classes=n_classes, weights=weights)

    def log_theta(self, statistics: ClassCounts) -> FloatArray:
        """Log probability of each word in the complement of each class: (classes, terms)."""
        C = self._complement(statistics)
        log_total = np.log(C.sum(axis=1))
        log_theta = log(C, out=C)
        log_theta -= log_total[:, None]
        return log_theta

    def scorer(self, statistics: ClassCounts) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        return linear_scorer(-self.log_theta(statistics))

    def log_likelihood(self, X: CountMatrix, statistics: ClassCounts) -> FloatArray:
        """- log p(x | not k) of each document and class: (documents, classes)."""
        return self.scorer(statistics)(X)

    def leave_one_out(
        self,
        X: CountMatrix,
        y: IndexArray,
        statistics: ClassCounts,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        """``log_likelihood`` of each row of ``X`` under ``statistics`` without that row."""
        C = self._complement(statistics)
        length = row_sums(X)
        w = np.ones(len(y)) if weights is None else weights
        own = np.zeros((len(y), len(C)))
        own[np.arange(len(y)), y] = 1.0  # the complement of the own class loses nothing
        total = C.sum(axis=1)[None, :] - (1.0 - own) * (w * length)[:, None]
        scores: FloatArray = length[:, None] * np.log(total)
        by_term = np.ascontiguousarray(C.T)  # (terms, classes)
        for rows in row_blocks(X, BLOCK_CELLS // len(C)):
            scores[rows] -= _log_products(X[rows], y[rows], w[rows], by_term)
        return scores

    def sample(
        self,
        y: IndexArray,
        statistics: ClassCounts,
        *,
        rng: np.random.Generator,
        lengths: IndexArray | None = None,
    ) -> CountMatrix:
        """A new document for each class in ``y``; lengths are Poisson unless they are given."""
        if lengths is None:
            lengths = drawn_lengths(y, statistics, rng=rng)
        return drawn_documents(statistics.terms + self.smoothing, y, lengths, rng=rng)

    def linear_weights(self, statistics: ClassCounts) -> tuple[FloatArray, FloatArray]:
        """b_k and w_k of f_k(x) = b_k + w_k . x; here b_k = 0 and w_kw = - log theta_kw."""
        weights = -self.log_theta(statistics)
        return np.zeros(len(weights)), weights

    def _complement(self, statistics: ClassCounts) -> FloatArray:
        """C_kw + a_w: (classes, terms)."""
        C: FloatArray = statistics.terms.sum(axis=0) - statistics.terms
        C += self.smoothing
        return C


def _log_products(
    X: CountMatrix, y: IndexArray, weights: FloatArray, by_term: FloatArray
) -> FloatArray:
    """Sum_w x_w log C'_kw, C' = complements without the row itself: (documents, classes)."""
    per_row = np.diff(X.indptr)
    C = by_term[X.indices]  # (entries, classes)
    removed = X.data * np.repeat(weights, per_row)
    own = np.arange(len(removed)), np.repeat(y, per_row)
    C_own = C[own]
    C -= removed[:, None]
    C[own] = C_own
    log_C = log(C, out=C)
    pick = sparse.csr_array((X.data, np.arange(len(removed)), X.indptr), shape=(len(y), len(C)))
    return np.asarray(pick @ log_C)


__all__ = ["Complement"]
