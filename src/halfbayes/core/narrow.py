"""The inverse of A = F F^T + diag(penalties) where there are few features and many documents.

    A^-1 = D^-1 - B^T B        B = L^-1 F^T D^-1        L L^T = I + F^T D^-1 F

(Woodbury), with D = diag(penalties) and F the features of ``core.blocks`` from their means: a
document costs the square of the features instead of the square of the documents, and what is
kept, B, is as large as the features of all documents. The law: the same as
``core.inverse_factor``, to rounding. It loses digits where a document outweighs all others, and
the inverse is next to nothing there: such documents are not for it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from scipy import linalg

from halfbayes.core.blocks import Block, present_documents
from halfbayes.core.inverse_factor import NOT_DEFINITE
from halfbayes.core.softmax_steps import STEPS_WITH_INVERSE
from halfbayes.types import FloatArray

MOST_FEATURES: Final = 256
"""With more, the features of many documents are large: from their mean they are not sparse."""

DOCUMENTS_PER_FEATURE: Final = 2
"""With fewer the inverse of the documents costs about as much."""

MOST_CELLS: Final = 1 << 25
"""Documents times features; B takes 256 MB then."""

LEAST_PENALTY: Final = 1e-6
"""Of a document, beside the largest square of the length of any."""

AT_A_TIME: Final = 4_096
"""Documents whose features are not sparse at the same time."""


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
    n_documents = blocks[0].X.shape[0]
    n_features = sum(block.X.shape[1] for block in blocks)
    most = min(MOST_FEATURES, n_documents // DOCUMENTS_PER_FEATURE)
    return bool(n_features <= most and n_features * n_documents <= MOST_CELLS)


def outweighs(blocks: Sequence[Block], penalties: FloatArray) -> bool:
    """Whether some document outweighs all others, so that digits would be lost."""
    lengths: Any = sum(block.share * block.squared_lengths() for block in blocks)
    return bool(penalties.min() < LEAST_PENALTY * lengths.max())


def narrow_inverse(blocks: Sequence[Block], penalties: FloatArray) -> NarrowInverse:
    """A^-1 of these documents.

    >>> block = Block(np.array([[1.0], [-1.0], [2.0], [-2.0]]), np.zeros(1))
    >>> inverse = narrow_inverse([block], np.full(4, 0.5))
    >>> A = block.X @ block.X.T + 0.5 * np.eye(4)
    >>> np.allclose(A @ inverse.times(np.eye(4)), np.eye(4))
    True
    """
    n = len(penalties)
    portions = [slice(at, at + AT_A_TIME) for at in range(0, n, AT_A_TIME)]
    S = np.eye(sum(block.X.shape[1] for block in blocks))
    B = np.empty((len(S), n))  # F^T D^-1 at first
    for rows in portions:
        F = np.hstack([block.share**0.5 * _from_mean(block, rows) for block in blocks])
        B[:, rows] = (F / penalties[rows, None]).T
        S += B[:, rows] @ F
    try:
        factor = np.linalg.cholesky(S)
    except np.linalg.LinAlgError as error:
        raise np.linalg.LinAlgError(NOT_DEFINITE) from error
    for rows in portions:
        B[:, rows] = linalg.solve_triangular(factor, B[:, rows], lower=True)
    return NarrowInverse(B, penalties)


def _from_mean(block: Block, rows: slice) -> FloatArray:
    """X less the mean, 0 where the block is empty: (documents, features)."""
    some: Any = block.X[rows]
    X = some if isinstance(some, np.ndarray) else some.toarray()
    return np.asarray((X - block.mean) * present_documents(some)[:, None])


__all__ = [
    "DOCUMENTS_PER_FEATURE",
    "LEAST_PENALTY",
    "MOST_CELLS",
    "MOST_FEATURES",
    "NarrowInverse",
    "is_narrow",
    "narrow_inverse",
    "outweighs",
]
