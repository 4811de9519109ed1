import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.base import clone
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

import halfbayes
from halfbayes.core.codes import exhaustive, one_vs_all
from halfbayes.models.bits import (
    generative_bits,
    held_out_scores,
    leave_one_out_scores,
    refitted_bits,
)

GENERATIVE = [
    halfbayes.MultinomialNaiveBayes(smoothing=0.3),
    halfbayes.MultinomialNaiveBayes(smoothing=2.0, estimate="map", class_smoothing=0.5),
    halfbayes.MultinomialNaiveBayes(estimate="bayes"),
    halfbayes.ComplementNaiveBayes(),
    halfbayes.BernoulliNaiveBayes(),
    halfbayes.GaussianNaiveBayes(variance_smoothing=0.1),
    halfbayes.CategoricalNaiveBayes(n_categories=12),
]


def corpus(seed, n_documents=24, n_terms=9, n_classes=4):
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), rng.integers(n_classes, size=n_documents - 4)])
    X = rng.poisson(0.5, size=(n_documents, n_terms)) + 2 * (y[:, None] == np.arange(n_terms))
    return sparse.csr_array(X.astype(float)), y


def log_odds(model, X):
    log_p = model.predict_log_proba(X)
    return log_p[:, 1] - log_p[:, 0]


@pytest.mark.parametrize("estimator", GENERATIVE, ids=repr)
@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_a_bit_is_the_classifier_fitted_on_documents_relabelled(estimator, seed):
    X, y = corpus(seed)
    X = X.toarray()
    code = exhaustive(4)
    model = clone(estimator).fit(X, y)
    bits = generative_bits(model, X, y, code)
    scores = bits.scores(X)
    for j in range(code.shape[1]):
        refitted = clone(estimator).fit(X, code[y, j])
        assert_allclose(scores[:, j], log_odds(refitted, X), rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("estimator", GENERATIVE, ids=repr)
def test_leave_one_out_bit_scores_equal_refitting_without_the_document(estimator):
    X, y = corpus(1)
    X = X.toarray()
    code = one_vs_all(4)[:, :2]
    bits = generative_bits(clone(estimator).fit(X, y), X, y, code)
    scores = leave_one_out_scores(bits, X, y)
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        for j in range(2):
            refitted = clone(estimator).fit(X[others], code[y[others], j])
            assert_allclose(scores[i, j], log_odds(refitted, X[[i]])[0], rtol=1e-8, atol=1e-9)


def test_a_model_without_smoothing_scores_impossible_documents_finitely():
    X, y = corpus(2)
    model = halfbayes.MultinomialNaiveBayes(estimate="ml").fit(X, y)
    scores = generative_bits(model, X, y, exhaustive(4)).scores(X)
    assert np.isfinite(scores).all()


def test_a_repeated_split_is_fitted_once():
    X, y = corpus(3)
    split = one_vs_all(4)[:, :1]
    code = np.hstack([split, -split, split, one_vs_all(4)[:, 1:2]])
    bits = refitted_bits(LogisticRegression(), X, y, code)
    assert len(bits.models) == 2
    scores = bits.scores(X)
    assert_allclose(scores[:, 0], -scores[:, 1])
    assert_allclose(scores[:, 0], scores[:, 2])


@pytest.mark.parametrize("estimator", [LinearSVC(), LogisticRegression()], ids=repr)
def test_any_classifier_is_fitted_on_documents_relabelled(estimator):
    X, y = corpus(4)
    code = exhaustive(4)
    scores = refitted_bits(estimator, X, y, code).scores(X)
    for j in range(code.shape[1]):
        peer = clone(estimator).fit(X, code[y, j]).decision_function(X)
        assert_allclose(scores[:, j], peer, rtol=1e-5, atol=1e-4)  # LIBLINEAR's own tolerance


def test_probabilities_stand_in_for_a_missing_decision_function():
    X, y = corpus(5)
    estimator = halfbayes.MultinomialNaiveBayes()
    code = exhaustive(4)
    refitted = refitted_bits(estimator, X, y, code).scores(X)
    summed = generative_bits(clone(estimator).fit(X, y), X, y, code).scores(X)
    # A probability near 1 is rounded: its log-odds are exact to a few digits only.
    near = np.abs(summed) < 10
    assert_allclose(refitted[near], summed[near], rtol=1e-6, atol=1e-9)


def test_held_out_scores_come_from_the_other_folds():
    X, y = corpus(6)
    code = one_vs_all(4)
    scores = held_out_scores(LogisticRegression(), X, y, code, folds=3)
    fold = np.zeros(len(y), dtype=int)
    for k in range(4):
        fold[y == k] = np.arange((y == k).sum()) % 3
    rest = fold != 1
    peer = LogisticRegression().fit(X[rest], code[y[rest], 2]).decision_function(X[~rest])
    assert_allclose(scores[~rest, 2], peer, rtol=1e-6, atol=1e-6)


def test_a_fold_that_leaves_one_side_of_a_bit_scores_zero():
    X, y = corpus(7, n_documents=4)  # one document a class
    scores = held_out_scores(LogisticRegression(), X, y, one_vs_all(4), folds=2)
    # Every document is the first of its class: the other fold has none to learn from.
    assert (scores == 0).all()
