"""Solvers for a smooth convex objective, chosen by name: all end at the same point.

Problem: given an ``Objective`` F and a start, find the point where the gradient g of F is zero.
Result: the point, and what it cost (``Result``). A solver stops when the largest absolute entry
of g is at most ``stopping.gradient_norm``, or when rounding leaves no step that lowers F.

    gradient            w <- w - t g, the step length t after Barzilai & Borwein (1988)
    newton              w <- w - H^-1 g, dense H: Newton-Raphson, for the logistic model
                        iteratively reweighted least squares (Xing 2009, slides 25-27)
    conjugate-gradient  the same step, H d = -g solved roughly by conjugate gradients, which
                        need only products with H (Nocedal & Wright 2006, algorithm 7.1)
    quasi-newton        limited-memory BFGS (scipy's L-BFGS-B)
    stochastic          gradients of a few documents at a time (``core.stochastic``)

The first three share one loop, which halves a step until it lowers F enough (Armijo); the
gradient method compares with the highest of its last values rather than with the last (Grippo
et al. 1986, Raydan 1997), or its long steps would never be accepted.

L-BFGS-B compares values only, so it stops where rounding hides their descent, at a gradient of
about sqrt(1e-16 F); the others go on by the gradient alone.

One Newton step costs O(N d^2 + d^3) for N documents and d parameters; all others O(N d) a pass.
"""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

import numpy as np
from scipy import linalg, optimize
from scipy.sparse.linalg import LinearOperator, cg

from halfbayes.core.objective import Iterate, Objective, Result, SampledObjective, Stopping
from halfbayes.core.stochastic import variance_reduced
from halfbayes.errors import InvalidInputError
from halfbayes.types import FloatArray

SolverName: TypeAlias = Literal[
    "conjugate-gradient", "gradient", "newton", "quasi-newton", "stochastic"
]
Solver: TypeAlias = Callable[[Objective, FloatArray, Stopping, np.random.Generator], Result]

SUFFICIENT_DECREASE = 1e-4  # Armijo's constant, as customary
HALVINGS = 40  # 2^-40 of a step is below the rounding of any point
ROUNDING = 8 * np.finfo(float).eps  # relative; a sum over documents cannot be trusted below it
NONMONOTONE_MEMORY = 10
MAX_DENSE_HESSIAN = 5000  # parameters; its Hessian takes 200 MB
LBFGS_PAIRS = 10


_Direction: TypeAlias = Callable[[Iterate, Iterate | None], tuple[FloatArray, int]]
"""Step from here (and the iterate before), and the passes it took to find it."""


def minimise(
    objective: Objective,
    start: FloatArray,
    *,
    solver: SolverName = "quasi-newton",
    stopping: Stopping | None = None,
    rng: np.random.Generator | None = None,
) -> Result:
    """Minimum of ``objective``, searched from ``start`` by the named solver.

    ``rng`` serves the stochastic solver only, which without one takes a fresh one of seed 0.

    >>> from halfbayes.core.softmax import SoftmaxObjective
    >>> X, y = np.array([[0.0], [1.0], [3.0]]), np.array([0, 0, 1])
    >>> objective = SoftmaxObjective(X, y, n_classes=2, fit_intercept=False)
    >>> result = minimise(objective, np.zeros(2), solver="newton")
    >>> result.point.round(4), result.converged
    (array([-0.1783,  0.1783]), True)
    """
    generator = np.random.default_rng(0) if rng is None else rng
    return SOLVERS[solver](objective, start, stopping or Stopping(), generator)


def _gradient(
    objective: Objective, start: FloatArray, stopping: Stopping, _rng: np.random.Generator
) -> Result:
    def step(at: Iterate, before: Iterate | None) -> tuple[FloatArray, int]:
        if before is None:
            return -at.gradient / np.linalg.norm(at.gradient), 0
        moved, change = at.point - before.point, at.gradient - before.gradient
        curvature = float(moved @ change)
        # Convexity makes the curvature positive; rounding next to the minimum may not.
        length = float(moved @ moved) / curvature if curvature > 0 else 1.0
        return -length * at.gradient, 0

    return _descend(objective, start, stopping, step, NONMONOTONE_MEMORY)


