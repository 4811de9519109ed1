"""The inverse of A = F F^T + diag(penalties) where there are few features and many documents.

    A^-1 = D^-1 - B^T B        B = L^-1 F^T D^-1        L L^T = I + F^T D^-1 F

(Woodbury), with D = diag(penalties) and F the features of ``core.blocks`` from their means: a
document costs the square of the features instead of the square of the documents, and nothing
is as large as documents by documents. The law: the same as ``core.inverse_factor``, to
rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy import linalg

from halfbayes.core.blocks import Block
from halfbayes.core.softmax_steps import STEPS_WITH_INVERSE
from halfbayes.types import FloatArray

MOST_FEATURES: Final = 256
"""With more, the features of many documents are large: from their mean they are not sparse."""

DOCUMENTS_PER_FEATURE: Final = 2
"""With fewer the inverse of the documents costs about as much."""


@dataclass(frozen=True, slots=True, eq=False)
class NarrowInverse:
    """A^-1 = D^-1 - B^T B."""

    B: FloatArray  # (features, documents)
    penalties: FloatArray
    inner: None = None  # F F^T is never made
    steps: int = STEPS_WITH_INVERSE

    def times(self, right: FloatArray) -> FloatArray:
        """A^-1 ``right``."""
        return np.asarray(right / self.penalties[:, None] - self.B.T @ (self.B @ right))

    @property
    def diagonal(self) -> FloatArray:
        """Of A^-1."""
        return np.asarray(1.0 / self.penalties - np.einsum("ji,ji->i", self.B, self.B))

    def towards(self, g: FloatArray) -> tuple[FloatArray, FloatArray]:
        """A^-1 g, and F F^T A^-1 g = g - penalties A^-1 g."""
        h = self.times(g)
        return h, g - self.penalties[:, None] * h


def is_narrow(blocks: Sequence[Block]) -> bool:
    """Whether there are few features for so many documents."""
    n_features = sum(block.X.shape[1] for block in blocks)
    most = min(MOST_FEATURES, blocks[0].X.shape[0] // DOCUMENTS_PER_FEATURE)
    return bool(n_features <= most)


def narrow_inverse(blocks: Sequence[Block], penalties: FloatArray) -> NarrowInverse:
    """A^-1 of these documents.

    >>> block = Block(np.array([[1.0], [-1.0], [2.0], [-2.0]]), np.zeros(1))
    >>> inverse = narrow_inverse([block], np.full(4, 0.5))
    >>> A = block.X @ block.X.T + 0.5 * np.eye(4)
    >>> np.allclose(A @ inverse.times(np.eye(4)), np.eye(4))
    True
    """
    F = np.hstack([block.share**0.5 * _from_mean(block) for block in blocks])
    scaled = F / penalties[:, None]
    factor = np.linalg.cholesky(np.eye(F.shape[1]) + F.T @ scaled)
    B = linalg.solve_triangular(factor, scaled.T, lower=True)
    return NarrowInverse(np.asarray(B), penalties)


def _from_mean(block: Block) -> FloatArray:
    """X less the mean, 0 where the block is empty: (documents, features)."""
    X = block.X if isinstance(block.X, np.ndarray) else block.X.toarray()
    return np.asarray((X - block.mean) * block.present[:, None])


__all__ = [
    "DOCUMENTS_PER_FEATURE",
    "MOST_FEATURES",
    "NarrowInverse",
    "is_narrow",
    "narrow_inverse",
]
