"""Naive Bayes estimators: parameters, scikit-learn, empty documents, unseen words, size."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.naive_bayes import BernoulliNB, CategoricalNB, GaussianNB, MultinomialNB

from halfbayes.core.learned_dirichlet import learned_dirichlet
from halfbayes.errors import InvalidInputError, InvalidParameterError, NotLinearError
from halfbayes.models.naive_bayes import (
    BernoulliNaiveBayes,
    CategoricalNaiveBayes,
    ComplementNaiveBayes,
    GaussianNaiveBayes,
    MultinomialNaiveBayes,
)

RNG = np.random.default_rng(0)
X = RNG.poisson(0.8, (60, 8)).astype(float)
y = np.array(["a", "b", "c"])[RNG.integers(0, 3, 60)]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (MultinomialNaiveBayes(class_smoothing=0.0, smoothing=0.3), MultinomialNB(alpha=0.3)),
        (BernoulliNaiveBayes(class_smoothing=0.0), BernoulliNB()),
        (BernoulliNaiveBayes(class_smoothing=0.0, binarize=1.0), BernoulliNB(binarize=1.0)),
        (CategoricalNaiveBayes(class_smoothing=0.0), CategoricalNB()),
        (GaussianNaiveBayes(class_smoothing=0.0, variance_shrinkage=0.0), GaussianNB()),
    ],
    ids=str,
)
def test_scikit_learn_agrees_where_it_has_the_same_estimate(ours, theirs):
    expected = theirs.fit(X, y).predict_proba(X)
    assert_allclose(ours.fit(X, y).predict_proba(X), expected, rtol=1e-6, atol=1e-9)
    assert_array_equal(ours.predict(X), theirs.predict(X))


@pytest.mark.parametrize(
    "model",
    [
        MultinomialNaiveBayes(),
        MultinomialNaiveBayes(estimate="ml"),
        MultinomialNaiveBayes(estimate="bayes"),
        ComplementNaiveBayes(),
    ],
    ids=str,
)
def test_a_document_without_words_gets_the_prior(model):
    fitted = model.fit(sparse.csr_array(X), y)
    empty = sparse.csr_array((1, X.shape[1]))
    pi = (np.unique(y, return_counts=True)[1] + 1.0) / (len(y) + 3.0)
    assert_allclose(fitted.predict_proba(empty), [pi])
    if not isinstance(model, ComplementNaiveBayes):
        assert_allclose(fitted.log_evidence(empty), 0.0, atol=1e-12)


def test_with_ml_words_impossible_in_every_class_leave_the_prior():
    few = MultinomialNaiveBayes(estimate="ml").fit([[1, 0, 0], [0, 1, 0]], ["a", "b"])
    assert_allclose(few.predict_proba([[1, 1, 0], [0, 0, 1]]), 0.5)
    assert_allclose(few.predict_proba([[1, 0, 0]]), [[1.0, 0.0]])
    assert_array_equal(few.log_evidence([[0, 0, 1]]), -np.inf)


def test_words_never_seen_are_alike_in_classes_of_equal_length():
    model = MultinomialNaiveBayes().fit([[2, 0, 0], [0, 2, 0]], ["a", "b"])
    assert_allclose(model.predict_proba([[0, 0, 5]]), 0.5)


@pytest.mark.parametrize("estimate", ["ml", "map", "mean", "bayes"])
def test_documents_drawn_from_the_model_have_more_evidence_than_strange_ones(estimate):
    counts = np.random.default_rng(1).multinomial(30, [0.5, 0.3, 0.1, 0.05, 0.05], 50)
    model = MultinomialNaiveBayes(estimate=estimate, smoothing=1.5).fit(counts, ["a"] * 50)
    usual, _ = model.sample(20, random_state=0, lengths=np.full(20, 30))
    strange = np.tile([[0, 0, 0, 15, 15]], (20, 1))
    assert model.log_evidence(usual).min() > model.log_evidence(strange).max()


def test_evidence_of_a_complement_model_is_a_distribution():
    model = ComplementNaiveBayes().fit(X, y)
    one_word = sparse.csr_array(np.eye(X.shape[1]))
    assert_allclose(np.exp(model.log_evidence(one_word)).sum(), 1.0)
    alone = ComplementNaiveBayes().fit(X, np.full(len(y), "a"))
    assert_allclose(np.exp(alone.log_evidence(one_word)).sum(), 1.0)


def test_evidence_of_a_multinomial_model_is_the_probability_of_words_in_order():
    for estimate in ("mean", "bayes"):
        model = MultinomialNaiveBayes(estimate=estimate).fit(X, y)
        pairs = [np.eye(8)[i] + np.eye(8)[j] for i in range(8) for j in range(8)]
        assert_allclose(np.exp(model.log_evidence(np.array(pairs))).sum(), 1.0)


@pytest.mark.parametrize(
    ("model", "message"),
    [
        (MultinomialNaiveBayes(smoothing=0.0), "smoothing must be a number above 0; got 0.0"),
        (MultinomialNaiveBayes(smoothing=0.5, estimate="map"), "at least 1; got 0.5"),
        (MultinomialNaiveBayes(estimate="mle"), "'ml', 'map', 'mean', 'bayes'"),
        (MultinomialNaiveBayes(smoothing=[1.0]), "one per feature"),
        (ComplementNaiveBayes(smoothing=-1.0), "above 0"),
        (BernoulliNaiveBayes(estimate="beta"), "estimate must be one of"),
        (BernoulliNaiveBayes(binarize="yes"), "binarize must be"),
        (CategoricalNaiveBayes(n_categories=1.5), "n_categories must be a whole number"),
        (GaussianNaiveBayes(variance="full"), "'class', 'shared'"),
        (GaussianNaiveBayes(variance_smoothing=-1e-9), "variance_smoothing must be"),
        (GaussianNaiveBayes(variance_shrinkage=None), "variance_shrinkage must be"),
    ],
    ids=str,
)
def test_parameters_out_of_range_are_refused_by_name(model, message):
    with pytest.raises(InvalidParameterError, match=message):
        model.fit(X, y)


def test_missing_numbers_and_categories_are_left_out():
    holes = np.where(np.random.default_rng(1).random(X.shape) < 0.3, np.nan, X)
    for model in (GaussianNaiveBayes(), CategoricalNaiveBayes()):
        fitted = model.fit(holes, y)
        nothing = fitted.predict_proba(np.full((1, X.shape[1]), np.nan))
        assert_allclose(nothing, [np.exp(fitted.class_log_prior_)])
        assert_allclose(fitted.leave_one_out_proba_.sum(axis=1), 1.0)
        with pytest.raises(ValueError, match="infinity"):
            fitted.predict(np.full((1, X.shape[1]), np.inf))


def test_only_linear_models_have_weights():
    for model in (
        MultinomialNaiveBayes(estimate="bayes"),
        CategoricalNaiveBayes(),
        GaussianNaiveBayes(),
    ):
        with pytest.raises(NotLinearError):
            model.fit(X, y).linear_weights()
    b, w = MultinomialNaiveBayes(smoothing=0.2).fit(X, y).linear_weights()
    theirs = MultinomialNB(alpha=0.2).fit(X, y)
    assert_allclose(w, theirs.feature_log_prob_)
    assert b.shape == (3,)


def test_feature_names_are_kept_and_checked():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame(X, columns=list("abcdefgh"))
    model = MultinomialNaiveBayes().fit(table, y)
    assert model.feature_names_in_.tolist() == list("abcdefgh")
    assert model.n_features_in_ == 8
    with pytest.raises(ValueError, match="feature names"):
        model.predict(table[list("hgfedcba")])


def test_ten_million_stored_entries_are_exact_and_quick():
    n_documents, n_terms = 20_000, 50_000
    rng = np.random.default_rng(0)
    indices = rng.integers(0, n_terms // 500, (n_documents, 500)) + 100 * np.arange(500)
    indptr = np.arange(0, 500 * n_documents + 1, 500)
    data = rng.integers(1, 4, 500 * n_documents).astype(float)
    big = sparse.csr_array((data, indices.reshape(-1), indptr), shape=(n_documents, n_terms))
    labels = rng.integers(0, 5, n_documents)
    model = MultinomialNaiveBayes().fit(big, labels)
    assert big.nnz == 10_000_000
    assert model.statistics_.terms.sum() == data.sum()
    left_out = model.leave_one_out_proba_
    others = np.arange(n_documents) != 3
    rest = MultinomialNaiveBayes().fit(big[others], labels[others])
    assert_allclose(left_out[[3]], rest.predict_proba(big[[3]]), rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize("estimate", ["mean", "bayes"])
def test_a_learned_prior_is_the_most_likely_one_and_stays_as_it_was_learnt(estimate):
    model = MultinomialNaiveBayes(smoothing="learned", estimate=estimate).fit(X, y)
    numbers = np.unique(y, return_inverse=True)[1]
    prior = learned_dirichlet(sparse.csr_array(X), numbers, 3, estimate=estimate)
    given = MultinomialNaiveBayes(smoothing=prior.smoothing, estimate=estimate).fit(X, y)
    assert_array_equal(model.smoothing_, prior.smoothing)
    assert_array_equal(model.leave_one_out_proba_, given.leave_one_out_proba_)
    before = model.predict_proba(X)
    model.partial_fit(X[:5], y[:5]).forget(X[:5], y[:5])
    assert_allclose(model.predict_proba(X), before, rtol=1e-12)
    assert_array_equal(model.smoothing_, prior.smoothing)
    of_portions = MultinomialNaiveBayes(smoothing="learned", estimate=estimate)
    of_portions.partial_fit(X[:30], y[:30])
    first = of_portions.smoothing_
    assert_array_equal(of_portions.partial_fit(X[30:], y[30:]).smoothing_, first)


def test_a_prior_is_learned_for_two_estimates_of_one_estimator():
    with pytest.raises(InvalidParameterError, match="'mean', 'bayes'; got 'map'"):
        MultinomialNaiveBayes(smoothing="learned", estimate="map").fit(X, y)
    with pytest.raises(InvalidInputError, match="without sample_weight"):
        MultinomialNaiveBayes(smoothing="learned").fit(X, y, np.ones(60))
    with pytest.raises(InvalidParameterError, match="'learned' is for MultinomialNaiveBayes"):
        ComplementNaiveBayes(smoothing="learned").fit(X, y)
