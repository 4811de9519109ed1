"""Bernoulli model: scikit-learn, the estimates, absent words."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import event_models
from laws.corpora import N_CLASSES, counts, presences
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.naive_bayes import BernoulliNB

from halfbayes.core.bernoulli import Bernoulli

few = settings(max_examples=30, deadline=None)


@few
@given(counts, st.floats(0.01, 5.0))
def test_scikit_learn_agrees_with_the_mean_estimate(corpus, smoothing):
    X, y = corpus
    model = Bernoulli(smoothing)
    ours = model.log_likelihood(X, model.statistics(X, y, n_classes=N_CLASSES))
    theirs = BernoulliNB(alpha=smoothing, fit_prior=False)
    theirs.partial_fit(X, y, classes=range(N_CLASSES))
    expected = theirs.predict_joint_log_proba(X) + np.log(N_CLASSES)
    assert_allclose(ours, expected, rtol=1e-9, atol=1e-9)


@few
@given(presences)
def test_map_with_alpha_two_is_mean_with_alpha_one(corpus):
    X, y = corpus
    statistics = Bernoulli().statistics(X, y, n_classes=N_CLASSES)
    by_map = Bernoulli(2.0, "map").log_likelihood(X, statistics)
    assert_array_equal(by_map, Bernoulli(1.0, "mean").log_likelihood(X, statistics))


def test_bayes_is_the_mean_because_one_trial_has_the_expected_probability():
    D, N, alpha = 3.0, 10.0, 0.7
    theta = np.random.default_rng(0).beta(D + alpha, N - D + alpha, 400_000)
    X = sparse.csr_array(np.repeat([[1.0], [0.0]], [3, 7], axis=0))
    model = Bernoulli(alpha, "bayes")
    statistics = model.statistics(X, np.zeros(10, dtype=np.intp), n_classes=1)
    predictive = np.exp(model.log_likelihood(sparse.csr_array([[1.0]]), statistics))
    assert_allclose(predictive, theta.mean(), atol=2e-3)  # standard error 2e-4
    mean = Bernoulli(alpha, "mean").log_likelihood(sparse.csr_array([[1.0]]), statistics)
    assert_array_equal(np.log(predictive).round(12), mean.round(12))


@few
@given(presences)
def test_ml_probabilities_are_products_of_frequencies(corpus):
    X, y = corpus
    model = Bernoulli(estimate="ml")
    ours = np.exp(model.log_likelihood(X, model.statistics(X, y, n_classes=N_CLASSES)))
    dense = X.toarray()
    for k in range(N_CLASSES):
        mine = dense[y == k]
        theta = mine.mean(axis=0) if len(mine) else np.full(dense.shape[1], np.nan)
        product = np.where(dense > 0, theta, 1.0 - theta).prod(axis=1)
        assert_allclose(ours[:, k], np.nan_to_num(product), rtol=1e-9)


@few
@given(presences, st.data())
def test_leave_one_out_is_exact_with_a_smoothing_per_word_and_real_weights(corpus, data):
    X, y = corpus
    sizes = {"min_size": X.shape[1], "max_size": X.shape[1]}
    smoothing = np.array(data.draw(st.lists(st.floats(0.05, 5.0), **sizes)))
    weights = np.array([1.0, 2.5, 0.25, 3.0, 1.0, 2.5, 0.0])[: len(y)]
    event_models.assert_leave_one_out_equals_refitting(
        Bernoulli(smoothing), X, y, n_classes=N_CLASSES, weights=weights
    )


@pytest.mark.parametrize(
    "model", [Bernoulli(0.1), Bernoulli(0.3), Bernoulli(1.2, "map"), Bernoulli(estimate="ml")]
)
@few
@given(st.integers(0, 2**32))
def test_leave_one_out_is_exact_where_fractional_weights_add_up_to_the_smoothing(model, seed):
    rng = np.random.default_rng(seed)
    X = sparse.csr_array((rng.random((6, 2)) < rng.choice([0.5, 0.9, 1.0])) * 1.0)
    weights = rng.choice([0.1, 0.2, 0.3, 0.7, 1.1], 6)
    event_models.assert_leave_one_out_equals_refitting(
        model, X, rng.integers(0, 2, 6), n_classes=2, weights=weights
    )


def test_a_document_left_out_keeps_its_class_possible_where_every_document_has_the_word():
    X, y, weights = sparse.csr_array(np.ones((4, 1))), [1, 0, 1, 0], [0.1, 0.3, 0.3, 0.1]
    event_models.assert_leave_one_out_equals_refitting(
        Bernoulli(0.1), X, np.array(y), n_classes=2, weights=np.array(weights)
    )


def test_a_word_of_every_document_left_after_forgetting_is_sure():
    model, one = Bernoulli(estimate="ml"), np.zeros(1, dtype=np.intp)
    parts = [
        model.statistics(sparse.csr_array([[x]]), one, n_classes=1, weights=np.array([w]))
        for x, w in [(1.0, 0.1), (0.0, 0.2), (1.0, 0.3)]
    ]
    left = (parts[0] + parts[1] + parts[2]) - parts[1]
    none = sparse.csr_array((1, 1))
    assert_array_equal(model.log_likelihood(none, left), [[-np.inf]])


def test_numbers_are_present_and_stored_zeros_are_not():
    stored = sparse.csr_array((np.array([0.0, 7.0]), [0, 1], [0, 2]), shape=(1, 2))
    statistics = Bernoulli().statistics(stored, np.array([0]), n_classes=1)
    assert_array_equal(statistics.terms, [[0.0, 1.0]])


@pytest.mark.parametrize("smoothing", [0.01, 1.0])
def test_samples_have_the_frequencies_of_their_class(smoothing):
    X = sparse.csr_array([[1.0, 0.0, 1.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]] * 30)
    y = np.array([0, 0, 1] * 30)
    model = Bernoulli(smoothing)
    statistics = model.statistics(X, y, n_classes=2)
    labels = np.repeat([0, 1], 20_000)
    drawn = model.sample(labels, statistics, rng=np.random.default_rng(0))
    shares = np.vstack([drawn[:20_000].mean(axis=0), drawn[20_000:].mean(axis=0)])
    assert_allclose(shares, np.exp(model.log_thetas(statistics)[0]), atol=0.015)


def test_no_documents_are_drawn_for_no_labels():
    model = Bernoulli()
    statistics = model.statistics(sparse.csr_array([[1.0, 0.0]]), np.array([0]), n_classes=1)
    none = np.empty(0, dtype=np.intp)
    drawn = model.sample(none, statistics, rng=np.random.default_rng(0))
    assert isinstance(drawn, sparse.csr_array)
    assert drawn.shape == (0, 2)
