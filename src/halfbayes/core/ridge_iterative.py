"""The equations of ``core.ridge`` for many documents, without an n x n matrix.

    A = G + diag(penalties)            A x = r by conjugate gradients, all columns r at once
    diag(A^-1)_i = E[z_i (A^-1 z)_i]   z of random signs (Hutchinson 1990; Bekas et al. 2007)

Only products with the blocks are needed, G V = sum over blocks of Phi (Phi^T V), each one pass
over the stored entries and column of V; the mean document is taken off implicitly. Cost
O(entries (K + probes)) an iteration, memory O((documents + terms) (K + probes)): both grow
linearly. The iterations needed depend on the spread of the eigenvalues of A, some tens.

The solution is exact to the tolerance. The diagonal is an estimate, with standard error
sqrt(sum over j != i of (A^-1)_ij^2 / probes), on text about 5 % of it with 64 probes. The
leave-one-out scores Y - a / M_ii carry that error in their second part.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from halfbayes.core.blocks import Block
from halfbayes.types import FloatArray

TOLERANCE: Final = 1e-4
"""Residual of a solution over its right-hand side, root mean square."""
PROBE_TOLERANCE: Final = 0.1
"""The same for probes: it leaves less than 1 % in the diagonal, below their sampling error."""
LEAST_SINGLE: Final = 3e-5
"""Tolerance that single precision can reach; it halves the memory to read."""
PROBES: Final = 64
ITERATIONS: Final = 500
ALWAYS_EXACT: Final = 3_000
"""So many documents are always solved exactly."""
NEVER_EXACT: Final = 12_000
"""More documents than this never are: the matrix would take more than a gigabyte."""
PASSES: Final = 80
"""Passes over the entries, and column, that the iterative solution takes on text."""
DENSE_ADVANTAGE: Final = 20
"""How many operations of a dense factorisation cost as much as one on a stored entry."""


def pays(blocks: Sequence[Block], n_columns: int) -> bool:
    """Whether the iterative solution is to be preferred, by the size of the problem alone."""
    n = int(blocks[0].X.shape[0])
    if not ALWAYS_EXACT < n <= NEVER_EXACT:
        return n > NEVER_EXACT
    entries = sum(_stored(block) for block in blocks)
    return PASSES * entries * (n_columns + PROBES) * DENSE_ADVANTAGE < n**3


def iterative_solution(
    blocks: Sequence[Block],
    penalties: FloatArray,
    right: FloatArray,
    *,
    rng: np.random.Generator,
    tolerance: float = TOLERANCE,
) -> tuple[FloatArray, FloatArray]:
    """A^-1 ``right`` and an estimate of the diagonal of A^-1, as ``ridge.exact_solution``.

    >>> from scipy import sparse
    >>> X = sparse.csr_array([[1.0, 0.0], [0.6, 0.8], [0.0, 1.0]])
    >>> block, right = Block(X, np.zeros(2)), np.eye(3)[:, :1]
    >>> rng = np.random.default_rng(0)
    >>> iterative_solution([block], np.ones(3), right, rng=rng)[0].round(3).tolist()
    [[0.56], [-0.2], [0.08]]
    """
    single = _System([_single(block) for block in blocks], penalties.astype(np.float32))
    if tolerance < LEAST_SINGLE:
        solution = _System(blocks, penalties).solved(right, tolerance)
    else:
        solution = single.solved(right.astype(np.float32), tolerance)
    probes = rng.choice(np.array([-1.0, 1.0], np.float32), size=(len(penalties), PROBES))
    estimate = (probes * single.solved(probes, PROBE_TOLERANCE)).mean(axis=1)
    # A^-1 is between these, whatever the probes say.
    diagonal = np.clip(estimate, 1.0 / single.diagonal, 1.0 / penalties)
    return solution.astype(np.float64), diagonal.astype(np.float64)


def _single(block: Block) -> Block:
    """The same in single precision."""
    X: Any = block.X.astype(np.float32)
    mean: Any = block.mean.astype(np.float32)
    return Block(X, mean, block.share)


class _System:
    """A = G + diag(penalties) as something that multiplies."""

    def __init__(self, blocks: Sequence[Block], penalties: FloatArray) -> None:
        self.blocks = blocks
        self.penalties = penalties
        lengths: Any = [block.share * block.squared_lengths() for block in blocks]
        diagonal: Any = (penalties + np.sum(lengths, axis=0)).astype(penalties.dtype)
        self.diagonal: FloatArray = diagonal  # of A

    def product(self, V: FloatArray) -> FloatArray:
        """A V: (documents, columns)."""
        result: FloatArray = self.penalties[:, None] * V
        for block in self.blocks:
            result += block.share * block.centred(block.centred_transposed(V))
        return result

    def solved(self, right: FloatArray, tolerance: float) -> FloatArray:
        """A^-1 ``right``: conjugate gradients preconditioned by the diagonal of A."""
        x = np.zeros_like(right)
        residual = right.copy()
        bound = tolerance**2 * (right**2).sum(axis=0)
        z = residual / self.diagonal[:, None]
        direction, descent = z, (residual * z).sum(axis=0)
        for _ in range(ITERATIONS):
            if np.all((residual**2).sum(axis=0) <= bound):
                break
            towards = self.product(direction)
            step = _ratio(descent, (direction * towards).sum(axis=0))
            x += step * direction
            residual -= step * towards
            z = residual / self.diagonal[:, None]
            before, descent = descent, (residual * z).sum(axis=0)
            direction = z + _ratio(descent, before) * direction
        return x


def _ratio(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Numerator / denominator; 0 where a column has nothing left to solve."""
    return np.asarray(
        np.divide(numerator, denominator, out=np.zeros_like(numerator), where=denominator > 0.0)
    )


def _stored(block: Block) -> int:
    return int(block.X.size if isinstance(block.X, np.ndarray) else block.X.nnz)


__all__ = ["iterative_solution", "pays"]
