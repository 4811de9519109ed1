"""The learned prior: its gradient, its optimum, and what it is for."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.corpora import N_CLASSES, counts
from numpy.testing import assert_allclose
from scipy import optimize, sparse

from halfbayes.core.dirichlet import DirichletMultinomial
from halfbayes.core.learned_dirichlet import LeaveOneOut, learned_dirichlet
from halfbayes.core.multinomial import Multinomial

few = settings(max_examples=25, deadline=None)
MODELS = {"mean": Multinomial, "bayes": DirichletMultinomial}
estimates = st.sampled_from(["mean", "bayes"])


def likelihood_by_refitting(X, y, s, e, estimate):
    """L by its definition: counts and prior again without each document."""
    total = 0.0
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        T = X[others].sum(axis=0)
        alpha = s * (T + e) / (T.sum() + e * X.shape[1])
        model = MODELS[estimate](alpha)
        statistics = model.statistics(X[others], y[others], n_classes=N_CLASSES)
        total += model.log_likelihood(X[[i]], statistics)[0, y[i]]
    return total


@few
@given(counts, estimates, st.floats(0.1, 20.0), st.floats(0.1, 20.0))
def test_the_objective_is_fitting_again_without_each_document(corpus, estimate, s, e):
    X, y = corpus
    loss, _ = LeaveOneOut.of(X, y, N_CLASSES, estimate).loss(np.log([s, e]))
    assert_allclose(-loss, likelihood_by_refitting(X, y, s, e, estimate), rtol=1e-9, atol=1e-9)


@few
@given(counts, estimates, st.floats(-2.0, 3.0), st.floats(-2.0, 3.0))
def test_the_gradient_is_that_of_finite_differences(corpus, estimate, log_s, log_e):
    objective = LeaveOneOut.of(*corpus, N_CLASSES, estimate)
    point = np.array([log_s, log_e])
    numeric = optimize.approx_fprime(point, lambda p: objective.loss(p)[0], 1e-6)
    assert_allclose(objective.loss(point)[1], numeric, rtol=1e-3, atol=1e-4)  # of differences


@few
@given(counts, estimates)
def test_it_is_never_less_likely_than_alpha_one(corpus, estimate):
    X, y = corpus
    model = MODELS[estimate](1.0)
    own = model.own_leave_one_out(X, y, model.statistics(X, y, n_classes=N_CLASSES))
    found = learned_dirichlet(X, y, N_CLASSES, estimate=estimate)
    assert found.log_likelihood >= own.sum() - 1e-6 * (1.0 + abs(own.sum()))  # e is bounded


@pytest.mark.parametrize("estimate", ["mean", "bayes"])
def test_no_point_nearby_is_more_likely(estimate):
    X, y = invented(60, seed=1)
    found = learned_dirichlet(X, y, 3, estimate=estimate)
    objective = LeaveOneOut.of(X, y, 3, estimate)
    best = np.log([found.strength, found.evenness])
    for step in np.array([[0.1, 0.0], [-0.1, 0.0], [0.0, 0.1], [0.0, -0.1]]):
        assert objective.loss(best + step)[0] >= objective.loss(best)[0] - 1e-9


def test_the_order_of_documents_and_of_words_makes_no_difference():
    X, y = invented(30, seed=2)
    rng = np.random.default_rng(0)
    rows, columns = rng.permutation(30), rng.permutation(X.shape[1])
    one = learned_dirichlet(X, y, 3).smoothing
    other = learned_dirichlet(sparse.csr_array(X[rows][:, columns]), y[rows], 3).smoothing
    assert_allclose(other, one[columns], rtol=1e-3)  # where the optimiser stops


def test_where_classes_differ_little_the_prior_is_strong_and_else_weak():
    alike, y = invented(90, seed=3, difference=0.0)
    apart, _ = invented(90, seed=3, difference=3.0)
    strong, weak = (learned_dirichlet(X, y, 3).strength for X in (alike, apart))
    assert strong > 10.0 * weak


def test_on_words_as_frequent_as_those_of_a_language_it_beats_alpha_one():
    X, y = invented(45, seed=4)
    new, truth = invented(600, seed=5)
    found = learned_dirichlet(X, y, 3)

    def error(smoothing):
        model = Multinomial(smoothing)
        scores = model.log_likelihood(new, model.statistics(X, y, n_classes=3))
        return np.mean(scores.argmax(axis=1) != truth)

    assert error(found.smoothing) < error(1.0)


def invented(n_documents, *, seed, difference=0.7):
    """Documents of three classes in a language with few common and many rare words."""
    language = np.random.default_rng(9)
    base = 1.0 / np.arange(1, 401)
    tilt = np.exp(difference * language.normal(size=(3, 400)))
    rng = np.random.default_rng(seed)
    y = np.arange(n_documents) % 3
    theta = base * tilt
    theta /= theta.sum(axis=1, keepdims=True)
    return sparse.csr_array(rng.multinomial(25, theta[y]).astype(float)), y
