"""Linear separability, and separating hyperplanes drawn at random from all there are.

Weights W (columns, classes) separate the documents when each scores highest in its own class:

    a_ik . W = (w_y_i - w_k) . x_i > 0        for every document i and class k other than y_i

For two classes that is sign(x . (w_1 - w_0)). The solutions are a convex cone, the *version
space*. It is empty or not by a linear program: maximise the least margin s, a_ik . W >= s, with
every |W_jk| <= 1.

Logistic regression makes no distinction between the solutions, so Ng & Jordan (2001, footnote
2) drew a classifier at random from them by Markov chain Monte Carlo, and gave the mean error
over the draws. Their sampler is not described; ours are walks that the sides of the cone
reflect (``core.reflected_walk``). Their directions are uniform over those that separate, in the
limit of long walks. The version space is convex, so their mean separates as well.

Adding one vector to all classes moves no hyperplane: samples stay where classes sum to zero.
Every a_ik does, so reflections stay there too.
"""

from dataclasses import dataclass

import numpy as np
from scipy import sparse
from scipy.optimize import Bounds, LinearConstraint, milp

from halfbayes.core.design import Design
from halfbayes.core.reflected_walk import Effort, later_ends, piece_ends
from halfbayes.types import FloatArray, IndexArray

LEAST_MARGIN = 1e-6  # of inputs of order 1; the linear program is solved to about 1e-7
WALKS = 20  # at once


@dataclass(frozen=True, slots=True, eq=False)
class VersionSpace:
    """All weights that separate given documents: the cone ``sides @ W.ravel() > 0``."""

    sides: "sparse.csr_array[np.float64]"  # (documents x other classes, columns x classes)
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
        """Weights of length one with the largest least margin; None if nothing separates."""
        n_constraints, size = self.sides.shape
        least = sparse.csr_array(np.ones((n_constraints, 1)))
        above_least = sparse.csr_array(sparse.hstack([self.sides, -least]))
        found = milp(  # a linear program: no variable is declared whole
            c=np.append(np.zeros(size), -1.0),
            constraints=LinearConstraint(above_least, lb=0.0),
            bounds=Bounds(-1.0, 1.0),
        )
        if found.x is None or found.x[-1] < LEAST_MARGIN:
            return None
        point = self._centred(found.x[:-1])
        if np.asarray(self.sides @ point).min() <= 0:
            return None
        return point / np.linalg.norm(point)

    def sample(self, start: FloatArray, count: int, rng: np.random.Generator) -> FloatArray:
        """Separating weights of unit length, uniform by direction: (count, size)."""
        size = len(start)
        walks = min(WALKS, count)
        each = -(-count // walks)  # samples of a walk
        ends = piece_ends(self, np.tile(start, (walks, 1)), rng, Effort.of(size, each))
        kept = later_ends(ends, each).reshape(-1, size)[:count]
        return np.asarray(kept / np.linalg.norm(kept, axis=1, keepdims=True))

    def margins(self, walks: IndexArray, points: FloatArray) -> FloatArray:
        """a_ik . W of a point for each of ``walks``: (walks, documents x other classes)."""
        del walks  # the cone is one for all
        return np.ascontiguousarray(np.asarray(self.sides @ points.T).T)

    def normals(self, walks: IndexArray, sides: IndexArray) -> FloatArray:
        """a_ik of one side for each of ``walks``: (walks, columns x classes)."""
        del walks
        return self.sides[sides].toarray()

    def speed(self, rng: np.random.Generator, walks: IndexArray) -> FloatArray:
        """Standard normal weights whose classes sum to zero: (walks, columns x classes)."""
        return self._centred(rng.standard_normal((len(walks), self.sides.shape[1])))

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


__all__ = ["VersionSpace"]
