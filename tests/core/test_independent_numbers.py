"""Sums of numbers by class, and those of everybody but one document."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from halfbayes.core.gaussian import Gaussian
from halfbayes.core.independent_numbers import (
    density_scorer,
    left_out_blocks,
    number_sums,
    pooled_variance,
    squares_within,
)
from halfbayes.core.moments import Moments
from halfbayes.core.student import Student


def numbers(seed, n=9):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 3)) * [1.0, 1e-3, 1e6]
    X[rng.random((n, 3)) < 0.2] = np.nan
    return X, rng.integers(0, 3, n)


@given(st.integers(0, 200))
def test_moments_left_out_are_those_of_the_other_documents(seed):
    X, y = numbers(seed)
    (block,) = left_out_blocks(X, y, number_sums(X, y, n_classes=3))
    by_class = list(block.by_class())
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        sums = number_sums(X[others], y[others], n_classes=3)
        classes, everyone = Moments.of(sums), Moments.of(sums.pooled())
        for k, (n, mean, squares) in enumerate(by_class):
            assert_array_equal(n[i], classes.n.high[k])
            there = n[i] > 0
            assert_allclose(mean[i][there], classes.mean[k][there], rtol=1e-9)
            assert_allclose(squares[i], classes.squares.high[k], rtol=1e-9, atol=1e-12)
        assert_array_equal(block.there[i], everyone.there[0] & ~np.isnan(X[i]))
        within = squares_within(classes).high[0]
        assert_allclose(block.within.high[i], within, rtol=1e-9, atol=1e-12)


def test_the_pooled_variance_is_that_within_the_classes_and_a_little_of_all():
    X, y = np.array([[0.0], [2.0], [5.0], [9.0]]), np.array([0, 0, 1, 1])
    sums = number_sums(X, y, n_classes=2)
    within, everyone = squares_within(Moments.of(sums)), Moments.of(sums.pooled())
    pool, added = pooled_variance(within, everyone, 2.0, 0.5)
    assert_allclose(pool, [[(2.0 + 8.0 + 2.0 * X.var()) / 6.0]])
    assert_allclose(added, [[0.5 * X.var()]])
    same = number_sums(np.ones((2, 1)), np.array([0, 1]), n_classes=2)
    alike = pooled_variance(
        squares_within(Moments.of(same)), Moments.of(same.pooled()), 0.0, 0.5
    )
    assert [part.tolist() for part in alike] == [[[0.0]], [[0.5]]]


def test_a_scorer_asks_every_class_for_the_features_that_are_known_and_there():
    X, known = np.array([[1.0, np.nan, 3.0]]), np.array([True, True, False])
    classes = [lambda x, there, k=k: k * np.where(there, x, 0.0).sum(axis=1) for k in (1, 10)]
    assert density_scorer(classes, known)(X).tolist() == [[1.0, 10.0]]


@pytest.mark.parametrize("model", [Gaussian(), Gaussian("shared"), Student()])
def test_documents_without_values_say_nothing_and_columns_without_values_are_unknown(model):
    X, y = np.array([[1.0, np.nan], [np.nan, np.nan], [4.0, np.nan]]), np.array([0, 1, 1])
    statistics = model.statistics(X, y, n_classes=2)
    assert_array_equal(model.log_likelihood(np.full((1, 2), np.nan), statistics), [[0.0, 0.0]])
    filled = np.column_stack([X[:, 0], [7.0, 8.0, 9.0]])
    assert_array_equal(
        model.log_likelihood(filled, statistics), model.log_likelihood(X, statistics)
    )


@pytest.mark.parametrize(
    "model", [Gaussian(), Gaussian("shared"), Gaussian(shrinkage=0.0), Student()]
)
def test_constant_features_and_single_documents_have_finite_scores(model):
    X, y = np.full((3, 2), 5.0), np.array([0, 1, 1])
    statistics = model.statistics(X, y, n_classes=3)
    assert np.isfinite(model.log_likelihood(X, statistics)).all()
    assert np.isfinite(model.leave_one_out(X, y, statistics)).all()
