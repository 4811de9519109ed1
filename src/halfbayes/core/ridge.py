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
nothing. A document of weight zero takes no part; without the last document nothing is left, and
the score is zero. The law: leave-one-out equals fitting again without the document, to the
rounding of ``core.inverse_factor``.

``core.left_out`` tells what is said of the mean document, too, and by single blocks where
documents all count. With few features, and documents enough, ``core.narrow`` solves the same
equations; for more documents than an n x n matrix is good for, ``core.ridge_iterative`` solves
them and estimates M_ii. ``core.softmax_steps`` goes on from here to softmax regression.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from halfbayes.core.blocks import Block, present_documents
from halfbayes.core.inverse_factor import InverseFactor, inverse_factor, number_kind
from halfbayes.core.known import Known, as_new
from halfbayes.core.left_out import (
    MOST,
    Asked,
    LeftOutBlocks,
    TowardsMean,
    border_of,
    left_out_blocks,
)
from halfbayes.core.narrow import is_narrow, narrow_inverse, outweighs
from halfbayes.core.ridge_iterative import Products, iterative_solution, pays
from halfbayes.core.softmax_steps import (
    DualSoftmax,
    System,
    softmax_place,
    softmax_without_each,
)
from halfbayes.types import FloatArray, IndexArray, Matrix

PROBE_SEED = 20030612
"""Of the random probes for many documents: the same documents give the same model."""


@dataclass(frozen=True, slots=True, eq=False)
class BlockWeights:
    """w_k of one block, and its score of the mean document."""

    terms: FloatArray  # (terms, classes)
    at_mean: FloatArray  # (classes,)

    def scores(self, X: Matrix) -> FloatArray:
        """(x - mean) . w_k, nothing where the block is empty: (documents, classes)."""
        return np.asarray((X @ self.terms - self.at_mean) * present_documents(X)[:, None])


@dataclass(frozen=True, slots=True, eq=False)
class Solved:
    """What a discriminant was found from, to go on from: as large as the documents squared."""

    blocks: Sequence[Block]
    a: FloatArray  # (documents, classes)
    scores: FloatArray  # G a: what it says of the documents it was learnt from
    system: System

    def block_weights(self, a: FloatArray) -> tuple["BlockWeights", ...]:
        """W_k = sum_i a_ik phi_i of each block."""
        return tuple(_block_weights(block, a) for block in self.blocks)


@dataclass(frozen=True, slots=True, eq=False)
class Ridge:
    """A fitted least-squares discriminant."""

    blocks: tuple[BlockWeights, ...]
    leave_one_out: FloatArray  # (documents, classes): of the training documents
    mean_left_out: FloatArray | None = None  # the same of the mean document
    apart: LeftOutBlocks | None = None  # of few documents with text, what each block says

    def of_first_as_new(
        self, parts: Sequence[tuple[int, float]], known: Sequence[Known | None] | None, n: int
    ) -> "Ridge":
        """With scores of the first ``n`` documents left out, as new ones would have them."""
        if self.apart is not None and known is not None:
            seen = self.apart.of_first(n).scores([known[region] for region, _ in parts])
        else:
            of_mean = 0.0 if self.mean_left_out is None else self.mean_left_out[:n]
            seen = as_new(self.leave_one_out[:n], parts, known, of_mean)
        return Ridge(self.blocks, seen)

    def scores(self, matrices: Sequence[Matrix]) -> FloatArray:
        """How far each document is from the mean one towards each class."""
        parts = [w.scores(X) for w, X in zip(self.blocks, matrices, strict=True)]
        return np.asarray(sum(parts[1:], start=parts[0]))