def _newton(
    objective: Objective, start: FloatArray, stopping: Stopping, _rng: np.random.Generator
) -> Result:
    if objective.size > MAX_DENSE_HESSIAN:
        raise InvalidInputError(
            f"Newton-Raphson keeps a dense Hessian: expected at most {MAX_DENSE_HESSIAN} "
            f"parameters, got {objective.size}; use the solver 'conjugate-gradient', which "
            "takes the same steps without it"
        )

    def step(at: Iterate, _before: Iterate | None) -> tuple[FloatArray, int]:
        H = objective.hessian(at.point)
        try:
            return -linalg.cho_solve(linalg.cho_factor(H), at.gradient), 1
        except linalg.LinAlgError:  # no prior and dependent columns: the shortest step
            return -linalg.lstsq(H, at.gradient)[0], 1

    return _descend(objective, start, stopping, step, 1)


def _conjugate_gradient(
    objective: Objective, start: FloatArray, stopping: Stopping, _rng: np.random.Generator
) -> Result:
    first_norm: list[float] = []

    def step(at: Iterate, _before: Iterate | None) -> tuple[FloatArray, int]:
        passes = 0
        product = objective.hessian_product(at.point)

        def counted(direction: FloatArray) -> FloatArray:
            nonlocal passes
            passes += 1
            return product(direction.ravel())

        length = float(np.linalg.norm(at.gradient))
        first_norm.append(length)
        # Rough far from the minimum, ever finer towards it: superlinear convergence.
        accuracy = min(0.25, np.sqrt(length / first_norm[0]))
        shape = (objective.size, objective.size)
        hessian = LinearOperator(shape, matvec=counted, dtype=np.float64)
        direction, _ = cg(hessian, -at.gradient, rtol=accuracy, maxiter=objective.size)
        return direction, passes

    return _descend(objective, start, stopping, step, 1)


def _quasi_newton(
    objective: Objective, start: FloatArray, stopping: Stopping, _rng: np.random.Generator
) -> Result:
    trace = [objective.value_and_gradient(start)[0]]

    def record(intermediate_result: optimize.OptimizeResult) -> None:
        trace.append(float(intermediate_result.fun))

    found = optimize.minimize(
        objective.value_and_gradient,
        start,
        jac=True,
        method="L-BFGS-B",
        callback=record,
        options={
            "gtol": stopping.gradient_norm,
            "ftol": 0.0,
            "maxiter": stopping.iterations,
            "maxfun": 100 * stopping.iterations,
            "maxcor": LBFGS_PAIRS,
        },
    )
    at = Iterate(np.asarray(found.x), float(found.fun), np.asarray(found.jac))
    return at.result(trace, int(found.nfev) + 1, stopping)


def _stochastic(
    objective: Objective, start: FloatArray, stopping: Stopping, rng: np.random.Generator
) -> Result:
    if not isinstance(objective, SampledObjective):
        raise InvalidInputError(
            "the stochastic solver needs the gradients of single documents (SampledObjective), "
            f"which {type(objective).__name__} does not give; use another solver"
        )
    return variance_reduced(objective, start, stopping, rng)


def _descend(
    objective: Objective,
    start: FloatArray,
    stopping: Stopping,
    direction: _Direction,
    memory: int,
) -> Result:
    """Steps along ``direction``, each shortened until it is lower than the last ``memory``."""
    at, before = Iterate.at(objective, start), None
    trace, evaluations = [at.value], 1
    while at.norm > stopping.gradient_norm and len(trace) <= stopping.iterations:
        step, passes = direction(at, before)
        found, tries = _shortened(objective, at, step, max(trace[-memory:]))
        evaluations += passes + tries
        if found is None:
            break
        at, before = found, at
        trace.append(at.value)
    return at.result(trace, evaluations, stopping)


def _shortened(
    objective: Objective, at: Iterate, step: FloatArray, reference: float
) -> tuple[Iterate | None, int]:
    """First of the steps 1, 1/2, 1/4 ... that lowers the value enough, and the tries."""
    slope = SUFFICIENT_DECREASE * float(at.gradient @ step)
    limit = reference + ROUNDING * abs(reference)
    for tries in range(HALVINGS):
        length = 0.5**tries
        tried = Iterate.at(objective, at.point + length * step)
        if tried.value <= limit + length * slope:
            return tried, tries + 1
    return None, HALVINGS


SOLVERS: Mapping[SolverName, Solver] = MappingProxyType(
    {
        "conjugate-gradient": _conjugate_gradient,
        "gradient": _gradient,
        "newton": _newton,
        "quasi-newton": _quasi_newton,
        "stochastic": _stochastic,
    }
)


__all__ = ["SOLVERS", "Solver", "SolverName", "minimise"]
