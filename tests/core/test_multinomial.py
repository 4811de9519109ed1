"""Multinomial model: the estimates of thesis chapter 2, scikit-learn, and zero counts."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import event_models
from laws.corpora import N_CLASSES, amounts, counts
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.optimize import minimize
from sklearn.naive_bayes import MultinomialNB

from halfbayes.core.counts import ClassCounts
from halfbayes.core.multinomial import Multinomial
from halfbayes.errors import InvalidInputError

few = settings(max_examples=30, deadline=None)


@few
@given(counts)
def test_map_with_alpha_two_is_mean_with_alpha_one(corpus):
    X, y = corpus
    statistics = Multinomial().statistics(X, y, n_classes=N_CLASSES)
    by_map = Multinomial(2.0, "map").log_likelihood(X, statistics)
    assert_array_equal(by_map, Multinomial(1.0, "mean").log_likelihood(X, statistics))


@few
@given(counts)
def test_map_with_alpha_one_is_maximum_likelihood(corpus):
    X, y = corpus
    statistics = Multinomial().statistics(X, y, n_classes=N_CLASSES)
    by_map = Multinomial(1.0, "map").log_likelihood(X, statistics)
    assert_array_equal(by_map, Multinomial(estimate="ml").log_likelihood(X, statistics))


def test_map_maximises_the_posterior_density_of_equation_2_8():
    T, alpha = np.array([3.0, 0.0, 5.0]), np.array([1.5, 2.0, 4.0])

    def negative_log_posterior(free):
        log_theta = np.append(free, 0.0) - np.log(np.exp(np.append(free, 0.0)).sum())
        return -((T + alpha - 1.0) * log_theta).sum()

    free = minimize(negative_log_posterior, np.zeros(2), tol=1e-12).x
    theta = np.exp(np.append(free, 0.0)) / np.exp(np.append(free, 0.0)).sum()
    counted = ClassCounts(T[None], np.ones(1))
    assert_allclose(np.exp(Multinomial(alpha, "map").log_theta(counted))[0], theta, atol=1e-5)


def test_mean_is_the_expected_value_of_equation_2_9_by_simulation():
    T, alpha = np.array([3.0, 0.0, 5.0]), np.array([1.5, 2.0, 0.5])
    draws = np.random.default_rng(0).dirichlet(T + alpha, 200_000)
    theta = np.exp(Multinomial(alpha).log_theta(ClassCounts(T[None], np.ones(1))))[0]
    assert_allclose(theta, draws.mean(axis=0), atol=2e-3)  # standard error 3e-4


@few
@given(amounts, st.floats(0.01, 5.0))
def test_scikit_learn_agrees_with_the_mean_estimate(corpus, smoothing):
    X, y = corpus
    statistics = Multinomial().statistics(X, y, n_classes=N_CLASSES)
    theirs = MultinomialNB(alpha=smoothing).partial_fit(X, y, classes=range(N_CLASSES))
    ours = Multinomial(smoothing).log_theta(statistics)
    assert_allclose(ours, theirs.feature_log_prob_, rtol=1e-10)


@few
@given(counts)
def test_one_smoothing_per_word_is_the_same_as_one_for_all_where_they_are_equal(corpus):
    X, y = corpus
    one, many = Multinomial(0.3), Multinomial(np.full(X.shape[1], 0.3))
    statistics = one.statistics(X, y, n_classes=N_CLASSES)
    assert_allclose(
        many.leave_one_out(X, y, statistics), one.leave_one_out(X, y, statistics), rtol=1e-12
    )


@few
@given(counts, st.data())
def test_leave_one_out_is_exact_with_a_smoothing_per_word(corpus, data):
    X, y = corpus
    sizes = {"min_size": X.shape[1], "max_size": X.shape[1]}
    smoothing = np.array(data.draw(st.lists(st.floats(0.01, 5.0), **sizes)))
    event_models.assert_leave_one_out_equals_refitting(
        Multinomial(smoothing), X, y, n_classes=N_CLASSES
    )


def test_with_ml_a_word_never_seen_in_a_class_is_impossible_there():
    X, y = sparse.csr_array([[1.0, 0.0], [1.0, 1.0]]), np.array([0, 1])
    model = Multinomial(estimate="ml")
    statistics = model.statistics(X, y, n_classes=3)
    unseen = sparse.csr_array([[0.0, 1.0], [0.0, 0.0]])
    expected = [[-np.inf, np.log(0.5), -np.inf], [0.0, 0.0, 0.0]]
    assert_allclose(model.log_likelihood(unseen, statistics), expected)


def test_stored_zeros_say_nothing():
    stored = sparse.csr_array((np.array([0.0, 2.0]), [0, 1], [0, 2]), shape=(1, 2))
    y, model = np.array([0]), Multinomial(estimate="ml")
    statistics = model.statistics(stored, y, n_classes=2)
    plain = sparse.csr_array([[0.0, 2.0]])
    assert_array_equal(
        model.leave_one_out(stored, y, statistics), model.leave_one_out(plain, y, statistics)
    )
    assert_array_equal(
        model.log_likelihood(stored, statistics), model.log_likelihood(plain, statistics)
    )


def test_samples_have_the_word_frequencies_of_their_class():
    X, y = sparse.csr_array([[20.0, 4.0, 0.0], [1.0, 3.0, 9.0]]), np.array([0, 1])
    event_models.assert_samples_have_the_statistics(
        Multinomial(0.1), X, y, n_classes=2, close={"rtol": 0.02}
    )


def test_a_class_without_words_cannot_be_sampled_with_ml():
    statistics = ClassCounts(np.array([[1.0], [0.0]]), np.array([1.0, 0.0]))
    with pytest.raises(InvalidInputError, match="no words to draw from"):
        Multinomial(estimate="ml").sample(
            np.array([1]), statistics, rng=np.random.default_rng(0), lengths=np.array([2])
        )
