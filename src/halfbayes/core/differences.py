"""What views say of each class of a document beside its own, and what the small fit asks of it.

    d_jik = f_jik - f_ji,y(i)        z_ik = log pi_k + r_i c_k + sum_j theta_j d_jik

A constant for all classes changes no p_i = softmax z_i, and so d stands for f. With the mean
m_ij = sum_k p_ik d_jik, documents of weight w_i add to minus their log likelihood

    slopes    w_i m_ij                                   w_i r_i (p_ik - [k = y])
    bends     w_i sum_k p_ik (d_jik - m_ij)(d_lik - m_il)
              w_i r_i p_ik (d_jik - m_ij)                w_i r_i^2 ([k = l] p_ik - p_ik p_il)

in (theta, c). Where a document is sure of its own class every term is small by itself: nothing
cancels. Documents lie in blocks that stay in the cache, and in a block by class: sums over the
classes go quickest so. ``core.summed_scores`` has the same sums without order.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from halfbayes.types import FloatArray, IndexArray

BLOCK_CELLS: Final = 1 << 17
"""Numbers of a block, (views, classes, documents)."""

ITERATIONS: Final = 30
TOLERANCE: Final = 1e-9
"""Of leaving documents out, where nothing is left to solve for; relative."""


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """Documents at some weights and offsets: p(k|x_i), and minus their log likelihood."""

    p: FloatArray  # (classes, documents)
    loss: float


@dataclass(frozen=True, slots=True, eq=False)
class Differences:
    """Some documents, and what each view says of each class beside their own."""

    y: IndexArray
    d: FloatArray  # (views, classes, documents)
    weights: FloatArray | None  # w: (documents,); None where all are 1
    offset_share: FloatArray | None  # r, likewise

    @classmethod
    def of(
        cls,
        views: FloatArray,
        y: IndexArray,
        weights: FloatArray | None,
        offset_share: FloatArray | None,
    ) -> "Differences":
        """From what the views say: (views, documents, classes)."""
        own = views[:, np.arange(len(y)), y]
        d = np.empty((views.shape[0], views.shape[2], views.shape[1]))
        np.subtract(views.transpose(0, 2, 1), own[:, None, :], out=d)
        return cls(y, d, weights, offset_share)

    def seen(self, theta: FloatArray, log_prior: FloatArray, offsets: FloatArray) -> Seen:
        """The documents at weights theta and offsets c."""
        n_views, n_classes, n = self.d.shape
        z = (theta @ self.d.reshape(n_views, -1)).reshape(n_classes, n)
        z += log_prior[:, None]
        z += self._of_offsets(offsets[:, None])
        z -= z.max(axis=0)
        own = z[self.y, np.arange(n)]
        np.exp(z, out=z)
        total = z.sum(axis=0)
        z /= total
        loss = np.log(total) - own
        return Seen(z, float(loss.sum() if self.weights is None else self.weights @ loss))

    def sums(self, p: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Slopes and bends in (theta, c) where the documents have p: (parameters[, same])."""
        n_views, n_classes, _ = self.d.shape
        flat = n_views, -1
        spread = p * self.d
        mean = spread.sum(axis=1)
        weighted = self._weighted(spread)
        P, w_mean = self._weighted(p), self._weighted(mean)
        borne = self._of_offsets(P)
        r = np.ones(len(self.y)) if self.offset_share is None else self.offset_share
        bends = np.empty((n_views + n_classes, n_views + n_classes))
        bends[:n_views, :n_views] = weighted.reshape(flat) @ self.d.reshape(flat).T
        bends[:n_views, :n_views] -= w_mean @ mean.T
        bends[:n_views, n_views:] = weighted @ r - mean @ borne.T
        bends[n_views:, :n_views] = bends[:n_views, n_views:].T
        twice = self._of_offsets(borne)
        bends[n_views:, n_views:] = np.diag(twice.sum(axis=1)) - twice @ p.T
        own = np.bincount(self.y, weights=self._weighted(r), minlength=n_classes)
        return np.concatenate([w_mean.sum(axis=1), borne.sum(axis=1) - own]), bends

    def left_out(self, p: FloatArray, V: FloatArray) -> FloatArray:
        """What each document gains when left out, but for a constant: (classes, documents).

        w_i A_i (I - w_i W_i A_i)^-1 (p_i - y_i) with A_i = J_i V J_i^T, J_i = dz_i/d(theta, c),
        for all documents at once by conjugate gradients in the inner product of A, in which the
        equation is symmetric.
        """
        residual = p.copy()
        residual[self.y, np.arange(len(self.y))] -= 1.0
        total = np.zeros_like(residual)  # A x
        q = self._spread(residual, V)
        direction, A_direction = residual, q
        descent = (residual * q).sum(axis=0)
        enough = TOLERANCE**2 * descent
        for _ in range(ITERATIONS):
            mean = (p * A_direction).sum(axis=0)
            towards = direction - self._weighted(p * (A_direction - mean))
            step = _ratio(descent, (A_direction * towards).sum(axis=0))
            total += step * A_direction
            residual = residual - step * towards
            q = self._spread(residual, V)
            before, descent = descent, (residual * q).sum(axis=0)
            if np.all(descent <= enough):
                break
            turn = _ratio(descent, before)
            direction, A_direction = residual + turn * direction, q + turn * A_direction
        return self._weighted(total)

    def _spread(self, x: FloatArray, V: FloatArray) -> FloatArray:
        """A x: (classes, documents)."""
        n_views = len(self.d)
        pulled = np.einsum("jkn,kn->jn", self.d, x)
        along = V @ np.concatenate([pulled, self._of_offsets(x)])
        moved = np.einsum("jkn,jn->kn", self.d, along[:n_views])
        return np.asarray(moved + self._of_offsets(along[n_views:]))

    def _weighted(self, values: FloatArray) -> FloatArray:
        """Values (..., documents), times w."""
        return values if self.weights is None else values * self.weights

    def _of_offsets(self, values: FloatArray) -> FloatArray:
        """Values (..., documents or 1), times r."""
        return values if self.offset_share is None else values * self.offset_share


def difference_blocks(
    views: FloatArray, y: IndexArray, weights: FloatArray, offset_share: FloatArray | None
) -> list[Differences]:
    """All documents in blocks; ``views`` are (views, documents, classes).

    >>> views = np.array([[[1.0, 3.0], [2.0, 2.5]]])
    >>> [block] = difference_blocks(views, np.array([1, 0]), np.ones(2), None)
    >>> block.d[0].T.tolist()
    [[-2.0, 0.0], [0.0, 0.5]]
    """
    n_views, n, n_classes = views.shape
    step = max(1, BLOCK_CELLS // max(1, n_views * n_classes))
    w = None if np.all(weights == 1.0) else weights
    blocks = []
    for start in range(0, max(n, 1), step):
        rows = slice(start, start + step)
        some = (None if of_all is None else of_all[rows] for of_all in (w, offset_share))
        blocks.append(Differences.of(views[:, rows], y[rows], *some))
    return blocks


def _ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Numerator / denominator; 0 where a document has nothing left to solve."""
    positive = denominator > 0.0
    return np.asarray(np.where(positive, numerator / np.where(positive, denominator, 1.0), 0.0))


__all__ = ["Differences", "Seen", "difference_blocks"]
