"""Class probabilities from bit probabilities: the coupling of least divergence.

Bit j says that the class is on its +1 side with probability r_j. Class probabilities p would
make that q_j = sum over c with R_cj = +1 of p_c. The coupled p minimises

    D(p) = sum_j  r_j log(r_j / q_j) + (1 - r_j) log((1 - r_j) / (1 - q_j))

over p >= 0, sum p = 1 (Hastie & Tibshirani 1998 for pairs, Zadrozny 2001 for any code
matrix; Huang, Weng & Lin 2006). The problem is convex. It is solved for all documents at
once by Newton's method on D(p) - mu sum_c log p_c, mu falling to ``BARRIER``: there D(p) is
at most K mu above the least (Boyd & Vandenberghe, Convex Optimization, 11.2). Where the code
leaves p open (two classes with complementary codes), the barrier takes the middle.

Law: where the bits agree with exactly one p, that p is found.

Decoding weighs confident bits more and may choose another class than the coupling would.
``agreeing`` moves p as little as possible (in the Euclidean distance, pooling adjacent
violators) until the chosen class is the most probable one.

Each r_j knows its own bit's score only, so p is less sure than all bits together are.
``sharpened`` takes p to a power, p_c^b / sum_c' p_c'^b, and ``fitted_sharpness`` finds the b
of least log loss on documents whose class is known; the loss is convex in b.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize_scalar
from scipy.special import logsumexp, softmax

from halfbayes.core.codes import CodeMatrix
from halfbayes.types import FloatArray, IndexArray

BARRIER = 1e-4
"""The last mu: far below what bit probabilities from any finite sample can tell."""

FALL = 0.03
"""Factor from one mu to the next."""

EDGE = 1e-9
"""Bit probabilities stay this far from 0 and 1: two sure bits that contradict each other
would otherwise leave no p of finite divergence."""

ROUNDING = 1e-9
"""By this share the chosen class stands above those it was pooled with."""

MAX_SHARPNESS = 20.0
"""Where the known documents have no mistake among them, no power would be too high."""

MAX_STEPS = 100
"""Newton steps; some twenty are enough."""

MAX_ENTRIES = 4_000_000
"""Entries of the Hessians, and of the codes they are products of, held at a time (32 MB
each): documents are taken in chunks."""


def coupled_probabilities(bit_probabilities: FloatArray, code: CodeMatrix) -> FloatArray:
    """Class probabilities nearest to the bits' in divergence: (documents, classes).

    >>> from halfbayes.core.codes import one_vs_all
    >>> coupled_probabilities(np.array([[0.7, 0.2, 0.1]]), one_vs_all(3)).round(3)
    array([[0.7, 0.2, 0.1]])
    """
    r = np.clip(bit_probabilities, EDGE, 1.0 - EDGE)
    divergence = _Divergence.of(code)
    n_classes, n_bits = code.shape
    chunk = max(1, MAX_ENTRIES // (n_classes * max(n_classes, n_bits)))
    parts = [_minimum(r[i : i + chunk], divergence) for i in range(0, len(r), chunk)]
    return np.concatenate(parts) if parts else np.empty((0, code.shape[0]))


def agreeing(probabilities: FloatArray, chosen: IndexArray) -> FloatArray:
    """The nearest probabilities in which no class has more than the chosen one.

    >>> agreeing(np.array([[0.5, 0.3, 0.2], [0.1, 0.6, 0.3]]), np.array([1, 1])).round(3)
    array([[0.4, 0.4, 0.2],
           [0.1, 0.6, 0.3]])
    """
    document = np.arange(len(chosen))
    own = probabilities[document, chosen]
    others = probabilities.copy()
    others[document, chosen] = -1.0
    others = -np.sort(-others, axis=1)  # descending; the chosen class last
    totals = own[:, None] + np.cumsum(np.pad(others[:, :-1], ((0, 0), (1, 0))), axis=1)
    means = totals / np.arange(1, probabilities.shape[1] + 1)
    # The smallest pool whose mean is not below the largest class outside it.
    size = np.argmax(means >= others, axis=1)
    level = means[document, size]
    pooled = np.minimum(probabilities, level[:, None])
    pooled[document, chosen] = level * (1.0 + ROUNDING)
    return np.asarray(pooled / pooled.sum(axis=1, keepdims=True))


def sharpened(probabilities: FloatArray, sharpness: float) -> FloatArray:
    """Probabilities to the power ``sharpness``, made to sum to one.

    >>> sharpened(np.array([[0.2, 0.4, 0.4]]), 2.0).round(3)
    array([[0.111, 0.444, 0.444]])
    """
    return np.asarray(softmax(sharpness * np.log(probabilities), axis=1))


def fitted_sharpness(probabilities: FloatArray, y: IndexArray) -> float:
    """The power of least log loss for documents of classes ``y``, at most ``MAX_SHARPNESS``."""
    log_p = np.log(probabilities)
    log_p -= log_p[np.arange(len(y)), y][:, None]

    def loss(sharpness: float) -> float:
        return float(logsumexp(sharpness * log_p, axis=1).mean())

    found = minimize_scalar(loss, bounds=(0.0, MAX_SHARPNESS), method="bounded")
    return float(found.x)


@dataclass(frozen=True, slots=True)
class _Divergence:
    """The gradient and Hessian of D(p), for one code."""

    positive: FloatArray  # A (classes, bits): 1 where the class is on the +1 side

    @classmethod
    def of(cls, code: CodeMatrix) -> "_Divergence":
        return cls((code == 1).astype(np.float64))

    def derivatives(self, p: FloatArray, r: FloatArray) -> tuple[FloatArray, FloatArray]:
        A = self.positive
        q = p @ A
        not_q = p.sum(axis=1, keepdims=True) - q
        # Rounding may leave q a hair above 1; the probabilities are at least EDGE apart.
        not_q = np.maximum(not_q, EDGE**2)
        slope, not_slope = r / q, (1.0 - r) / not_q
        gradient = (not_slope - slope) @ A.T - not_slope.sum(axis=1, keepdims=True)
        bend, not_bend = slope / q, not_slope / not_q
        # sum_j not_bend (1 - A_c)(1 - A_c') = total - one_c - one_c' + sum_j not_bend A_c A_c'
        one = not_bend @ A.T
        hessian = (A * (bend + not_bend)[:, None, :]) @ A.T
        hessian -= one[:, :, None]
        hessian -= one[:, None, :]
        hessian += not_bend.sum(axis=1)[:, None, None]
        return gradient, hessian


def _minimum(r: FloatArray, divergence: _Divergence) -> FloatArray:
    n_classes = divergence.positive.shape[0]
    p = np.full((len(r), n_classes), 1.0 / n_classes)
    mu = np.ones(len(r))
    open_ = np.arange(len(r))
    for _ in range(MAX_STEPS):
        p[open_], decrement = _newton_step(p[open_], r[open_], mu[open_], divergence)
        centred = decrement < 0.1 * mu[open_] * n_classes
        finished = centred & (mu[open_] <= BARRIER)
        mu[open_[centred]] = np.maximum(FALL * mu[open_[centred]], BARRIER)
        open_ = open_[~finished]
        if not len(open_):
            break
    return p


def _newton_step(
    p: FloatArray, r: FloatArray, mu: FloatArray, divergence: _Divergence
) -> tuple[FloatArray, FloatArray]:
    # In the scaled step e = dp / p the Hessian of the barrier is mu times the identity.
    gradient, hessian = divergence.derivatives(p, r)
    scaled_gradient = p * gradient - mu[:, None]
    hessian *= p[:, :, None]
    hessian *= p[:, None, :]
    diagonal = np.arange(p.shape[1])
    hessian[:, diagonal, diagonal] += mu[:, None]
    solved = np.linalg.solve(hessian, np.stack([scaled_gradient, p], axis=2))
    multiplier = -(p * solved[:, :, 0]).sum(axis=1) / (p * solved[:, :, 1]).sum(axis=1)
    e = -(solved[:, :, 0] + multiplier[:, None] * solved[:, :, 1])  # keeps sum p = 1
    decrement = -(scaled_gradient * e).sum(axis=1)
    farthest = np.maximum(-e.min(axis=1), 0.95)  # no p_c loses more than 95 % at a step
    p = p * (1.0 + (0.95 / farthest)[:, None] * e)
    return p / p.sum(axis=1, keepdims=True), decrement


__all__ = ["agreeing", "coupled_probabilities", "fitted_sharpness", "sharpened"]
