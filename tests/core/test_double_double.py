"""Double-double arithmetic against fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.core.double_double import DoubleDouble, two_product, two_sum

law = settings(max_examples=100, deadline=None)
doubles = st.one_of(st.just(0.0), st.floats(1e-60, 1e60), st.floats(-1e60, -1e-60))
positive = st.floats(1e-60, 1e60)


def exact(number):
    return Fraction(float(number.high)) + Fraction(float(number.low))


def both(high, low):
    return DoubleDouble(*two_sum(np.array(high), np.array(high * low)))


@law
@given(doubles, doubles)
def test_sums_and_products_of_doubles_have_their_exact_errors(a, b):
    for pair, value in [
        (two_sum(np.array(a), np.array(b)), Fraction(a) + Fraction(b)),
        (two_product(np.array(a), np.array(b)), Fraction(a) * Fraction(b)),
        (two_sum(np.array(a), -np.array(b)), Fraction(a) - Fraction(b)),
    ]:
        assert sum(Fraction(float(part)) for part in pair) == value


@pytest.mark.parametrize("operation", ["__add__", "__mul__", "__truediv__"])
@law
@given(positive, positive, st.floats(0.0, 1e-17), st.floats(0.0, 1e-17))
def test_operations_keep_a_hundred_bits(operation, a, b, c, d):
    x, y = both(a, c), both(b, d)
    result = exact(getattr(x, operation)(y))
    value = getattr(exact(x), operation)(exact(y))
    assert abs(result - value) <= abs(value) / 2**98


@law
@given(doubles, doubles)
def test_a_difference_is_exact(a, b):
    difference = DoubleDouble.difference(np.array(a), np.array(b))
    assert exact(difference) == Fraction(a) - Fraction(b)
    assert exact(DoubleDouble.of(np.array(a)) - DoubleDouble.of(np.array(a))) == 0


def test_cells_can_be_replaced():
    numbers = DoubleDouble.of(np.zeros((2, 2)))
    cells = np.array([1]), np.array([0])
    replaced = numbers.replaced(cells, DoubleDouble.of(np.array([7.0])))
    assert replaced.high.tolist() == [[0.0, 0.0], [7.0, 0.0]]
    assert replaced[np.array([1])].high.tolist() == [[7.0, 0.0]]
