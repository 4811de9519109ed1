"""Complement event model: a class is known by what the documents of all others look like.

    f_k(x) = - log p(x | not k) = - sum_w x_w log theta_kw
    theta_kw = (C_kw + a_w) / (C_k + sum_v a_v)        C_kw = sum over classes j != k of T_jw

A class with few documents has a complement with many, so that its weights are as well estimated
as any other's. f takes the place of log p(x|k); it is a score, not the logarithm of a
probability of x.

a_w is a for every word; or, ``pooled``, of the same total and like the words of all documents,

    a_w = a V (T_w + 1) / (T + V)       T_w in all classes, T = sum_w T_w, V words with T_w > 0

A flat prior makes the complement with few documents flat too: where classes are of unequal
size, its scores tell how common the words of a document are and not its class. And ``pooled``,
only words that some document has are words; others say nothing, just as words that no training
document has say nothing of a new one. So a document left out is not judged by words that it
alone has.

Removing document i of class y takes its words out of the complement of every class but y, so
exact leave-one-out costs one logarithm per stored entry and class: O(nnz K). ``sample`` draws
from the class's own counts (expected value under the same prior), because "not k" is no class.

Source: Rennie, Shih, Teevan & Karger, Tackling the poor assumptions of naive Bayes text
classifiers, 2003; without its weight normalisation.
"""

from dataclasses import dataclass

import numpy as np

from halfbayes.core.counts import (
    BLOCK_ENTRIES,
    ClassCounts,
    WordCounting,
    drawn_documents,
    drawn_lengths,
    entry_values,
    row_blocks,
)
from halfbayes.core.event_model import EventModel
from halfbayes.core.logspace import Scorer, entry_sums, linear_scorer, log, times_log
from halfbayes.types import CountMatrix, FloatArray, IndexArray

LEAST_TOTAL = float(np.finfo(np.float64).tiny)
"""Stands for a total of nothing, where no document has any word."""

UNSEEN = 1e-9
"""What is left of a word, as a share of what a document has of it, is rounding below this."""


