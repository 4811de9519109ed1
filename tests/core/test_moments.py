"""Means and squared deviations against fractions, also where almost everything cancels."""

from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal

from halfbayes.core.moments import Moments, Sums

law = settings(max_examples=60, deadline=None)
offsets = st.sampled_from([0.0, 1.0, -1e3, 1e8, 1e15])
values = st.one_of(st.integers(-3, 3).map(float), st.floats(-1e3, 1e3, allow_subnormal=False))


@st.composite
def columns(draw):
    """One column, far from zero, with weights."""
    x = draw(offsets) + draw(hnp.arrays(np.float64, st.integers(1, 7), elements=values))
    weights = draw(hnp.arrays(np.float64, len(x), elements=st.sampled_from([0.3, 1.0, 2.0])))
    return x[:, None], weights


def exact_mean_and_squares(x, weights):
    xs, ws = ([Fraction(float(value)) for value in v] for v in (x, weights))
    n = sum(ws)
    mean = sum(w * v for w, v in zip(ws, xs, strict=True)) / n
    return float(mean), float(sum(w * (v - mean) ** 2 for w, v in zip(ws, xs, strict=True)))


def one_class(x, weights=None):
    return Sums.by_class(x, np.zeros(len(x), dtype=np.intp), n_classes=1, weights=weights)


@law
@given(columns())
def test_mean_and_squares_have_full_precision(problem):
    x, weights = problem
    mean, squares = exact_mean_and_squares(x[:, 0], weights)
    moments = Moments.of(one_class(x, weights))
    assert_allclose(moments.mean, mean, rtol=1e-15)
    assert_allclose(moments.squares.high, squares, rtol=1e-13)


@law
@given(columns())
def test_taking_a_document_away_keeps_full_precision(problem):
    x, weights = problem
    sums = one_class(x, weights)
    y = np.zeros(len(x), dtype=np.intp)
    without = Moments.of(sums).without(x, y, weights[:, None], sums)
    for i in range(len(x)):
        others = np.arange(len(x)) != i
        if others.any():
            mean, squares = exact_mean_and_squares(x[others, 0], weights[others])
            # A mean that cancels to nothing is right to the 106 bits of the values.
            assert_allclose(without.mean[i], mean, rtol=1e-13, atol=2.0**-100 * abs(x).max())
            assert_allclose(without.squares.high[i], squares, rtol=1e-12)
        else:
            assert not without.there[i]


def test_missing_values_are_not_counted():
    x = np.array([[1.0, np.nan], [3.0, np.nan]])
    moments = Moments.of(one_class(x))
    assert_array_equal(moments.there, [[True, False]])
    assert_array_equal(moments.variance, [[1.0, 0.0]])


def test_taking_away_what_was_never_added_is_noticed():
    few, many = one_class(np.array([[1.0]])), one_class(np.array([[1.0], [2.0]]))
    assert (few - many).overdrawn
    assert not (many - few).overdrawn
    other = one_class(np.array([[5.0]]))
    assert (few - other).overdrawn


def test_all_classes_pool_to_one():
    x, y = np.array([[1.0], [2.0], [6.0]]), np.array([0, 1, 1])
    pooled = Moments.of(Sums.by_class(x, y, n_classes=2).pooled())
    assert_array_equal(pooled.mean, [[3.0]])
    assert_array_equal(pooled.squares.high, [[14.0]])
