"""Log space: scipy as the oracle, and the values that are not finite."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from scipy.special import log_softmax, logsumexp

from halfbayes.core import logspace

rows = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=2, max_dims=2, max_side=5),
    elements=st.one_of(st.just(-np.inf), st.floats(-1e4, 1e4)),
)


@given(rows)
@settings(max_examples=50)
def test_log_sum_exp_is_that_of_scipy_also_for_rows_of_minus_infinity(z):
    # The sum is one or more, and rounded as such: where it is nearly one its logarithm, which
    # scipy takes of what is beyond one, has the error of that rounding.
    found, expected = logspace.log_sum_exp(z), logsumexp(z, axis=1)
    assert_allclose(found, expected, rtol=1e-12, atol=4 * np.finfo(np.float64).eps)


@given(rows, st.data())
@settings(max_examples=50)
def test_posteriors_sum_to_one_whatever_is_impossible(z, data):
    prior = np.log(np.arange(1.0, z.shape[1] + 1.0) / np.arange(1, z.shape[1] + 1).sum())
    p = logspace.posterior(prior, z)
    assert_allclose(p.sum(axis=1), 1.0, rtol=1e-12)
    assert_allclose(np.exp(logspace.log_posterior(prior, z)), p, rtol=1e-9, atol=1e-300)
    shift = data.draw(st.floats(-100.0, 100.0))
    assert_allclose(logspace.posterior(prior, z + shift), p, rtol=1e-9, atol=1e-12)


def test_a_posterior_is_the_softmax_of_likelihood_and_prior():
    z, prior = np.array([[1.0, 2.0, -3.0]]), np.log([0.2, 0.3, 0.5])
    assert_allclose(logspace.log_posterior(prior, z), log_softmax(z + prior, axis=1))


def test_where_nothing_is_possible_the_posterior_is_the_prior_of_the_row():
    priors = np.log([[0.2, 0.8], [0.6, 0.4]])
    p = logspace.posterior(priors, np.full((2, 2), -np.inf))
    assert_allclose(p, np.exp(priors))


def test_zero_times_minus_infinity_is_zero_also_for_stored_zeros():
    X = sparse.csr_array((np.array([0.0, 2.0]), [0, 1], [0, 2]), shape=(1, 2))
    scores = logspace.linear_scorer(np.array([[-np.inf, -1.0], [-1.0, -np.inf]]))
    assert_array_equal(scores(X), [[-2.0, -np.inf]])
    assert_array_equal(scores(X.toarray()), [[-2.0, -np.inf]])


def test_infinite_weights_keep_their_sign():
    scores = logspace.linear_scorer(np.array([[np.inf, 1.0]]))
    assert_array_equal(scores(sparse.csr_array([[1.0, 1.0], [0.0, 1.0]])), [[np.inf], [1.0]])


def test_a_sum_over_rows_counts_stored_zeros_and_empty_rows():
    X = sparse.csr_array((np.array([0.0, 2.0]), [0, 1], [0, 2, 2]), shape=(2, 2))
    assert_array_equal(logspace.row_sums(X), [2.0, 0.0])


def test_sums_of_entries_are_those_of_rows_empty_ones_too():
    rng = np.random.default_rng(0)
    X = sparse.random_array((30, 8), density=0.1, rng=rng, format="csr")
    assert_allclose(logspace.entry_sums(X.data, X.indptr), X.sum(axis=1), rtol=1e-14)
    assert_array_equal(
        logspace.entry_sums(np.zeros(0), np.zeros(4, dtype=np.intp)), np.zeros(3)
    )
