"""How typical a document is of those learnt from: p(x), and its rank among them.

For weighted words of unit length, a mixture of directions, one a class (von Mises-Fisher):

    log p(x) = log sum_k pi_k exp(kappa mu_k . x) + constant        mu_k = S_k / |S_k|

S_k is the sum of the documents of class k; kappa = r (d - r^2) / (1 - r^2) for d words and mean
resultant length r = sum_k |S_k| / n (Banerjee et al. 2005). For event models (numbers,
categories) log p(x) = log sum_k pi_k p(x|k). Removing document i takes it out of its own S_k,
so that every training document is scored by the model without it, exactly, in one pass:

    mu_y . x_i = (S_y . x_i - 1) / |S_y - x_i|

Words that no training document has make x shorter, by the factor ``known``: nothing is like
them. A word of only one training document is such a word for that document.

    p-value = (1 + #{i: log p(x_i) <= log p(x)}) / (n + 1)

is the share of training documents that are less typical. Regions together: sum of the
logarithms of their p-values, ranked in the same way among the training documents (Fisher's
combination without its assumption of independence).
"""

from dataclasses import dataclass

import numpy as np

from halfbayes.core.logspace import log, log_sum_exp
from halfbayes.types import CountMatrix, FloatArray, IndexArray

CLOSEST = 0.999
"""Mean resultant length is kept below this: identical documents would be infinitely dense."""


@dataclass(frozen=True, slots=True, eq=False)
class Directions:
    """Sums of the documents of each class, which are vectors of unit length or shorter."""

    sums: FloatArray  # S: (classes, terms)
    documents: FloatArray  # (classes,)

    @classmethod
    def of(cls, X: CountMatrix, y: IndexArray, n_classes: int) -> "Directions":
        """From the documents of classes ``y``."""
        sums = np.zeros((n_classes, X.shape[1]))
        for k in range(n_classes):
            sums[k] = np.asarray(X[y == k].sum(axis=0)).ravel()
        return cls(sums, np.bincount(y, minlength=n_classes).astype(np.float64))

    @property
    def concentration(self) -> float:
        """Kappa."""
        lengths = np.linalg.norm(self.sums, axis=1)
        r = min(CLOSEST, float(lengths.sum() / max(self.documents.sum(), 1.0)))
        return float(r * (self.sums.shape[1] - r**2) / (1.0 - r**2))

    def log_density(self, X: CountMatrix, known: FloatArray | None = None) -> FloatArray:
        """Log p(x) of new documents, up to a constant: (documents,).

        >>> from scipy import sparse
        >>> X = sparse.csr_array([[1.0, 0.0, 0.0], [0.8, 0.6, 0.0], [0.0, 0.0, 1.0]])
        >>> model = Directions.of(X, np.array([0, 0, 1]), 2)
        >>> model.log_density(X[[2]]) > model.log_density(sparse.csr_array([[0.0, 1.0, 0.0]]))
        array([ True])
        """
        lengths = np.linalg.norm(self.sums, axis=1)
        directions = self.sums / np.where(lengths > 0.0, lengths, 1.0)[:, None]
        return self._mixed(np.asarray(X @ directions.T), self.documents[None, :], known)

    def leave_one_out(
        self, X: CountMatrix, y: IndexArray, known: FloatArray | None = None
    ) -> FloatArray:
        """Log p(x_i) of each training document by the model without it: (documents,)."""
        dots = np.asarray(X @ self.sums.T)  # (documents, classes)
        squared = (self.sums**2).sum(axis=1)
        own: FloatArray = np.asarray(X.multiply(X).sum(axis=1)).ravel()
        rows = np.arange(len(y))
        rest = np.maximum(squared[y] - 2.0 * dots[rows, y] + own, 0.0)
        lengths = np.tile(np.sqrt(squared), (len(y), 1))
        lengths[rows, y] = np.sqrt(rest)
        dots[rows, y] -= own
        alone = self.documents[y] <= 1.0  # rounding must not give the empty class a direction
        dots[rows[alone], y[alone]] = 0.0
        cosines = dots / np.where(lengths > 0.0, lengths, 1.0)
        weights = np.tile(self.documents, (len(y), 1))
        weights[rows, y] -= 1.0
        return self._mixed(cosines, weights, known)

    def _mixed(
        self, cosines: FloatArray, weights: FloatArray, known: FloatArray | None
    ) -> FloatArray:
        scale = self.concentration if known is None else self.concentration * known[:, None]
        log_share = log(weights) - log(weights.sum(axis=1, keepdims=True))
        return log_sum_exp(log_share + scale * cosines)


def mixture_log_density(log_prior: FloatArray, log_likelihood: FloatArray) -> FloatArray:
    """Log sum_k pi_k p(x|k): (documents,), from (documents, classes).

    >>> mixture_log_density(np.log([0.5, 0.5]), np.log([[0.2, 0.4]])).round(3)
    array([-1.204])
    """
    return log_sum_exp(log_prior + log_likelihood)


@dataclass(frozen=True, slots=True, eq=False)
class TypicalityRanks:
    """Log densities of the training documents by region, in order, and of all regions."""

    regions: tuple[FloatArray, ...]  # sorted
    together: FloatArray  # sorted sums of log p-values

    @classmethod
    def of(cls, log_densities: FloatArray) -> "TypicalityRanks":
        """From leave-one-out log densities (documents, regions)."""
        regions = tuple(np.sort(column) for column in log_densities.T)
        ranks = cls(regions, np.empty(0))
        sums = np.log(ranks.p_values(log_densities)).sum(axis=1)
        return cls(regions, np.sort(sums))

    def p_values(self, log_densities: FloatArray) -> FloatArray:
        """Share of training documents less typical, by region: (documents, regions)."""
        columns = [
            _rank(reference, log_densities[:, r]) for r, reference in enumerate(self.regions)
        ]
        return np.column_stack(columns)

    def p_value(self, log_densities: FloatArray) -> FloatArray:
        """Share of training documents less typical in all regions together: (documents,).

        >>> ranks = TypicalityRanks.of(np.array([[-1.0], [-2.0], [-3.0]]))
        >>> ranks.p_value(np.array([[-2.5], [-9.0]]))
        array([0.5 , 0.25])
        """
        return _rank(self.together, np.log(self.p_values(log_densities)).sum(axis=1))


def _rank(reference: FloatArray, values: FloatArray) -> FloatArray:
    below = np.searchsorted(reference, values, side="right")
    return np.asarray((1.0 + below) / (len(reference) + 1.0))


__all__ = ["Directions", "TypicalityRanks", "mixture_log_density"]
