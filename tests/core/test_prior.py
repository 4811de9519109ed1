"""Class priors and the fictitious counts of thesis chapter 2."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from halfbayes.core.prior import (
    fictitious_counts,
    leave_one_out_log_prior,
    log_prior,
    total_over_terms,
)

labels = st.lists(st.integers(0, 3), min_size=1, max_size=9).map(np.array)


@given(labels, st.sampled_from([0.0, 0.5, 1.0]), st.booleans())
@settings(max_examples=60, deadline=None)
def test_leave_one_out_prior_equals_the_prior_of_the_others(y, smoothing, weighted):
    weights = np.arange(1.0, len(y) + 1.0) if weighted else None
    whole = np.bincount(y, weights=weights, minlength=4).astype(float)
    exact = leave_one_out_log_prior(y, whole, smoothing=smoothing, weights=weights)
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        w = None if weights is None else weights[others]
        rest = np.bincount(y[others], weights=w, minlength=4).astype(float)
        assert_allclose(exact[i], log_prior(rest, smoothing=smoothing), atol=1e-12)


def test_a_prior_is_a_distribution_with_the_smoothing_of_the_formula():
    assert_allclose(np.exp(log_prior(np.array([3.0, 0.0]), smoothing=1.0)), [4 / 5, 1 / 5])
    assert_allclose(np.exp(log_prior(np.zeros(4), smoothing=0.0)), 0.25)


@pytest.mark.parametrize(("estimate", "added"), [("ml", 0.0), ("map", 1.5), ("mean", 2.5)])
def test_fictitious_counts_follow_the_thesis(estimate, added):
    assert fictitious_counts(estimate, 2.5) == added
    per_word = fictitious_counts(estimate, np.array([2.5, 2.5]))
    assert_allclose(per_word, [added, added])


def test_the_total_of_one_value_is_that_of_as_many_equal_ones():
    one, many = np.asarray(0.5), np.full(6, 0.5)
    assert total_over_terms(one, 6) == total_over_terms(many, 6) == 3.0
