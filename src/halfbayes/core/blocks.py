"""Blocks of features of the discriminative side, each seen from its mean document.

    phi_i = (x_i - mean)  where the block has anything in document i, 0 where it is empty

Nothing is centred in memory: products with sparse x and with the mean are taken apart.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy import linalg

from halfbayes.core.inner_products import InnerProducts, sparse_inner_products
from halfbayes.core.known import Known
from halfbayes.core.logspace import entry_sums
from halfbayes.types import BoolArray, FloatArray, Matrix


@dataclass(frozen=True, eq=False)
class Block:
    """Features of one kind of evidence, the document they are seen from, and their share."""

    X: Matrix  # (documents, terms)
    mean: FloatArray  # (terms,)
    share: float = 1.0
    inner_products: InnerProducts = sparse_inner_products
    known: Known | None = None  # of the documents left out, where this is text

    @cached_property
    def present(self) -> BoolArray:
        """Which documents have anything in this block: (documents,)."""
        return present_documents(self.X)

    @cached_property
    def along_mean(self) -> FloatArray:
        """x_i . mean: (documents,)."""
        return np.asarray(self.X @ self.mean)

    @cached_property
    def towards_mean(self) -> FloatArray:
        """Phi_i . mean: (documents,)."""
        return np.asarray((self.along_mean - self.mean @ self.mean) * self.present)

    def centred_transposed(self, V: FloatArray) -> FloatArray:
        """Sum over documents of (x_i - mean) V_i, empty ones apart: (terms, columns)."""
        V = V * self.present[:, None]
        products = np.ascontiguousarray(self.X.T @ V)
        if products.size > 0:
            ger: Any = linalg.get_blas_funcs("ger", (products,))
            # By columns, as BLAS reads them, the terms are the columns: taken off in place.
            ger(-1.0, V.sum(axis=0), self.mean, a=products.T, overwrite_a=1)
        return products

    def centred(self, U: FloatArray) -> FloatArray:
        """(x_i - mean) . U, nothing for empty documents: (documents, columns)."""
        return np.asarray((self.X @ U - self.mean @ U) * self.present[:, None])

    def squared_lengths(self) -> FloatArray:
        """|x_i - mean|^2, nothing for empty documents: (documents,)."""
        squares = (
            (self.X**2).sum(axis=1)
            if isinstance(self.X, np.ndarray)
            else entry_sums(self.X.data**2, self.X.indptr)
        )
        lengths = squares - 2.0 * self.along_mean + self.mean @ self.mean
        return np.asarray(np.maximum(lengths, 0.0) * self.present)


def mean_document(X: Matrix, weights: FloatArray | None = None) -> FloatArray:
    """Mean of the documents that are not empty: (terms,).

    >>> from scipy import sparse
    >>> mean_document(sparse.csr_array([[1.0, 0.0], [0.0, 0.0], [0.0, 3.0]]))
    array([0.5, 1.5])
    """
    counted = present_documents(X).astype(np.float64)
    if weights is not None:
        counted *= weights
    n = counted.sum()
    total: Any
    if isinstance(X, np.ndarray):
        total = X.T @ counted
    else:
        values = X.data if weights is None else X.data * np.repeat(counted, np.diff(X.indptr))
        total = np.bincount(X.indices, weights=values, minlength=X.shape[1])
    return np.asarray(total, dtype=np.float64) / (n if n > 0.0 else 1.0)


def present_documents(X: Matrix) -> BoolArray:
    """Which documents are not empty: (documents,)."""
    if isinstance(X, np.ndarray):
        return np.asarray(X.any(axis=1))
    if X.data.all():
        return np.asarray(np.diff(X.indptr) > 0)
    filled = np.concatenate([[0], np.cumsum(X.data != 0.0)])  # a stored zero is nothing
    return np.asarray(np.diff(filled[X.indptr]) > 0)


__all__ = ["Block", "mean_document", "present_documents"]
