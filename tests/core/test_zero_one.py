"""Few training errors: the line search is exact, the whole never gets worse."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.core.design import Design
from halfbayes.core.zero_one import best_step, fewer_errors, training_error

seeds = st.integers(0, 2**32 - 1)


@given(seeds)
@settings(max_examples=80, deadline=None)
def test_no_step_along_the_line_has_fewer_errors_than_the_best_step(seed):
    rng = np.random.default_rng(seed)
    n, K = int(rng.integers(1, 12)), int(rng.integers(2, 4))
    scores, y = rng.normal(size=(n, K)), rng.integers(K, size=n)
    slope, weight = rng.normal(size=n) * (rng.random(n) < 0.8), rng.integers(1, 4, size=n) * 1.0
    k = int(rng.integers(K))

    def error(t):
        moved = scores.copy()
        moved[:, k] += t * slope
        return training_error(moved, y, weight)

    found = error(best_step(scores, y, k, slope, weight))
    assert found <= min(error(t) for t in np.linspace(-20, 20, 801)) + 1e-9
    assert found <= error(0.0)


@given(seeds)
@settings(max_examples=25, deadline=None)
def test_the_search_never_adds_an_error(seed):
    rng = np.random.default_rng(seed)
    K = int(rng.integers(2, 4))
    design, y = Design(rng.normal(size=(25, 2)), intercept=True), rng.integers(K, size=25)
    start, weight = rng.normal(size=(3, K)), np.ones(25)
    found = fewer_errors(design, y, start, sample_weight=weight, rng=rng)
    before, after = (training_error(design.product(W), y, weight) for W in (start, found))
    assert after <= before


@given(seeds)
@settings(max_examples=40, deadline=None)
def test_on_one_input_it_finds_the_best_threshold_of_all(seed):
    rng = np.random.default_rng(seed)
    x = rng.random(15)
    y = (x + 0.3 * rng.normal(size=15) > 0.5).astype(np.intp)
    weight = np.ones(15)
    start = np.array([[-1.0, 1.0], [0.5, -0.5]])
    design = Design(x[:, np.newaxis], intercept=True)
    found = fewer_errors(design, y, start, sample_weight=weight, rng=rng)
    edges = np.sort(x)
    cuts = np.concatenate([[-1.0], (edges[1:] + edges[:-1]) / 2, [2.0]])
    fewest = min(np.sum((x > cut) != y) for cut in cuts)
    assert training_error(design.product(found), y, weight) <= fewest


def test_an_outlier_that_misleads_the_likelihood_costs_one_error():
    x = np.array([[0.0], [0.1], [0.2], [0.3], [0.4], [0.5], [100.0]])
    y = np.array([0, 0, 0, 1, 1, 1, 0])
    design, weight = Design(x, intercept=True), np.ones(7)
    tilted = np.array([[0.05, -0.05], [0.0, 0.0]])  # three errors
    found = fewer_errors(design, y, tilted, sample_weight=weight, rng=np.random.default_rng(0))
    assert training_error(design.product(tilted), y, weight) > 1
    assert training_error(design.product(found), y, weight) == 1
