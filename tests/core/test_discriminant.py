"""Discriminant analysis: scipy, scikit-learn, and the logistic form of its posterior."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import event_models
from laws.corpora import N_CLASSES, continuous
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.special import expit
from scipy.stats import multivariate_normal
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

from halfbayes.core.discriminant import Discriminant
from halfbayes.core.gaussian import Gaussian
from halfbayes.core.logspace import posterior
from halfbayes.core.prior import log_prior

few = settings(max_examples=25, deadline=None)
KINDS = ["full", "shared", "diagonal"]


def covariance_by_definition(X, y, k, kind, shrinkage):
    """The docstring of core.discriminant, word for word."""
    n, d = X.shape
    residuals = X - np.array([X[y == c].mean(axis=0) for c in y])
    own = residuals if kind == "shared" else residuals[y == k]
    C = own.T @ own / max(len(own), 1)
    if kind == "diagonal":
        C = np.diag(np.diag(C))
    t = ((residuals**2).sum() + ((X - X.mean(axis=0)) ** 2).sum() / n) / ((n + 1) * d)
    return (1.0 - shrinkage) * C + shrinkage * t * np.eye(d) if len(own) else t * np.eye(d)


@pytest.mark.parametrize("kind", KINDS)
@few
@given(continuous(), st.floats(0.05, 1.0))
def test_scores_are_the_densities_of_the_definition(kind, corpus, shrinkage):
    X, y = corpus
    model = Discriminant(kind, shrinkage)
    ours = model.log_likelihood(X, model.statistics(X, y, n_classes=N_CLASSES))
    for k in range(N_CLASSES):
        mean = X[y == k].mean(axis=0) if (y == k).any() else X.mean(axis=0)
        C = covariance_by_definition(X, y, k, kind, shrinkage)
        expected = multivariate_normal(mean, C).logpdf(X)
        assert_allclose(ours[:, k], np.atleast_1d(expected), rtol=1e-7, atol=1e-7)


@few
@given(st.integers(0, 2**32))
def test_scikit_learn_agrees_with_shared_covariance(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(30, 3)) @ rng.normal(size=(3, 3)), np.repeat([0, 1, 2], 10)
    model = Discriminant("shared", 0.0)
    ours = model.log_likelihood(X, model.statistics(X, y, n_classes=3))
    theirs = LinearDiscriminantAnalysis(solver="lsqr", priors=[1 / 3] * 3).fit(X, y)
    expected = theirs.predict_log_proba(X)
    ours = ours - np.log(np.exp(ours - ours.max(axis=1, keepdims=True)).sum(axis=1))[:, None]
    assert_allclose(ours - ours[:, :1], expected - expected[:, :1], rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("model", [Discriminant("shared", 0.2), Gaussian("shared")])
@few
@given(st.integers(0, 2**32))
def test_with_shared_variances_the_posterior_is_logistic_weight_by_weight(model, seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(12, 3)) * [1.0, 4.0, 0.2], np.repeat([0, 1], [5, 7])
    statistics = model.statistics(X, y, n_classes=2)
    log_pi = log_prior(statistics.documents)
    b, w = model.linear_weights(statistics)
    theta, offset = w[1] - w[0], (b + log_pi)[1] - (b + log_pi)[0]
    means = np.array([X[y == k].mean(axis=0) for k in (0, 1)])
    if isinstance(model, Gaussian):
        inverse = np.diag(1.0 / model.parameters(statistics)[1][0])
    else:
        inverse = np.linalg.inv(covariance_by_definition(X, y, 0, "shared", 0.2))
    # Xing 2009: theta = C^-1 (m_1 - m_0), and half the difference of the squares as offset
    assert_allclose(theta, inverse @ (means[1] - means[0]), rtol=1e-8)
    half = 0.5 * (means[0] @ inverse @ means[0] - means[1] @ inverse @ means[1])
    assert_allclose(offset, half + log_pi[1] - log_pi[0], rtol=1e-8, atol=1e-8)
    generative = posterior(log_pi, model.log_likelihood(X, statistics))[:, 1]
    assert_allclose(generative, expit(X @ theta + offset), rtol=1e-8, atol=1e-12)


@few
@given(continuous())
def test_diagonal_covariance_is_gaussian_naive_bayes(corpus):
    X, y = corpus
    enough = np.bincount(y, minlength=N_CLASSES)[y] > 1
    X, y = X[enough], y[enough]
    classes, y = np.unique(y, return_inverse=True)
    if len(classes) == 0:
        return
    plain, naive = Discriminant("diagonal", 0.0), Gaussian(smoothing=0.0, shrinkage=0.0)
    ours = plain.log_likelihood(X, plain.statistics(X, y, n_classes=len(classes)))
    theirs = naive.log_likelihood(X, naive.statistics(X, y, n_classes=len(classes)))
    assert_allclose(ours, theirs, rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("kind", KINDS)
def test_one_document_per_class_and_one_document_alone_are_defined(kind):
    model = Discriminant(kind)
    X, y = np.array([[0.0, 1.0], [3.0, 3.0]]), np.array([0, 1])
    for n in (1, 2):
        statistics = model.statistics(X[:n], y[:n], n_classes=3)
        assert np.isfinite(model.log_likelihood(X, statistics)).all()
        assert np.isfinite(model.leave_one_out(X[:n], y[:n], statistics)).all()


@pytest.mark.parametrize("kind", KINDS)
def test_more_features_than_documents_are_defined_also_without_shrinkage(kind):
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(6, 20)), np.array([0, 0, 0, 1, 1, 1])
    for shrinkage in (0.0, 0.1):
        model = Discriminant(kind, shrinkage)
        statistics = model.statistics(X, y, n_classes=2)
        assert np.isfinite(model.log_likelihood(X, statistics)).all()
        assert np.isfinite(model.leave_one_out(X, y, statistics)).all()
        best = model.log_likelihood(X, statistics).argmax(axis=1)
        assert_array_equal(best, y)


@pytest.mark.parametrize("kind", KINDS)
def test_samples_have_the_covariance_of_their_class(kind):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 2)) @ np.array([[2.0, 1.0], [0.0, 0.5]]) + [10.0, -3.0]
    y = np.repeat([0, 1], 150)
    model = Discriminant(kind, 0.05)
    drawn = model.sample(
        np.zeros(20_000, int), model.statistics(X, y, n_classes=2), rng=np.random.default_rng(1)
    )
    expected = covariance_by_definition(X, y, 0, kind, 0.05)
    assert_allclose(np.cov(drawn.T), expected, rtol=0.06, atol=0.05)
    assert_allclose(drawn.mean(axis=0), X[y == 0].mean(axis=0), atol=0.06)


NONE = -1e6
"""Log density of a document that a class with hardly any variance has no place for; by how much
less it is depends on what rounding leaves of that variance."""


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("shrinkage", "values"),
    [
        (0.0, [[0.0, 0.2], [0.1, 0.3], [0.0, 0.2, 0.7], [-1.3, 0.4, 0.9, 2.2, 3.1]]),
        (0.1, [[0.0, 0.2], [5.1, 5.3], [1000.1, 1000.2]]),
        (1.0, [[0.0, 0.2], [5.1, 5.3], [1000.1, 1000.2]]),
    ],
)
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32))
def test_leave_one_out_is_exact_where_hardly_anything_varies(kind, shrinkage, values, seed):
    rng = np.random.default_rng(seed)
    n = rng.integers(2, 6)
    X = rng.choice(values[rng.integers(len(values))], size=(n, rng.integers(1, 4)))
    weights = rng.choice([0.1, 0.3, 0.7, 1.0, 2.0], n) if rng.integers(2) else np.ones(n)
    y, model = rng.integers(0, N_CLASSES, n), Discriminant(kind, shrinkage)
    whole = model.statistics(X, y, n_classes=N_CLASSES, weights=weights)
    exact = model.leave_one_out(X, y, whole, weights)
    for i in range(n):
        others = np.arange(n) != i
        rest = model.statistics(
            X[others], y[others], n_classes=N_CLASSES, weights=weights[others]
        )
        refitted = model.log_likelihood(X[[i]], rest)
        assert_allclose(
            np.maximum(exact[[i]], NONE), np.maximum(refitted, NONE), rtol=1e-6, atol=1e-6
        )


@pytest.mark.parametrize("kind", KINDS)
def test_a_document_left_out_of_others_that_do_not_vary(kind):
    X, y = np.array([[0.2, 0.0], [0.0, 0.0], [0.0, 0.0]]), np.array([1, 2, 0])
    event_models.assert_leave_one_out_equals_refitting(Discriminant(kind), X, y, n_classes=3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("value", [0.1, 0.7, 5.3, 1000.1])
def test_equal_documents_have_variance_one_also_after_others_are_forgotten(kind, value):
    model, X, y = Discriminant(kind, 1.0), np.full((6, 1), value), np.array([0, 0, 0, 1, 1, 1])
    first = model.statistics(np.zeros((1, 1)), np.array([0]), n_classes=2)
    left = (first + model.statistics(X, y, n_classes=2)) - first
    assert_allclose(model.log_likelihood(X, left), -0.5 * np.log(2.0 * np.pi))


def test_sparse_documents_score_like_dense_ones():
    rng = np.random.default_rng(0)
    X, y = rng.poisson(0.5, (20, 4)).astype(float), rng.integers(0, 2, 20)
    model, csr = Discriminant(), sparse.csr_array(X)
    thin = model.statistics(csr, y, n_classes=2)
    dense = model.statistics(X, y, n_classes=2)
    assert_allclose(model.log_likelihood(csr, thin), model.log_likelihood(X, dense))
    event_models.assert_leave_one_out_equals_refitting(model, csr, y, n_classes=2)
