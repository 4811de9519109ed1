"""Newton's method with halved steps ends where the objective is least."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from halfbayes.core.newton import Place, lower_place, minimised

MINIMUM = np.array([0.5, -2.0])


def look(x):
    """log cosh, whose full Newton steps go astray from 1.1 on, with a bowl."""
    away = x - MINIMUM
    return Place(x, float(np.log(np.cosh(away)).sum() + 0.005 * away @ away), None)


def derivatives(place):
    away = place.point - MINIMUM
    gradient = np.tanh(away) + 0.01 * away
    return gradient, np.diag(1.0 / np.cosh(away) ** 2 + 0.01)


@settings(max_examples=40)
@given(st.lists(st.floats(-30.0, 30.0), min_size=2, max_size=2))
def test_it_ends_at_the_minimum_from_anywhere(start):
    found, last = minimised(look(np.array(start)), look, derivatives)
    assert_allclose(found, MINIMUM, atol=1e-4)  # to a value within 1e-9
    assert last.value <= look(np.array(start)).value


def test_a_step_that_promises_little_is_taken_without_a_look():
    looks = []

    def counted(x):
        looks.append(x)
        return look(x)

    start = look(MINIMUM + 1e-4)
    found, last = minimised(start, counted, derivatives, trusted=1e-6)
    assert looks == []
    assert last is start
    assert_allclose(found, MINIMUM, atol=1e-9)


def test_a_step_too_long_is_halved_and_one_uphill_is_not_taken():
    start = look(MINIMUM + 1.0)
    lower = lower_place(start, np.full(2, 64.0), look)
    assert lower is not None
    assert lower.value < start.value
    assert_allclose(start.point - lower.point, 1.0)  # 64, halved six times
    assert lower_place(start, np.full(2, -1.0), look) is None
