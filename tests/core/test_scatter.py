"""Sums of products: against numpy, about any shift."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.corpora import N_CLASSES, continuous
from numpy.testing import assert_allclose

from halfbayes.core.scatter import Scatter

few = settings(max_examples=20, deadline=None)
KINDS = ["full", "shared", "diagonal"]


def scatter(X, y, shift, kind, weights=None):
    w = np.ones(len(y)) if weights is None else weights
    return Scatter.of(X, y, w, Scatter.empty(N_CLASSES, shift, kind))


@pytest.mark.parametrize("kind", KINDS)
@few
@given(continuous(), st.floats(-50.0, 50.0))
def test_the_shift_makes_no_difference(kind, corpus, step):
    X, y = corpus
    here = scatter(X, y, X.mean(axis=0), kind)
    there = scatter(X, y, X.mean(axis=0) + step, kind)
    nothing = Scatter.empty(N_CLASSES, here.shift, kind)
    moved = nothing + there
    assert_allclose(moved.first, here.first, atol=1e-8)
    assert_allclose(moved.second, here.second, atol=1e-6)


@few
@given(continuous())
def test_eigenvalues_and_traces_are_those_of_the_covariances(corpus):
    X, y = corpus
    full = scatter(X, y, np.zeros(X.shape[1]), "full").analysed()
    residuals = X - np.array([X[y == k].mean(axis=0) for k in y])
    for k in np.unique(y):
        own = residuals[y == k]
        assert_allclose(full.scatter(k), np.linalg.eigvalsh(own.T @ own), atol=1e-7)
        rotated = full.along_axes(own, k)
        assert_allclose(full.from_axes(rotated, k), own, atol=1e-9)
    assert_allclose(full.traces[0], (residuals**2).sum(), atol=1e-7)
    assert_allclose(full.traces[1], ((X - X.mean(axis=0)) ** 2).sum(), rtol=1e-9)
    for kind in KINDS:
        other = scatter(X, y, np.zeros(X.shape[1]), kind).analysed()
        # Classes of one document each have no scatter at all: what is left is rounding.
        assert_allclose(other.traces, full.traces, rtol=1e-7, atol=1e-9)
        assert_allclose(other.values.sum(), full.values.sum(), rtol=1e-7, atol=1e-7)


def test_taking_away_what_was_never_added_is_noticed():
    X, y = np.array([[1.0], [4.0]]), np.array([0, 0])
    one, two = (scatter(X[:n], y[:n], np.zeros(1), "full") for n in (1, 2))
    assert (one - two).overdrawn
    assert not (two - one).overdrawn
    assert (one - one).first.tolist() == [[0.0]] * N_CLASSES
