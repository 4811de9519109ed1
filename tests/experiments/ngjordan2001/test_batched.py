import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.experiments.ngjordan2001 import batched
from halfbayes.models.logistic import LogisticRegression
from halfbayes.models.naive_bayes import CategoricalNaiveBayes, GaussianNaiveBayes

SEEDS = st.integers(0, 10_000)


def training_sets(seed, sets=4, m=12, d=3, noise=1.0):
    rng = np.random.default_rng(seed)
    X = rng.random((sets, m, d))
    y = (X[..., 0] + noise * rng.normal(size=(sets, m)) > 0.5).astype(np.intp)
    y[:, 0], y[:, 1] = 0, 1
    return X, y, rng


@settings(max_examples=20)
@given(SEEDS)
def test_gaussian_fits_are_those_of_the_package(seed):
    X, y, rng = training_sets(seed)
    new = rng.random((4, 20, 3))
    w = batched.gaussian_fits(X, y, added=0.0)
    for one in range(4):
        model = GaussianNaiveBayes(
            variance="shared", variance_smoothing=0.0, variance_shrinkage=0.0,
            class_smoothing=0.0,
        ).fit(X[one], y[one])  # fmt: skip
        log_proba = model.predict_log_proba(new[one])
        odds = new[one] @ w[one, 1:] + w[one, 0]
        assert odds == pytest.approx(log_proba[:, 1] - log_proba[:, 0], rel=1e-6, abs=1e-6)


@settings(max_examples=20)
@given(SEEDS)
def test_discrete_fits_are_those_of_the_package(seed):
    rng = np.random.default_rng(seed)
    codes = rng.integers(0, 3, size=(2, 15, 2))
    codes[:, :3] = np.arange(3)[:, np.newaxis]
    y = rng.integers(0, 2, size=(2, 15))
    y[:, 0], y[:, 1] = 0, 1
    X = (codes[..., np.newaxis] == np.arange(3)).reshape(2, 15, 6).astype(float)
    w = batched.discrete_fits(X, y, values=np.full(6, 3), added=1.0)
    for one in range(2):
        model = CategoricalNaiveBayes().fit(codes[one], y[one])
        log_proba = model.predict_log_proba(codes[one])
        odds = X[one] @ w[one, 1:] + w[one, 0]
        assert odds == pytest.approx(log_proba[:, 1] - log_proba[:, 0])


@settings(max_examples=20)
@given(SEEDS)
def test_what_is_not_separable_is_fitted_by_maximum_likelihood(seed):
    X, y, _ = training_sets(seed, m=40)
    fits = batched.logistic_fits(X, y)
    for one in np.flatnonzero(~fits.separable):
        model = LogisticRegression(precision=batched.RIDGE, tolerance=1e-9, solver="newton")
        model.fit(X[one], y[one])
        assert fits.weights[one, 1:] == pytest.approx(model.coef_[0], rel=1e-2, abs=1e-2)


@settings(max_examples=20)
@given(SEEDS, st.integers(4, 30))
def test_a_fit_that_is_called_separable_separates(seed, m):
    X, y, rng = training_sets(seed, m=m, noise=0.0)
    fits = batched.logistic_fits(X, y)
    sign = np.where(y == 1, 1.0, -1.0)
    assert (batched.separates(batched.with_ones(X), sign, fits.weights) == fits.separable).all()
    examples = batched.Examples(X, y)
    errors = batched.logistic_errors(examples, examples, rng)
    assert (errors[fits.separable] == 0.0).all()


def test_errors_count_the_wrong_side():
    weights = np.array([[0.0, 1.0], [0.0, -1.0]])
    X = np.array([[[1.0], [-1.0]], [[1.0], [-1.0]]])
    assert batched.errors_on(weights, X, np.array([[1, 0], [1, 0]])).tolist() == [0.0, 1.0]


def test_the_error_of_a_separable_set_is_the_mean_over_hyperplanes():
    # Classes 0 and 1 stand at 0 and 1. A hyperplane b + w x separates them if w > -b > 0, which
    # is half a right angle; a new example of class 0 at 1/2 is wrong if w > -2 b.
    sets = 400
    X = np.tile([[0.0], [1.0]], (sets, 1, 1))
    training = batched.Examples(X, np.tile([0, 1], (sets, 1)))
    fresh = batched.Examples(np.full((sets, 1, 1), 0.5), np.zeros((sets, 1), dtype=np.intp))
    errors = batched.logistic_errors(training, fresh, np.random.default_rng(0))
    by_hand = np.arctan(0.5) / (np.pi / 4)
    assert errors.mean() == pytest.approx(by_hand, abs=0.06)  # some five standard errors
    # Each is a mean over hyperplanes that do not agree.
    assert ((errors > 0) & (errors < 1)).mean() > 0.5
