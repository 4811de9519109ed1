"""Inner products of documents over blocks of features, each seen from its mean document.

    G_ij = sum over blocks of share phi_i . phi_j          phi_i = x_i - mean, or 0 where empty

All blocks go together. Of sparse blocks, frequent terms are multiplied as a dense matrix and
rare ones as a sparse one, by the product that the blocks bring. The means are taken off
afterwards: with p_i = 1 where the block has anything in document i, and t_i = x_i . mean,

    phi_i . phi_j = x_i . x_j - t_i p_j - p_i t_j + p_i p_j mean . mean

which is a product of matrices with two columns a block. Dense blocks are centred first, so that
large numbers do not cancel. Only the lower triangle is worked out; of rare terms, some rows at
a time with the rows up to them. Cost: O(n^2 frequent terms) of BLAS, and one operation for each
two documents that share a rare term.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import linalg, sparse

from halfbayes.core.blocks import Block, Product
from halfbayes.types import FloatArray, IndexArray, Matrix

FREQUENT = 8
"""A term in more than one document of this many is multiplied densely: BLAS is quicker."""

ROWS = 500
"""Rows of rare terms that are multiplied at a time."""


def total_gram(blocks: Sequence[Block], kind: type = np.float64) -> NDArray[Any]:
    """G over all blocks by their shares, in numbers of this ``kind``: (documents, documents).

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
    dense = together.dense
    if together.stored is not None:
        frequent, rare = _parted(together.stored)
        _add_rare(G, rare, together.product)
        dense = np.hstack([dense, frequent])
    _add_dense(G, dense)
    if together.stored is not None:
        _take_off(G, together.towards_mean, together.present)
    return G


@dataclass(frozen=True, slots=True, eq=False)
class Together:
    """All blocks side by side: dense ones centred, sparse ones with what is to take off."""

    dense: NDArray[Any]  # (documents, features)
    stored: Any  # (documents, terms), or None
    towards_mean: NDArray[Any]  # (sparse blocks, documents)
    present: NDArray[Any]  # (sparse blocks, documents)
    product: Product

    @classmethod
    def of(cls, blocks: Sequence[Block], kind: type) -> "Together":
        """These blocks by their shares."""
        n_documents = blocks[0].X.shape[0]
        dense: list[NDArray[Any]] = [np.zeros((n_documents, 0), dtype=kind)]
        stored, towards_mean, present = [], [], []
        for block in blocks:
            here = block.present
            if isinstance(block.X, np.ndarray):
                centred = (block.X - block.mean) * here[:, None]
                dense.append((block.share**0.5 * centred).astype(kind))
                continue
            stored.append(_scaled(block.X, block.share**0.5, kind))
            mean = block.mean
            to_centre = np.asarray(block.X @ mean) - 0.5 * (mean @ mean) * here
            towards_mean.append(block.share * to_centre)
            present.append(here)
        return cls(
            np.hstack(dense),
            sparse.hstack(stored, format="csr") if stored else None,
            np.array(towards_mean, dtype=kind).reshape(len(stored), n_documents),
            np.array(present, dtype=kind).reshape(len(stored), n_documents),
            blocks[0].product,
        )

    def gram(self, rows: IndexArray) -> NDArray[Any]:
        """G of some documents, few of all: (rows, rows)."""
        D, U, P = self.dense[rows], self.towards_mean[:, rows], self.present[:, rows]
        G: NDArray[Any] = D @ D.T - U.T @ P - P.T @ U
        if self.stored is not None:
            F = self.stored[rows]
            G += self.product(F, F.T)
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


def _scaled(X: Any, factor: float, kind: type) -> Any:
    data: NDArray[Any] = np.empty(len(X.data), dtype=kind)
    np.multiply(X.data, factor, out=data, casting="same_kind")
    return sparse.csr_array((data, X.indices, X.indptr), shape=X.shape)


def _parted(X: Any) -> tuple[NDArray[Any], Any]:
    """The columns of frequent terms, dense, and a matrix of the entries of all others."""
    terms = X.indices.astype(np.intp)  # as wide as pointers: looked up in half the time
    documents = np.bincount(terms, minlength=X.shape[1])
    is_frequent = documents * FREQUENT > X.shape[0]  # of each term
    here = is_frequent[terms]
    entries, others = np.flatnonzero(here), np.flatnonzero(~here)
    place = (np.cumsum(is_frequent) - 1).astype(X.indices.dtype)
    starts = np.searchsorted(entries, X.indptr).astype(X.indptr.dtype)
    frequent = sparse.csr_array(
        (X.data[entries], place[terms[entries]], starts),
        shape=(X.shape[0], int(is_frequent.sum())),
    )
    parts = X.data[others], X.indices[others], X.indptr - starts
    return frequent.toarray(), sparse.csr_array(parts, shape=X.shape)


def _add_rare(G: NDArray[Any], R: Any, product: Product) -> None:
    """Add R R^T to the lower triangle."""
    for start in range(0, len(G), ROWS):
        end = min(start + ROWS, len(G))
        G[start:end, :end] += product(R[start:end], R[:end].T)


def _add_dense(G: NDArray[Any], D: NDArray[Any]) -> None:
    """Add D D^T to the lower triangle."""
    if D.size > 0:
        syrk: Any = linalg.get_blas_funcs("syrk", (G,))
        # By columns, as BLAS reads G, its lower triangle is the upper one.
        syrk(1.0, D.T, beta=1.0, c=G.T, trans=1, lower=0, overwrite_c=1)


def _take_off(G: NDArray[Any], U: NDArray[Any], P: NDArray[Any]) -> None:
    """Take U^T P + P^T U off the lower triangle."""
    if len(G) > 0:
        syr2k: Any = linalg.get_blas_funcs("syr2k", (G,))
        U, P = np.asfortranarray(U), np.asfortranarray(P)
        syr2k(-1.0, U, P, beta=1.0, c=G.T, trans=1, lower=0, overwrite_c=1)


__all__ = ["FREQUENT", "ROWS", "Together", "gram", "lower_gram", "total_gram"]
