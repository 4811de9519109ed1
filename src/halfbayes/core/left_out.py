"""What a discriminant says of each document without it, and of the mean document.

    phi_i . w_k^(-i) + b_k^(-i) = Y_ik - a_ik / M_ii        b_k^(-i) = b_k - M_bi a_ik / M_ii
    mean . w_k^(-i)             = g . a_k - (M g)_i a_ik / M_ii         g_j = phi_j . mean

in the words of ``core.ridge``: M is the inverse of its system, M_i column i. The second is of
the blocks that document i has. It is the part of a score that is the same however much of a
document is known (``core.known``).

What single blocks say needs all of M, and their inner products G^b apart,

    x_i^b . w_k^(-i) = H_i . a_k - (H M)_ii a_ik / M_ii        H_ij = x_i^b . phi_j^b

so it is worked out of ``MOST`` documents at most; of more, blocks are known to be stretched by
what is known of all of them on average. What others would not have kept without document i
(``Known.rare``) is not in x_i^b there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import linalg

from halfbayes.core.blocks import Block
from halfbayes.core.inverse_factor import DOUBLE, InverseFactor
from halfbayes.core.known import Known, stretched
from halfbayes.types import BoolArray, FloatArray

MOST = DOUBLE
"""Documents whose blocks are told apart: with as many a fit takes a tenth longer. Of more, the
factor is of single precision."""

NOTHING_LEFT = 1e-14
"""Share of an inverse's diagonal below which M_ii is rounding: no other document counts."""


@dataclass(frozen=True, slots=True, eq=False)
class TowardsMean:
    """Phi_i . mean of each block, and where it has anything.

    >>> blocks = [Block(np.array([[1.0], [3.0]]), np.array([2.0])) for _ in range(2)]
    >>> TowardsMean.of(blocks).g.tolist()
    [[-2.0, -2.0], [2.0, 2.0]]
    """

    g: FloatArray  # (documents, blocks); no blocks where nobody asks
    present: FloatArray  # the same

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> "TowardsMean":
        """Of blocks with their shares."""
        g = [block.share * block.towards_mean for block in blocks]
        return cls(np.column_stack(g), np.column_stack([1.0 * b.present for b in blocks]))

    @classmethod
    def where_known(cls, blocks: Sequence[Block]) -> "TowardsMean":
        """The same, of text that is left out as new text comes; of all else nothing."""
        if any(block.known is not None for block in blocks):
            return cls.of(blocks)
        none = np.zeros((blocks[0].X.shape[0], 0))
        return cls(none, none)

    def of_mean(self, a: FloatArray) -> FloatArray:
        """What coefficients ``a`` say of the mean of the blocks each document has."""
        return np.asarray(self.present @ (self.g.T @ a))


@dataclass(frozen=True, slots=True, eq=False)
class WithoutEach:
    """Coefficients of documents, and what is said without each of them."""

    a: FloatArray  # (documents, classes)
    scores: FloatArray  # phi_i . w_k^(-i)
    of_mean: FloatArray  # mean . w_k^(-i)


@dataclass(frozen=True, eq=False)
class Asked:
    """What a discriminant is solved for."""

    Y: FloatArray  # targets: (documents, classes)
    towards: TowardsMean

    @cached_property
    def right(self) -> FloatArray:
        """The right-hand sides: targets, g, and ones."""
        return np.column_stack([self.Y, self.towards.g, np.ones(len(self.Y))])

    def without_each(self, solution: FloatArray, diagonal: FloatArray) -> WithoutEach:
        """From A^-1 times the right-hand sides, and the diagonal of A^-1."""
        Y, K = self.Y, self.Y.shape[1]
        s, border = solution[:, -1:], border_of(solution[:, -1])[:, None]
        b = border[:, 0] @ self.right[:, :-1]
        inverted = solution[:, :-1] - s * b  # M Y, and M g
        a, Mg = inverted[:, :K], inverted[:, K:]
        alone = diagonal[:, None]
        others, step = _steps(a, alone, alone - s * border)
        of_mean = self.towards.of_mean(a)
        of_mean -= (self.towards.present * Mg).sum(axis=1)[:, None] * step
        scores = Y - step - (b[:K] - border * step)
        return WithoutEach(a, np.where(others, scores, 0.0), np.where(others, of_mean, 0.0))


