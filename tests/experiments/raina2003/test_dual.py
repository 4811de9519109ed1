import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse

from halfbayes.experiments.raina2003.dual import chosen_logistic, dual_logistic
from halfbayes.models.logistic import LogisticRegression


def problem(seed, n=30, d=50):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d)) / np.sqrt(d)
    y = (X[:, 0] * 5 + rng.normal(size=n) > 0).astype(np.intp)
    y[:2] = 0, 1
    return X, y


@settings(max_examples=15)
@given(st.integers(0, 1000), st.sampled_from([0.01, 0.3, 3.0]))
def test_the_weights_are_those_of_the_primal_problem(seed, precision):
    X, y = problem(seed)
    fit = dual_logistic(X @ X.T, y, precision)
    primal = LogisticRegression(precision=precision, tolerance=1e-10).fit(X, y)
    # Both stop at a small gradient, not at none.
    assert X.T @ fit.a == pytest.approx(primal.coef_[0], abs=1e-5, rel=1e-5)
    assert fit.intercept == pytest.approx(primal.intercept_[0], abs=1e-5, rel=1e-5)


def test_leaving_out_is_close_to_refitting():
    X, y = problem(1)
    fit = dual_logistic(X @ X.T, y, 0.5)
    keep = np.arange(len(y)) != 7
    without = dual_logistic(X[keep] @ X[keep].T, y[keep], 0.5)
    refitted = X[7] @ (X[keep].T @ without.a) + without.intercept
    assert fit.left_out[7] == pytest.approx(refitted, abs=0.1)  # one Newton step
    assert abs(fit.left_out[7] - refitted) < abs(
        (X @ (X.T @ fit.a) + fit.intercept)[7] - refitted
    )


def test_the_chosen_precision_is_one_of_those_offered():
    X, y = problem(2)
    weights, intercept = chosen_logistic(sparse.csr_array(X), y, [0.5])
    only = dual_logistic(X @ X.T, y, 0.5)
    assert weights == pytest.approx(X.T @ only.a)
    assert intercept == pytest.approx(only.intercept)
    assert chosen_logistic(sparse.csr_array(X), y, [1e-6, 0.5])[0].shape == (50,)
