"""Least-squares discriminant: one linear score per class, with exact leave-one-out.

    minimise over w_k, b_k    sum_i m_i (Y_ik - b_k - w_k . phi_i)^2 + l |w_k|^2

Y_ik is 1 where document i is of class k, m_i its weight, and phi is what the documents look
like to the discriminative side: several blocks of features, each with a share of its own. The
solution is a combination of documents, w_k = sum_i a_ik phi_i, found from the Gram matrix
G_ij = phi_i . phi_j alone:

    [ G + l diag(1/m)   1 ] [ a ]   [ Y ]
    [ 1^T               0 ] [ b ] = [ 0 ]

With M the inverse, and M_i its column i, removing document i and solving again gives exactly

    phi_i . w_k^(-i) + b_k^(-i) = Y_ik - a_ik / M_ii        b_k^(-i) = b_k - M_bi a_ik / M_ii

(Allen 1974, PRESS), so every training document has an honest score for the price of one
inverse, O(n^3 + n^2 K). The score is phi . w_k, without the intercept. This matters: a removed
document leaves its own class one document poorer, and with few documents the intercept alone
would tell the classes apart the wrong way round.

Each block is centred on its mean document, which is held fixed while documents are left out (it
knows no labels), and a document in which the block is empty stands at the mean: it scores
nothing. The law: leave-one-out equals fitting again without the document.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import linalg

from halfbayes.core.logspace import Matrix, row_sums
from halfbayes.types import BoolArray, FloatArray, IndexArray

FREQUENT = 16
"""A term in more than one document of this many is multiplied densely: BLAS is quicker."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Features of one kind of evidence, the document they are seen from, and their share."""

    X: Matrix  # (documents, terms)
    mean: FloatArray  # (terms,)
    share: float = 1.0

    @property
    def present(self) -> BoolArray:
        """Which documents have anything in this block: (documents,)."""
        return present_documents(self.X)


def mean_document(X: Matrix) -> FloatArray:
    """Mean of the documents that are not empty: (terms,).

    >>> from scipy import sparse
    >>> mean_document(sparse.csr_array([[1.0, 0.0], [0.0, 0.0], [0.0, 3.0]]))
    array([0.5, 1.5])
    """
    n_present = int(np.count_nonzero(present_documents(X)))
    return np.asarray(X.sum(axis=0), dtype=np.float64) / max(n_present, 1)


def present_documents(X: Matrix) -> BoolArray:
    """Which documents are not empty: (documents,)."""
    if isinstance(X, np.ndarray):
        return np.asarray(X.any(axis=1))
    return np.asarray(np.diff(X.indptr) > 0)


@dataclass(frozen=True, slots=True, eq=False)
class BlockWeights:
    """w_k of one block, and its score of the mean document."""

    terms: FloatArray  # (terms, classes)
    at_mean: FloatArray  # (classes,)

    def scores(self, X: Matrix) -> FloatArray:
        """(x - mean) . w_k, nothing where the block is empty: (documents, classes)."""
        return np.asarray((X @ self.terms - self.at_mean) * present_documents(X)[:, None])


@dataclass(frozen=True, slots=True, eq=False)
class Ridge:
    """A fitted least-squares discriminant."""

    blocks: tuple[BlockWeights, ...]
    leave_one_out: FloatArray  # (documents, classes): of the training documents

    def scores(self, matrices: Sequence[Matrix]) -> FloatArray:
        """How far each document is from the mean one towards each class."""
        parts = [w.scores(X) for w, X in zip(self.blocks, matrices, strict=True)]
        return np.asarray(sum(parts[1:], start=parts[0]))


def fitted_ridge(
    blocks: Sequence[Block],
    y: IndexArray,
    *,
    n_classes: int,
    precision: float,
    weights: FloatArray | None = None,
) -> Ridge:
    """The discriminant of documents ``blocks`` with classes ``y``; ``precision`` is l.

    >>> from scipy import sparse
    >>> X = sparse.csr_array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0], [0.6, 0.8]])
    >>> block, y = Block(X, mean_document(X)), np.array([0, 0, 1, 1])
    >>> ridge = fitted_ridge([block], y, n_classes=2, precision=0.1)
    >>> ridge.scores([X]).round(2)
    array([[ 0.53, -0.53],
           [ 0.11, -0.11],
           [-0.53,  0.53],
           [-0.11,  0.11]])
    >>> ridge.leave_one_out.round(2)[0]
    array([ 0.6, -0.6])
    """
    Y = np.zeros((len(y), n_classes))
    Y[np.arange(len(y)), y] = 1.0
    total = sum(block.share for block in blocks)
    G = np.zeros((len(y), len(y)))
    for block in blocks:
        G += (block.share / total) * _centred_gram(block)
    G[np.diag_indices_from(G)] += precision if weights is None else precision / weights
    a, leave_one_out = _solved(G, Y)
    parts = tuple(_block_weights(block, block.share / total * a) for block in blocks)
    return Ridge(parts, leave_one_out)


def _solved(A: FloatArray, Y: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The a_ik and phi_i . w_k^(-i), both (documents, classes); ``A`` is overwritten."""
    factor, info = linalg.lapack.dpotrf(A.T, lower=1, overwrite_a=1)
    if info != 0:
        message = "the Gram matrix is not positive definite: use a larger precision"
        raise np.linalg.LinAlgError(message)
    inverse, _ = linalg.lapack.dpotri(factor, lower=1, overwrite_c=1)
    right = np.column_stack([Y, np.ones(len(Y))])
    diagonal = np.diag(inverse)[:, None].copy()
    lower = np.tril(inverse)
    solution = lower @ right + lower.T @ right - diagonal * right
    border = solution[:, -1:] / solution[:, -1].sum()  # M_bi: (documents, 1)
    b = border[:, 0] @ Y
    a = solution[:, :-1] - solution[:, -1:] * b
    step = a / (diagonal - solution[:, -1:] * border)
    return a, Y - step - (b - border * step)


def _centred_gram(block: Block) -> FloatArray:
    """(x_i - mean) . (x_j - mean), nothing where the block is empty: (documents, documents)."""
    G = gram(block.X)
    towards_mean = np.asarray(block.X @ block.mean)
    G -= towards_mean[:, None]
    G -= towards_mean[None, :]
    G += block.mean @ block.mean
    present = block.present
    if not present.all():
        G[~present] = 0.0
        G[:, ~present] = 0.0
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
    documents = np.bincount(X.indices, minlength=X.shape[1])
    frequent = documents * FREQUENT > X.shape[0]
    dense = X[:, np.flatnonzero(frequent)].toarray()
    G = dense @ dense.T
    rare = X[:, np.flatnonzero(~frequent & (documents > 1))]
    product = (rare @ rare.T).tocsr()
    G[np.repeat(np.arange(len(G)), np.diff(product.indptr)), product.indices] += product.data
    # A term of one document meets only itself.
    alone = X[:, np.flatnonzero(~frequent & (documents == 1))]
    G[np.diag_indices_from(G)] += row_sums(alone.multiply(alone).tocsr())
    return np.asarray(G)


def _block_weights(block: Block, a: FloatArray) -> BlockWeights:
    a = a * block.present[:, None]
    terms = np.asarray(block.X.T @ a) - np.outer(block.mean, a.sum(axis=0))
    return BlockWeights(terms, np.asarray(block.mean @ terms))


__all__ = [
    "Block",
    "BlockWeights",
    "Ridge",
    "fitted_ridge",
    "gram",
    "mean_document",
    "present_documents",
]
