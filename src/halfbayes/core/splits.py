"""Word models of many splits of the classes at once, from the counts of the classes.

Split j puts class k on its +1 side where R_kj = +1. Counts of a side are sums of class counts,

    T_+w = sum over k with R_kj = +1 of T_kw              T_-w = sum over the others

so the documents are read once however many splits there are. The two-class multinomial model
of a split, with a_w added to every count, is linear in x with the weights

    v_jw = log( (T_+w + a_w) / (T_-w + a_w) ) - log( (T_+ + a) / (T_- + a) )

one product of matrices and one logarithm per split and term. With two classes the complement
of one is the other, so the complement model has the same weights. Law: the weights are those of
the two-class model fitted on documents relabelled -1 and +1.
"""

from collections.abc import Iterator

import numpy as np

from halfbayes.core.codes import CodeMatrix
from halfbayes.core.counts import ClassCounts
from halfbayes.types import FloatArray

BLOCK = 32
"""Splits whose counts are summed in one product."""

BLOCK_PRODUCTS = 600_000
"""Multiplications of one block of terms: what is worked on stays in the processor's cache, and
the product is too small for BLAS to wake its threads, which would cost more than it does."""


def side_counts(counts: ClassCounts, code: CodeMatrix) -> Iterator[ClassCounts]:
    """Counts of the -1 side (row 0) and the +1 side (row 1) of each split in turn.

    >>> counts = ClassCounts(np.array([[2.0, 0.0], [0.0, 3.0], [1.0, 1.0]]), np.ones(3))
    >>> next(side_counts(counts, np.array([[1], [1], [-1]], dtype=np.int8))).terms
    array([[1., 1.],
           [2., 3.]])
    """
    sides = np.stack([code.T == -1, code.T == 1], axis=1).astype(np.float64)  # (bits, 2, K)
    for start in range(0, len(sides), BLOCK):
        block = sides[start : start + BLOCK]
        rows = block.reshape(-1, code.shape[0])
        terms = (rows @ counts.terms).reshape(len(block), 2, -1)
        documents = (rows @ counts.documents).reshape(len(block), 2)
        for j in range(len(block)):
            yield ClassCounts(terms[j], documents[j])


def log_odds_weights(counts: ClassCounts, code: CodeMatrix, added: FloatArray) -> FloatArray:
    """V of every split: (terms, splits). ``added`` is a, positive: one value or one per term.

    >>> counts = ClassCounts(np.array([[2.0, 0.0], [0.0, 2.0]]), np.ones(2))
    >>> np.exp(log_odds_weights(counts, np.array([[1], [-1]]), np.array(1.0))).round(3).tolist()
    [[3.0], [0.333]]
    """
    positive = (code == 1).astype(np.float64)  # (classes, splits)
    n_terms = counts.terms.shape[1]
    a = np.broadcast_to(added, (n_terms,))
    words, a_total = counts.terms.sum(axis=1), float(a.sum())
    log_odds_word = np.log(words @ positive + a_total)
    log_odds_word -= np.log(words @ (1.0 - positive) + a_total)
    weights = np.empty((n_terms, code.shape[1]))
    size = max(1, BLOCK_PRODUCTS // max(1, code.size))
    for start in range(0, n_terms, size):
        block = slice(start, start + size)
        by_class = counts.terms[:, block]
        plus = np.matmul(by_class.T, positive, out=weights[block])
        minus = by_class.sum(axis=0)[:, None] - plus
        np.maximum(minus, 0.0, out=minus)  # real-valued counts may leave -1e-16
        minus += a[block, None]
        plus += a[block, None]
        plus /= minus
        np.log(plus, out=plus)
        plus -= log_odds_word
    return weights


__all__ = ["log_odds_weights", "side_counts"]
