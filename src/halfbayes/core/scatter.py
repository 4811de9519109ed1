"""Sums of numbers and of their products by class, for covariances.

    weight_k = sum w      first_k = sum w (x - c)      second_k = sum w (x - c)(x - c)^T

about a shift c near the mean, so that little cancels. Sums about different shifts are moved to
one when they are added. They are plain doubles: equal to rounding in any order. With ``shared``
covariance the products of all classes are one sum; with ``diagonal`` only squares are kept.
"""

from dataclasses import dataclass
from typing import Literal, Self, TypeAlias

import numpy as np

from halfbayes.types import FloatArray, IndexArray

CovarianceName: TypeAlias = Literal["full", "shared", "diagonal"]

ROUNDING = 1e-9
"""Share of the largest sum below which a negative difference is rounding."""


@dataclass(frozen=True, slots=True, eq=False)
class Scatter:
    """Sums about a shift.

    >>> X, y = np.array([[1.0], [3.0]]), np.array([0, 0])
    >>> Scatter.of(X, y, np.ones(2), Scatter.empty(1, np.array([2.0]), "full")).second.tolist()
    [[[2.0]]]
    """

    covariance: CovarianceName
    shift: FloatArray  # c (features,)
    documents: FloatArray  # sum of weights (classes,)
    first: FloatArray  # (classes, features)
    second: FloatArray  # (classes or 1, features, features), diagonal: (classes, features)

    @classmethod
    def empty(cls, n_classes: int, shift: FloatArray, covariance: CovarianceName) -> Self:
        """No documents."""
        d = len(shift)
        shapes = {"full": (n_classes, d, d), "shared": (1, d, d), "diagonal": (n_classes, d)}
        first = np.zeros((n_classes, d))
        return cls(covariance, shift, np.zeros(n_classes), first, np.zeros(shapes[covariance]))

    @classmethod
    def of(cls, x: FloatArray, y: IndexArray, weights: FloatArray, like: "Scatter") -> Self:
        """Sums of the rows of ``x`` by class, about the shift of ``like``."""
        part = cls.empty(len(like.documents), like.shift, like.covariance)
        z = x - like.shift
        for k in np.unique(y):
            mine = y == k
            z_k, w = z[mine], weights[mine][:, None]
            part.documents[k] = w.sum()
            part.first[k] = (w * z_k).sum(axis=0)
            if like.covariance == "diagonal":
                part.second[k] = (w * z_k**2).sum(axis=0)
            else:
                part.second[0 if like.covariance == "shared" else k] += z_k.T @ (w * z_k)
        return part

    def __add__(self, other: "Scatter") -> "Scatter":
        moved = other._about(self.shift)
        return Scatter(
            self.covariance,
            self.shift,
            self.documents + moved.documents,
            self.first + moved.first,
            self.second + moved.second,
        )

    def __sub__(self, other: "Scatter") -> "Scatter":
        moved = other._about(self.shift)
        documents = self.documents - moved.documents
        documents[np.abs(documents) < ROUNDING * self.documents] = 0.0
        left = (documents != 0.0).astype(np.float64)
        first = (self.first - moved.first) * left[:, None]
        second = self.second - moved.second
        if self.covariance != "shared":
            second *= left.reshape(-1, *(1,) * (second.ndim - 1))
        return Scatter(self.covariance, self.shift, documents, first, second)

    @property
    def overdrawn(self) -> bool:
        """Whether documents were taken away that had never been added."""
        squares = self.squares
        least = -ROUNDING * np.abs(squares).max(initial=1.0)
        return bool(np.any(self.documents < 0.0) or np.any(squares < least))

    @property
    def squares(self) -> FloatArray:
        """Diagonals of the products."""
        return _diagonals(self.second, self.covariance)

    def placed(self, positions: IndexArray, n_classes: int) -> "Scatter":
        """The same among ``n_classes`` classes: class k moves to ``positions[k]``."""
        wide = Scatter.empty(n_classes, self.shift, self.covariance)
        wide.documents[positions], wide.first[positions] = self.documents, self.first
        wide.second[... if self.covariance == "shared" else positions] = self.second
        return wide

    def analysed(self) -> "Analysis":
        """Means, scatters about the means and their axes."""
        n, N = self.documents, float(self.documents.sum())
        offset = self.first / np.where(n > 0.0, n, 1.0)[:, None]
        overall = self.first.sum(axis=0) / (N if N > 0.0 else 1.0)
        mean = self.shift + np.where(n[:, None] > 0.0, offset, overall)
        scatter = self._about_means(offset)
        squares = _diagonals(scatter, self.covariance)
        total = float(self.squares.sum()) - N * float(overall @ overall)
        values, axes = scatter, None
        if self.covariance != "diagonal":
            values, axes = np.linalg.eigh(scatter)
        traces = max(float(squares.sum()), 0.0), max(total, 0.0)
        return Analysis(n, mean, self.shift + overall, np.maximum(values, 0.0), axes, traces)

    def _about_means(self, offset: FloatArray) -> FloatArray:
        n = self.documents
        if self.covariance == "diagonal":
            return self.second - n[:, None] * offset**2
        if self.covariance == "shared":
            return self.second - (offset.T @ (n[:, None] * offset))[None]
        return np.asarray(self.second - n[:, None, None] * offset[:, :, None] * offset[:, None])

    def _about(self, shift: FloatArray) -> "Scatter":
        """The same sums about another shift."""
        step = self.shift - shift
        if not step.any():
            return self
        n, first = self.documents, self.first
        if self.covariance == "diagonal":
            second = self.second + 2.0 * first * step + n[:, None] * step**2
        else:
            f, m = (
                (first.sum(axis=0)[None], n.sum()[None])
                if len(self.second) == 1
                else (first, n)
            )
            cross = f[:, :, None] * step
            square = m[:, None, None] * np.outer(step, step)
            second = self.second + cross + np.swapaxes(cross, 1, 2) + square
        return Scatter(self.covariance, shift, n, first + n[:, None] * step, second)


@dataclass(frozen=True, slots=True, eq=False)
class Analysis:
    """What discriminant analysis needs of a scatter."""

    n: FloatArray  # (classes,)
    mean: FloatArray  # of each class, or of all where a class is empty: (classes, features)
    overall: FloatArray  # mean of all documents (features,)
    values: FloatArray  # eigenvalues of the scatter, or its diagonal: (classes or 1, features)
    axes: FloatArray | None  # eigenvectors in columns (classes or 1, features, features)
    traces: tuple[float, float]  # of the scatter within classes, and of all documents

    def along_axes(self, deviations: FloatArray, k: int) -> FloatArray:
        """Deviations in the coordinates in which the scatter of class k is diagonal."""
        if self.axes is None:
            return deviations
        return np.asarray(deviations @ self.axes[k if len(self.axes) > 1 else 0])

    def from_axes(self, deviations: FloatArray, k: int) -> FloatArray:
        """The inverse of ``along_axes``."""
        if self.axes is None:
            return deviations
        return np.asarray(deviations @ self.axes[k if len(self.axes) > 1 else 0].T)

    def scatter(self, k: int) -> FloatArray:
        """Scatter of class k along its axes, or that of all where it is shared: (features,)."""
        return np.asarray(self.values[k if len(self.values) > 1 else 0])


def _diagonals(products: FloatArray, covariance: CovarianceName) -> FloatArray:
    if covariance == "diagonal":
        return products
    return np.asarray(np.diagonal(products, axis1=1, axis2=2))


__all__ = ["Analysis", "CovarianceName", "Scatter"]
