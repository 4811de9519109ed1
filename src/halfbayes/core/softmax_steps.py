"""From the least-squares discriminant to softmax regression, for many classes.

    minimise over w_k    sum_i -log p(y_i|x_i) + l/2 sum_k |w_k|^2
    p(k|x_i) = softmax_k(log pi_k + f_ik)          f_ik = w_k . phi_i,  w_k = sum_j a_jk phi_j

Least squares holds every document at 0 for every class it is not of, classes it could never be
taken for included; softmax regression sees to those it competes with. With a few classes there
is little between them, with many there is.

Conjugate gradients in a, in the inner product of G, start at the best multiple of the
least-squares a, whose system is at hand: G a^ = A a^ - penalties a^ makes a step one product
with A^-1, O(n^2 K), or one pass over the features where there is no A^-1. The steps are few: a
solution halfway is as good. (TREC's fine classes, 10 and 30 labels of each: four times the
steps change the error by no more than .002, and the strength of the prior a third or three
times as large by .001.)

Without document i, others would answer its push a_i along what they leave of phi_i:

    f_ik^(-i) = f_ik - s_ik a_ik        s_ik = 1 / M_ii - l / W_ik    M = (G + l W^-1)^-1

W_jk = p_jk (1 - p_jk), for each class the documents with W_jk above ``ACTIVE``, which alone
answer, ``MOST_ACTIVE`` at most. For others s_ik = G_ii: nobody answers, which takes off too
much, never too little. (Approximate leave-one-out, Rad & Maleki 2020, class by class: the
classes of a document are taken to be independent, which again has others answer too little.)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import numpy as np
from scipy import linalg

from halfbayes.core.blocks import Block
from halfbayes.core.gram import Together
from halfbayes.types import FloatArray, IndexArray

ACTIVE: Final = 0.02
"""Curvature of a document for a class below which it does not answer."""

MOST_ACTIVE: Final = 1_000
"""Documents that answer for one class, those of the largest curvature: a bound to the cost."""

SMALLEST_STEP: Final = 1e-6
"""A step along a direction that is given up, as a multiple of it."""

STEPS_WITH_INVERSE: Final = 6
STEPS_ALONG_GRADIENT: Final = 12
"""Of conjugate gradients; without A^-1 a step leads less far."""

FIRST_STEPS: Final = 3
"""Newton steps for the multiple of the least-squares solution."""


class System(Protocol):
    """A = G + diag(penalties) of documents, as far as it is solved."""

    @property
    def steps(self) -> int:
        """Steps that are enough with this H."""

    @property
    def inner(self) -> FloatArray | None:
        """The lower triangle of G where it is at hand; above it anything."""

    def towards(self, g: FloatArray, /) -> tuple[FloatArray, FloatArray]:
        """H g and G H g for an H that is near A^-1: each (documents, classes)."""


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """Coefficients of documents, the scores they give, and what these say."""

    a: FloatArray  # (documents, classes)
    f: FloatArray  # G a
    p: FloatArray  # p(k|x_i)
    value: float


@dataclass(frozen=True, slots=True, eq=False)
class DualSoftmax:
    """Minus the log posterior of a; ``core.softmax`` has that of w."""

    y: IndexArray
    log_prior: FloatArray  # (classes,)
    precision: float  # l

    def look(self, a: FloatArray, f: FloatArray) -> Place:
        """The place of coefficients ``a`` with G a = ``f``."""
        z = f + self.log_prior.astype(f.dtype)  # in single precision where f is
        z -= z.max(axis=1, keepdims=True)
        own = z[np.arange(len(self.y)), self.y]
        p = np.exp(z, out=z)
        total = p.sum(axis=1)
        p /= total[:, None]
        loss = float((np.log(total) - own).sum(dtype=np.float64))
        return Place(a, f, p, loss + 0.5 * self.precision * float(np.vdot(a, f)))

    def gradient(self, at: Place) -> FloatArray:
        """The gradient is G times this: l a + p - y."""
        g = self.precision * at.a + at.p
        g[np.arange(len(self.y)), self.y] -= 1.0
        return g

    def along(self, at: Place, d: FloatArray, Gd: FloatArray) -> Place:
        """The place where a parabola through ``at`` along d is least, or nearer."""
        slope = float(np.vdot(self.gradient(at), Gd))
        deviation = Gd - (at.p * Gd).sum(axis=1, keepdims=True)
        bend = float(np.vdot(at.p * deviation, Gd)) + self.precision * float(np.vdot(d, Gd))
        if bend <= 0.0:
            return at
        t = -slope / bend
        while abs(t) > SMALLEST_STEP:
            found = self.look(at.a + t * d, at.f + t * Gd)
            if found.value <= at.value:
                return found
            t /= 2.0
        return at


def softmax_place(
    objective: DualSoftmax, system: System, a: FloatArray, f: FloatArray
) -> Place:
    """Near the optimum, from least squares: ``a`` with G a = ``f``."""
    at = objective.look(np.zeros_like(a), np.zeros_like(f))
    for _ in range(FIRST_STEPS):
        at = objective.along(at, a, f)
    d, Gd = np.zeros_like(a), np.zeros_like(f)
    before, length = np.zeros_like(a), 0.0
    for _ in range(system.steps):
        g = objective.gradient(at)
        h, Gh = system.towards(g)
        turn = float(np.vdot(g - before, Gh)) / length if length > 0.0 else 0.0
        before, length = g, float(np.vdot(g, Gh))
        d, Gd = max(turn, 0.0) * d - h, max(turn, 0.0) * Gd - Gh
        found = objective.along(at, d, Gd)
        if found is at:
            break  # rounding is all that is left
        at = found
    return at


def softmax_without_each(
    blocks: Sequence[Block], at: Place, precision: float, inner: FloatArray | None = None
) -> FloatArray:
    """The f_ik^(-i) of each document: (documents, classes).

    ``inner`` is the lower triangle of G; without it, what is needed of G is worked out here.
    """
    gram = Together.of(blocks, np.float32).gram if inner is None else partial(_within, inner)
    lengths = np.sum([block.share * block.squared_lengths() for block in blocks], axis=0)
    left: FloatArray = at.f - at.a * lengths[:, None]
    for k, p in enumerate(at.p.T):
        w = (p * (1.0 - p)).astype(np.float64)
        here = np.flatnonzero(w > ACTIVE)
        if len(here) > MOST_ACTIVE:
            here = np.sort(here[np.argsort(-w[here], kind="stable")[:MOST_ACTIVE]])
        if len(here) > 1:
            s = np.minimum(_unanswered(gram(here), precision / w[here]), lengths[here])
            left[here, k] = at.f[here, k] - s * at.a[here, k]
    return left


def _within(inner: FloatArray, rows: IndexArray) -> FloatArray:
    """G of some documents in their order: its lower triangle is that of the whole."""
    return inner.take(rows, axis=0).take(rows, axis=1)


def _unanswered(gram: FloatArray, penalties: FloatArray) -> FloatArray:
    """1 / M_ii - penalties_i for M = (G + diag(penalties))^-1, of the lower triangle of G.

    Without bound where rounding leaves no M: of values far apart, in single precision.
    """
    gram[np.diag_indices_from(gram)] += penalties
    lapack: Any = linalg.get_lapack_funcs(("potrf", "trtri"), (gram,))
    potrf, trtri = lapack
    factor, info = potrf(gram.T, lower=0, overwrite_a=1)
    if info != 0:
        return np.full(len(penalties), np.inf)
    inverse, _ = trtri(factor, lower=0, overwrite_c=1)
    M = np.einsum("ij,ij->i", inverse, inverse).astype(np.float64)
    s = 1.0 / M - penalties
    return np.where(s > 0.0, s, np.inf)


__all__ = [
    "STEPS_ALONG_GRADIENT",
    "STEPS_WITH_INVERSE",
    "DualSoftmax",
    "Place",
    "System",
    "softmax_place",
    "softmax_without_each",
]
