"""Linear separability, and separating hyperplanes drawn at random from all there are.

Weights W (columns, classes) separate the documents when each scores highest in its own class:

    a_ik . W = (w_y_i - w_k) . x_i > 0        for every document i and class k other than y_i

For two classes that is sign(x . (w_1 - w_0)). The solutions are a convex cone, the *version
space*. It is empty or not by a linear program: maximise the least margin s, a_ik . W >= s, with
every |W_jk| <= 1.

Logistic regression makes no distinction between the solutions, so Ng & Jordan (2001, footnote
2) drew a classifier at random from them by Markov chain Monte Carlo, and gave the mean error
over the draws. Their sampler is not described; ours is hit-and-run (Smith 1984) on the version
space within the unit ball: from the present point, draw a direction, find the segment of it
inside, go to a uniform point of the segment. Points scaled to length one are then uniform over
the directions that separate, in the limit of long chains. The version space is convex, so their
mean separates as well.

Adding one vector to all classes moves no hyperplane: samples stay where classes sum to zero.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, milp

from halfbayes.core.design import Design
from halfbayes.types import FloatArray, IndexArray

LEAST_MARGIN = 1e-6  # of inputs of order 1; the linear program is solved to about 1e-7
CHAINS = 20  # walked at once
WARM_UP_STEPS = 10  # per dimension
MAX_WARM_UP_STEPS = 500
MAX_STEPS_BETWEEN = 50  # from one sample of a chain to the next: the dimension, at most this
POINTS_PER_DIMENSION = 10  # that it takes to estimate a covariance
RIDGE = 1e-3  # share of an isotropic part in the directions: every direction stays possible


@dataclass(frozen=True, slots=True, eq=False)
class VersionSpace:
    """All weights that separate given documents: the cone ``margins @ W.ravel() > 0``."""

    margins: "sparse.csr_array[np.float64]"  # (documents x other classes, columns x classes)
    n_classes: int

    @classmethod
    def of(cls, design: Design, y: IndexArray, n_classes: int) -> "VersionSpace":
        """The version space of documents with the class numbers ``y``."""
        X = design.X if isinstance(design.X, sparse.csr_array) else sparse.csr_array(design.X)
        if design.intercept:
            ones = sparse.csr_array(np.ones((design.n_documents, 1)))
            X = sparse.csr_array(sparse.hstack([X, ones]))
        document, other = np.nonzero(np.arange(n_classes) != y[:, np.newaxis])
        row = np.arange(len(document))
        own, size = y[document], (len(document), n_classes)
        signs = sparse.coo_array(
            (
                np.repeat([1.0, -1.0], len(row)),
                (np.tile(row, 2), np.concatenate([own, other])),
            ),
            shape=size,
        ).tocsr()
        return cls(_row_products(sparse.csr_array(X[document]), signs), n_classes)

    def inner_point(self) -> FloatArray | None:
        """Weights of length 1/2 with the largest least margin; None if nothing separates."""
        n_constraints, size = self.margins.shape
        least = sparse.csr_array(np.ones((n_constraints, 1)))
        above_least = sparse.csr_array(sparse.hstack([self.margins, -least]))
        found = milp(  # a linear program: no variable is declared whole
            c=np.append(np.zeros(size), -1.0),
            constraints=LinearConstraint(above_least, lb=0.0),
            bounds=Bounds(-1.0, 1.0),
        )
        if found.x is None or found.x[-1] < LEAST_MARGIN:
            return None
        point = self._centred(found.x[:-1])
        if np.asarray(self.margins @ point).min() <= 0:
            return None
        return point / (2 * np.linalg.norm(point))

    def sample(self, start: FloatArray, count: int, rng: np.random.Generator) -> FloatArray:
        """Separating weights of unit length, uniform by direction: (count, size)."""
        chains = min(CHAINS, count)
        dimension = len(start) * (self.n_classes - 1) // self.n_classes
        warm_up = min(WARM_UP_STEPS * dimension, MAX_WARM_UP_STEPS)
        points = np.tile(start, (chains, 1))
        explored = self._walk(points, np.eye(1), warm_up, rng)[warm_up // 2 :]
        spread = _spread(explored.reshape(-1, len(start)), dimension)
        between = min(dimension, MAX_STEPS_BETWEEN)
        steps = between * -(-count // chains)
        visited = self._walk(explored[-1], spread, steps, rng)
        kept = visited[between - 1 :: between].reshape(-1, len(start))[:count]
        return np.asarray(kept / np.linalg.norm(kept, axis=1, keepdims=True))

    def _walk(
        self, start: FloatArray, spread: FloatArray, steps: int, rng: np.random.Generator
    ) -> FloatArray:
        """Points of ``steps`` steps along ``spread @ normal``: (steps, chains, size)."""
        points, visited = start, np.empty((steps, *start.shape))
        for step in range(steps):
            normal = rng.standard_normal(points.shape)
            direction = self._centred(normal @ spread.T if len(spread) > 1 else normal)
            change = np.asarray(self.margins @ direction.T)  # (margins, chains)
            inside = _segment(np.asarray(self.margins @ points.T), change)
            ball = _chord(points, direction)
            low, high = np.maximum(inside[0], ball[0]), np.minimum(inside[1], ball[1])
            points = points + rng.uniform(low, high)[:, np.newaxis] * direction
            visited[step] = points
        return visited

    def _centred(self, points: FloatArray) -> FloatArray:
        W = points.reshape(*points.shape[:-1], -1, self.n_classes)
        return np.asarray(W - W.mean(axis=-1, keepdims=True)).reshape(points.shape)


def _row_products(
    left: "sparse.csr_array[np.float64]", right: "sparse.csr_array[np.float64]"
) -> "sparse.csr_array[np.float64]":
    """Row-wise Kronecker product: row i is left[i] x right[i], flattened."""
    columns = [left.multiply(right[:, [k]]).tocoo() for k in range(right.shape[1])]
    K = len(columns)
    entries = np.concatenate([column.data for column in columns])
    rows = np.concatenate([column.coords[0] for column in columns])
    places = np.concatenate([column.coords[1] * K + k for k, column in enumerate(columns)])
    shape = (left.shape[0], left.shape[1] * K)
    return sparse.coo_array((entries, (rows, places)), shape=shape).tocsr()


def _spread(points: FloatArray, dimension: int) -> FloatArray:
    """Root of the covariance of ``points``; one number 1 where there are too few for it.

    A thin space is crossed in few steps along its own axes. The directions are fixed before
    the first sample is taken, so the walk stays uniform.
    """
    n_points, size = points.shape
    if n_points < POINTS_PER_DIMENSION * dimension:
        return np.eye(1)
    covariance = np.cov(points.T)
    return np.linalg.cholesky(covariance + RIDGE * np.trace(covariance) / size * np.eye(size))


def _segment(margins: FloatArray, change: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Interval of t with margins + t change > 0 throughout, of each column."""
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = -margins / change
    low = np.where(change > 0, crossing, -np.inf).max(axis=0)
    high = np.where(change < 0, crossing, np.inf).min(axis=0)
    return low, high


def _chord(points: FloatArray, direction: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Interval of t with ``points + t direction`` in the unit ball, of each row."""
    a, b = np.sum(direction**2, axis=1), np.sum(points * direction, axis=1)
    root = np.sqrt(b * b + a * (1.0 - np.sum(points**2, axis=1)))
    return (-b - root) / a, (-b + root) / a


__all__ = ["VersionSpace"]
