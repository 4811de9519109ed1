"""Inner products of sparse documents, terms parted into frequent and rare ones.

    X X^T = D D^T + R R^T        D the columns of frequent terms, R all others

D is given back as a dense matrix, for BLAS; R R^T is added to a lower triangle, some rows at a
time with the rows up to them: one operation for each two documents that share a rare term.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

ROWS = 500
"""Rows of rare terms that are multiplied at a time."""

InnerProducts: TypeAlias = Callable[[Any, float, int, NDArray[Any]], NDArray[Any]]
"""As ``sparse_inner_products``; who knows a quicker way than scipy's gives it along."""


def sparse_inner_products(X: Any, scale: float, most: int, G: NDArray[Any]) -> NDArray[Any]:
    """D of X times ``scale``; what the others give is added to the lower triangle of ``G``.

    A term with more than ``most`` entries is frequent. What is above the diagonal of ``G`` has
    no meaning afterwards.

    >>> X, G = sparse.csr_array([[1.0, 2.0], [0.0, 3.0]]), np.zeros((2, 2))
    >>> sparse_inner_products(X, 2.0, 1, G).tolist(), np.tril(G).tolist()
    ([[4.0], [6.0]], [[4.0, 0.0], [0.0, 0.0]])
    """
    data: NDArray[Any] = np.empty(len(X.data), dtype=G.dtype)
    np.multiply(X.data, scale, out=data, dtype=np.float64, casting="same_kind")
    frequent, R = _parted(sparse.csr_array((data, X.indices, X.indptr), shape=X.shape), most)
    for start in range(0, len(G), ROWS):
        end = min(start + ROWS, len(G))
        G[start:end, :end] += (R[start:end] @ R[:end].T).toarray()
    return frequent


def _parted(X: Any, most: int) -> tuple[NDArray[Any], Any]:
    """The columns of frequent terms, dense, and a matrix of the entries of all others."""
    terms = X.indices.astype(np.intp)  # as wide as pointers: looked up in half the time
    is_frequent = np.bincount(terms, minlength=X.shape[1]) > most  # of each term
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


__all__ = ["ROWS", "InnerProducts", "sparse_inner_products"]
