import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from halfbayes.core.small_fit import fitted_weights
from halfbayes.core.summed_fit import (
    FARTHEST,
    ScoreBlock,
    SummedObjective,
    SumsAt,
    score_block,
    summed_fit,
)
from halfbayes.core.weight_priors import TiedWeights


def scores(n, J, K, seed=0, *, skew=0.0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, K, n)
    f = rng.normal(size=(J, n, K)) + skew * np.arange(K)
    f[:, np.arange(n), y] += 0.7
    return f, y


def cut(block, order, bounds):
    y, d = block.y[order], block.differences[:, :, order]
    edges = [0, *sorted(bounds), len(y)]
    pairs = itertools.pairwise(edges)
    return [ScoreBlock(y[a:b], d[:, :, a:b]) for a, b in pairs if b > a]


def total_of(blocks):
    def total(at):
        first, *rest = map(at, blocks)
        for more in rest:
            first = first + more
        return first

    return total


def same(one, other):
    assert_array_equal(one.limbs, other.limbs)
    assert one.low == other.low


@settings(max_examples=30)
@given(st.permutations(range(40)), st.lists(st.integers(0, 40), max_size=5), st.integers(0, 9))
def test_sums_do_not_depend_on_order_or_blocks(order, bounds, seed):
    f, y = scores(40, 2, 4, seed)
    block = score_block(f, y)
    at = SumsAt(np.array([1.2, 0.4]), np.linspace(-1.0, 1.0, 4))
    same(total_of(cut(block, list(order), bounds))(at), at(block))


def test_more_documents_than_are_added_in_doubles_are_added_exactly():
    f, y = scores(9001, 2, 3)
    block = score_block(f, y)
    at = SumsAt(np.ones(2), np.zeros(3))
    rng = np.random.default_rng(1)
    same(total_of(cut(block, rng.permutation(9001), [1, 5000, 5001]))(at), at(block))


@pytest.mark.parametrize(("n", "J", "K", "skew"), [(300, 1, 2, 0.0), (500, 3, 6, 0.5)])
def test_the_fit_on_sums_is_the_small_fit(n, J, K, skew):
    f, y = scores(n, J, K, skew=skew)
    log_prior, prior = np.log(np.full(K, 1.0 / K)), TiedWeights(np.ones(J))
    whole = fitted_weights(f, y, log_prior, prior)
    block = score_block(f, y)
    rng = np.random.default_rng(2)
    blocks = cut(block, rng.permutation(n), [7, 100, 101])
    fit = summed_fit(total_of(blocks), log_prior, prior, np.zeros(1 + J + K))
    assert fit.documents == n
    # Differences are in single precision, and the last step of Newton's method is below 1e-6.
    assert_allclose(prior.theta(fit.point[: 1 + J]), whole.theta, rtol=1e-6)
    assert_allclose(log_prior + fit.point[1 + J :], whole.offsets, atol=1e-6)
    assert_allclose(fit.hessian[0, 0] ** -0.5, whole.scale_sd, rtol=1e-4)
    again = summed_fit(lambda at: at(block), log_prior, prior, np.zeros(1 + J + K))
    assert_array_equal(again.point, fit.point)
    assert_array_equal(again.hessian, fit.hessian)


def test_from_any_start_it_ends_at_the_same_place():
    f, y = scores(400, 2, 3)
    block, log_prior, prior = (
        score_block(f, y),
        np.log(np.full(3, 1 / 3)),
        TiedWeights(np.ones(2)),
    )
    looks = []

    def total(at):
        looks.append(at)
        return at(block)

    fit = summed_fit(total, log_prior, prior, np.zeros(6))
    looks.clear()
    warm = summed_fit(total, log_prior, prior, fit.point + 1e-3)
    assert len(looks) <= 3
    assert_allclose(warm.point, fit.point, atol=1e-7)
    far = summed_fit(total, log_prior, prior, np.array([2.0, -1.0, 2.0, 3.0, -3.0, 1.0]))
    assert_allclose(far.point, fit.point, atol=1e-7)


def test_slopes_and_bends_are_those_of_the_value():
    f, y = scores(3000, 2, 3)
    block = score_block(f, y)
    prior = replace(TiedWeights(np.array([0.8, 1.1])), offset_precision=1.0)
    objective = SummedObjective(lambda at: at(block), np.log(np.full(3, 1 / 3)), prior)
    x = np.array([0.3, -0.2, 0.1, 0.2, 0.0, -0.1])
    gradient, hessian = objective.derivatives(x, objective.sums(x))
    step = 1e-4  # the value is a sum over a grid: to 3000 / 2^31, and so the slope to 1e-2
    for place, direction in enumerate(np.eye(len(x))):
        ahead, behind = x + step * direction, x - step * direction
        there, here = objective.sums(ahead), objective.sums(behind)
        slope = (objective.value(ahead, there) - objective.value(behind, here)) / (2 * step)
        assert_allclose(gradient[place], slope, atol=1e-2, rtol=1e-5)
        slopes = [objective.derivatives(p, s)[0] for p, s in ((ahead, there), (behind, here))]
        bend = (slopes[0] - slopes[1]) / (2 * step)
        assert_allclose(hessian[place], bend, atol=1e-2, rtol=1e-4)


def test_scores_far_off_or_infinite_are_bounded():
    f = np.array([[[0.0, 1e9, -1e9], [np.inf, np.inf, -np.inf]]])
    block = score_block(f, np.array([0, 1]))
    assert block.differences[0, :, 0].tolist() == [0.0, FARTHEST, -FARTHEST]
    assert block.differences[0, :, 1].tolist() == [0.0, 0.0, -FARTHEST]
    assert block.n_bytes == 2 * 4 + 6 * 4
    assert block.within(32) == [block]
    one, other = block.within(16)
    assert_array_equal(one.differences, block.differences[:, :, :1])
    assert_array_equal(other.y, block.y[1:])
