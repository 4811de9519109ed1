"""Newton's method with halved steps, for a few parameters and any number of documents.

    x <- x - H^-1 g, halved until the objective is lower

g^T H^-1 g is twice what a step promises to lower the objective by. Where a look at the
objective is dear, because it goes over all documents, a last step that promises less than
``trusted`` is taken without another look: so near the optimum it is as good as its promise.

The solvers of ``core.minimise`` are for many parameters, and stop by the gradient.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

import numpy as np

from halfbayes.types import FloatArray

T = TypeVar("T")

ITERATIONS: Final = 60
HALVINGS: Final = 30
TOLERANCE: Final = 1e-9
"""It is over when a step lowers the objective by less than this."""


@dataclass(frozen=True, slots=True, eq=False)
class Place(Generic[T]):
    """A point that was looked at: the value there, and what else was found."""

    point: FloatArray
    value: float
    found: T


def minimised(
    start: Place[T],
    look: Callable[[FloatArray], Place[T]],
    derivatives: Callable[[Place[T]], tuple[FloatArray, FloatArray]],
    trusted: float = 0.0,
) -> tuple[FloatArray, Place[T]]:
    """Where the objective is least, and the last place that was looked at.

    >>> def look(x):
    ...     return Place(x, float(x[0] ** 4 - 4.0 * x[0]), None)
    >>> def derivatives(place):
    ...     (x,) = place.point
    ...     return np.array([4.0 * x**3 - 4.0]), np.array([[12.0 * x**2]])
    >>> minimised(look(np.array([3.0])), look, derivatives)[0].round(6)
    array([1.])
    """
    place = start
    for _ in range(ITERATIONS):
        gradient, hessian = derivatives(place)
        step = np.asarray(np.linalg.solve(hessian, gradient), dtype=np.float64)
        promised = float(gradient @ step)
        if promised < 2.0 * trusted:
            return place.point - step, place
        # Next to the optimum rounding decides which point lies lower: halving is in vain.
        lower = lower_place(place, step, look, HALVINGS if promised > TOLERANCE else 1)
        if lower is None:
            break
        before, place = place, lower
        if before.value - place.value < TOLERANCE:
            break
    return place.point, place


def lower_place(
    start: Place[T],
    step: FloatArray,
    look: Callable[[FloatArray], Place[T]],
    halvings: int = HALVINGS,
) -> Place[T] | None:
    """The first place a step from ``start``, or a halved one, that lies lower."""
    for halved in range(halvings):
        with np.errstate(over="ignore", invalid="ignore"):  # too long a step: halve it
            place = look(start.point - 0.5**halved * step)
        if place.value < start.value:
            return place
    return None


__all__ = ["Place", "lower_place", "minimised"]
