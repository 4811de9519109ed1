"""Separating hyperplanes: found when there are any, drawn evenly from all of them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.stats import kstest

from halfbayes.core.design import Design
from halfbayes.core.separable import VersionSpace

seeds = st.integers(0, 2**32 - 1)


def _right(design, y, point, n_classes):
    scores = design.product(point.reshape(-1, n_classes))
    return np.argmax(scores, axis=1) == y


def _separable_problem(seed):
    """Documents labelled by a hidden linear rule, those next to its boundaries left out."""
    rng = np.random.default_rng(seed)
    d, K = int(rng.integers(1, 4)), int(rng.integers(2, 5))
    X, W = rng.random((30, d)), rng.normal(size=(d + 1, K))
    scores = np.sort(X @ W[:d] + W[d], axis=1)
    y = np.argmax(X @ W[:d] + W[d], axis=1)
    clear = scores[:, -1] - scores[:, -2] > 0.01
    return Design(X[clear], intercept=True), y[clear], K


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_data_with_a_hidden_linear_rule_are_separable(seed):
    design, y, K = _separable_problem(seed)
    point = VersionSpace.of(design, y, K).inner_point()
    assert point is not None
    assert _right(design, y, point, K).all()


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_every_sample_and_their_mean_separate_and_have_unit_length(seed):
    design, y, K = _separable_problem(seed)
    space = VersionSpace.of(design, y, K)
    samples = space.sample(space.inner_point(), 5, np.random.default_rng(seed))
    assert samples.shape == (5, design.n_columns * K)
    assert_allclose(np.linalg.norm(samples, axis=1), 1.0)
    for point in [*samples, samples.mean(axis=0)]:
        assert _right(design, y, point, K).all()
    assert_allclose(samples.reshape(5, -1, K).sum(axis=2), 0.0, atol=1e-12)


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_one_document_in_two_classes_is_never_separable(seed):
    design, y, K = _separable_problem(seed)
    twice = Design(np.vstack([design.X, design.X[:1]]), intercept=True)
    contradicted = np.append(y, (y[0] + 1) % K)
    assert VersionSpace.of(twice, contradicted, K).inner_point() is None


def test_the_exclusive_or_is_not_separable():
    X = np.array([[0.0, 0.0], [1.0, 1.0], [0.0, 1.0], [1.0, 0.0]])
    space = VersionSpace.of(Design(X, intercept=True), np.array([0, 0, 1, 1]), 2)
    assert space.inner_point() is None


def test_sparse_and_dense_have_the_same_version_space():
    design, y, K = _separable_problem(4)
    thin = Design(sparse.csr_array(design.X), intercept=True)
    one, other = (VersionSpace.of(documents, y, K).sides for documents in (design, thin))
    assert_allclose(one.toarray(), other.toarray())


def test_directions_in_the_plane_are_uniform_over_the_separating_arc():
    """Both points in class 1: angles in (-90, 90) and in (-30, 150), so in (-30, 90)."""
    angles = np.radians([0.0, 60.0])
    X = np.column_stack([np.cos(angles), np.sin(angles)])
    space = VersionSpace.of(Design(X, intercept=False), np.array([1, 1]), 2)
    samples = space.sample(space.inner_point(), 2000, np.random.default_rng(0))
    difference = samples[:, 1::2] - samples[:, 0::2]  # w_1 - w_0
    angle = np.degrees(np.arctan2(difference[:, 1], difference[:, 0]))
    assert kstest(angle, "uniform", args=(-30, 120)).pvalue > 0.01
    middle = difference.mean(axis=0)
    # The mean of the arc points at its middle, 30 degrees; 2000 draws give it to 2 degrees.
    assert np.degrees(np.arctan2(middle[1], middle[0])) == pytest.approx(30.0, abs=3.0)


def test_a_thin_version_space_is_crossed_from_end_to_end():
    """Threshold between 0.500 and 0.501: all separating directions lie in a narrow fan."""
    X = np.array([[0.0], [0.5], [0.501], [1.0]])
    space = VersionSpace.of(Design(X, intercept=True), np.array([0, 0, 1, 1]), 2)
    samples = space.sample(space.inner_point(), 500, np.random.default_rng(1))
    slope, intercept = samples[:, 1] - samples[:, 0], samples[:, 3] - samples[:, 2]
    threshold = -intercept / slope
    assert kstest(threshold, "uniform", args=(0.5, 0.001)).pvalue > 0.01


def test_the_same_generator_gives_the_same_samples():
    design, y, K = _separable_problem(9)
    space = VersionSpace.of(design, y, K)
    start = space.inner_point()
    runs = [space.sample(start, 3, np.random.default_rng(2)).tobytes() for _ in range(2)]
    assert runs[0] == runs[1]
