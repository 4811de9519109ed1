"""What the small fit asks of documents: probabilities and derivatives, whatever the blocks."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.special import log_softmax

from halfbayes.core import differences
from halfbayes.core.differences import difference_blocks
from halfbayes.core.small_fit import SmallObjective
from halfbayes.core.weight_priors import TiedWeights

seeds = st.integers(0, 2**32 - 1)


def invented(seed, n=15, n_classes=3, n_views=2):
    """Views, classes, log prior, weights and r; far from zero, as log likelihoods are."""
    rng = np.random.default_rng(seed)
    views = rng.normal(size=(n_views, n, n_classes)) - 500.0 * rng.random((n_views, n, 1))
    y = rng.integers(0, n_classes, n)
    log_prior = log_softmax(rng.normal(size=n_classes))
    return views, y, log_prior, rng.uniform(0.0, 2.0, n), rng.choice([0.0, 0.5, 1.0], n)


def log_proba(views, log_prior, r, theta, c):
    z = np.tensordot(theta, views, axes=1) + log_prior + r[:, None] * c
    return log_softmax(z, axis=1)


def whole(views, y, weights, r):
    [block] = difference_blocks(views, y, weights, r)
    return block


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_documents_are_seen_as_by_the_views_themselves(seed):
    views, y, log_prior, weights, r = invented(seed)
    rng = np.random.default_rng(seed)
    theta, c = rng.uniform(0.1, 2.0, 2), rng.normal(size=3)
    seen = whole(views, y, weights, r).seen(theta, log_prior, c)
    expected = log_proba(views, log_prior, r, theta, c)
    assert_allclose(np.log(seen.p.T), expected, atol=1e-10)
    assert_allclose(seen.loss, -weights @ expected[np.arange(15), y], rtol=1e-10)


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_slopes_and_bends_are_the_derivatives_of_the_loss(seed):
    views, y, log_prior, weights, r = invented(seed)
    rng = np.random.default_rng(seed)
    block, at = whole(views, y, weights, r), rng.uniform(0.1, 1.0, 5)

    def loss(x):
        return block.seen(x[:2], log_prior, x[2:]).loss

    def sums(x):
        return block.sums(block.seen(x[:2], log_prior, x[2:]).p)

    steps, h = 1e-5 * np.eye(5), 2e-5
    slopes, bends = sums(at)
    numeric = np.array([loss(at + e) - loss(at - e) for e in steps]) / h
    assert_allclose(slopes, numeric, rtol=1e-6, atol=1e-7)
    bent = np.array([sums(at + e)[0] - sums(at - e)[0] for e in steps]) / h
    assert_allclose(bends, bent, rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("cells", [1, 12, 50])
@pytest.mark.parametrize("plain", [True, False])
def test_blocks_do_not_matter(monkeypatch, cells, plain):
    views, y, log_prior, weights, r = invented(1, n=40)
    if plain:
        weights, r = np.ones(40), None
    prior = TiedWeights(np.ones(2))
    one = SmallObjective(views, y, log_prior, prior, weights, r).fitted()
    monkeypatch.setattr(differences, "BLOCK_CELLS", cells)
    assert len(difference_blocks(views, y, weights, r)) == -(-40 // max(1, cells // 6))
    many = SmallObjective(views, y, log_prior, prior, weights, r).fitted()
    assert_allclose(many.theta, one.theta, rtol=1e-7)
    assert_allclose(many.offsets, one.offsets, rtol=1e-7)
    assert_allclose(many.leave_one_out, one.leave_one_out, rtol=1e-7)


def test_no_documents_say_nothing():
    block = whole(np.zeros((2, 0, 3)), np.zeros(0, dtype=np.intp), np.ones(0), None)
    seen = block.seen(np.ones(2), np.zeros(3), np.zeros(3))
    slopes, bends = block.sums(seen.p)
    assert seen.loss == 0.0
    assert not slopes.any()
    assert not bends.any()
    assert block.left_out(seen.p, np.eye(5)).shape == (3, 0)
