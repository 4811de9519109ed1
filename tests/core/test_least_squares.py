"""Least squares: three ways to one solution, which is that of maximum likelihood."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from scipy.stats import norm

from halfbayes.core.least_squares import lms_batch, lms_online, lms_pass, normal_equations

seeds = st.integers(0, 2**32 - 1)


def _problem(seed, *, noise=0.5, n=30):
    rng = np.random.default_rng(seed)
    d = int(rng.integers(1, 4))
    X = rng.normal(size=(n, d))
    return X, X @ rng.normal(size=d) + noise * rng.normal(size=n)


@given(seeds)
@settings(max_examples=40)
def test_the_normal_equations_leave_a_residual_orthogonal_to_every_column(seed):
    X, y = _problem(seed)
    assert_allclose(X.T @ (y - X @ normal_equations(X, y)), 0.0, atol=1e-9)


def test_dependent_columns_share_the_weight():
    X, y = _problem(1)
    single = normal_equations(X[:, :1], y)
    assert_allclose(normal_equations(X[:, [0, 0]], y), [single[0] / 2] * 2, rtol=1e-9)


@given(seeds)
@settings(max_examples=20, deadline=None)
def test_the_batch_rule_converges_to_the_normal_equations(seed):
    X, y = _problem(seed)
    found = lms_batch(X, y, tolerance=1e-12, max_passes=10_000)
    assert found.converged
    assert_allclose(found.weights, normal_equations(X, y), rtol=1e-8, atol=1e-9)


@given(seeds)
@settings(max_examples=8, deadline=None)
def test_the_on_line_rule_converges_to_the_normal_equations(seed):
    X, y = _problem(seed)
    found = lms_online(X, y, tolerance=1e-9, max_passes=10_000)
    assert found.converged
    # what four step lengths leave after extrapolation
    assert_allclose(found.weights, normal_equations(X, y), rtol=1e-4, atol=1e-4)


@given(seeds)
@settings(max_examples=8, deadline=None)
def test_without_noise_the_on_line_rule_converges_at_a_constant_step(seed):
    X, y = _problem(seed, noise=0.0)
    theta = np.zeros(X.shape[1])
    for _ in range(300):
        theta = lms_pass(X, y, theta, step=0.5 / (X**2).sum(axis=1).max())
    assert_allclose(theta, normal_equations(X, y), rtol=1e-6, atol=1e-8)


def test_with_noise_a_constant_step_misses_by_an_error_proportional_to_it():
    X, y = _problem(3)
    exact, miss = normal_equations(X, y), []
    for step in (0.002, 0.001):
        theta = exact.copy()
        for _ in range(800):
            theta = lms_pass(X, y, theta, step=step)
        miss.append(np.linalg.norm(theta - exact))
    assert miss[0] / miss[1] == pytest.approx(2.0, rel=0.1)


def test_one_on_line_step_is_the_gradient_of_one_document():
    theta, x, y, step = np.array([1.0, -1.0]), np.array([[2.0, 3.0]]), np.array([4.0]), 0.1
    # 4 - (2 - 3) = 5; 0.1 * 5 * (2, 3) = (1, 1.5)
    assert_allclose(lms_pass(x, y, theta, step=step), [2.0, 0.5])


@given(seeds)
@settings(max_examples=8, deadline=None)
def test_least_squares_is_maximum_likelihood_under_gaussian_noise(seed):
    X, y = _problem(seed)

    def negative_log_likelihood(theta):
        return -norm.logpdf(y, loc=X @ theta, scale=0.7).sum()

    best = minimize(negative_log_likelihood, np.zeros(X.shape[1]), method="BFGS").x
    # BFGS works here with numerical gradients, good to about 1e-5
    assert_allclose(normal_equations(X, y), best, atol=1e-4)


def test_too_few_passes_are_reported():
    X, y = _problem(2)
    assert not lms_batch(X, y, tolerance=1e-12, max_passes=2).converged
    found = lms_online(X, y, tolerance=1e-12, max_passes=5)
    assert not found.converged
    assert found.passes <= 5
