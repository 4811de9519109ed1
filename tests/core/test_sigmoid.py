import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.optimize import minimize_scalar

from halfbayes.core.sigmoid import fitted_slopes


def loss(slope, scores, positive):
    target = np.where(
        positive, (positive.sum() + 1) / (positive.sum() + 2), 1 / ((~positive).sum() + 2)
    )
    z = slope * scores
    return (np.logaddexp(0, z) - target * z).sum()


@settings(max_examples=40)
@given(st.integers(2, 60), st.floats(0.01, 1000.0), st.integers(0, 10**6))
def test_no_other_slope_has_less_log_loss(n, scale, seed):
    rng = np.random.default_rng(seed)
    positive = rng.random((n, 3)) < 0.4
    scores = scale * (rng.normal(size=(n, 3)) + positive * np.array([0.0, 1.0, -1.0]))
    for j, slope in enumerate(fitted_slopes(scores, positive)):
        peer = minimize_scalar(
            lambda a, j=j: loss(a / scale, scores[:, j], positive[:, j]),
            bounds=(0, 50),
            method="bounded",
        )
        assert slope >= 0
        assert loss(slope, scores[:, j], positive[:, j]) <= peer.fun + 1e-7


def test_separated_scores_get_a_finite_slope_and_useless_ones_none():
    positive = np.array([[True, True], [True, True], [False, False], [False, False]])
    scores = np.array([[300.0, -1.0], [200.0, -2.0], [-300.0, 1.0], [-200.0, 2.0]])
    slopes = fitted_slopes(scores, positive)
    assert 0 < slopes[0] < 1
    assert slopes[1] == 0


def test_scaling_scores_scales_the_slope():
    rng = np.random.default_rng(0)
    positive = rng.random((50, 1)) < 0.5
    scores = rng.normal(size=(50, 1)) + positive
    assert_allclose(fitted_slopes(scores * 8, positive), fitted_slopes(scores, positive) / 8)


def test_scores_that_are_all_zero_give_a_slope_that_is_finite():
    assert np.isfinite(
        fitted_slopes(np.zeros((3, 1)), np.array([[True], [False], [True]]))
    ).all()
