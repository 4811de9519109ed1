"""Inner products of documents over blocks of features, each seen from its mean document.

    G_ij = sum over blocks of share phi_i . phi_j          phi_i = x_i - mean, or 0 where empty

All blocks go together. Of sparse blocks, frequent terms are multiplied as a dense matrix, and
of a rare one the documents that have it meet one another, one operation for each two. The means
are taken off afterwards: with p_i = 1 where the block has anything in document i, and
t_i = x_i . mean,

    phi_i . phi_j = x_i . x_j - t_i p_j - p_i t_j + p_i p_j mean . mean

which is a product of matrices with two columns a block. Dense blocks are centred first, so that
large numbers do not cancel. Only the lower triangle is worked out. Cost: O(n^2 frequent terms)
of BLAS, and one operation for each two documents that share a rare term, in C++ (``products``)
or, where that was not built, by scipy.
"""

from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy import linalg

from halfbayes.core.blocks import Block
from halfbayes.core.logspace import Matrix
from halfbayes.types import FloatArray

if TYPE_CHECKING:
    from halfbayes.core import products
else:
    try:
        from halfbayes.core import products
    except ImportError:
        products: ModuleType | None = None

FREQUENT = 8
"""A term in more than one document of this many is multiplied densely: BLAS is quicker."""


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
    most = n_documents // FREQUENT
    dense: list[NDArray[Any]] = []
    towards_mean, present = [], []
    for block in blocks:
        here = block.present
        if isinstance(block.X, np.ndarray):
            centred = (block.X - block.mean) * here[:, None]
            dense.append((block.share**0.5 * centred).astype(kind))
            continue
        frequent = _add_rare(G, block.X, block.share, most)
        frequent *= kind(block.share**0.5)
        dense.append(frequent)
        to_centre = np.asarray(block.X @ block.mean) - 0.5 * (block.mean @ block.mean) * here
        towards_mean.append(block.share * to_centre)
        present.append(here)
    _add_dense(G, dense)
    if present:
        _take_off(G, np.array(towards_mean, dtype=kind), np.array(present, dtype=kind))
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


def _add_rare(G: NDArray[Any], X: Any, factor: float, most: int) -> NDArray[Any]:
    """Add what terms of at most ``most`` documents give; the columns of the others, dense."""
    if products is not None:
        starts, columns = X.indptr.astype(np.int32), X.indices.astype(np.int32)
        return products.add_products(
            G, starts, columns, X.data.astype(np.float64), X.shape[1], factor, most
        )
    is_frequent = np.bincount(X.indices, minlength=X.shape[1]) > most
    rare = X[:, ~is_frequent]
    G += factor * (rare @ rare.T).toarray()
    frequent: NDArray[Any] = X[:, is_frequent].toarray().astype(G.dtype)
    return frequent


def _add_dense(G: NDArray[Any], columns: list[NDArray[Any]]) -> None:
    """Add D D^T to the lower triangle."""
    D = np.hstack(columns)
    if D.shape[1] > 0 and D.shape[0] > 0:
        syrk: Any = linalg.get_blas_funcs("syrk", (G,))
        # By columns, as BLAS reads G, its lower triangle is the upper one.
        syrk(1.0, D.T, beta=1.0, c=G.T, trans=1, lower=0, overwrite_c=1)


def _take_off(G: NDArray[Any], U: NDArray[Any], P: NDArray[Any]) -> None:
    """Take U^T P + P^T U off the lower triangle."""
    if len(G) > 0:
        syr2k: Any = linalg.get_blas_funcs("syr2k", (G,))
        U, P = np.asfortranarray(U), np.asfortranarray(P)
        syr2k(-1.0, U, P, beta=1.0, c=G.T, trans=1, lower=0, overwrite_c=1)


__all__ = ["FREQUENT", "gram", "lower_gram", "total_gram"]
