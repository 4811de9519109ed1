"""The small fit: how much each view of a document counts, and the offset of each class.

    z_ik = log pi_k + c_k + sum_j theta_j f_jik          p(k|x_i) = softmax_k z_ik

f_jik is what view j says of class k on seeing document i: a log likelihood, or the score of a
discriminant, computed *without* document i (Raina et al. 2003, eq. 11). Few numbers are fitted,
so few documents suffice; with very few of them even these need a prior:

    theta_j = t_j exp(s + d_j)   s ~ N(0, common_sd^2)  d_j ~ N(0, view_sd^2)  c_k ~ N(0, 1/q)

t_j is what the weight is expected to be. The weights are positive (with few documents
leave-one-out can *anti-learn*: removing a document makes its own class look less likely), tied
by the common factor s, which is the temperature of the whole, and free to part as the evidence
grows. ``FreeWeights`` has theta_j ~ N(0, 1/q) of any sign instead: the paper's logistic
regression.

Newton's method with the expected Hessian (Fisher scoring) and step halving. Two corrections for
the fit itself, both from the Hessian H at the optimum, in place of refitting:

    z_i^(-i) = z_i + A_i (I - W_i A_i)^-1 (p_i - y_i)      A_i = J_i H^-1 J_i^T

is what document i would get had it not taken part in the small fit either (one Newton step;
J_i = dz_i/d parameters, W_i = diag p_i - p_i p_i^T), and predictions are averaged over the
temperature, s ~ N(s^, 1/H_ss), instead of trusting one (Laplace's approximation).

Cost O(n K (J + K)) an iteration.
"""

from dataclasses import dataclass

import numpy as np

from halfbayes.core.logspace import log_normalise
from halfbayes.types import FloatArray, IndexArray

ITERATIONS = 60
TOLERANCE = 1e-9
"""Fisher scoring stops when a step would lower the objective by less than this."""
MANY_CLASSES = 32
"""Beyond this many classes the inner solve of the leave-one-out step (K^3 a document) is left
out: a document then moves the fit so little that the first-order step is as good."""
NODES, NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(7)
HELD = 1e12
"""Precision of an offset that stays at zero."""
WIDEST = 1.0
"""Standard deviation of s beyond which the normal approximation is not believed."""


@dataclass(frozen=True, slots=True, eq=False)
class TiedWeights:
    """Positive weights around what is expected, tied by a common factor."""

    expected: FloatArray  # t: (views,)
    common_sd: float = 0.6
    view_sd: float = 0.5
    offset_precision: float = 30.0  # q

    def theta(self, u: FloatArray) -> FloatArray:
        """Weights at u = (s, d): (views,)."""
        return np.asarray(self.expected * np.exp(u[0] + u[1:]))

    def directions(self, u: FloatArray) -> FloatArray:
        """D theta / d u: (1 + views, views)."""
        theta = self.theta(u)
        return np.vstack([theta, np.diag(theta)])

    @property
    def precisions(self) -> FloatArray:
        """Prior precision of u: (1 + views,)."""
        tied = np.full(len(self.expected), self.view_sd**-2)
        return np.concatenate([[self.common_sd**-2], tied])


@dataclass(frozen=True, slots=True, eq=False)
class FreeWeights:
    """Weights of any sign around zero, as in plain logistic regression."""

    n_views: int
    precision: float = 1e-6
    offset_precision: float = 1e-6

    def theta(self, u: FloatArray) -> FloatArray:
        """Weights at u: (views,)."""
        return u

    def directions(self, u: FloatArray) -> FloatArray:
        """D theta / d u: (views, views)."""
        return np.eye(len(u))

    @property
    def precisions(self) -> FloatArray:
        """Prior precision of u: (views,)."""
        return np.full(self.n_views, self.precision)


