import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.special import softmax

from halfbayes.core.shift import (
    class_shift,
    em_shares,
    log_offsets,
    moment_shares,
    shift_p_value,
)

MEANS = np.array([[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])
EVEN = np.full(3, 1 / 3)


def drawn(n, shares, rng):
    """Points of three Gaussian classes with their exact posteriors under even shares."""
    y = rng.choice(3, n, p=shares)
    x = MEANS[y] + rng.normal(0, 1, (n, 2))
    log_p = -0.5 * ((x[:, None, :] - MEANS) ** 2).sum(axis=2)
    proba = np.exp(log_p)
    return proba / proba.sum(axis=1, keepdims=True), y


@pytest.mark.parametrize("shares", [[0.8, 0.1, 0.1], [0.1, 0.3, 0.6], [1 / 3, 1 / 3, 1 / 3]])
def test_both_estimates_find_the_shares(shares):
    rng = np.random.default_rng(0)
    known, y = drawn(4000, EVEN, rng)
    new, _ = drawn(4000, shares, rng)
    assert_allclose(em_shares(new, EVEN), shares, atol=0.04)
    assert_allclose(moment_shares(new, known, y), shares, atol=0.05)


def test_moments_need_no_calibration():
    rng = np.random.default_rng(0)

    def bold(proba):
        return proba**3 / (proba**3).sum(axis=1, keepdims=True)

    known, y = drawn(4000, EVEN, rng)
    new, _ = drawn(4000, [0.8, 0.1, 0.1], rng)
    assert_allclose(moment_shares(bold(new), bold(known), y), [0.8, 0.1, 0.1], atol=0.05)


def test_corrected_probabilities_are_the_posteriors_under_the_new_shares():
    rng, shares = np.random.default_rng(0), np.array([0.9, 0.05, 0.05])
    new, y = drawn(4000, shares, rng)
    moved = softmax(np.log(new) + log_offsets(EVEN, shares), axis=1)
    before = np.mean(new.argmax(axis=1) != y)
    assert np.mean(moved.argmax(axis=1) != y) < before - 0.05
    assert_allclose(moved.mean(axis=0), shares, atol=0.02)


@given(st.integers(0, 2**32 - 1), st.integers(1, 30), st.integers(2, 5))
def test_shares_are_shares_and_the_same_shares_change_nothing(seed, n, n_classes):
    rng = np.random.default_rng(seed)
    proba, before = rng.dirichlet(np.ones(n_classes), n), rng.dirichlet(np.full(n_classes, 9))
    shares = em_shares(proba, before)
    assert_allclose(shares.sum(), 1.0)
    assert np.all(shares >= 0)
    assert_allclose(softmax(np.log(proba) + log_offsets(before, before), axis=1), proba)
    assert np.all(np.isfinite(log_offsets(before, np.eye(n_classes)[0])))


def test_a_class_nobody_learnt_from_is_left_out():
    proba = np.array([[0.6, 0.1, 0.3], [0.1, 0.2, 0.7], [0.5, 0.4, 0.1]])
    shares = em_shares(proba, np.array([0.5, 0.5, 0.0]))
    others = proba[:, :2] / proba[:, :2].sum(axis=1, keepdims=True)
    assert_allclose(shares, [*em_shares(others, np.array([0.5, 0.5])), 0.0])
    assert_allclose(
        log_offsets(np.array([0.5, 0.5, 0.0]), np.array([0.8, 0.2, 0.0])),
        [np.log(1.6), np.log(0.4), 0.0],
    )


def test_a_document_of_no_other_class_says_nothing_of_the_shares():
    before = np.array([0.5, 0.5, 0.0])
    some, sure = [[0.6, 0.4, 0.0], [0.9, 0.1, 0.0]], [0.0, 0.0, 1.0]
    assert_allclose(
        em_shares(np.array([*some, sure]), before), em_shares(np.array(some), before)
    )
    assert_allclose(em_shares(np.array([sure]), before), before)


def test_em_rests_where_the_mean_posterior_is_the_prior():
    proba = np.array([[0.9, 0.1], [0.1, 0.9]])
    assert_allclose(em_shares(proba, np.array([0.5, 0.5])), [0.5, 0.5])


def test_the_test_rejects_at_its_level_without_shift_and_sees_one():
    rng = np.random.default_rng(0)
    old = rng.choice(3, 200, p=[0.5, 0.3, 0.2])
    rejected = [
        shift_p_value(rng.choice(3, 200, p=[0.5, 0.3, 0.2]), new, 3, rng=rng) <= 0.1
        for new in rng.choice(3, (300, 80), p=[0.5, 0.3, 0.2])
    ]
    assert np.mean(rejected) <= 0.1 + 3 * np.sqrt(0.09 / 300)
    assert shift_p_value(old, rng.choice(3, 80, p=[0.1, 0.2, 0.7]), 3, rng=rng) <= 0.01


def test_all_of_it_together():
    rng = np.random.default_rng(0)
    known, y = drawn(600, EVEN, rng)
    new, _ = drawn(400, [0.7, 0.2, 0.1], rng)
    found = class_shift(new, known, y, before=EVEN, rng=rng)
    assert found.p_value <= 0.01
    assert_allclose(found.shares, [0.7, 0.2, 0.1], atol=0.1)
    assert found.before is EVEN
