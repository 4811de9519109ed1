import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import binom

from halfbayes.core.binomial import at_most_tail, lower_bound, upper_bound

counts = st.integers(1, 300).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(counts, st.floats(0.01, 0.99))
def test_the_tail_is_the_sum_of_the_binomial(count, rate):
    errors, n = count
    assert_allclose(at_most_tail(errors, n, rate), binom.cdf(errors, n, rate), rtol=1e-9)


@given(counts, st.floats(0.001, 0.4))
def test_the_tail_at_a_bound_is_alpha(count, alpha):
    hits, n = count
    low, high = lower_bound(hits, n, alpha), upper_bound(hits, n, alpha)
    assert low <= hits / n <= high
    if hits > 0:
        assert_allclose(binom.sf(hits - 1, n, low), alpha, rtol=1e-6)
    else:
        assert low == 0.0
    if hits < n:
        assert_allclose(binom.cdf(hits, n, high), alpha, rtol=1e-6)
    else:
        assert high == 1.0


def test_bounds_of_many_counts_are_those_of_each():
    hits = np.array([0, 3, 10])
    together = lower_bound(hits, 10, 0.05)
    assert_allclose(together, [float(lower_bound(h, 10, 0.05)) for h in hits])
