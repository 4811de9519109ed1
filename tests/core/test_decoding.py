import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from halfbayes.core.codes import one_vs_all
from halfbayes.core.decoding import LOSSES, code_losses, hinge, linear, logistic, zero_one

problems = st.tuples(st.integers(2, 6), st.integers(1, 9), st.integers(0, 10**6)).map(
    lambda t: (
        np.random.default_rng(t[2]).normal(scale=3.0, size=(4, t[1])),
        np.random.default_rng(t[2] + 1).choice([-1, 1], size=t[:2]).astype(np.int8),
    )
)


def test_losses_at_hand_worked_margins():
    z = np.array([-2.0, 0.0, 0.5, 3.0])
    assert hinge(z).tolist() == [3.0, 1.0, 0.5, 0.0]
    assert linear(z).tolist() == [2.0, 0.0, -0.5, -3.0]
    assert_allclose(logistic(z), np.log(1 + np.exp(-z)))
    assert zero_one(z).tolist() == [1.0, 0.5, 0.0, 0.0]


@pytest.mark.parametrize("name", LOSSES)
@given(problem=problems)
def test_class_losses_are_equation_4_1(name, problem):
    scores, code = problem
    loss = LOSSES[name]
    expected = [
        [sum(loss(f * r) for f, r in zip(x, row, strict=True)) for row in code] for x in scores
    ]
    assert_allclose(code_losses(scores, code, loss), expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", LOSSES)
@given(problem=problems, column=st.integers(0, 8))
def test_turning_a_column_and_its_score_around_changes_nothing(name, problem, column):
    scores, code = problem
    j = column % code.shape[1]
    turned_scores, turned_code = scores.copy(), code.copy()
    turned_scores[:, j] *= -1
    turned_code[:, j] *= -1
    assert_allclose(
        code_losses(scores, code, LOSSES[name]),
        code_losses(turned_scores, turned_code, LOSSES[name]),
        rtol=1e-9,
        atol=1e-12,
    )


@given(st.integers(2, 10), st.integers(0, 10**6))
def test_one_bit_per_class_and_linear_decoding_is_one_vs_all(n_classes, seed):
    scores = np.random.default_rng(seed).normal(size=(20, n_classes))
    losses = code_losses(scores, one_vs_all(n_classes), linear)
    assert np.array_equal(losses.argmin(axis=1), scores.argmax(axis=1))
