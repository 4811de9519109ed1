"""The equations of ``core.ridge`` for many documents, without an n x n matrix.

    A = G + diag(penalties)            A x = r by block conjugate gradients
    diag(A^-1)_i = E[z_i (A^-1 z)_i]   z of random signs (Hutchinson 1990; Bekas et al. 2007)

Only products with the blocks are needed, each one pass over the stored entries and column of V;
the means are taken off afterwards, as in ``core.gram``. All columns r share the directions that
any of them searches (O'Leary 1980), kept orthonormal (Dubrulle 2001): the largest eigenvalues
of A, which single columns would each have to find, are out of the way after a few iterations,
and a quarter of the iterations suffices. Cost O(entries K + documents K^2) an iteration for K
columns, memory O((documents + terms) K): both grow linearly with the documents. The iterations
needed depend on the spread of the eigenvalues of A, some tens.

The solution is exact to the tolerance. The diagonal is an estimate, with standard error
sqrt(sum over j != i of (A^-1)_ij^2 / probes), on text about 5 % of it with 64 probes. The
leave-one-out scores Y - a / M_ii carry that error in their second part.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final

import numpy as np

from halfbayes.core.blocks import Block
from halfbayes.core.softmax_steps import STEPS_ALONG_GRADIENT
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
    """A^-1 ``right`` and an estimate of the diagonal of A^-1 (``ridge.InverseFactor``).

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


@dataclass(frozen=True, eq=False)
class Products:
    """A where there is no inverse: steps along the gradient itself, each one product."""

    blocks: Sequence[Block]
    penalties: FloatArray
    inner: None = None  # too large to be kept
    steps: int = STEPS_ALONG_GRADIENT

    @cached_property
    def _system(self) -> "_System":
        penalties: Any = self.penalties.astype(np.float32)
        return _System([_single(block) for block in self.blocks], penalties)

    def towards(self, g: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The gradient, and G times it."""
        return g, self._system.product(g) - self._system.penalties[:, None] * g


def _single(block: Block) -> Block:
    """The same in single precision."""
    X: Any = block.X.astype(np.float32)
    mean: Any = block.mean.astype(np.float32)
    return replace(block, X=X, mean=mean)


class _System:
    """A = G + diag(penalties) as something that multiplies."""

    def __init__(self, blocks: Sequence[Block], penalties: FloatArray) -> None:
        self.penalties = penalties
        kind = penalties.dtype
        lengths: Any = [block.share * block.squared_lengths() for block in blocks]
        diagonal: Any = (penalties + np.sum(lengths, axis=0)).astype(kind)
        self.diagonal: FloatArray = diagonal  # of A
        self.features: list[Any] = []  # G = sum of F F^T - U P^T - P U^T
        towards_mean, present = [], []
        for block in blocks:
            here, root = block.present, block.share**0.5
            if isinstance(block.X, np.ndarray):
                self.features.append(
                    (root * (block.X - block.mean) * here[:, None]).astype(kind)
                )
                continue
            self.features.append((root * block.X).astype(kind))
            mean = block.mean.astype(np.float64)
            to_centre = block.along_mean - 0.5 * (mean @ mean) * here
            towards_mean.append(block.share * to_centre)
            present.append(here)
        n = len(penalties)
        self.U: FloatArray = np.array(towards_mean, dtype=kind).reshape(-1, n).T
        self.P: FloatArray = np.array(present, dtype=kind).reshape(-1, n).T

    def product(self, V: FloatArray) -> FloatArray:
        """A V: (documents, columns)."""
        result: FloatArray = self.penalties[:, None] * V
        result -= self.U @ (self.P.T @ V)
        result -= self.P @ (self.U.T @ V)
        for F in self.features:
            result += F @ (F.T @ V)
        return result

    def solved(self, right: FloatArray, tolerance: float) -> FloatArray:
        """A^-1 ``right``, by block conjugate gradients.

        The system is scaled to a diagonal of ones. Q C is what is left to solve.
        """
        scale = np.sqrt(self.diagonal)[:, None]
        x = np.zeros_like(right)
        scaled = right / scale
        bound = tolerance**2 * (scaled**2).sum(axis=0)
        Q, C = _orthonormal(scaled)
        directions = Q
        for _ in range(ITERATIONS):
            if np.all((C**2).sum(axis=0) <= bound):
                break
            towards = self.product(directions / scale) / scale
            step = _inverse(directions.T @ towards)
            x += directions @ (step @ C)
            Q, S = _orthonormal(Q - towards @ step)
            C = S @ C
            directions = Q + directions @ S.T
        return x / scale


def _orthonormal(R: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Q and C with R = Q C, the columns of Q orthonormal; C of any shape.

    By Cholesky factors of R^T R, twice; by reflections where some columns depend on others.
    """
    C: FloatArray = np.eye(R.shape[1])
    Q = R
    try:
        for kind in (np.float64, R.dtype):  # the second time they are nearly orthonormal
            factor = np.linalg.cholesky(_squared(Q.astype(kind)))
            Q = Q @ np.linalg.inv(factor).T.astype(R.dtype)
            C = factor.T @ C
    except np.linalg.LinAlgError:
        Q, C = np.linalg.qr(R)
    return Q, C.astype(R.dtype)


def _squared(Q: FloatArray) -> FloatArray:
    return np.asarray(Q.T @ Q, dtype=np.float64)


def _inverse(M: FloatArray) -> FloatArray:
    return np.asarray(np.linalg.inv(M.astype(np.float64)), dtype=M.dtype)


def _stored(block: Block) -> int:
    return int(block.X.size if isinstance(block.X, np.ndarray) else block.X.nnz)


__all__ = ["Products", "iterative_solution", "pays"]
