"""What the views of a document say together: weights, offsets, and probabilities.

    p(k|x) = E_s softmax_k(o_k + e^s sum_j theta_j f_jk)

f_jk is what view j says of class k. o is log pi, and of offsets c those that no view bears
(``core.offsets``); the others are in what the views say, and take part in the average.
Predictions are averaged over the temperature, s ~ N(0, scale_sd^2), by Gauss-Hermite
quadrature, instead of trusting one; ``small_fit`` finds the weights, and scale_sd with c held.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np

from halfbayes.core.logspace import log_normalise, posterior
from halfbayes.types import FloatArray

MOST_NODES = 7
FEW_NODES = 3
NARROW = 0.1
"""Standard deviation of the temperature's logarithm below which few temperatures tell as much
as many: probabilities differ by less than 1e-5."""
LEAST = np.finfo(np.float64).tiny
"""No probability is below the least that has a logarithm."""
LARGEST_OFFSET = 600.0
"""An offset further from zero has hardly an exponential beside others."""
BLOCK_CELLS = 1 << 15
"""Probabilities worked out together: they stay in the cache."""


@dataclass(frozen=True, slots=True, eq=False)
class ViewWeights:
    """Fitted weights of the views and offsets of the classes."""

    theta: FloatArray  # (views,)
    offsets: FloatArray  # o: (classes,)
    scale_sd: float  # of the temperature's logarithm; 0 where it is taken as known
    leave_one_out: FloatArray  # z_i^(-i) without the offsets: (documents, classes)

    def evidence(self, views: FloatArray) -> FloatArray:
        """Sum_j theta_j f_jk: (documents, classes), from (views, documents, classes)."""
        return np.asarray(np.tensordot(self.theta, views, axes=1))

    def log_proba(self, evidence: FloatArray) -> FloatArray:
        """Log p(k|x), averaged over the temperature: (documents, classes)."""
        if self.scale_sd == 0.0:
            return np.maximum(log_normalise(self.offsets + evidence), np.log(LEAST))
        return np.asarray(np.log(self.proba(evidence)))

    def proba(self, evidence: FloatArray) -> FloatArray:
        """p(k|x), averaged over the temperature: (documents, classes)."""
        factors, shares = self.temperatures
        if not np.isfinite(evidence.sum()) or np.abs(self.offsets).max() > LARGEST_OFFSET:
            # A view, or the prior, that gives a class no probability.
            parts = zip(factors, shares, strict=True)
            proba = sum(share * posterior(self.offsets, f * evidence) for f, share in parts)
            return np.asarray(np.maximum(proba, LEAST))
        proba = np.empty_like(evidence)
        step = max(1, BLOCK_CELLS // max(evidence.shape[1], 1))
        for start in range(0, len(evidence), step):
            rows = slice(start, start + step)
            # By class: sums over the classes go quickest so.
            by_class = np.array(evidence[rows].T, order="C")
            by_class -= by_class.max(axis=0)  # no exponential is too large
            proba[rows] = self._averaged(by_class, factors, shares).T
        return np.maximum(proba, LEAST, out=proba)

    def _averaged(
        self, by_class: FloatArray, factors: FloatArray, shares: FloatArray
    ) -> FloatArray:
        """P(k|x), averaged over the temperature: (classes, documents), as the evidence is."""
        p = factors[:, None, None] * by_class  # (temperatures, classes, documents)
        np.exp(p, out=p)
        p *= np.exp(self.offsets)[:, None]
        # Not by BLAS, which adds up in another order for other numbers of documents.
        p *= (shares[:, None] / np.add.reduce(p, axis=1))[:, None]
        return np.asarray(np.add.reduce(p, axis=0))

    @property
    def temperatures(self) -> tuple[FloatArray, FloatArray]:
        """Factors of the evidence that are averaged over, and the share of each."""
        if self.scale_sd == 0.0:
            return np.ones(1), np.ones(1)
        nodes, shares = _quadrature(FEW_NODES if self.scale_sd < NARROW else MOST_NODES)
        return np.exp(nodes * self.scale_sd), shares


@cache
def _quadrature(count: int) -> tuple[FloatArray, FloatArray]:
    """Nodes of a standard normal variable, and the share of each."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(count)
    return nodes, weights / weights.sum()


def given_weights(views: FloatArray, theta: FloatArray, log_prior: FloatArray) -> ViewWeights:
    """Weights taken as known: with theta = 1 over event models, naive Bayes."""
    return ViewWeights(theta, log_prior, 0.0, np.tensordot(theta, views, axes=1))


__all__ = ["ViewWeights", "given_weights"]
