"""What a discriminant says of each document without it, and of the mean document.

    phi_i . w_k^(-i) + b_k^(-i) = Y_ik - a_ik / M_ii        b_k^(-i) = b_k - M_bi a_ik / M_ii
    mean . w_k^(-i)             = g . a_k - (M g)_i a_ik / M_ii         g_j = phi_j . mean

in the words of ``core.ridge``: M is the inverse of its system, M_i column i. The second is of
the blocks that document i has. It is the part of a score that is the same however much of a
document is known (``core.known``).

What single blocks say needs all of M, and their inner products G^b apart,

    x_i^b . w_k^(-i) = H_i . a_k - (H M)_ii a_ik / M_ii        H_ij = x_i^b . phi_j^b

so it is worked out of ``MOST`` documents at most; of more, blocks are known to be stretched by
what is known of all of them on average. What of a document others would not know without it
(``Known.rare``) is taken from x_i^b there.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import linalg

from halfbayes.core.blocks import Block
from halfbayes.core.inverse_factor import InverseFactor
from halfbayes.core.known import Known, stretched
from halfbayes.types import FloatArray

MOST = 500
"""Documents whose blocks are told apart: with as many a fit takes a tenth longer."""

NOTHING_LEFT = 1e-14
"""Share of an inverse's diagonal below which M_ii is rounding: no other document counts."""


@dataclass(frozen=True, slots=True, eq=False)
class TowardsMean:
    """Phi_i . mean of each block, and where it has anything; blocks of all documents together.

    >>> blocks = [Block(np.array([[1.0], [3.0]]), np.array([2.0])) for _ in range(2)]
    >>> TowardsMean.of(blocks).g.tolist()
    [[-4.0], [4.0]]
    """

    g: FloatArray  # (documents, kinds of presence)
    present: FloatArray  # the same

    @classmethod
    def of(cls, blocks: Sequence[Block]) -> "TowardsMean":
        """Of blocks with their shares."""
        alike: dict[bytes, tuple[FloatArray, FloatArray]] = {}
        for block in blocks:
            here = block.present
            none = np.zeros(len(here)), here.astype(np.float64)
            before, present = alike.get(here.tobytes(), none)
            towards = before + block.share * block.towards_mean
            alike[here.tobytes()] = (np.asarray(towards), present)
        columns = [np.column_stack(parts) for parts in zip(*alike.values(), strict=True)]
        return cls(*columns)

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
        s, border = solution[:, -1:], border_of(solution)[:, None]
        b = border[:, 0] @ self.right[:, :-1]
        inverted = solution[:, :-1] - s * b  # M Y, and M g
        a, Mg = inverted[:, :K], inverted[:, K:]
        M = diagonal[:, None] - s * border
        others = NOTHING_LEFT * diagonal[:, None] < M
        step = a / np.where(others, M, 1.0)
        of_mean = self.towards.of_mean(a)
        of_mean -= (self.towards.present * Mg).sum(axis=1)[:, None] * step
        scores = Y - step - (b[:K] - border * step)
        return WithoutEach(a, np.where(others, scores, 0.0), np.where(others, of_mean, 0.0))


def border_of(solution: FloatArray) -> FloatArray:
    """M_bi of each document, from A^-1 1 in the last column: (documents,)."""
    s = solution[:, -1]
    total = float(s.sum())
    return np.asarray(s / (total if total > 0.0 else 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class LeftOutBlocks:
    """What each block says of a document without it, and of its mean document."""

    said: FloatArray  # x_i . w_k^(-i): (blocks, documents, classes)
    of_mean: FloatArray  # where the document has the block: the same shape

    def as_new(self, known: Sequence[Known | None]) -> FloatArray:
        """Scores of the documents as new ones would have them: (documents, classes)."""
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
    M = inverse.whole()
    alone, s = np.diag(M).copy(), M.sum(axis=0)
    ger: Any = linalg.blas.dger
    M = ger(-1.0, s, s / s.sum(), a=np.asfortranarray(M), overwrite_a=1)
    others = NOTHING_LEFT * alone < np.diag(M)
    step = a / np.where(others, np.diag(M), np.inf)[:, None]
    own, said, of_mean = _Without(M, a, step), [], []
    for block, G in zip(blocks, inverse.apart, strict=True):
        here = (block.present & others).astype(np.float64)
        mean = own.along(here, block.share * block.towards_mean)
        said.append(others[:, None] * (own.of(G) - own.rare(block, here)) + mean)
        of_mean.append(mean)
    return LeftOutBlocks(np.stack(said), np.stack(of_mean))


@dataclass(frozen=True, eq=False)
class _Without:
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

    def along(self, p: FloatArray, g: FloatArray) -> FloatArray:
        """P_i (g . a^(-i)) of each document."""
        return np.asarray(np.outer(p, g @ self.a) - (p * (self.M @ g))[:, None] * self.step)

    def rare(self, block: Block, here: FloatArray) -> "FloatArray | float":
        """What is said of what others would not know."""
        if block.known is None or block.known.rare is None:
            return 0.0
        X, n = block.known.rare, len(self.a)
        together: Any = X @ X.T  # of documents that are asked: no supplement is left out
        together.resize(n, n)
        entries = together.tocoo()
        i, j = entries.coords
        answered = np.bincount(i, entries.data * self.M[i, j], minlength=n)
        said = together @ self.a - answered[:, None] * self.step
        towards = np.zeros(n)
        towards[: X.shape[0]] = np.asarray(X @ block.mean)
        return np.asarray(block.share * (said - self.along(towards, here)))


__all__ = [
    "MOST",
    "Asked",
    "LeftOutBlocks",
    "TowardsMean",
    "WithoutEach",
    "border_of",
    "left_out_blocks",
]
