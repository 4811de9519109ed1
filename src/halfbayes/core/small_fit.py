"""The small fit: how much each view of a document counts, and the offset of each class.

    z_ik = log pi_k + r_i c_k + sum_j theta_j f_jik          p(k|x_i) = softmax_k z_ik

f_jik is what view j says of class k on seeing document i: a log likelihood, or the score of a
discriminant, computed *without* document i (Raina et al. 2003, eq. 11). r_i is how much the
offsets c count for document i: 1, or less where it has little that is known (``core.offsets``).
Few numbers are fitted, so few documents suffice; with very few of them even these need a prior:

    theta_j = t_j exp(s + d_j)   s ~ N(0, common_sd^2)  d_j ~ N(0, leeway_j^2)  c_k ~ N(0, 1/q)

t_j is what the weight is expected to be. The weights are positive (with few documents
leave-one-out can *anti-learn*: removing a document makes its own class look less likely), tied
by the common factor s, which is the temperature of the whole, and free to part as the evidence
grows. How strongly the offsets are held, q, is chosen by the evidence (``offset_prior``).
``FreeWeights`` has theta_j ~ N(0, 1/q) of any sign instead: the paper's logistic
regression.

Newton's method (``core.newton``). Two corrections for the fit itself, both from the Hessian H
at the optimum, in place of refitting:

    z_i^(-i) = z_i + m_i A_i (I - m_i W_i A_i)^-1 (p_i - y_i)      A_i = J_i H^-1 J_i^T

is what document i, of weight m_i, would get had it not taken part in the small fit either (one
Newton step; J_i = dz_i/d parameters, W_i = diag p_i - p_i p_i^T), and predictions are averaged
over the temperature, s ~ N(s^, 1/H_ss), instead of trusting one (Laplace's approximation).

Cost O(n K (J + K)) an iteration.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from halfbayes.core.logspace import log_normalise
from halfbayes.core.newton import Place, minimised
from halfbayes.core.offset_prior import EXPECTED, RECONSIDERED, likeliest_precision
from halfbayes.core.view_weights import ViewWeights
from halfbayes.core.weight_priors import FreeWeights, TiedWeights, posterior_hessian
from halfbayes.types import FloatArray, IndexArray

T = TypeVar("T")

LEFT_OUT_ITERATIONS = 30
LEFT_OUT_TOLERANCE = 1e-9
"""Of the leave-one-out step, where nothing is left to solve for; relative."""
HELD = 1e12
"""Precision of an offset that stays at zero."""
WIDEST = 1.0
"""Standard deviation of s beyond which the normal approximation is not believed."""


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
    m = np.ones(len(y)) if sample_weights is None else sample_weights
    return SmallObjective(views, y, log_prior, prior, m).fitted()


@dataclass(frozen=True, eq=False)
class SmallObjective:
    """Minus the log posterior of (u, c), and what follows from its optimum."""

    views: FloatArray  # f: (views, documents, classes)
    y: IndexArray
    log_prior: FloatArray
    prior: TiedWeights | FreeWeights
    sample_weights: FloatArray  # m: (documents,)
    offset_share: FloatArray | None = None  # r: (documents,); None where all are 1
    # Found last, by point: Newton's method asks for the same again.
    _log_p: dict[bytes, FloatArray] = field(default_factory=dict, init=False)
    _derived: dict[bytes, tuple[FloatArray, FloatArray]] = field(
        default_factory=dict, init=False
    )

    @cached_property
    def n_weights(self) -> int:
        """Length of u."""
        return len(self.prior.precisions)

    @property
    def size(self) -> int:
        """Length of (u, c)."""
        return self.n_weights + len(self.log_prior)

    @property
    def offset_precision(self) -> float:
        """Q: as given, or as expected before any evidence."""
        q = self.prior.offset_precision
        return EXPECTED if q is None else q

    @cached_property
    def precisions(self) -> FloatArray:
        """Prior precision of (u, c)."""
        c = np.full(len(self.log_prior), self.offset_precision)
        return np.concatenate([self.prior.precisions, c])

    def fitted(self) -> ViewWeights:
        """The weights, with the precision of the offsets that has the most evidence."""
        fit, prior = self, self.prior
        point = fit.optimum(np.zeros(fit.size))
        for _ in range(RECONSIDERED if prior.offset_precision is None else 0):
            derivatives = fit.derivatives(point)
            q = likeliest_precision(point, *derivatives, fit.precisions, fit.n_weights)
            if q == fit.offset_precision:
                break
            fit = replace(fit, prior=replace(prior, offset_precision=q))
            point = fit.optimum(point)
        return fit.result(point)

    def logits(self, point: FloatArray) -> FloatArray:
        """z: (documents, classes)."""
        theta = self.prior.theta(point[: self.n_weights])
        z = np.tensordot(theta, self.views, axes=1)
        z += self.log_prior + self._offsets(point)
        return np.asarray(z)

    def _offsets(self, point: FloatArray) -> FloatArray:
        """R_i c_k: (documents or 1, classes)."""
        return self._of_offsets(point[None, self.n_weights :])

    def _of_offsets(self, values: FloatArray) -> FloatArray:
        """Values (..., documents, classes), times r."""
        return values if self.offset_share is None else values * self.offset_share[:, None]

    def log_proba(self, point: FloatArray) -> FloatArray:
        """Log p(k|x_i): (documents, classes)."""
        return _kept(self._log_p, point, lambda: log_normalise(self.logits(point)))

    def value(self, point: FloatArray) -> float:
        """Minus the log posterior at (u, c), up to a constant."""
        log_p = self.log_proba(point)
        loss = -self.sample_weights @ log_p[np.arange(len(self.y)), self.y]
        return float(loss + 0.5 * self.precisions @ point**2)

    def derivatives(self, point: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Gradient and Hessian (``weight_priors.posterior_hessian``) at (u, c)."""
        return _kept(self._derived, point, lambda: self._derivatives(point))

    def _derivatives(self, point: FloatArray) -> tuple[FloatArray, FloatArray]:
        n, f = self.n_weights, self.views
        directions = self.prior.directions(point[:n])  # d theta / du
        p, residual = self._posterior(point)
        weighted = p * self.sample_weights[:, None]
        residual *= self.sample_weights[:, None]
        deviation = f - np.einsum("jik,ik->ji", f, p)[:, :, None]
        scaled = weighted * deviation
        flat = len(f), -1
        H = np.empty((self.size, self.size))
        H[:n, :n] = (
            directions @ (scaled.reshape(flat) @ deviation.reshape(flat).T) @ directions.T
        )
        H[:n, n:] = directions @ self._of_offsets(scaled).sum(axis=1)
        H[n:, :n] = H[:n, n:].T
        counted = self._of_offsets(self._of_offsets(weighted))
        H[n:, n:] = np.diag(counted.sum(axis=0)) - counted.T @ p
        pull = directions @ (f.reshape(flat) @ residual.ravel())
        gradient = np.concatenate([pull, self._of_offsets(residual).sum(axis=0)])
        hessian = posterior_hessian(self.prior, H, self.precisions, pull)
        return gradient + self.precisions * point, hessian

    def optimum(self, point: FloatArray) -> FloatArray:
        """Where it is least, searched from ``point`` on by Newton's method."""
        found, _ = minimised(
            self._look(point), self._look, lambda place: self.derivatives(place.point)
        )
        return found

    def _look(self, point: FloatArray) -> Place[None]:
        return Place(point, self.value(point), None)

    def result(self, point: FloatArray, hessian: FloatArray | None = None) -> ViewWeights:
        """Weights and offsets at the optimum, with both corrections.

        ``hessian`` is that of all documents, where these are some of them.
        """
        if hessian is None:
            _, hessian = self.derivatives(point)
        tied = isinstance(self.prior, TiedWeights)
        return ViewWeights(
            theta=self.prior.theta(point[: self.n_weights]),
            offsets=self.log_prior + point[self.n_weights :],
            scale_sd=float(max(hessian[0, 0], WIDEST**-2) ** -0.5) if tied else 0.0,
            leave_one_out=self.left_out(point, hessian) - self.log_prior - self._offsets(point),
        )

    def left_out(self, point: FloatArray, hessian: FloatArray) -> FloatArray:
        """Z_i^(-i): logits had document i not taken part in the small fit.

        (I - m W A) x = p - y is solved for all documents at once by conjugate gradients in the
        inner product of A, in which it is symmetric; A x is what is wanted.
        """
        n, f = self.n_weights, self.views
        n_views = len(f)
        directions = self.prior.directions(point[:n])
        V = np.linalg.inv(hessian)
        V = np.vstack([directions.T @ V[:n], V[n:]])
        V = np.hstack([V[:, :n] @ directions, V[:, n:]])  # of (theta, c)
        p, residual = self._posterior(point)
        m = self.sample_weights[:, None]

        def spread(x: FloatArray) -> FloatArray:  # A x
            pulled = np.einsum("jik,ik->ij", f, x)
            along = np.concatenate([pulled, self._of_offsets(x)], axis=1) @ V
            moved = np.einsum("jik,ij->ik", f, along[:, :n_views])
            return np.asarray(moved + self._of_offsets(along[:, n_views:]))

        total = np.zeros_like(residual)  # A x
        q = spread(residual)
        direction, A_direction = residual, q
        descent = (residual * q).sum(axis=1, keepdims=True)
        enough = LEFT_OUT_TOLERANCE**2 * descent
        for _ in range(LEFT_OUT_ITERATIONS):
            mean = (p * A_direction).sum(axis=1, keepdims=True)
            towards = direction - m * p * (A_direction - mean)
            step = _ratio(descent, (A_direction * towards).sum(axis=1, keepdims=True))
            total += step * A_direction
            residual = residual - step * towards
            q = spread(residual)
            before, descent = descent, (residual * q).sum(axis=1, keepdims=True)
            if np.all(descent <= enough):
                break
            turn = _ratio(descent, before)
            direction, A_direction = residual + turn * direction, q + turn * A_direction
        return np.asarray(self.logits(point) + m * total)

    def _posterior(self, point: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The p_i, and p_i - y_i: both (documents, classes)."""
        p = np.exp(self.log_proba(point))
        residual = p.copy()
        residual[np.arange(len(self.y)), self.y] -= 1.0
        return p, residual


def _kept(found: dict[bytes, T], point: FloatArray, work_out: Callable[[], T]) -> T:
    """What was found for ``point``; only the last is kept."""
    key = point.tobytes()
    if key not in found:
        found.clear()
        found[key] = work_out()
    return found[key]


def _ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Numerator / denominator; 0 where a document has nothing left to solve."""
    positive = denominator > 0.0
    return np.asarray(np.where(positive, numerator / np.where(positive, denominator, 1.0), 0.0))


__all__ = ["HELD", "SmallObjective", "fitted_weights"]