@dataclass(frozen=True, slots=True, eq=False)
class ViewWeights:
    """Fitted weights of the views and offsets of the classes."""

    theta: FloatArray  # (views,)
    offsets: FloatArray  # log pi_k + c_k: (classes,)
    scale_sd: float  # of the temperature's logarithm; 0 where it is taken as known
    leave_one_out: FloatArray  # z_i^(-i) without the offsets: (documents, classes)

    def evidence(self, views: FloatArray) -> FloatArray:
        """Sum_j theta_j f_jk: (documents, classes), from (views, documents, classes)."""
        return np.asarray(np.tensordot(self.theta, views, axes=1))

    def log_proba(self, evidence: FloatArray) -> FloatArray:
        """Log p(k|x), averaged over the temperature: (documents, classes)."""
        if self.scale_sd == 0.0:
            return log_normalise(self.offsets + evidence)
        proba = np.zeros_like(evidence)
        for node, weight in zip(NODES, NODE_WEIGHTS / NODE_WEIGHTS.sum(), strict=True):
            z = self.offsets + np.exp(node * self.scale_sd) * evidence
            proba += weight * np.exp(log_normalise(z))
        return np.asarray(np.log(np.maximum(proba, np.finfo(np.float64).tiny)))


def fitted_weights(
    views: FloatArray,
    y: IndexArray,
    log_prior: FloatArray,
    prior: TiedWeights | FreeWeights,
    sample_weights: FloatArray | None = None,
) -> ViewWeights:
    """Weights of ``views`` (views, documents, classes) that make the classes ``y`` likely.

    >>> f = np.array([[[0.2, 0.0], [0.3, 0.0], [0.0, 0.2], [0.1, 0.0]]])
    >>> y = np.array([0, 0, 1, 1])
    >>> fit = fitted_weights(f, y, np.log([0.5, 0.5]), TiedWeights(np.array([4.0])))
    >>> fit.theta.round(2), np.exp(fit.log_proba(fit.evidence(f)))[0].round(2)
    (array([5.38]), array([0.75, 0.25]))
    """
    fit = _SmallFit(views, y, log_prior, prior, sample_weights)
    point = np.zeros(fit.size)
    value, gradient, hessian = fit.at(point)
    for _ in range(ITERATIONS):
        step = np.asarray(np.linalg.solve(hessian, gradient), dtype=np.float64)
        point, value, fall = fit.descended(point, value, step)
        _, gradient, hessian = fit.at(point)
        if fall < TOLERANCE:
            break
    return fit.result(point, hessian)


def given_weights(views: FloatArray, theta: FloatArray, log_prior: FloatArray) -> ViewWeights:
    """Weights taken as known: with theta = 1 over event models, naive Bayes."""
    return ViewWeights(theta, log_prior, 0.0, np.tensordot(theta, views, axes=1))


