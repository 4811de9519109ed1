"""Categorical model: scikit-learn, missing values, categories that come and go."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import event_models
from laws.corpora import N_CLASSES, categories, corpora
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.naive_bayes import CategoricalNB

from halfbayes.core.categorical import Categorical

few = settings(max_examples=30, deadline=None)
complete = corpora(st.integers(0, 3).map(float))


@few
@given(complete, st.floats(0.01, 5.0))
def test_scikit_learn_agrees(corpus, smoothing):
    X, y = corpus
    model = Categorical(smoothing)
    ours = model.log_likelihood(X, model.statistics(X, y, n_classes=N_CLASSES))
    theirs = CategoricalNB(alpha=smoothing, fit_prior=False)
    theirs.partial_fit(X.astype(int), y, classes=range(N_CLASSES))
    expected = theirs.predict_joint_log_proba(X.astype(int)) + np.log(N_CLASSES)
    assert_allclose(ours, expected, rtol=1e-9, atol=1e-9)


@few
@given(categories, st.integers(0, 5))
def test_leave_one_out_is_exact_with_a_least_number_of_categories(corpus, least):
    X, y = corpus
    model = Categorical(0.3, np.full(X.shape[1], least))
    event_models.assert_leave_one_out_equals_refitting(model, X, y, n_classes=N_CLASSES)


@few
@given(categories)
def test_a_column_without_values_changes_nothing(corpus):
    X, y = corpus
    model = Categorical()
    empty = np.column_stack([np.full(len(y), np.nan), X])
    assert_allclose(
        model.log_likelihood(empty, model.statistics(empty, y, n_classes=N_CLASSES)),
        model.log_likelihood(X, model.statistics(X, y, n_classes=N_CLASSES)),
    )


def test_missing_and_unseen_categories_contribute_nothing():
    X, y = np.array([[0.0, 1.0], [1.0, 0.0]]), np.array([0, 1])
    model = Categorical()
    statistics = model.statistics(X, y, n_classes=2)
    one = model.log_likelihood(np.array([[0.0, np.nan]]), statistics)
    assert_array_equal(model.log_likelihood(np.array([[0.0, 99.0]]), statistics), one)
    assert_array_equal(model.log_likelihood(np.full((1, 2), np.nan), statistics), [[0.0, 0.0]])


def test_the_highest_category_leaves_with_the_only_document_that_has_it():
    model, one = Categorical(), np.array([0])
    few_, more = (model.statistics(np.array([[c]]), one, n_classes=1) for c in (1.0, 5.0))
    assert (few_ + more).n_categories.tolist() == [6]
    assert ((few_ + more) - more).n_categories.tolist() == [2]
    assert (few_ - more).overdrawn


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_documents_of_fractional_weight_leave_nothing_behind(order):
    model = Categorical()
    parts = [
        model.statistics(np.array([[x]]), np.array([k]), n_classes=2, weights=np.array([w]))
        for x, k, w in [(0.0, 0, 0.2), (0.0, 0, 0.3), (0.0, 0, 0.1), (1.0, 1, 1.0)]
    ]
    left = parts[0] + parts[1] + parts[2] + parts[3]
    for i in order:
        left = left - parts[i]
        assert not left.overdrawn
    assert left.n_categories.tolist() == [0]
    assert left.documents.tolist() == [0.0, 0.0]


def test_samples_have_the_frequencies_of_their_class():
    X = np.array([[0.0, 2.0], [1.0, 0.0], [1.0, 1.0], [2.0, np.nan]] * 20)
    y = np.array([0, 0, 1, 1] * 20)
    model = Categorical(0.1)
    statistics = model.statistics(X, y, n_classes=2)
    labels = np.repeat([0, 1], 20_000)
    drawn = model.sample(labels, statistics, rng=np.random.default_rng(0))
    learnt = model.statistics(drawn, labels, n_classes=2)
    assert_array_equal(learnt.n_categories, statistics.n_categories)
    theta = np.exp(model.log_theta(statistics))
    assert_allclose(np.exp(model.log_theta(learnt)), theta, atol=0.015)
