"""Scores of documents in blocks, and what a block adds to a Newton step: sums without order.

    z_ik = log pi_k + r_i c_k + sum_j theta_j f_jik          p_i = softmax z_i

r_i is 0 where the view that bears the offsets says nothing of document i, and 1 where it does,
or where no view bears them (``core.offsets``). With d_jik = f_jik - f_ji,y(i), what view j says
of class k more than of the document's own class, each document adds to

    value     -log p_iy
    slopes    m_ij = sum_k p_ik d_jik          r_i (p_ik - [k = y])
    bends     sum_k p_ik (d_jik - m_ij)(d_lik - m_il)
              r_i p_ik (d_jik - m_ij)          r_i ([k = l] p_ik - p_ik p_il)

numbers that are rounded to a fixed-point grid document by document. Sums of whole numbers below
2^53 are exact in doubles, in any order and by any library; sums of many blocks are exact by
``core.exact``. So they do not depend on how documents are cut into blocks, to the bit. d is at
most ``FARTHEST`` either way: a class further off has no part in it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from halfbayes.core.exact import ExactSum
from halfbayes.types import FloatArray, IndexArray

FARTHEST: Final = 1024.0
"""Largest difference of scores; its square, on the coarse grid, adds up exactly in a block."""

BLOCK: Final = 4096
"""Documents whose sums are taken in doubles: 2^12 times 2^40 units is below 2^53."""

FINE: Final = float(1 << 30)
COARSE: Final = float(1 << 20)
"""Units of the grids: of value and slopes, and of bends."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoreBlock:
    """Documents of classes ``y``, and what each view says of each class beside their own."""

    y: NDArray[np.int32]  # (documents,)
    differences: NDArray[np.float32]  # d: (views, classes, documents)

    @property
    def n_bytes(self) -> int:
        """What it takes in memory."""
        return self.y.nbytes + self.differences.nbytes

    def within(self, most: int) -> "list[ScoreBlock]":
        """The same documents in blocks of about so many bytes at most, or of one document."""
        if self.n_bytes <= most:
            return [self]
        step = max(1, len(self.y) * most // self.n_bytes)
        parts = [slice(start, start + step) for start in range(0, len(self.y), step)]
        cut = [np.ascontiguousarray(self.differences[:, :, part]) for part in parts]
        return [ScoreBlock(self.y[part], d) for part, d in zip(parts, cut, strict=True)]


def score_block(scores: FloatArray, y: IndexArray) -> ScoreBlock:
    """The block of documents with these scores: (views, documents, classes).

    >>> score_block(np.array([[[1.0, 3.0]]]), np.array([1])).differences.tolist()
    [[[-2.0], [0.0]]]
    """
    own = scores[:, np.arange(len(y)), y]
    with np.errstate(invalid="ignore"):  # what is infinite everywhere tells nothing
        d = np.nan_to_num(scores - own[:, :, None], posinf=FARTHEST, neginf=-FARTHEST)
    d = np.clip(d, -FARTHEST, FARTHEST).astype(np.float32)
    return ScoreBlock(y.astype(np.int32), np.ascontiguousarray(d.transpose(0, 2, 1)))


@dataclass(frozen=True, slots=True, eq=False)
class SumsAt:
    """A block of documents to its sums at a point; they add up."""

    theta: FloatArray  # (views,)
    log_prior: FloatArray  # log pi: (classes,)
    offsets: FloatArray  # c: (classes,)
    bearer: int | None = None  # the view that bears the offsets

    def __call__(self, block: ScoreBlock) -> ExactSum:
        """The sums of a block: value, slopes, bends, in the order of ``Sums``."""
        J, K = len(self.theta), len(self.offsets)
        total = ExactSum.zeros((2 + J + K + J * J + J * K + K * K,))
        for start in range(0, len(block.y), BLOCK):
            rows = slice(start, start + BLOCK)
            sums = self._sums(block.y[rows], block.differences[:, :, rows].astype(np.float64))
            total = total + ExactSum.of(sums)
        return total

    def _sums(self, y: NDArray[np.int32], d: FloatArray) -> FloatArray:
        """Sums in units of their grids: whole numbers."""
        r = 1.0 if self.bearer is None else d[self.bearer].any(axis=0).astype(np.float64)
        log_total, p = self._posterior(y, d, r)
        means = [_over_classes(p * view) for view in d]
        away = [view - mean for view, mean in zip(d, means, strict=True)]
        weighted = [p * view for view in away]
        own = y == np.arange(len(p))[:, None]
        slopes = [_whole(mean, FINE) for mean in means] + list(_whole(r * (p - own), FINE))
        bends = [
            _whole(_over_classes(one * other), COARSE) for one in weighted for other in away
        ]
        mixed = [_whole(r * row, COARSE) for view in weighted for row in view]
        q = _whole(p, COARSE)
        offsets = np.diag((r * q * _over_classes(q)).sum(axis=1)) - (r * q) @ q.T
        sums = [row.sum() for row in [_whole(log_total, FINE), *slopes, *bends, *mixed]]
        return np.concatenate([[float(len(y))], sums, offsets.ravel()])

    def _posterior(
        self, y: NDArray[np.int32], d: FloatArray, r: FloatArray | float
    ) -> tuple[FloatArray, FloatArray]:
        """-log p_y (documents,), and p (classes, documents): by class, document by document."""
        c, log_pi = self.offsets, self.log_prior
        z = log_pi[:, None] - log_pi[y] + r * (c[:, None] - c[y])
        for weight, view in zip(self.theta, d, strict=True):
            z += weight * view
        highest = z.max(axis=0)
        z -= highest
        np.exp(z, out=z)
        total = _over_classes(z)
        z /= total
        return highest + np.log(total), z


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums over all documents at a point, in theta and c."""

    documents: int
    value: float
    slopes: FloatArray  # (views + classes,)
    bends: FloatArray  # (views + classes, views + classes)

    @classmethod
    def of(cls, total: ExactSum, n_views: int, n_classes: int) -> "Sums":
        """From the sums of all blocks."""
        J, K = n_views, n_classes
        documents, value, slopes, bends, mixed, offsets = np.split(
            total.to_float(), np.cumsum([1, 1, J + K, J * J, J * K])
        )
        H = np.empty((J + K, J + K))
        H[:J, :J] = bends.reshape(J, J) / COARSE
        H[:J, J:] = mixed.reshape(J, K) / COARSE
        H[J:, :J] = H[:J, J:].T
        H[J:, J:] = offsets.reshape(K, K) / COARSE**2
        return cls(round(documents[0]), float(value[0] / FINE), slopes / FINE, H)


def _over_classes(values: FloatArray) -> FloatArray:
    """Sum over the first axis, class by class: a document's sum knows of no other."""
    total = np.zeros(values.shape[1:])
    for row in values:
        total += row
    return total


def _whole(values: FloatArray, units: float) -> FloatArray:
    return np.asarray(np.rint(values * units))


__all__ = ["FARTHEST", "ScoreBlock", "Sums", "SumsAt", "score_block"]
