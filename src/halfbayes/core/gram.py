"""Inner products of documents over blocks of features, each seen from its mean document.

    G_ij = sum over blocks of share phi_i . phi_j          phi_i = x_i - mean, or 0 where empty

All blocks go together. Of sparse blocks, frequent terms are multiplied as a dense matrix, rare
ones as a sparse one, and a term of one document meets only itself. The means are taken off
afterwards: with p_i = 1 where the block has anything in document i, and t_i = x_i . mean,

    phi_i . phi_j = x_i . x_j - t_i p_j - p_i t_j + p_i p_j mean . mean

which is a product of matrices with two columns a block. Dense blocks are centred first, so that
large numbers do not cancel. Cost: O(n^2 frequent terms) of BLAS, and one operation for each two
documents that share a rare term.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from halfbayes.core.blocks import Block
from halfbayes.core.logspace import Matrix
from halfbayes.types import BoolArray, FloatArray, IndexArray

FREQUENT = 32
"""A term in more than one document of this many is multiplied densely: BLAS is quicker."""


def total_gram(blocks: Sequence[Block], kind: type = np.float64) -> NDArray[Any]:
    """G over all blocks by their shares, in numbers of this ``kind``: (documents, documents).

    >>> X = sparse.csr_array([[1.0, 2.0], [0.0, 3.0]])
    >>> total_gram([Block(X, np.zeros(2), 2.0)])
    array([[10., 12.],
           [12., 18.]])
    """
    n_documents = blocks[0].X.shape[0]
    dense: list[NDArray[Any]] = [np.zeros((n_documents, 0), dtype=kind)]
    rare: list[Any] = []
    alone = np.zeros(n_documents)
    left, right = [np.zeros(n_documents)], [np.zeros(n_documents)]
    for block in blocks:
        if isinstance(block.X, np.ndarray):
            centred = (block.X - block.mean) * block.present[:, None]
            dense.append((block.share**0.5 * centred).astype(kind))
            continue
        parts = _Parts.of(block.X, block.share**0.5)
        dense.append(parts.frequent(kind))
        rare.append(parts.rare(kind))
        alone += parts.alone()
        present = block.present.astype(np.float64)
        towards_mean = block.share * np.asarray(block.X @ block.mean)
        left.append(towards_mean - 0.5 * block.share * (block.mean @ block.mean) * present)
        right.append(present)
    G = _products(np.hstack(dense), rare)
    U: NDArray[Any] = np.column_stack(left).astype(kind)
    P: NDArray[Any] = np.column_stack(right).astype(kind)
    G -= np.hstack([U, P]) @ np.hstack([P, U]).T
    G[np.diag_indices_from(G)] += alone.astype(kind)
    return G


def gram(X: Matrix) -> FloatArray:
    """X X^T, dense: (documents, documents).

    >>> gram(sparse.csr_array([[1.0, 2.0], [0.0, 3.0]]))
    array([[5., 6.],
           [6., 9.]])
    """
    if isinstance(X, np.ndarray):
        return np.asarray(X @ X.T)
    return total_gram([Block(X, np.zeros(X.shape[1]))])


def _products(dense: NDArray[Any], rare: list[Any]) -> NDArray[Any]:
    G: NDArray[Any] = dense @ dense.T
    if rare:
        R: Any = sparse.hstack(rare, format="csr")
        G += (R @ R.T).toarray()
    return G


class _Parts:
    """The entries of a sparse block by how many documents have their term."""

    def __init__(
        self, X: Any, weights: FloatArray, row: IndexArray, documents: IndexArray
    ) -> None:
        self.X = X
        self.weights = weights  # of each entry
        self.row = row
        self.is_frequent = documents * FREQUENT > X.shape[0]  # of each term
        self.frequent_here = self.is_frequent[X.indices]  # of each entry
        self.alone_here = (documents == 1)[X.indices] & ~self.frequent_here

    @classmethod
    def of(cls, X: Any, factor: float) -> "_Parts":
        row = np.repeat(np.arange(X.shape[0]), np.diff(X.indptr))
        documents = np.bincount(X.indices, minlength=X.shape[1])
        return cls(X, factor * X.data, row, documents)

    def frequent(self, kind: type) -> NDArray[Any]:
        """The columns of frequent terms, dense."""
        place = (np.cumsum(self.is_frequent) - 1).astype(self.X.indices.dtype)
        chosen = self._chosen(self.frequent_here, kind)
        entries = chosen.data, place[chosen.indices], chosen.indptr
        shape = self.X.shape[0], int(self.is_frequent.sum())
        columns: NDArray[Any] = sparse.csr_array(entries, shape=shape).toarray()
        return columns

    def rare(self, kind: type) -> Any:
        """The entries of terms that are neither frequent nor alone, sparse."""
        return self._chosen(~(self.frequent_here | self.alone_here), kind)

    def alone(self) -> FloatArray:
        """Sum of the squares of the terms that no other document has: (documents,)."""
        squares = self.weights[self.alone_here] ** 2
        sums = np.bincount(self.row[self.alone_here], squares, self.X.shape[0])
        return np.asarray(sums, dtype=np.float64)  # bincount of nothing has integers

    def _chosen(self, here: BoolArray, kind: type) -> Any:
        starts = np.concatenate([[0], np.cumsum(here)])[self.X.indptr]
        data: NDArray[Any] = self.weights[here].astype(kind)
        parts = data, self.X.indices[here], starts.astype(self.X.indptr.dtype)
        return sparse.csr_array(parts, shape=self.X.shape)


__all__ = ["FREQUENT", "gram", "total_gram"]