@dataclass(frozen=True, slots=True, eq=False)
class _SmallFit:
    """The objective of the small fit at (u, c), and what follows from its optimum."""

    views: FloatArray  # f: (views, documents, classes)
    y: IndexArray
    log_prior: FloatArray
    prior: TiedWeights | FreeWeights
    sample_weights: FloatArray | None

    @property
    def n_weights(self) -> int:
        return len(self.prior.precisions)

    @property
    def size(self) -> int:
        return self.n_weights + len(self.log_prior)

    @property
    def precisions(self) -> FloatArray:
        c = np.full(len(self.log_prior), self.prior.offset_precision)
        return np.concatenate([self.prior.precisions, c])

    def logits(self, point: FloatArray) -> FloatArray:
        theta = self.prior.theta(point[: self.n_weights])
        z = np.tensordot(theta, self.views, axes=1)
        return np.asarray(z + self.log_prior + point[self.n_weights :])

    def value(self, point: FloatArray) -> float:
        log_p = log_normalise(self.logits(point))
        loss = -log_p[np.arange(len(self.y)), self.y]
        if self.sample_weights is not None:
            loss = loss * self.sample_weights
        return float(loss.sum() + 0.5 * self.precisions @ point**2)

    def at(self, point: FloatArray) -> tuple[float, FloatArray, FloatArray]:
        """Value, gradient and expected Hessian at (u, c)."""
        n = self.n_weights
        p = np.exp(log_normalise(self.logits(point)))
        residual = p.copy()
        residual[np.arange(len(self.y)), self.y] -= 1.0
        if self.sample_weights is not None:
            residual *= self.sample_weights[:, None]
            weighted = p * self.sample_weights[:, None]
        else:
            weighted = p
        F = self.directed(point)  # (weights, documents, classes)
        mean = np.einsum("aik,ik->ai", F, p)
        deviation = F - mean[:, :, None]
        flat = (weighted * deviation).reshape(n, -1)
        H = np.empty((self.size, self.size))
        H[:n, :n] = flat @ deviation.reshape(n, -1).T
        H[:n, n:] = (weighted * deviation).sum(axis=1)
        H[n:, :n] = H[:n, n:].T
        H[n:, n:] = np.diag(weighted.sum(axis=0)) - weighted.T @ p
        H[np.diag_indices_from(H)] += self.precisions
        gradient = np.concatenate([F.reshape(n, -1) @ residual.ravel(), residual.sum(axis=0)])
        return self.value(point), gradient + self.precisions * point, H

    def directed(self, point: FloatArray) -> FloatArray:
        """Dz / d u: (weights, documents, classes)."""
        return np.asarray(
            np.tensordot(self.prior.directions(point[: self.n_weights]), self.views, axes=1)
        )

    def descended(
        self, point: FloatArray, value: float, step: FloatArray
    ) -> tuple[FloatArray, float, float]:
        """The point a halved step away that lies lower, its value, and by how much it fell."""
        for halvings in range(30):
            candidate = point - 0.5**halvings * step
            lower = self.value(candidate)
            if lower < value:
                return candidate, lower, value - lower
        return point, value, 0.0

    def result(self, point: FloatArray, hessian: FloatArray) -> ViewWeights:
        """Weights and offsets at the optimum, with both corrections."""
        tied = isinstance(self.prior, TiedWeights)
        offsets = self.log_prior + point[self.n_weights :]
        return ViewWeights(
            theta=self.prior.theta(point[: self.n_weights]),
            offsets=offsets,
            scale_sd=min(WIDEST, float(hessian[0, 0] ** -0.5)) if tied else 0.0,
            leave_one_out=self.left_out(point, hessian) - offsets,
        )

    def left_out(self, point: FloatArray, hessian: FloatArray) -> FloatArray:
        """Z_i^(-i): logits had document i not taken part in the small fit."""
        z = self.logits(point)
        p = np.exp(log_normalise(z))
        residual = p.copy()
        residual[np.arange(len(self.y)), self.y] -= 1.0
        V = np.linalg.inv(hessian)
        F = self.directed(point).transpose(1, 2, 0)  # (documents, classes, weights)
        J = np.concatenate([F, np.broadcast_to(np.eye(z.shape[1]), (*z.shape, z.shape[1]))], 2)
        JV = J @ V
        if z.shape[1] > MANY_CLASSES:
            gradient = np.einsum("ikp,ik->ip", J, residual)
            return np.asarray(z + np.einsum("ikp,ip->ik", JV, gradient))
        A = JV @ J.transpose(0, 2, 1)
        W = -p[:, :, None] * p[:, None, :]
        W[:, np.arange(z.shape[1]), np.arange(z.shape[1])] += p
        inner = np.linalg.solve(np.eye(z.shape[1]) - W @ A, residual[:, :, None])
        return np.asarray(z + (A @ inner)[:, :, 0])


__all__ = [
    "HELD",
    "FreeWeights",
    "TiedWeights",
    "ViewWeights",
    "fitted_weights",
    "given_weights",
]