@dataclass(frozen=True, slots=True, eq=False)
class Complement(WordCounting, EventModel[ClassCounts]):
    """Complement event model with additive smoothing.

    >>> from scipy import sparse
    >>> X, y = sparse.csr_array([[2.0, 0.0], [1.0, 1.0], [0.0, 2.0]]), np.array([0, 0, 1])
    >>> model = Complement()
    >>> counts = model.statistics(X, y, n_classes=2)
    >>> model.log_likelihood(X, counts)[0].round(4)
    array([2.7726, 0.8109])
    >>> model.leave_one_out(X, y, counts)[0].round(4)
    array([2.7726, 1.3863])
    """

    smoothing: float | FloatArray = 1.0  # a, one for all words or one per word
    pooled: bool = False  # a prior like the words of all documents; then a is one number

    def log_theta(self, statistics: ClassCounts) -> FloatArray:
        """Log probability of each word in the complement of each class: (classes, terms)."""
        return self._log_theta(statistics, _everyone(statistics))

    def _log_theta(self, statistics: ClassCounts, everyone: FloatArray) -> FloatArray:
        """The same, where T_w of all classes is known."""
        C = everyone - statistics.terms  # C_kw
        C += self._prior(everyone)
        log_total = np.log(np.maximum(C.sum(axis=1), LEAST_TOTAL))
        log_theta = log(C, out=C)
        log_theta -= log_total[:, None]
        return log_theta

    def scorer(self, statistics: ClassCounts) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        return linear_scorer(self.linear_weights(statistics)[1])

    def leave_one_out(
        self,
        X: CountMatrix,
        y: IndexArray,
        statistics: ClassCounts,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        """``log_likelihood`` of each row of ``X`` under ``statistics`` without that row."""
        everyone = _everyone(statistics)
        C = np.subtract(everyone, statistics.terms, order="C")  # by class
        total, scores = C.sum(axis=1), np.empty((len(y), len(C)))
        for rows in row_blocks(X, BLOCK_ENTRIES):
            some = X if rows == slice(0, len(y)) else X[rows]
            out = _Removed.of(some, y[rows], None if weights is None else weights[rows])
            a, a_total, x = self._prior_without(out, everyone)
            left = out.totals(total) + np.asarray(a_total)[..., None]
            log_total = np.log(np.maximum(left, LEAST_TOTAL))
            said = entry_sums(x, some.indptr)[:, None] * log_total
            scores[rows] = said - out.log_products(x, C, a)
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
        prior = self._prior(_everyone(statistics))
        return drawn_documents(statistics.terms + prior, y, lengths, rng=rng)

    def linear_weights(self, statistics: ClassCounts) -> tuple[FloatArray, FloatArray]:
        """b_k and w_k of f_k(x) = b_k + w_k . x; here b_k = 0 and w_kw = - log theta_kw."""
        everyone = _everyone(statistics)
        log_theta = self._log_theta(statistics, everyone)
        weights = np.negative(log_theta, out=log_theta)
        if self.pooled:
            weights[:, everyone <= 0.0] = 0.0
        return np.zeros(len(weights)), weights

    def _prior(self, T: FloatArray) -> float | FloatArray:
        """a_w: (terms,), or one number; ``T`` is T_w."""
        if not self.pooled:
            return self.smoothing
        V = np.count_nonzero(T > 0.0)
        scale = self.smoothing * V / max(T.sum() + V, 1.0)
        return np.asarray(np.where(T > 0.0, scale * (T + 1.0), 0.0))

    def _prior_without(
        self, out: "_Removed", everyone: FloatArray
    ) -> tuple[FloatArray, FloatArray, FloatArray]:
        """a_w of every entry, its sum over all words for each row, and what says anything.

        ``everyone`` is T_w with all documents.
        """
        X = out.X
        if not self.pooled:
            a = np.broadcast_to(np.asarray(self.smoothing), everyone.shape)
            return a[out.terms], a.sum(), X.data
        T = everyone[out.terms]
        others = np.maximum(T - out.weight, 0.0)
        seen = others > UNSEEN * out.weight
        x = np.where(seen, X.data, 0.0)
        last = np.flatnonzero(~seen & (T > 0.0))  # without weight it holds no word
        lost = np.bincount(np.searchsorted(X.indptr, last, "right") - 1, minlength=X.shape[0])
        V = np.count_nonzero(everyone > 0.0) - lost
        scale = self.smoothing * V / np.maximum(everyone.sum() - out.length + V, 1.0)
        others += 1.0
        others *= np.repeat(scale, np.diff(X.indptr))
        return np.where(seen, others, 1.0), np.asarray(self.smoothing * V), x


@dataclass(frozen=True, slots=True, eq=False)
class _Removed:
    """Some documents, each of which is taken out of the complements it is in."""

    X: CountMatrix
    y: IndexArray
    terms: IndexArray  # of each entry, as wide as pointers: looked up in half the time
    weight: FloatArray  # what is taken away of the word of each entry
    length: FloatArray  # and of all words, by row

    @classmethod
    def of(cls, X: CountMatrix, y: IndexArray, weights: FloatArray | None) -> "_Removed":
        """Rows of X of these classes and weights."""
        terms, length = X.indices.astype(np.intp), entry_sums(X.data, X.indptr)
        if weights is None:
            return cls(X, y, terms, X.data, length)
        return cls(X, y, terms, X.data * entry_values(X, weights), weights * length)

    def totals(self, total: FloatArray) -> FloatArray:
        """Words in the complement of every class without each document."""
        rest = total - self.length[:, None]
        rows = np.arange(len(self.y))
        rest[rows, self.y] = total[self.y]  # the complement of the own class loses nothing
        return rest

    def log_products(self, x: FloatArray, C: FloatArray, a: FloatArray) -> FloatArray:
        """Sum_w x_w log(C'_kw + a_w), C' without each document: (documents, classes)."""
        by_class, starts = np.empty((len(C), len(self.y))), self.X.indptr
        # The complement of the own class loses nothing: it is put right at last.
        with np.errstate(invalid="ignore"):
            for C_k, sums in zip(C, by_class, strict=True):
                left = C_k.take(self.terms)
                # In this order: what the document alone has leaves nothing, to the last bit.
                left -= self.weight
                left += a
                sums[:] = entry_sums(times_log(x, left), starts)
        own = np.repeat(self.y * C.shape[1], np.diff(starts))
        own += self.terms
        left = C.reshape(-1).take(own)
        left += a
        by_class[self.y, np.arange(len(self.y))] = entry_sums(times_log(x, left), starts)
        return by_class.T


def _everyone(statistics: ClassCounts) -> FloatArray:
    """T_w of all classes: (terms,)."""
    # Few classes lie side by side: numpy's own sum takes four times as long.
    return np.asarray(np.einsum("kw->w", statistics.terms))


__all__ = ["Complement"]
