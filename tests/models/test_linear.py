"""LinearRegression: scikit-learn's contract and numbers, one solution by three methods."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LinearRegression as SklearnLinearRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from halfbayes.errors import InvalidParameterError
from halfbayes.models.linear import SOLVERS, LinearRegression

seeds = st.integers(0, 2**32 - 1)


@parametrize_with_checks([LinearRegression(), LinearRegression(solver="lms-batch")])
def test_it_keeps_the_contract_of_scikit_learn(estimator, check):
    check(estimator)


def _problem(seed, n=40):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3)) * [1.0, 100.0, 0.01] + [5.0, 0.0, 1.0]
    return X, X @ [1.0, -0.02, 30.0] + 7.0 + rng.normal(size=n), rng.uniform(0.2, 2.0, size=n)


@given(seeds, st.booleans())
@settings(max_examples=10, deadline=None)
def test_the_weights_are_those_of_scikit_learn(seed, fit_intercept):
    X, y, s = _problem(seed)
    ours = LinearRegression(fit_intercept=fit_intercept).fit(X, y, s)
    theirs = SklearnLinearRegression(fit_intercept=fit_intercept).fit(X, y, s)
    assert_allclose(ours.coef_, theirs.coef_, rtol=1e-7)
    assert_allclose(ours.predict(X), theirs.predict(X), rtol=1e-8)


@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_every_solver_finds_the_same_weights(solver):
    X, y, s = _problem(1)
    model = LinearRegression(solver=solver).fit(X, y, s)
    exact = LinearRegression().fit(X, y, s)
    # the on-line rule is exact to about 1e-6 of the largest weight, in units of variance one
    assert_allclose(model.coef_ * X.std(axis=0), exact.coef_ * X.std(axis=0), atol=1e-5)
    assert_allclose(model.predict(X), exact.predict(X), rtol=1e-4)


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_dependent_columns_do_no_harm(seed):
    X, y, _ = _problem(seed)
    doubled = np.hstack([X, X[:, :1], np.ones((len(X), 1))])
    one, other = LinearRegression().fit(X, y), LinearRegression().fit(doubled, y)
    assert_allclose(one.predict(X), other.predict(doubled), rtol=1e-7)


def test_too_few_passes_are_announced():
    X, y, _ = _problem(1)
    with pytest.warns(ConvergenceWarning, match="raise max_iterations"):
        LinearRegression(solver="lms-online", max_iterations=3).fit(X, y)


def test_an_unknown_method_is_named_with_those_there_are():
    with pytest.raises(InvalidParameterError, match="'lms-batch'"):
        LinearRegression(solver="magic").fit([[0.0], [1.0]], [0.0, 1.0])
