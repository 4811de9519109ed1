"""The matrix of documents with its column of ones: products with it and with its transpose.

Parameters are (terms + 1, columns) with the intercept last, or (terms, columns) without one. X
may be sparse (CSR) or dense; no product makes a sparse X dense or copies it.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from halfbayes.types import FloatArray, IndexArray, Matrix

ALL = slice(None)


@dataclass(frozen=True, slots=True, eq=False)
class Design:
    """Documents as rows, with a column of ones at the end when there is an intercept.

    >>> design = Design(np.array([[2.0, 0.0], [0.0, 3.0]]), intercept=True)
    >>> design.product(np.array([[1.0], [10.0], [0.5]])).ravel()
    array([ 2.5, 30.5])
    """

    X: Matrix
    intercept: bool

    @property
    def n_documents(self) -> int:
        """Number of rows."""
        return int(self.X.shape[0])

    @property
    def n_columns(self) -> int:
        """Number of terms, and one more for the intercept."""
        return int(self.X.shape[1]) + self.intercept

    def product(self, W: FloatArray, rows: IndexArray | slice = ALL) -> FloatArray:
        """Rows of the matrix times ``W`` (n_columns, m): (rows, m)."""
        n_terms = self.X.shape[1]
        scores = np.asarray(self._rows(rows) @ W[:n_terms])
        if self.intercept:
            scores += W[n_terms]
        return scores

    def transposed_product(self, R: FloatArray, rows: IndexArray | slice = ALL) -> FloatArray:
        """Transpose of the rows times ``R`` (rows, m): (n_columns, m)."""
        if not self.intercept:
            return np.asarray(self._rows(rows).T @ R)
        product = np.empty((self.n_columns, R.shape[1]))
        product[:-1] = np.asarray(self._rows(rows).T @ R)
        product[-1] = R.sum(axis=0)
        return product

    def squared_lengths(self) -> FloatArray:
        """Squared Euclidean length of each row: (documents,)."""
        X = self.X
        squared = X.multiply(X) if isinstance(X, sparse.csr_array) else X * X
        return np.asarray(squared.sum(axis=1)).ravel() + float(self.intercept)

    def dense(self) -> FloatArray:
        """The matrix as a dense array with its column of ones: (documents, n_columns)."""
        X = self.X
        X = X.toarray() if isinstance(X, sparse.csr_array) else X
        return np.column_stack([X, np.ones(len(X))]) if self.intercept else X

    def _rows(self, rows: IndexArray | slice) -> Matrix:
        return self.X if rows is ALL else self.X[rows]


__all__ = ["Design"]
