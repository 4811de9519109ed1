"""What a solver sees of the function it minimises, and what it gives back.

A solver knows no documents, labels or priors: it calls the methods of ``Objective`` and nothing
else (after LIBLINEAR's ``function``). Points are flat vectors; only the objective knows what
their entries mean. ``SampledObjective`` adds what stochastic methods need: the objective is a
sum over samples, and any part of the gradient can be had by itself.

A *pass* is one walk over all documents: one ``value_and_gradient`` or one Hessian product.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, Self, runtime_checkable

import numpy as np

from halfbayes.types import FloatArray, IndexArray


class Objective(Protocol):
    """A smooth convex function of a flat vector."""

    @property
    def size(self) -> int:
        """Number of entries of a point."""

    def value_and_gradient(self, point: FloatArray, /) -> tuple[float, FloatArray]:
        """Value and gradient at ``point``, in one pass."""

    def hessian_product(self, point: FloatArray, /) -> Callable[[FloatArray], FloatArray]:
        """The map ``v -> H v``, with H the Hessian at ``point``; each call is one pass."""

    def hessian(self, point: FloatArray, /) -> FloatArray:
        """Dense Hessian at ``point``: (size, size)."""


@runtime_checkable
class SampledObjective(Objective, Protocol):
    """An objective that is a sum over samples, each with its even share of the prior."""

    @property
    def n_samples(self) -> int:
        """Number of samples."""

    def sample_gradient(self, point: FloatArray, samples: IndexArray, /) -> FloatArray:
        """Gradient of the terms ``samples``; over all samples it is the gradient."""

    def smoothness(self, batch: int, /) -> float:
        """Curvature bound for steps along ``n_samples / batch`` times a batch's gradient."""


@dataclass(frozen=True, slots=True)
class Stopping:
    """Stop at this largest absolute entry of the gradient, or after this many iterations."""

    gradient_norm: float = 1e-6
    iterations: int = 1000


@dataclass(frozen=True, slots=True)
class Result:
    """Where a solver ended, and what it took to get there."""

    point: FloatArray
    value: float
    gradient_norm: float  # largest absolute entry of the gradient at ``point``
    iterations: int
    evaluations: int  # passes over the documents
    trace: tuple[float, ...]  # value at the start and after every iteration
    converged: bool  # gradient_norm reached what was asked


@dataclass(frozen=True, slots=True)
class Iterate:
    """A point with the value and gradient of the objective there."""

    point: FloatArray
    value: float
    gradient: FloatArray

    @classmethod
    def at(cls, objective: Objective, point: FloatArray) -> Self:
        """The objective looked at from ``point``: one pass."""
        return cls(point, *objective.value_and_gradient(point))

    @property
    def norm(self) -> float:
        """Largest absolute entry of the gradient."""
        return float(np.abs(self.gradient).max(initial=0.0))

    def result(self, trace: list[float], evaluations: int, stopping: Stopping) -> Result:
        """The run that ends here, having gone through the values ``trace``."""
        return Result(
            point=self.point,
            value=self.value,
            gradient_norm=self.norm,
            iterations=len(trace) - 1,
            evaluations=evaluations,
            trace=tuple(trace),
            converged=self.norm <= stopping.gradient_norm,
        )


__all__ = ["Iterate", "Objective", "Result", "SampledObjective", "Stopping"]
