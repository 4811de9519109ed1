"""Multinomial event model, with exact leave-one-out scores.

    log p(x|k) = sum_w x_w log theta_kw           theta_kw = (T_kw + a_w) / (T_k + sum_v a_v)

T_kw counts term w in class k; a is what the estimate adds (``core.prior``): ``ml``, ``map`` or
``mean``; the fully Bayesian estimate is ``core.dirichlet``. The multinomial coefficient
(sum x)! / prod x_w! is left out: it is the same for every class. What is computed is thus the
probability of the words in one given order, and that is the convention of ``log_evidence`` too.

Removing a document changes T in the row of its own class only, so scoring every training
document by the model fitted without it costs one pass over the stored entries of X for its own
class, O(nnz), and the ordinary scores for the others, O(nnz K). The vocabulary is held fixed: a
term that only the removed document uses still counts in it.

With ``ml`` a word never seen in class k has theta_kw = 0: log p(x|k) is -inf as soon as the
word occurs. A class without any word then gives every document with words -inf.

Source: McCallum & Nigam 1998; J. Rennie 2001, sections 2.1-2.3; Raina et al. 2003, eq. 1-4.
"""

from dataclasses import dataclass

import numpy as np

from halfbayes.core.counts import (
    ClassCounts,
    Entries,
    WordCounting,
    drawn_documents,
    drawn_lengths,
    own_sums,
)
from halfbayes.core.event_model import OwnClassModel
from halfbayes.core.logspace import Scorer, linear_scorer, log, row_sums, times_log
from halfbayes.core.prior import EstimateName, fictitious_counts, total_over_terms
from halfbayes.errors import InvalidInputError
from halfbayes.types import CountMatrix, FloatArray, IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class Multinomial(WordCounting, OwnClassModel[ClassCounts]):
    """Multinomial event model with a Dirichlet prior over the words.

    >>> from scipy import sparse
    >>> X, y = sparse.csr_array([[2.0, 0.0], [1.0, 1.0], [0.0, 2.0]]), np.array([0, 0, 1])
    >>> model = Multinomial()
    >>> counts = model.statistics(X, y, n_classes=2)
    >>> np.exp(model.log_likelihood(X, counts))[0].round(4)
    array([0.4444, 0.0625])
    >>> np.exp(model.leave_one_out(X, y, counts))[0].round(4)
    array([0.25  , 0.0625])
    """

    smoothing: float | FloatArray = 1.0  # alpha, one for all words or one per word
    estimate: EstimateName = "mean"

    def log_theta(self, statistics: ClassCounts) -> FloatArray:
        """Log probability of each word in each class: (classes, terms)."""
        a = fictitious_counts(self.estimate, self.smoothing)
        T = statistics.terms + a
        log_total = _log_total(T.sum(axis=1))
        log_theta = log(T, out=T)
        log_theta -= log_total[:, None]
        return log_theta

    def scorer(self, statistics: ClassCounts) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        return linear_scorer(self.log_theta(statistics))

    def own_leave_one_out(
        self,
        X: CountMatrix,
        y: IndexArray,
        statistics: ClassCounts,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        """Log-likelihood of each row in its own class without that row: (documents,)."""
        a = fictitious_counts(self.estimate, self.smoothing)

        def value(entries: Entries) -> FloatArray:
            T = entries.counts
            T += a if a.ndim == 0 else a[entries.terms]
            return times_log(entries.values, T)

        length = row_sums(X)
        removed_length = length if weights is None else length * weights
        total = statistics.terms.sum(axis=1)[y] - removed_length
        log_total = _log_total(total + total_over_terms(a, X.shape[1]))
        return own_sums(X, y, statistics.terms, value, weights) - length * log_total

    def sample(
        self,
        y: IndexArray,
        statistics: ClassCounts,
        *,
        rng: np.random.Generator,
        lengths: IndexArray | None = None,
    ) -> CountMatrix:
        """A new document for each class in ``y``; lengths are Poisson unless they are given."""
        theta = np.exp(self.log_theta(statistics))
        if lengths is None:
            lengths = drawn_lengths(y, statistics, rng=rng)
        wordless = (theta.sum(axis=1)[y] == 0.0) & (lengths > 0)
        if wordless.any():
            raise InvalidInputError(
                f"class number {y[wordless][0]} has no words to draw from; "
                "use an estimate other than 'ml', or draw from classes with documents"
            )
        return drawn_documents(theta, y, lengths, rng=rng)

    def linear_weights(self, statistics: ClassCounts) -> tuple[FloatArray, FloatArray]:
        """b_k and w_k of log p(x|k) = b_k + w_k . x; here b_k = 0 and w_kw = log theta_kw."""
        log_theta = self.log_theta(statistics)
        return np.zeros(len(log_theta)), log_theta


def _log_total(total: FloatArray) -> FloatArray:
    """Log of a denominator; of an empty one zero, so that log 0 - it stays -inf."""
    return log(np.where(total > 0.0, total, 1.0))


__all__ = ["Multinomial"]
