"""Inner products of documents over blocks of features, each seen from its mean document.

    G_ij = sum over blocks of share phi_i . phi_j          phi_i = x_i - mean, or 0 where empty

Of sparse blocks, frequent terms of all of them are multiplied as one dense matrix and rare ones
as they are stored, by the inner products that the blocks bring (``core.inner_products``). The
means are taken off afterwards: with p_i = 1 where the block has anything in document i, and
t_i = x_i . mean,

    phi_i . phi_j = x_i . x_j - t_i p_j - p_i t_j + p_i p_j mean . mean

which is a product of matrices with two columns a block. Dense blocks are centred first, so that
large numbers do not cancel. Only the lower triangle is worked out. Cost: O(n^2 frequent terms)
of BLAS, and one operation for each two documents that share a rare term.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from halfbayes.core.blocks import Block
from halfbayes.types import FloatArray, IndexArray, Matrix

FREQUENT = 4
"""A term in more than one document of this many is multiplied densely: BLAS is quicker. With
three to six it takes as long, within a tenth; with eight 5 to 20 % longer."""


def total_gram(blocks: Sequence[Block], kind: type = np.float64) -> NDArray[Any]:
    """G over all blocks by their shares, in numbers of this ``kind``: (documents, documents).

    >>> from scipy import sparse
    >>> X = sparse.csr_array([[1.0, 2.0], [0.0, 3.0]])
    >>> total_gram([Block(X, np.zeros(2), 2.0)])
    array([[10., 12.],
           [12., 18.]])
    """
    G = lower_gram(blocks, kind)
    upper = np.triu_indices_from(G, 1)
    G[upper] = G.T[upper]
    return G


def lower_gram(blocks: Sequence[Block], kind: type = np.float64) -> NDArray[Any]:
    """The lower triangle of ``total_gram``; what is above the diagonal has no meaning."""
    n_documents = blocks[0].X.shape[0]
    G: NDArray[Any] = np.zeros((n_documents, n_documents), dtype=kind)
    together = Together.of(blocks, kind)
    dense = [
        block.inner_products(block.X, block.share**0.5, n_documents // FREQUENT, G)
        for block in together.stored
    ]
    _add_dense(G, np.hstack([*together.dense, *dense]))
    _take_off(G, together.to_take_off, together.present)
    return G


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """All blocks: dense ones centred, sparse ones with what is to take off."""

    dense: list[NDArray[Any]]  # each (documents, features)
    stored: list[Block]
    to_take_off: NDArray[Any]  # (sparse blocks, documents)
    present: NDArray[Any]  # (sparse blocks, documents)

    @classmethod
    def of(cls, blocks: Sequence[Block], kind: type) -> "Together":
        """These blocks by their shares."""
        stored = [block for block in blocks if not isinstance(block.X, np.ndarray)]
        dense = []
        for block in blocks:
            if isinstance(block.X, np.ndarray):
                centred = (block.X - block.mean) * block.present[:, None]
                dense.append((block.share**0.5 * centred).astype(kind))
        present = [block.present for block in stored]
        to_take_off = [
            block.share * (block.along_mean - 0.5 * (block.mean @ block.mean) * here)
            for block, here in zip(stored, present, strict=True)
        ]
        shape = len(stored), blocks[0].X.shape[0]
        return cls(
            dense,
            stored,
            np.array(to_take_off, dtype=kind).reshape(shape),
            np.array(present, dtype=kind).reshape(shape),
        )

    def gram(self, rows: IndexArray) -> NDArray[Any]:
        """G of some documents, few of all: the lower triangle of (rows, rows)."""
        U, P = self.to_take_off[:, rows], self.present[:, rows]
        G: NDArray[Any] = np.ascontiguousarray(-U.T @ P - P.T @ U)
        for D in self.dense:
            G += D[rows] @ D[rows].T
        for block in self.stored:
            some: Any = block.X[rows]
            block.inner_products(some, block.share**0.5, some.nnz, G)  # no term is frequent
        return G


def gram(X: Matrix) -> FloatArray:
    """X X^T, dense: (documents, documents).

    >>> from scipy import sparse
    >>> gram(sparse.csr_array([[1.0, 2.0], [0.0, 3.0]]))
    array([[5., 6.],
           [6., 9.]])
    """
    if isinstance(X, np.ndarray):
        return np.asarray(X @ X.T)
    return total_gram([Block(X, np.zeros(X.shape[1]))])


def _add_dense(G: NDArray[Any], D: NDArray[Any]) -> None:
    """Add D D^T to the lower triangle."""
    if D.size > 0:
        syrk: Any = linalg.get_blas_funcs("syrk", (G,))
        # By columns, as BLAS reads G, its lower triangle is the upper one.
        syrk(1.0, D.T, beta=1.0, c=G.T, trans=1, lower=0, overwrite_c=1)


def _take_off(G: NDArray[Any], U: NDArray[Any], P: NDArray[Any]) -> None:
    """Take U^T P + P^T U off the lower triangle."""
    if U.size > 0:
        syr2k: Any = linalg.get_blas_funcs("syr2k", (G,))
        U, P = np.asfortranarray(U), np.asfortranarray(P)
        syr2k(-1.0, U, P, beta=1.0, c=G.T, trans=1, lower=0, overwrite_c=1)


__all__ = ["FREQUENT", "Together", "gram", "lower_gram", "total_gram"]
