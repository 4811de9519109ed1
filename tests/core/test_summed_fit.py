from dataclasses import replace

import numpy as np
import pytest
from core.scored import cut, scores, total_of
from numpy.testing import assert_allclose, assert_array_equal

from halfbayes.core.small_fit import SmallObjective, fitted_weights
from halfbayes.core.summed_fit import SummedObjective, summed_fit
from halfbayes.core.summed_scores import score_block
from halfbayes.core.weight_priors import TiedWeights


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


def test_where_a_view_bears_the_offsets_what_it_is_silent_of_has_none():
    f, y = scores(500, 2, 3, skew=0.5)
    silent = np.arange(500) % 4 == 0
    f[0, silent] = 0.0
    log_prior, prior = np.log([0.5, 0.3, 0.2]), TiedWeights(np.ones(2))
    r = np.where(silent, 0.0, 1.0)
    whole = SmallObjective(f, y, log_prior, prior, np.ones(500), r).fitted()
    block = score_block(f, y)
    fit = summed_fit(lambda at: at(block), log_prior, prior, np.zeros(6), 0)
    assert_allclose(prior.theta(fit.point[:3]), whole.theta, rtol=1e-6)
    assert_allclose(log_prior + fit.point[3:], whole.offsets, atol=1e-6)
    without = summed_fit(lambda at: at(block), log_prior, prior, np.zeros(6))
    assert np.abs(fit.point - without.point).max() > 1e-3


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
