"""Gaussian model: scikit-learn, shared variances, missing values, degenerate corpora."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import event_models
from laws.corpora import N_CLASSES, continuous, corpora
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.stats import norm
from sklearn.naive_bayes import GaussianNB

from halfbayes.core.gaussian import Gaussian

few = settings(max_examples=25, deadline=None)


@few
@given(continuous(), st.sampled_from([1e-9, 1e-2, 1.0]))
def test_scikit_learn_agrees_without_shrinkage(corpus, smoothing):
    X, y = corpus
    classes, numbers = np.unique(y, return_inverse=True)
    model = Gaussian(smoothing=smoothing, shrinkage=0.0)
    ours = model.log_likelihood(X, model.statistics(X, numbers, n_classes=len(classes)))
    priors = np.full(len(classes), 1.0 / len(classes))
    theirs = GaussianNB(priors=priors, var_smoothing=smoothing).fit(X, numbers)
    expected = theirs.predict_joint_log_proba(X) + np.log(len(classes))
    assert_allclose(ours, expected, rtol=1e-6, atol=1e-6)  # theirs rounds its variances


@few
@given(continuous())
def test_shared_variances_are_those_of_ng_and_jordan(corpus):
    X, y = corpus
    model = Gaussian("shared", smoothing=0.0, shrinkage=0.0)
    means, variances, _ = model.parameters(model.statistics(X, y, n_classes=N_CLASSES))
    residuals = X - np.array([X[y == k].mean(axis=0) for k in y])
    assert_allclose(
        variances,
        np.broadcast_to((residuals**2).mean(axis=0), means.shape),
        rtol=1e-9,
        atol=1e-300,
    )


@few
@given(continuous())
def test_shared_variances_are_linear(corpus):
    X, y = corpus
    event_models.assert_scores_are_linear(Gaussian("shared"), X, y, n_classes=N_CLASSES)


def test_the_formula_of_shrinkage_by_hand():
    X, y = np.array([[0.0], [2.0], [9.0]]), np.array([0, 0, 1])
    means, variances, _ = Gaussian(smoothing=0.0, shrinkage=1.0).parameters(
        Gaussian().statistics(X, y, n_classes=3)
    )
    overall = X.var()
    pool = (2.0 + overall) / 4.0
    assert_allclose(means[:, 0], [1.0, 9.0, X.mean()])
    assert_allclose(variances[:, 0], [(2.0 + pool) / 3.0, pool / 2.0, pool])


@few
@given(corpora(st.one_of(st.just(np.nan), st.floats(-10, 10, allow_subnormal=False))))
def test_a_missing_value_is_scored_like_a_column_that_is_not_there(corpus):
    X, y = corpus
    model = Gaussian()
    statistics = model.statistics(X, y, n_classes=N_CLASSES)
    mean, variance, known = model.parameters(statistics)
    terms = norm.logpdf(X[:, None, :], mean, np.sqrt(variance))
    expected = np.where(known & ~np.isnan(X)[:, None, :], terms, 0.0).sum(axis=2)
    assert_allclose(model.log_likelihood(X, statistics), expected, rtol=1e-9, atol=1e-9)


def test_sparse_documents_score_like_dense_ones():
    rng = np.random.default_rng(0)
    X, y = rng.poisson(0.5, (20, 6)).astype(float), rng.integers(0, 2, 20)
    model, csr = Gaussian(), sparse.csr_array(X)
    dense, thin = (model.statistics(matrix, y, n_classes=2) for matrix in (X, csr))
    assert event_models.content(dense) == event_models.content(thin)
    assert_array_equal(model.log_likelihood(csr, thin), model.log_likelihood(X, dense))
    assert_array_equal(model.leave_one_out(csr, y, thin), model.leave_one_out(X, y, dense))


def test_samples_have_the_moments_of_their_class():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(200, 3)) * [1.0, 5.0, 0.1] + 7.0, np.repeat([0, 1], 100)
    event_models.assert_samples_have_the_statistics(
        Gaussian(), X, y, n_classes=2, close={"rtol": 0.1, "atol": 0.2}
    )
