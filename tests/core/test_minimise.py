"""Solvers: all end at the same point, deterministically, and say what it cost."""

import numpy as np
import pytest
from hypothesis import given, settings
from laws.softmax_problems import softmax_problems
from numpy.testing import assert_allclose

from halfbayes.core.minimise import MAX_DENSE_HESSIAN, SOLVERS, minimise
from halfbayes.core.objective import Stopping
from halfbayes.core.softmax import GaussianPrior, SoftmaxObjective
from halfbayes.errors import InvalidInputError

TIGHT = Stopping(gradient_norm=1e-8, iterations=5000)


class Quadratic:
    """1/2 w^T A w - b^T w, whose minimum is known: A^-1 b. No samples."""

    def __init__(self, A, b):
        self.A, self.b, self.size = A, b, len(b)

    def value_and_gradient(self, point):
        slope = self.A @ point
        return float(point @ slope / 2 - self.b @ point), slope - self.b

    def hessian_product(self, _point):
        return lambda v: self.A @ v

    def hessian(self, _point):
        return self.A


@given(softmax_problems())
@settings(max_examples=20, deadline=None)
def test_all_solvers_end_at_the_same_point(objective):
    start = np.zeros(objective.size)
    results = {
        name: minimise(objective, start, solver=name, stopping=TIGHT) for name in SOLVERS
    }
    exact = results["newton"].point
    for name, result in results.items():
        assert result.gradient_norm <= 1e-6, name
        # A gradient of 1e-6 where the least curvature is about 0.1 leaves 1e-5 in the point.
        assert_allclose(result.point, exact, atol=1e-5, err_msg=name)


@given(softmax_problems())
@settings(max_examples=20, deadline=None)
def test_the_minimum_does_not_depend_on_the_start(objective):
    near = minimise(objective, np.zeros(objective.size), solver="newton", stopping=TIGHT)
    far = minimise(objective, np.full(objective.size, 3.0), solver="newton", stopping=TIGHT)
    assert_allclose(near.point, far.point, atol=1e-6)


@pytest.mark.parametrize("solver", sorted(set(SOLVERS) - {"stochastic"}))
def test_the_minimum_of_a_quadratic_is_that_of_linear_algebra(solver):
    rng = np.random.default_rng(1)
    root = rng.normal(size=(6, 6))
    A, b = root @ root.T + np.eye(6), rng.normal(size=6)
    result = minimise(Quadratic(A, b), np.ones(6), solver=solver)
    # gradient 1e-6 and least eigenvalue 1
    assert_allclose(result.point, np.linalg.solve(A, b), atol=6e-6)
    assert result.converged


def _problem(n=120, d=4, K=3):
    rng = np.random.default_rng(5)
    X = rng.normal(size=(n, d))
    return SoftmaxObjective(X, rng.integers(K, size=n), K, GaussianPrior(0.5))


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_the_result_reports_itself(solver):
    objective = _problem()
    result = minimise(objective, np.zeros(objective.size), solver=solver)
    value, gradient = objective.value_and_gradient(result.point)
    assert result.value == value
    assert result.gradient_norm == np.abs(gradient).max()
    assert result.converged
    assert len(result.trace) == result.iterations + 1
    assert result.trace[-1] == result.value
    assert result.evaluations >= result.iterations


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_out_of_iterations_is_reported_as_not_converged(solver):
    objective = _problem()
    stopping = Stopping(gradient_norm=1e-12, iterations=1)
    result = minimise(objective, np.zeros(objective.size), solver=solver, stopping=stopping)
    assert not result.converged
    assert result.iterations == 1
    assert result.trace[1] < result.trace[0]


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_a_start_at_the_minimum_takes_no_step(solver):
    objective = _problem()
    exact = minimise(objective, np.zeros(objective.size), solver="newton", stopping=TIGHT)
    assert minimise(objective, exact.point, solver=solver).iterations == 0


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_the_same_run_twice_gives_the_same_bytes(solver):
    objective, start = _problem(), np.zeros(15)
    runs = [
        minimise(objective, start, solver=solver, rng=np.random.default_rng(7)).point.tobytes()
        for _ in range(2)
    ]
    assert runs[0] == runs[1]
    assert not start.any()


def test_dependent_columns_without_a_prior_take_the_shortest_newton_step():
    rng = np.random.default_rng(2)
    x = rng.normal(size=(80, 1))
    y = rng.integers(2, size=80)
    double = SoftmaxObjective(np.hstack([x, x]), y, 2, GaussianPrior(0.0))
    single = SoftmaxObjective(x, y, 2, GaussianPrior(0.0))
    results = [
        minimise(problem, np.zeros(problem.size), solver="newton")
        for problem in (double, single)
    ]
    assert_allclose(results[0].value, results[1].value, rtol=1e-9)


def test_newton_refuses_a_hessian_that_would_fill_the_memory():
    n_terms = MAX_DENSE_HESSIAN
    objective = SoftmaxObjective(np.zeros((2, n_terms)), np.array([0, 1]), 2)
    with pytest.raises(InvalidInputError, match="conjugate-gradient"):
        minimise(objective, np.zeros(objective.size), solver="newton")


def test_the_stochastic_solver_refuses_an_objective_without_samples():
    with pytest.raises(InvalidInputError, match="single documents"):
        minimise(Quadratic(np.eye(2), np.ones(2)), np.zeros(2), solver="stochastic")