def solved_ridge(
    blocks: Sequence[Block],
    Y: FloatArray,
    *,
    precision: float,
    weights: FloatArray | None = None,
    keep_inner: bool = False,
) -> tuple[Ridge, Solved]:
    """The discriminant of documents ``blocks`` with targets ``Y``; ``precision`` is l > 0.

    Also what it was found from, of the documents that take part, with their inner products if
    these are to be kept. Targets may be the probabilities of classes: (documents, classes).

    >>> from scipy import sparse
    >>> from halfbayes.core.blocks import mean_document
    >>> X = sparse.csr_array([[1.0, 0.0], [0.8, 0.6], [0.0, 1.0], [0.6, 0.8]])
    >>> block, Y = Block(X, mean_document(X)), np.eye(2)[[0, 0, 1, 1]]
    >>> ridge, _ = solved_ridge([block], Y, precision=0.1)
    >>> ridge.scores([X]).round(2)
    array([[ 0.53, -0.53],
           [ 0.11, -0.11],
           [-0.53,  0.53],
           [-0.11,  0.11]])
    >>> ridge.leave_one_out.round(2)[0]
    array([ 0.6, -0.6])
    """
    kept = np.arange(len(Y)) if weights is None else np.flatnonzero(weights > 0.0)
    taking_part = _taking_part(blocks, None if len(kept) == len(Y) else kept)
    penalties = np.full(len(kept), precision)
    if weights is not None:
        penalties /= weights[kept]
    asked = Asked(Y[kept], TowardsMean.where_known(taking_part))
    solution, diagonal, system = _solved(
        taking_part, penalties, asked.right, keep_inner=keep_inner
    )
    left = asked.without_each(solution, diagonal)
    # G a = Y - l a / m - b
    fitted = asked.Y - penalties[:, None] * left.a - border_of(solution[:, -1]) @ asked.Y
    solved = Solved(taking_part, left.a, fitted, system)
    apart = None
    if isinstance(system, InverseFactor):
        apart = left_out_blocks(taking_part, system, left.a)
    ridge = Ridge(solved.block_weights(left.a), left.scores, left.of_mean, apart)
    return (ridge if len(kept) == len(Y) else _with_others(ridge, blocks, kept)), solved


def _with_others(ridge: Ridge, blocks: Sequence[Block], kept: IndexArray) -> Ridge:
    """With scores of the documents of weight zero, too: they are left out as it is."""
    scores = ridge.scores([block.X for block in blocks])
    of_mean = np.zeros_like(scores)
    for block, weights in zip(blocks, ridge.blocks, strict=True):
        of_mean += block.present[:, None] * weights.at_mean
    scores[kept], of_mean[kept] = ridge.leave_one_out, ridge.mean_left_out
    return Ridge(ridge.blocks, scores, of_mean)


def _taking_part(blocks: Sequence[Block], kept: IndexArray | None) -> list[Block]:
    """The documents that are kept, or all, with shares that add up to one."""
    total = sum(block.share for block in blocks)
    return [
        replace(
            block,
            X=block.X if kept is None else block.X[kept],
            share=block.share / total,
            known=block.known if kept is None else block.known and block.known.rows(kept),
        )
        for block in blocks
    ]


def _solved(
    blocks: Sequence[Block], penalties: FloatArray, right: FloatArray, *, keep_inner: bool
) -> tuple[FloatArray, FloatArray, System]:
    """A^-1 ``right``, the diagonal of A^-1, and A as far as it is solved."""
    apart = len(penalties) <= MOST and any(block.known is not None for block in blocks)
    if not apart and is_narrow(blocks) and not outweighs(blocks, penalties):
        narrow = narrow_inverse(blocks, penalties)
        return narrow.times(right), narrow.diagonal, narrow
    if pays(blocks, right.shape[1]):
        rng = np.random.default_rng(PROBE_SEED)
        solution, diagonal = iterative_solution(blocks, penalties, right, rng=rng)
        return solution, diagonal, Products(blocks, penalties)
    inverse = inverse_factor(blocks, penalties, keep_inner=keep_inner, apart=apart)
    return inverse.times(right).astype(np.float64), inverse.diagonal, inverse


def softmax_ridge(solved: Solved, objective: DualSoftmax) -> Ridge:
    """The softmax regression that least squares leads to (``core.softmax_steps``)."""
    kind = number_kind(len(solved.a))
    at = softmax_place(
        objective, solved.system, solved.a.astype(kind), solved.scores.astype(kind)
    )
    inner = solved.system.inner
    left_out = softmax_without_each(solved.blocks, at, objective.precision, inner)
    a, towards = at.a.astype(np.float64), TowardsMean.where_known(solved.blocks)
    # As if nobody answered.
    of_mean = towards.of_mean(a) - (towards.present * towards.g).sum(axis=1)[:, None] * a
    return Ridge(solved.block_weights(a), left_out, of_mean)


def _block_weights(block: Block, a: FloatArray) -> BlockWeights:
    terms = block.centred_transposed(block.share * a)
    return BlockWeights(terms, np.asarray(block.mean @ terms))


__all__ = [
    "BlockWeights",
    "Ridge",
    "Solved",
    "softmax_ridge",
    "solved_ridge",
]
