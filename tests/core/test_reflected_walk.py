"""Walks in cones: uniform where the answer is known, and soon without memory of their start."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.stats import kstest, ortho_group

from halfbayes.core.reflected_walk import Effort, ManyCones, later_ends, piece_ends

WALKS = 3000


def last_directions(sides, start, rng, walks=WALKS):
    """Where so many walks in one cone end, on the unit sphere: (walks, columns)."""
    cones = ManyCones(np.tile(sides, (walks, 1, 1)))
    ends = piece_ends(cones, np.tile(start, (walks, 1)), rng, Effort.of(sides.shape[1], 1))
    return ends[-1] / np.linalg.norm(ends[-1], axis=1, keepdims=True)


def separable_cone(rng, n):
    """As many examples as inputs, with random labels: always separable."""
    A = rng.standard_normal((n, n))
    return A, np.linalg.solve(A, np.ones(n))  # every margin is one there


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10_000), st.integers(2, 8))
def test_every_end_is_inside_and_there_is_a_first_one(seed, n):
    rng = np.random.default_rng(seed)
    A, start = separable_cone(rng, n)
    ends = piece_ends(ManyCones(A[np.newaxis]), start[np.newaxis], rng, Effort(200, 20))
    assert 1 <= len(ends) <= 21
    assert (ends[:, 0] @ A.T > 0.0).all()


@pytest.mark.parametrize("width", [150.0, 60.0, 1.0, 0.01])
def test_angles_in_a_wedge_are_uniform_however_thin_it_is(width):
    """Sides perpendicular to -width/2 and width/2 degrees, seen from inside."""
    half = np.radians(width / 2)
    sides = np.array([[np.sin(half), np.cos(half)], [np.sin(half), -np.cos(half)]])
    w = last_directions(sides, np.array([1.0, 0.0]), np.random.default_rng(1))
    angle = np.degrees(np.arctan2(w[:, 1], w[:, 0]))
    assert kstest(angle, "uniform", args=(-width / 2, width)).pvalue > 0.01
    # The mean of unit vectors over an arc of 2h is sin(h) / h along its middle.
    error = 4 * np.sqrt(0.5 / WALKS)
    assert_allclose(w.mean(axis=0), [np.sin(half) / half, 0.0], atol=error)


def test_corners_are_drawn_as_rejection_draws_them():
    """Three sides of a cone in three dimensions, against normal draws that fall inside."""
    rng = np.random.default_rng(1)
    sides = np.array([[1.0, 0.2, 0.0], [0.3, 1.0, -0.5], [0.5, 0.1, 1.0]])
    normal = rng.standard_normal((200_000, 3))
    inside = normal[(normal @ sides.T > 0).all(axis=1)]
    expected = (inside / np.linalg.norm(inside, axis=1, keepdims=True)).mean(axis=0)
    w = last_directions(sides, inside[0], rng)
    assert w.mean(axis=0) == pytest.approx(expected, abs=0.04)  # four standard errors


@pytest.mark.parametrize("n", [2, 5])
def test_a_rotated_cone_has_the_rotated_directions(n):
    rng = np.random.default_rng(n)
    A, start = separable_cone(rng, n)
    Q = ortho_group.rvs(n, random_state=n)
    mean = last_directions(A, start, rng).mean(axis=0)
    rotated = last_directions(A @ Q.T, Q @ start, rng).mean(axis=0)
    assert_allclose(rotated, Q @ mean, atol=4 * np.sqrt(2 / WALKS))


def mean_cosine(start, effort, *, n=32, walks=60):
    """Of ends and the middle of a cone with as many sides as columns, and its standard error.

    It starts in the middle, or nearly in the corner that all sides but one have in common.
    """
    rng = np.random.default_rng(0)
    A, middle = separable_cone(rng, n)
    starts = {"middle": middle, "corner": np.linalg.solve(A, np.where(np.arange(n), 1e-3, 1))}
    cones = ManyCones(np.tile(A, (walks, 1, 1)))
    w = piece_ends(cones, np.tile(starts[start], (walks, 1)), rng, effort)[-1]
    cosine = w @ middle / np.linalg.norm(w, axis=1) / np.linalg.norm(middle)
    return cosine.mean(), cosine.std() / np.sqrt(walks)


def test_with_as_many_examples_as_inputs_the_start_is_soon_forgotten():
    usual, error = mean_cosine("middle", Effort.of(32, 1))
    truth, its_error = mean_cosine("corner", Effort(reflections=5000, pieces=40))
    assert abs(usual - truth) < 4 * np.hypot(error, its_error)
    early, its_error = mean_cosine("corner", Effort(reflections=8, pieces=2))
    assert abs(usual - early) > 4 * np.hypot(error, its_error)  # it does take some time


def test_the_later_half_of_the_ends_is_taken_evenly():
    ends = np.arange(11.0)[:, np.newaxis, np.newaxis]
    assert later_ends(ends, 3).ravel().tolist() == [5.0, 8.0, 10.0]
    assert later_ends(ends, 1).ravel().tolist() == [10.0]
    assert later_ends(ends[:1], 2).ravel().tolist() == [0.0, 0.0]


def test_more_samples_take_more_effort_and_more_columns_too():
    assert Effort.of(50, 100).pieces >= 2 * 100
    assert Effort.of(50, 5) == Effort.of(50, 1)
    assert Effort.of(100, 5).reflections > Effort.of(50, 5).reflections
