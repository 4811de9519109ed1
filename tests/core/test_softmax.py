"""Softmax objective: calculus by finite differences, probability by scipy.stats."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.softmax_problems import softmax_problems
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.optimize import approx_fprime
from scipy.special import expit, softmax
from scipy.stats import norm

from halfbayes.core.softmax import SAFETY, GaussianPrior, SoftmaxObjective

seeds = st.integers(0, 2**32 - 1)


@given(softmax_problems(), seeds)
@settings(max_examples=60, deadline=None)
def test_gradient_equals_finite_differences(objective, seed):
    point = np.random.default_rng(seed).normal(size=objective.size)
    steps = approx_fprime(point, lambda w: objective.value_and_gradient(w)[0], 1e-6)
    # forward differences of step 1e-6 are good to about curvature x 1e-6
    assert_allclose(objective.value_and_gradient(point)[1], steps, rtol=1e-4, atol=1e-3)


@given(softmax_problems(), seeds)
@settings(max_examples=60, deadline=None)
def test_hessian_product_equals_differences_of_the_gradient(objective, seed):
    rng = np.random.default_rng(seed)
    point, v = rng.normal(size=(2, objective.size))
    ahead = objective.value_and_gradient(point + 1e-5 * v)[1]
    behind = objective.value_and_gradient(point - 1e-5 * v)[1]
    # central differences: error of the order step^2 = 1e-10, and rounding 1e-16 / step
    expected = (ahead - behind) / 2e-5
    assert_allclose(objective.hessian_product(point)(v), expected, rtol=1e-6, atol=1e-7)


@given(softmax_problems(), seeds)
@settings(max_examples=60, deadline=None)
def test_dense_hessian_and_hessian_product_agree(objective, seed):
    rng = np.random.default_rng(seed)
    point, v = rng.normal(size=(2, objective.size))
    H = objective.hessian(point)
    assert_allclose(H, H.T)
    assert_allclose(H @ v, objective.hessian_product(point)(v), atol=1e-10)


@given(softmax_problems(), seeds)
@settings(max_examples=40, deadline=None)
def test_gradients_of_parts_add_up_to_the_gradient(objective, seed):
    rng = np.random.default_rng(seed)
    point = rng.normal(size=objective.size)
    order = rng.permutation(objective.n_samples)
    cut = rng.integers(1, objective.n_samples)
    parts = [objective.sample_gradient(point, part) for part in (order[:cut], order[cut:])]
    assert_allclose(sum(parts), objective.value_and_gradient(point)[1], atol=1e-10)


@given(softmax_problems(unpenalised=False), seeds)
@settings(max_examples=40, deadline=None)
def test_value_is_the_negative_log_posterior_of_a_gaussian_prior_up_to_a_constant(
    objective, seed
):
    """MAP with a Gaussian prior is L2: the same function, so the same minimum (S4)."""
    point, other = np.random.default_rng(seed).normal(size=(2, objective.size))

    def negative_log_posterior(w):
        weights, intercept = objective.parameters(w)
        Z = objective.X @ weights.T + intercept
        Z = Z if objective.offsets is None else Z + objective.offsets
        s = 1.0 if objective.sample_weight is None else objective.sample_weight
        log_likelihood = np.log(softmax(Z, axis=1)[np.arange(len(Z)), objective.y])
        prior = objective.prior
        log_prior = norm.logpdf(weights, prior.mean, np.sqrt(1 / prior.precision)).sum()
        if objective.fit_intercept:
            scale = np.sqrt(1 / prior.intercept_precision)
            log_prior += norm.logpdf(intercept, prior.intercept_mean, scale).sum()
        return -(s * log_likelihood).sum() - log_prior

    difference = objective.value_and_gradient(point)[0] - objective.value_and_gradient(other)[0]
    assert_allclose(
        difference, negative_log_posterior(point) - negative_log_posterior(other), rtol=1e-8
    )


@given(softmax_problems(), st.floats(-5, 5), seeds)
@settings(max_examples=40, deadline=None)
def test_shifting_all_classes_alike_changes_no_probability(objective, shift, seed):
    point = np.random.default_rng(seed).normal(size=objective.size)
    assert_allclose(
        objective.probabilities(point), objective.probabilities(point + shift), atol=1e-10
    )


@given(softmax_problems(), seeds)
@settings(max_examples=40, deadline=None)
def test_parameters_and_point_are_inverse(objective, seed):
    point = np.random.default_rng(seed).normal(size=objective.size)
    assert_allclose(objective.point(*objective.parameters(point)), point, rtol=0)


@given(softmax_problems(), seeds)
@settings(max_examples=40, deadline=None)
def test_weight_two_equals_the_document_twice(objective, seed):
    point = np.random.default_rng(seed).normal(size=objective.size)
    twice = np.append(np.arange(objective.n_samples), 0)
    offsets, weights = objective.offsets, objective.sample_weight
    weights = np.ones(objective.n_samples) if weights is None else weights
    heavier = weights.copy()
    heavier[0] *= 2
    repeated = replace(
        objective,
        X=objective.X[twice],
        y=objective.y[twice],
        offsets=None if offsets is None else offsets[twice],
        sample_weight=weights[twice],
    )
    weighted = replace(objective, sample_weight=heavier)
    assert_allclose(
        repeated.value_and_gradient(point)[0], weighted.value_and_gradient(point)[0]
    )


@given(softmax_problems(), seeds)
@settings(max_examples=40, deadline=None)
def test_no_direction_curves_more_than_the_smoothness_bound(objective, seed):
    point = np.random.default_rng(seed).normal(size=objective.size)
    largest = np.linalg.eigvalsh(objective.hessian(point)).max()
    assert largest <= objective.smoothness(objective.n_samples) * (1 + 1e-9)
    # Documents of one length and direction curve as one does; only all of them have a margin.
    assert objective.smoothness(1) >= objective.smoothness(objective.n_samples) / SAFETY


def test_two_classes_are_the_logistic_function():
    rng = np.random.default_rng(3)
    X, y = rng.normal(size=(30, 4)), rng.integers(2, size=30)
    objective = SoftmaxObjective(X, y, 2, fit_intercept=False)
    point = rng.normal(size=8)
    weights, _ = objective.parameters(point)
    assert_allclose(
        objective.probabilities(point)[:, 1], expit(X @ (weights[1] - weights[0])), rtol=1e-12
    )


def test_huge_scores_neither_overflow_nor_lose_the_loss():
    X, y = np.array([[1.0], [-1.0]]), np.array([0, 0])
    objective = SoftmaxObjective(X, y, 2, GaussianPrior(0.0), fit_intercept=False)
    value, gradient = objective.value_and_gradient(np.array([1e4, -1e4]))
    assert value == pytest.approx(2e4)
    assert np.isfinite(gradient).all()


def test_a_sparse_matrix_is_never_made_dense():
    rows = np.arange(50)
    X = sparse.csr_array((np.ones(50), (rows, rows * 1000)), shape=(50, 2_000_000_000))
    objective = SoftmaxObjective(X[:, :50_000], rows % 2, 2)
    value, gradient = objective.value_and_gradient(np.zeros(objective.size))
    assert value == pytest.approx(50 * np.log(2))
    assert np.count_nonzero(gradient) <= 2 * 51