def border_of(s: FloatArray) -> FloatArray:
    """M_bi of each document, from s = A^-1 1: (documents,)."""
    total = float(s.sum())
    return np.asarray(s / (total if total > 0.0 else 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutBlocks:
    """What each block says of a document without it, and of its mean document."""

    said: FloatArray  # x_i . w_k^(-i): (blocks, documents, classes)
    of_mean: FloatArray  # where the document has the block: the same shape

    def scores(self, known: Sequence[Known | None]) -> FloatArray:
        """Of the documents as new ones would have them: (documents, classes)."""
        parts = zip(self.said, self.of_mean, known, strict=True)
        seen = [
            said - of_mean if part is None else stretched(said, of_mean, part.share)
            for said, of_mean, part in parts
        ]
        return np.asarray(np.sum(seen, axis=0))

    def of_first(self, n_documents: int) -> "LeftOutBlocks":
        """The same of the first documents alone."""
        return LeftOutBlocks(self.said[:, :n_documents], self.of_mean[:, :n_documents])


def left_out_blocks(
    blocks: Sequence[Block], inverse: InverseFactor, a: FloatArray
) -> LeftOutBlocks | None:
    """Of blocks whose inner products are kept apart, and coefficients of their documents."""
    if inverse.apart is None:
        return None
    A = inverse.whole()
    s = A.sum(axis=0)
    ger: Any = linalg.blas.dger
    M = ger(-1.0, s, border_of(s), a=np.array(A, order="F"), overwrite_a=1)
    others, step = _steps(a, np.diag(A)[:, None], np.diag(M)[:, None])
    without, said, of_mean = _CoefficientsWithoutEach(M, a, step), [], []
    for block, G in zip(blocks, inverse.apart, strict=True):
        mean = without.along(block.present, block.share * block.towards_mean)
        told = without.of(G) + mean - without.rare(block)
        said.append(np.where(others, told, 0.0))
        of_mean.append(np.where(others, mean, 0.0))
    return LeftOutBlocks(np.stack(said), np.stack(of_mean))


def _steps(a: FloatArray, alone: FloatArray, M: FloatArray) -> tuple[BoolArray, FloatArray]:
    """Whether other documents count beside each, by (A^-1)_ii and M_ii, and a_ik / M_ii."""
    others = NOTHING_LEFT * alone < M
    return np.asarray(others), np.asarray(a / np.where(others, M, 1.0))


@dataclass(frozen=True, eq=False)
class _CoefficientsWithoutEach:
    """Coefficients of documents without each of them: a_k - M_i a_ik / M_ii."""

    M: FloatArray
    a: FloatArray
    step: FloatArray  # a_ik / M_ii

    @cached_property
    def lower(self) -> FloatArray:
        """Of M, with zeros above the diagonal."""
        return np.tril(self.M)

    def of(self, lower: FloatArray) -> FloatArray:
        """H_i . a^(-i) of each document, of the lower triangle of H: (documents, classes)."""
        by_row = np.einsum("ij,ij->i", lower, self.lower)
        by_column = np.einsum("ij,ij->j", lower, self.lower)
        answered = by_row + by_column - np.diag(lower) * np.diag(self.M)
        # By columns, as BLAS reads it, the lower triangle is the upper one.
        symm: Any = linalg.blas.dsymm
        return np.asarray(symm(1.0, lower.T, self.a, lower=0) - answered[:, None] * self.step)

    def along(self, p: "FloatArray | BoolArray", g: "FloatArray | BoolArray") -> FloatArray:
        """P_i (g . a^(-i)) of each document."""
        answered = p * (self.M @ g)
        return np.asarray(np.outer(p, g @ self.a) - answered[:, None] * self.step)

    def rare(self, block: Block) -> "FloatArray | float":
        """What is said of what others would not have kept."""
        known = block.known
        if known is None or known.kept is None or self._is_nothing(known, block):
            return 0.0
        n = len(self.a)
        text: Any = block.X
        X = known.rare(text[: len(known.share)])  # no supplement is left out
        together: Any = X @ text.T
        together.resize(n, n)
        entries = together.tocoo()
        i, j = entries.coords
        answered = np.bincount(i, entries.data * self.M[i, j], minlength=n)
        said = together @ self.a - answered[:, None] * self.step
        towards = np.zeros(n)
        towards[: X.shape[0]] = np.asarray(X @ block.mean)
        return np.asarray(block.share * (said - self.along(towards, block.present)))

    @staticmethod
    def _is_nothing(known: Known, block: Block) -> bool:
        """What one document alone has says nothing where all have the block: a adds up to 0."""
        return known.least == 1 and bool(block.present.all())


__all__ = [
    "MOST",
    "Asked",
    "LeftOutBlocks",
    "TowardsMean",
    "WithoutEach",
    "border_of",
    "left_out_blocks",
]
