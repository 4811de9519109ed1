"""Exact sums against fractions, which are exact by definition."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from laws.event_models import content
from numpy.testing import assert_array_equal

from halfbayes.core.exact import ExactSum

law = settings(max_examples=40, deadline=None)
tame = st.floats(-1e6, 1e6)
wild = st.floats(allow_nan=False, allow_infinity=False)
groups = st.lists(st.integers(0, 2), min_size=1, max_size=8)


@st.composite
def columns(draw, elements, *, n_factors):
    """Factors (rows, columns) and the group of each row."""
    y = np.array(draw(groups), dtype=np.intp)
    shape = (len(y), draw(st.integers(1, 3)))
    return [draw(hnp.arrays(np.float64, shape, elements=elements)) for _ in range(n_factors)], y


def fractions(exact):
    """The values of an exact sum as fractions, read off its limbs."""
    limbs = exact.limbs.reshape(len(exact.limbs), -1)
    scale = Fraction(2) ** (32 * exact.low)
    return [
        scale * sum(int(limb) << (32 * place) for place, limb in enumerate(column))
        for column in limbs.T
    ]


def expected(factors, y):
    """The same sums by fractions."""
    n_columns = factors[0].shape[1]
    sums = [[Fraction(0)] * n_columns for _ in range(3)]
    for i, k in enumerate(y):
        for j in range(n_columns):
            product = Fraction(1)
            for factor in factors:
                product *= Fraction(float(factor[i, j]))
            sums[k][j] += product
    return [value for row in sums for value in row]


@pytest.mark.parametrize("n_factors", [1, 2, 3])
@law
@given(data=st.data())
def test_sums_of_products_by_group_are_exact_for_every_double(n_factors, data):
    factors, y = data.draw(columns(wild, n_factors=n_factors))
    exact = ExactSum.by_group(*factors, groups=y, n_groups=3)
    assert fractions(exact) == expected(factors, y)


@law
@given(columns(tame, n_factors=1))
@example(([np.array([[1.0], [2.0**-53], [1e-300]])], np.zeros(3, dtype=np.intp)))
@example(([np.array([[3.0], [-(2.0**-52)], [-1e-300]])], np.zeros(3, dtype=np.intp)))
def test_the_float_of_a_sum_is_the_nearest_double(problem):
    factors, y = problem
    exact = ExactSum.by_group(*factors, groups=y, n_groups=3)
    nearest = [float(value) for value in expected(factors, y)]
    assert exact.to_float().reshape(-1).tolist() == nearest


@law
@given(columns(tame, n_factors=2))
def test_a_double_double_of_a_sum_is_within_106_bits(problem):
    factors, y = problem
    exact = ExactSum.by_group(*factors, groups=y, n_groups=3)
    both = exact.to_double_double()
    for high, low, value in zip(
        both.high.flat, both.low.flat, expected(factors, y), strict=True
    ):
        error = abs(Fraction(float(high)) + Fraction(float(low)) - value)
        assert error <= abs(value) * Fraction(1, 2**100) + Fraction(1, 2**1000)


@law
@given(columns(wild, n_factors=1), st.data())
def test_any_order_and_portions_give_the_same_bytes(problem, data):
    (x,), y = problem
    whole = ExactSum.by_group(x, groups=y, n_groups=3)
    order = np.array(data.draw(st.permutations(range(len(y)))), dtype=np.intp)
    cut = data.draw(st.integers(0, len(y)))
    first, rest = (
        ExactSum.by_group(x[part], groups=y[part], n_groups=3)
        for part in (order[:cut], order[cut:])
    )
    assert content(first + rest) == content(whole)
    assert content(whole - rest) == content(first)
    assert content(whole - whole) == content(ExactSum.zeros(whole.limbs.shape[1:]))


@law
@given(columns(wild, n_factors=1))
def test_signs_and_zeros_are_those_of_the_values(problem):
    factors, y = problem
    exact = ExactSum.by_group(*factors, groups=y, n_groups=3)
    values = expected(factors, y)
    assert exact.negative.reshape(-1).tolist() == [value < 0 for value in values]
    assert exact.zero.reshape(-1).tolist() == [value == 0 for value in values]
    total = exact.total()
    n_columns = factors[0].shape[1]
    by_column = [sum(values[j::n_columns]) for j in range(n_columns)]
    assert fractions(total) == by_column


def test_missing_cells_are_left_out():
    x = np.array([[1.0, np.nan], [2.0, 5.0]])
    exact = ExactSum.by_group(x, x, groups=np.zeros(2, int), n_groups=1, where=~np.isnan(x))
    assert_array_equal(exact.to_float(), [[5.0, 25.0]])


def test_a_million_tenths_are_a_million_times_the_double_next_to_a_tenth():
    x = np.full((1_000_000, 1), 0.1)
    exact = ExactSum.by_group(x, groups=np.zeros(len(x), dtype=np.intp), n_groups=1)
    assert fractions(exact) == [1_000_000 * Fraction(0.1)]


def test_elements_can_be_picked_and_placed():
    exact = ExactSum.of(np.array([[1.5, -2.0], [1e300, 0.0]]))
    assert_array_equal(exact[np.array([1, 0]), np.array([0, 1])].to_float(), [1e300, -2.0])
    assert_array_equal(
        exact.placed(np.array([2, 0]), 3).to_float(), [[1e300, 0.0], [0.0, 0.0], [1.5, -2.0]]
    )
