"""Negative log posterior of the softmax model: conditional likelihood and Gaussian prior.

    z_ik = o_ik + b_k + w_k . x_i                  p_ik = exp z_ik / sum_l exp z_il
    F(w, b) = - sum_i s_i log p_i,y_i
              + 1/2 sum_kj a_j (w_kj - m_kj)^2 + 1/2 a_b sum_k (b_k - m_k)^2

o are fixed offsets (documents, classes), s the weights of the documents, a_j the precisions and
m the means of the prior. Up to a constant F is the negative log posterior under independent
Gaussians of variance 1 / a_j: the maximum a posteriori estimate is the L2-penalised one (Straka
2021). With two classes p_i1 is the logistic function of z_i1 - z_i0 (Xing 2009, slides 9-10).

Every class has its own row of weights (K = 2 included), so adding the same vector to all rows
changes no p. The prior decides between such points; where a column has none (a_j = 0) F has the
*gauge term* 1/2 (n / K) (sum_k (w_kj - m_kj))^2 / K, n = sum_i s_i. It is zero at the minimum:
it changes no minimal value, and of all equal minima picks the one whose rows sum to sum_k m_k.

    dF/dw_k  = sum_i s_i (p_ik - [y_i = k]) x_i + a (w_k - m_k)
    (H v)_k  = sum_i s_i p_ik (u_ik - sum_l p_il u_il) x_i + a v_k          u_ik = v_k . x_i

Memory: one array (documents, classes) per evaluation. A point is the flat form of (terms + 1,
classes), intercepts last: in this order the products with a sparse X copy nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from halfbayes.core.design import ALL, Design
from halfbayes.types import BoolArray, FloatArray, IndexArray, Matrix

POWER_ITERATIONS = 30  # enough for a curvature bound: it converges from below within percents
SAFETY = 1.05  # covers what those iterations leave


@dataclass(frozen=True, slots=True)
class GaussianPrior:
    """Independent Gaussians over the weights; precision 0 is no prior.

    ``precision`` is one number or one per term; ``mean`` is one number or (classes, terms).
    """

    precision: float | FloatArray = 1.0
    mean: float | FloatArray = 0.0
    intercept_precision: float = 0.0
    intercept_mean: float | FloatArray = 0.0  # one number or (classes,)


UNIT_PRIOR = GaussianPrior()


@dataclass(frozen=True, eq=False)
class SoftmaxObjective:
    """Negative log posterior of a softmax model, for the solvers of ``minimise``.

    >>> X, y = np.array([[0.0], [1.0], [3.0]]), np.array([0, 0, 1])
    >>> objective = SoftmaxObjective(X, y, n_classes=2, prior=GaussianPrior(0.5))
    >>> value, gradient = objective.value_and_gradient(np.zeros(objective.size))
    >>> round(value, 4), gradient.reshape(2, 2)  # rows: the term, the intercept
    (2.0794, array([[ 1. , -1. ],
           [-0.5,  0.5]]))
    """

    X: Matrix
    y: IndexArray  # class numbers
    n_classes: int
    prior: GaussianPrior = UNIT_PRIOR
    fit_intercept: bool = True
    offsets: FloatArray | None = None  # (documents, classes)
    sample_weight: FloatArray | None = None  # (documents,)

    @property
    def size(self) -> int:
        """Number of parameters: (terms + intercept) x classes."""
        return self._design.n_columns * self.n_classes

    @property
    def n_samples(self) -> int:
        """Number of documents."""
        return self._design.n_documents

    def point(self, weights: FloatArray, intercept: FloatArray) -> FloatArray:
        """Flat vector of ``weights`` (classes, terms) and ``intercept`` (classes,)."""
        rows = [weights.T, intercept[np.newaxis]] if self.fit_intercept else [weights.T]
        return np.concatenate(rows).ravel()

    def parameters(self, point: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Weights (classes, terms) and intercepts (classes,) of a flat vector."""
        W = point.reshape(-1, self.n_classes)
        n_terms = self.X.shape[1]
        intercept = W[n_terms].copy() if self.fit_intercept else np.zeros(self.n_classes)
        return np.ascontiguousarray(W[:n_terms].T), intercept

    def value_and_gradient(self, point: FloatArray) -> tuple[float, FloatArray]:
        """F and its gradient: one product with X and one with its transpose."""
        W = point.reshape(-1, self.n_classes)
        loss, residual = self._loss_and_residual(W, ALL)
        penalty, slope = self._penalty(W)
        slope += self._design.transposed_product(residual)
        return loss + penalty, slope.ravel()

    def sample_gradient(self, point: FloatArray, samples: IndexArray) -> FloatArray:
        """Gradient of the documents ``samples`` with their share of the prior."""
        W = point.reshape(-1, self.n_classes)
        _, residual = self._loss_and_residual(W, samples)
        _, slope = self._penalty(W)
        slope *= len(samples) / self.n_samples
        slope += self._design.transposed_product(residual, samples)
        return slope.ravel()

    def hessian_product(self, point: FloatArray) -> Callable[[FloatArray], FloatArray]:
        """The map v -> H v; the probabilities at ``point`` are computed once."""
        P = self.probabilities(point)
        s = self._weights[:, np.newaxis]

        def product(direction: FloatArray) -> FloatArray:
            V = direction.reshape(-1, self.n_classes)
            U = self._design.product(V)  # (documents, classes)
            U -= np.einsum("ik,ik->i", P, U)[:, np.newaxis]
            U *= P
            U *= s
            HV = self._design.transposed_product(U)
            HV += self._precision * V
            if self._free.any():
                HV[self._free] += self._gauge * V[self._free].mean(axis=1, keepdims=True)
            return HV.ravel()

        return product

    def hessian(self, point: FloatArray) -> FloatArray:
        """Dense H: (size, size). For few terms: K (K + 1) / 2 products X^T D X."""
        P, K, D = self.probabilities(point), self.n_classes, self._design.n_columns
        X = self._design.dense()
        H = np.empty((D, K, D, K))
        for k in range(K):
            for other in range(k + 1):
                curvature = self._weights * P[:, k] * (float(k == other) - P[:, other])
                block = X.T @ (curvature[:, np.newaxis] * X)
                H[:, k, :, other] = H[:, other, :, k] = block
        column = np.arange(D)
        H[column, :, column, :] += self._precision[:, :, np.newaxis] * np.eye(K)
        H[column, :, column, :] += self._gauge / K * self._free[:, np.newaxis, np.newaxis]
        return H.reshape(D * K, D * K)

    def probabilities(self, point: FloatArray) -> FloatArray:
        """Class probabilities p at ``point``: (documents, classes)."""
        Z = self._scores(point.reshape(-1, self.n_classes), ALL)
        Z -= Z.max(axis=1, keepdims=True)
        np.exp(Z, out=Z)
        Z /= Z.sum(axis=1, keepdims=True)
        return Z

    def smoothness(self, batch: int) -> float:
        """Bound of the expected curvature of batches drawn without replacement.

        With L the largest eigenvalue of the whole Hessian, M that of n times one document's,
        (n (b - 1) L + (n - b) M) / (b (n - 1)); diag(p) - p p^T has no eigenvalue above 1/2.
        Gower et al. 2019, "SGD: general analysis and improved rates".
        """
        n, b, s = self.n_samples, batch, self._weights
        v = np.cos(np.arange(1.0, self._design.n_columns + 1))[:, np.newaxis]
        for _ in range(POWER_ITERATIONS):
            v /= np.linalg.norm(v) or 1.0
            v = self._design.transposed_product(s[:, np.newaxis] * self._design.product(v))
        prior = float(np.where(self._free, self._gauge, self._precision[:, 0]).max())
        whole = SAFETY * float(np.linalg.norm(v)) / 2 + prior
        if b == n:
            return whole
        single = n * float((s * self._design.squared_lengths()).max()) / 2 + prior
        return (n * (b - 1) * whole + (n - b) * single) / (b * (n - 1))

    @cached_property
    def _design(self) -> Design:
        return Design(self.X, self.fit_intercept)

    @cached_property
    def _weights(self) -> FloatArray:
        return np.ones(self.n_samples) if self.sample_weight is None else self.sample_weight

    @cached_property
    def _precision(self) -> FloatArray:
        """Precision of each column of the design: (columns, 1)."""
        precision = np.empty((self._design.n_columns, 1))
        precision[: self.X.shape[1], 0] = self.prior.precision
        precision[self.X.shape[1] :, 0] = self.prior.intercept_precision
        return precision

    @cached_property
    def _mean(self) -> FloatArray | None:
        """Prior mean in the layout of a point: (columns, classes); none where it is zero."""
        mean = np.empty((self._design.n_columns, self.n_classes))
        mean[: self.X.shape[1]] = np.transpose(self.prior.mean)
        mean[self.X.shape[1] :] = self.prior.intercept_mean
        return mean if mean.any() else None

    @cached_property
    def _free(self) -> BoolArray:
        """Columns without a prior, whose sum over classes only the gauge term fixes."""
        return np.asarray(self._precision[:, 0] == 0)

    @cached_property
    def _gauge(self) -> float:
        return float(self._weights.sum()) / self.n_classes

    def _scores(self, W: FloatArray, rows: IndexArray | slice) -> FloatArray:
        Z = self._design.product(W, rows)
        if self.offsets is not None:
            Z += self.offsets[rows]
        return Z

    def _loss_and_residual(
        self, W: FloatArray, rows: IndexArray | slice
    ) -> tuple[float, FloatArray]:
        """- sum_i s_i log p_i,y_i and s_i (p_ik - [y_i = k]) over the documents ``rows``."""
        Z, s, y = self._scores(W, rows), self._weights[rows], self.y[rows]
        document = np.arange(len(y))
        Z -= Z.max(axis=1, keepdims=True)
        own = Z[document, y]
        np.exp(Z, out=Z)
        total = Z.sum(axis=1)
        Z *= (s / total)[:, np.newaxis]
        Z[document, y] -= s
        return float(s @ (np.log(total) - own)), Z

    def _penalty(self, W: FloatArray) -> tuple[float, FloatArray]:
        """Prior and gauge terms, with their gradient: (columns, classes)."""
        deviation = W if self._mean is None else W - self._mean
        slope = self._precision * deviation
        penalty = float(np.vdot(slope, deviation)) / 2
        if self._free.any():
            mean = deviation[self._free].mean(axis=1, keepdims=True)
            slope[self._free] += self._gauge * mean
            penalty += self._gauge * self.n_classes * float(np.vdot(mean, mean)) / 2
        return penalty, slope


__all__ = ["GaussianPrior", "SoftmaxObjective"]
