"""Codes tuned to the data: columns chosen one by one from a large random pool.

A good column is a split the binary classifier gets right (bit performance) and that tells
apart classes the columns chosen so far confuse (separation where it matters). Both are in the
multiclass loss of the documents, scored without themselves,

    L = mean over documents i of  log sum_c exp(m_ic)
    m_ic = b sum_j l_j(x_i) (R_cj - R_yj) / 2        y the class of document i

with l_j the calibrated leave-one-out log-odds of column j (clipped, so that no bit outvotes the
rest) and b = 1 / sqrt(columns), which keeps the scale as columns come. The next column is the
one along which L falls fastest,

    argmax_j  sum_i l_j(x_i) (R_yj - sum_c w_ic R_cj)        w_ic = softmax_c m_ic

as in boosting (Schapire 1997 for output codes). A column nearer than ``separation`` classes to
a chosen one or its complement is passed over while another is left.

Source: J. Rennie 2001, chapter 6, names tuned columns as open.
"""

import numpy as np

from halfbayes.core.codes import CodeMatrix
from halfbayes.types import FloatArray, IndexArray

CLIP = 4.0
"""Calibrated log-odds beyond this say no more than "sure" (98 %)."""


def tuned_columns(
    pool: CodeMatrix, log_odds: FloatArray, y: IndexArray, *, n_bits: int, separation: int = 1
) -> IndexArray:
    """Numbers of the chosen columns of ``pool``, in the order of choice: (n_bits,).

    ``log_odds`` (documents, columns) are leave-one-out and calibrated; ``y`` the classes.

    >>> pool = np.array([[1, 1, -1], [-1, 1, 1], [-1, -1, -1]], dtype=np.int8)
    >>> useless, good = np.zeros(3), np.array([2.0, 2.0, -2.0])
    >>> tuned_columns(pool, np.stack([useless, good, useless], axis=1), np.arange(3), n_bits=1)
    array([1])
    """
    sides = pool.astype(np.float64)  # R: (classes, columns)
    likely = np.clip(log_odds, -CLIP, CLIP)
    own = sides[y] * likely  # what each column gives the true class: (documents, columns)
    closeness = np.abs(sides.T @ sides) / len(sides)  # 1 for equal or complementary columns
    limit = 1.0 - 2.0 * separation / len(sides)
    allowed = np.ones(pool.shape[1], dtype=np.bool_)
    margins = np.zeros((len(y), len(sides)))  # sum_j l_j R_cj / 2 over the chosen columns
    chosen: list[int] = []
    while len(chosen) < n_bits:
        weights = _softmax(margins / np.sqrt(max(1, len(chosen))))
        gain = (own - likely * (weights @ sides)).sum(axis=0)
        gain[~allowed] = -np.inf
        gain[chosen] = -np.inf
        if not np.isfinite(gain).any():
            allowed[:] = True  # every column left is near a chosen one: take the best of them
            limit = 2.0
            continue
        best = int(np.argmax(gain))
        chosen.append(best)
        allowed &= closeness[best] <= limit
        margins += likely[:, [best]] * sides[:, best] / 2.0
    return np.array(chosen, dtype=np.intp)


def _softmax(scores: FloatArray) -> FloatArray:
    exponentials = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(exponentials / exponentials.sum(axis=1, keepdims=True))


__all__ = ["tuned_columns"]
