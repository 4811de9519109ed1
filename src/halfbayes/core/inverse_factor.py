"""The inverse of A = G + diag(penalties), by its factor: what exact leave-one-out is read from.

    A = L L^T        R = L^-T        A^-1 = R R^T        (A^-1)_ii = sum over j of R_ij^2

The diagonal costs no more than the factor, n^3 / 3 operations for L and as many for R. L^T is
inverted half by half, so that nearly all of it is products of large matrices:

    L^T = [ P  V ]        R = [ P^-1  -P^-1 V Q^-1 ]
          [ 0  Q ]            [ 0             Q^-1 ]

The law: A times what ``times`` gives is the right-hand side, to the rounding of the numbers it
is worked out in, which are of single precision beyond ``DOUBLE`` documents.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import linalg

from halfbayes.core.blocks import Block
from halfbayes.core.gram import lower_gram
from halfbayes.core.softmax_steps import STEPS_WITH_INVERSE
from halfbayes.types import FloatArray

DOUBLE = 500
"""More documents than this are solved in single precision: half the time, and six digits of a
leave-one-out score."""

WHOLE = 96
"""A triangle of so many rows is not halved any more: LAPACK inverts it. Half or twice as many
take as long, within a tenth, for 200 to 2,000 documents."""

NOT_DEFINITE = "the Gram matrix is not positive definite: use a larger precision"

KEPT = 4_000
"""The inner products of so many documents are kept where they will be asked for again, in as
much memory as the inverse takes; those of more are worked out again."""


@dataclass(frozen=True, slots=True, eq=False)
class InverseFactor:
    """A^-1 = R R^T, for A = G + diag(penalties)."""

    factor: FloatArray  # R: upper triangle
    penalties: FloatArray
    inner: FloatArray | None = None  # G, its lower triangle, where it is kept
    apart: tuple[FloatArray, ...] | None = None  # G of each block, where asked for, likewise
    steps: int = STEPS_WITH_INVERSE

    def times(self, right: FloatArray) -> FloatArray:
        """A^-1 ``right``, as precise as the factor."""
        if len(right) == 0:
            return right
        trmm: Any = linalg.get_blas_funcs("trmm", (self.factor,))
        columns = np.asfortranarray(right, dtype=self.factor.dtype)
        half = trmm(1.0, self.factor, columns, lower=0, trans_a=1)
        solution: FloatArray = trmm(1.0, self.factor, half, lower=0)
        return solution

    @property
    def diagonal(self) -> FloatArray:
        """Of A^-1: the sum of the squares of each row of R."""
        squares = np.einsum("ij,ij->i", self.factor, self.factor)
        return np.asarray(squares, dtype=np.float64)

    def whole(self) -> FloatArray:
        """A^-1."""
        lauum: Any = linalg.get_lapack_funcs("lauum", (self.factor,))
        upper, _ = lauum(self.factor, lower=0)  # below the diagonal R has zeros
        M: FloatArray = upper + upper.T
        M[np.diag_indices_from(M)] *= 0.5
        return M

    def towards(self, g: FloatArray) -> tuple[FloatArray, FloatArray]:
        """A^-1 g, and G A^-1 g = g - penalties A^-1 g."""
        h = self.times(g)
        return h, g - self.penalties.astype(h.dtype)[:, None] * h


def inverse_factor(
    blocks: Sequence[Block],
    penalties: FloatArray,
    *,
    keep_inner: bool = False,
    apart: bool = False,
) -> InverseFactor:
    """R of these documents, with G if it is to be kept and they are not too many.

    ``apart``: with the inner products of each block, too.
    """
    kind = number_kind(len(penalties))
    parts = tuple(lower_gram([block], kind) for block in blocks) if apart else None
    A = lower_gram(blocks, kind) if parts is None else parts[0].copy()
    for part in (parts or ())[1:]:
        A += part
    inner = A.copy() if keep_inner and len(A) <= KEPT else None
    if len(A) == 0:
        return InverseFactor(A, penalties, inner)
    A[np.diag_indices_from(A)] += penalties.astype(kind)
    potrf: Any = linalg.get_lapack_funcs("potrf", (A,))
    # By columns, as LAPACK reads A, its lower triangle is the upper one, and L is L^T.
    factor, info = potrf(A.T, lower=0, overwrite_a=1)
    _check_definite(info)
    _invert(factor)
    return InverseFactor(factor, penalties, inner, parts)


def _invert(U: FloatArray) -> None:
    """U^-1 in place of an upper triangle U, a matrix by columns."""
    if len(U) <= WHOLE:
        trtri: Any = linalg.get_lapack_funcs("trtri", (U,))
        U[:], _ = trtri(U, lower=0, overwrite_c=1)
        return
    trmm: Any = linalg.get_blas_funcs("trmm", (U,))
    half = len(U) // 2
    P, Q = np.asfortranarray(U[:half, :half]), np.asfortranarray(U[half:, half:])
    _invert(P)
    _invert(Q)
    between = trmm(-1.0, P, U[:half, half:], lower=0)
    U[:half, half:] = trmm(1.0, Q, between, side=1, lower=0, overwrite_b=1)
    U[:half, :half], U[half:, half:] = P, Q


def lower_inverse(gram: FloatArray, penalties: FloatArray) -> FloatArray:
    """Lower triangle of (gram + diag(penalties))^-1; ``gram`` is overwritten."""
    gram[np.diag_indices_from(gram)] += penalties
    factor, info = linalg.lapack.dpotrf(gram.T, lower=1, overwrite_a=1)
    _check_definite(info)
    inverse, _ = linalg.lapack.dpotri(factor, lower=1, overwrite_c=1)
    return np.asarray(inverse)


def number_kind(n_documents: int) -> type:
    """The numbers in which so many documents are solved."""
    return np.float32 if n_documents > DOUBLE else np.float64


def _check_definite(info: int) -> None:
    if info != 0:
        raise np.linalg.LinAlgError(NOT_DEFINITE)


__all__ = [
    "DOUBLE",
    "KEPT",
    "NOT_DEFINITE",
    "WHOLE",
    "InverseFactor",
    "inverse_factor",
    "lower_inverse",
    "number_kind",
]
