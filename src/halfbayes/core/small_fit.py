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
The objective may have two valleys: where one view is right and those that are expected to weigh
more anti-learn, all can be hushed or that one be heard. So the way down begins where it is
lowest, at what is expected or with one view louder (``TiedWeights.starts``).
``FreeWeights`` has theta_j ~ N(0, 1/q) of any sign instead: the paper's logistic
regression.

Newton's method (``core.newton``), over documents in blocks (``core.differences``). Two
corrections for the fit itself, both from the Hessian H at the optimum, in place of refitting:

    z_i^(-i) = z_i + m_i A_i (I - m_i W_i A_i)^-1 (p_i - y_i)      A_i = J_i H^-1 J_i^T

is what document i, of weight m_i, would get had it not taken part in the small fit either (one
Newton step; J_i = dz_i/d parameters, W_i = diag p_i - p_i p_i^T), and predictions are averaged
over the temperature, s ~ N(s^, 1/H_ss), instead of trusting one (Laplace's approximation).

Cost O(n K (J + K)) an iteration.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from halfbayes.core.differences import Differences, Seen, difference_blocks
from halfbayes.core.newton import Place, minimised
from halfbayes.core.offset_prior import EXPECTED, RECONSIDERED, likeliest_precision
from halfbayes.core.view_weights import ViewWeights
from halfbayes.core.weight_priors import FreeWeights, TiedWeights, posterior_derivatives
from halfbayes.types import FloatArray, IndexArray

HELD = 1e12
"""Precision of an offset that stays at zero."""
WIDEST = 1.0
"""Standard deviation of s beyond which the normal approximation is not believed."""
ENOUGH = 1e-6
"""A step that lowers the objective by less than this is taken without looking where it ends."""


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
    (array([5.79]), array([0.76, 0.24]))
    """
    m = np.ones(len(y)) if sample_weights is None else sample_weights
    return SmallObjective(views, y, log_prior, prior, m).fitted()


@dataclass(frozen=True, eq=False)
class Looked:
    """All documents at some point."""

    blocks: Sequence[Differences]
    seen: Sequence[Seen]  # of each block

    @cached_property
    def sums(self) -> tuple[FloatArray, FloatArray]:
        """Slopes and bends of minus the log likelihood in (theta, c)."""
        each = [block.sums(at.p) for block, at in zip(self.blocks, self.seen, strict=True)]
        slopes, bends = zip(*each, strict=True)
        return np.sum(slopes, axis=0), np.sum(bends, axis=0)


@dataclass(frozen=True, eq=False)
class SmallObjective:
    """Minus the log posterior of (u, c), and what follows from its optimum."""

    views: FloatArray  # f: (views, documents, classes)
    y: IndexArray
    log_prior: FloatArray
    prior: TiedWeights | FreeWeights
    sample_weights: FloatArray  # m: (documents,)
    offset_share: FloatArray | None = None  # r: (documents,); None where all are 1
    known_blocks: Sequence[Differences] | None = None  # of the same documents

    @cached_property
    def blocks(self) -> Sequence[Differences]:
        """The documents, and what views say of classes beside their own."""
        if self.known_blocks is not None:
            return self.known_blocks
        return difference_blocks(self.views, self.y, self.sample_weights, self.offset_share)

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
        fit = self
        point, last = fit.optimum(*fit.start())
        for _ in range(RECONSIDERED if self.prior.offset_precision is None else 0):
            derivatives = fit.derivatives_at(last)
            q = likeliest_precision(last.point, *derivatives, fit.precisions, fit.n_weights)
            if q == fit.offset_precision:
                break
            prior = replace(self.prior, offset_precision=q)
            fit = replace(fit, prior=prior, known_blocks=fit.blocks)
            point, last = fit.optimum(last.point, last.found)
        return fit.result(point, fit.derivatives_at(last)[1])

    def start(self) -> tuple[FloatArray, Looked]:
        """The expected weights, or the likeliest of those with one view heard louder."""
        c = np.zeros(len(self.log_prior))
        starts = (np.append(u, c) for u in self.prior.starts)
        best = min(map(self.look, starts), key=lambda place: place.value)
        return best.point, best.found

    def value(self, point: FloatArray) -> float:
        """Minus the log posterior at (u, c), up to a constant."""
        return self.look(point).value

    def derivatives(self, point: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Gradient and Hessian (``weight_priors.posterior_derivatives``) at (u, c)."""
        return self.derivatives_at(self.look(point))

    def derivatives_at(self, place: Place[Looked]) -> tuple[FloatArray, FloatArray]:
        """The same where the documents have been looked at."""
        return posterior_derivatives(
            self.prior, place.point, *place.found.sums, self.precisions
        )

    def look(self, point: FloatArray, found: Looked | None = None) -> Place[Looked]:
        """The documents at (u, c), as they were ``found`` there before if they were."""
        if found is None:
            found = Looked(self.blocks, self._seen(point))
        loss = sum(at.loss for at in found.seen)
        return Place(point, float(loss + 0.5 * self.precisions @ point**2), found)

    def optimum(
        self, point: FloatArray, found: Looked | None = None
    ) -> tuple[FloatArray, Place[Looked]]:
        """Where it is least, by Newton's method from ``point``; the last place looked at."""
        start = self.look(point, found)
        return minimised(start, self.look, self.derivatives_at, ENOUGH)

    def result(self, point: FloatArray, hessian: FloatArray) -> ViewWeights:
        """Weights and offsets at the optimum, with both corrections.

        ``hessian`` is that there, or very near; of all documents, where these are some of them.
        """
        tied = isinstance(self.prior, TiedWeights)
        return ViewWeights(
            theta=self.prior.theta(point[: self.n_weights]),
            offsets=self.log_prior + point[self.n_weights :],
            scale_sd=float(max(hessian[0, 0], WIDEST**-2) ** -0.5) if tied else 0.0,
            leave_one_out=self.without_each(point, hessian),
        )

    def without_each(self, point: FloatArray, hessian: FloatArray) -> FloatArray:
        """Sum_j theta_j f_jik of each document had it not taken part in the small fit.

        Up to a constant for all classes of a document: (documents, classes).
        """
        n = self.n_weights
        directions = self.prior.directions(point[:n])
        V: FloatArray = np.asarray(np.linalg.inv(hessian), dtype=np.float64)
        V = np.vstack([directions.T @ V[:n], V[n:]])
        V = np.hstack([V[:, :n] @ directions, V[:, n:]])  # of (theta, c)
        at_optimum = zip(self.blocks, self._seen(point), strict=True)
        gained = [block.left_out(at.p, V) for block, at in at_optimum]
        evidence = np.tensordot(self.prior.theta(point[:n]), self.views, axes=1)
        evidence += np.concatenate(gained, axis=1).T
        return np.asarray(evidence)

    def _seen(self, point: FloatArray) -> list[Seen]:
        theta, c = self.prior.theta(point[: self.n_weights]), point[self.n_weights :]
        return [block.seen(theta, self.log_prior, c) for block in self.blocks]


__all__ = ["HELD", "Looked", "SmallObjective", "fitted_weights"]
