import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.experiments.ngjordan2001 import separators
from halfbayes.experiments.ngjordan2001.batched import logistic_fits, separates, with_ones


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.integers(4, 30))
def test_hyperplanes_drawn_at_random_separate(seed, m):
    rng = np.random.default_rng(seed)
    X = rng.random((4, m, 3))
    y = (X[..., 0] > 0.5).astype(np.intp)
    fits = logistic_fits(X, y)
    own = np.flatnonzero(fits.separable)
    sign = np.where(y == 1, 1.0, -1.0)
    A = with_ones(X)
    if len(own):
        planes = separators.random_separators(A[own], y[own], fits.weights[own], rng)
        assert len(planes) == separators.SAMPLES
        for w in planes:
            assert separates(A[own], sign[own], w).all()
            assert np.linalg.norm(w, axis=1) == pytest.approx(np.ones(len(own)))


def test_the_draw_is_uniform_where_the_answer_is_known():
    """One example on each side of 0: the threshold is between them, the slope positive."""
    A = np.tile(np.array([[[1.0, -1.0], [1.0, 1.0]]]), (4000, 1, 1))
    y = np.tile(np.array([[0, 1]]), (4000, 1))
    start = np.tile(np.array([[0.6, 1.0]]), (4000, 1))
    planes = separators.random_separators(A, y, start, np.random.default_rng(0))
    b, w = planes[-1].T
    # w > |b| is a quarter of the plane: the angle is uniform over 90 degrees.
    angle = np.degrees(np.arctan2(b, w))
    assert np.abs(angle).max() < 45
    shares = np.histogram(angle, bins=3, range=(-45, 45))[0] / 4000
    assert shares == pytest.approx(1 / 3, abs=0.03)  # four standard errors


def test_corners_are_drawn_as_rejection_draws_them():
    """Three sides of a cone in three dimensions, against normal draws that fall inside."""
    rng = np.random.default_rng(1)
    sides = np.array([[1.0, 0.2, 0.0], [0.3, 1.0, -0.5], [0.5, 0.1, 1.0]])
    normal = rng.standard_normal((200_000, 3))
    inside = normal[(normal @ sides.T > 0).all(axis=1)]
    expected = (inside / np.linalg.norm(inside, axis=1, keepdims=True)).mean(axis=0)
    A, y = np.tile(sides, (3000, 1, 1)), np.ones((3000, 3), dtype=np.intp)
    start = np.tile(inside[0], (3000, 1))
    planes = separators.random_separators(A, y, start, rng)
    assert planes[-1].mean(axis=0) == pytest.approx(expected, abs=0.04)  # four standard errors
