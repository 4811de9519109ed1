import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.optimize import minimize
from scipy.stats import entropy

from halfbayes.core.neighbourhood import (
    METRICS,
    hellinger,
    kullback_leibler,
    near_hypothesis_test,
    nearest,
    total_variation,
)
from halfbayes.core.term_scores import hypothesis_test

cases = st.tuples(st.integers(2, 5), st.floats(0.01, 0.4), st.integers(0, 10**6))


def drawn(n_classes, seed):
    rng = np.random.default_rng(seed)
    neutral = rng.dirichlet(np.full(n_classes, 3.0)) + 0.02
    own = rng.multinomial(6, rng.dirichlet(np.full(n_classes, 0.5)), size=4).T / 6
    return neutral / neutral.sum(), own, rng


def test_metrics_against_other_formulas():
    p, q = np.array([0.2, 0.5, 0.3]), np.array([0.6, 0.3, 0.1])
    assert_allclose(total_variation(p, q), np.maximum(p - q, 0).sum())
    assert_allclose(hellinger(p, q), np.linalg.norm(np.sqrt(p) - np.sqrt(q)) / np.sqrt(2))
    assert_allclose(kullback_leibler(p, q), entropy(p, q))
    assert kullback_leibler(p, np.array([0.0, 0.5, 0.5])) == np.inf


@pytest.mark.parametrize("metric", METRICS)
@given(case=cases)
def test_p_near_is_a_distribution_inside_the_ball_and_own_where_own_is_inside(metric, case):
    n_classes, epsilon, seed = case
    neutral, own, _ = drawn(n_classes, seed)
    near = nearest(own, neutral, epsilon, metric)
    distance = METRICS[metric]
    assert_allclose(near.sum(axis=0), 1.0)
    assert (near >= 0).all()
    assert (distance(neutral[:, None], near) <= epsilon + 1e-7).all()
    inside = distance(neutral[:, None], own) <= epsilon
    assert np.array_equal(near[:, inside], own[:, inside])
    assert_allclose(distance(neutral[:, None], near)[~inside], epsilon, rtol=1e-5)


@pytest.mark.parametrize("metric", METRICS)
@settings(max_examples=30)
@given(case=cases)
def test_no_distribution_in_the_ball_is_nearer_than_p_near(metric, case):
    n_classes, epsilon, seed = case
    neutral, own, rng = drawn(n_classes, seed)
    near = nearest(own, neutral, epsilon, metric)
    distance = METRICS[metric]
    best = distance(own, near)
    for start in (np.full(n_classes, 0.3), rng.dirichlet(np.ones(n_classes))):
        others = (1 - np.linspace(0, 1, 40)) * start[:, None] + np.linspace(0, 1, 40) * own[
            :, [0]
        ]
        others /= others.sum(axis=0)
        in_ball = distance(neutral[:, None], others) <= epsilon
        for other in others[:, in_ball].T:
            assert (distance(own, other[:, None]) >= best - 1e-7).all()
    around = near + rng.normal(scale=0.02, size=(50, *near.shape))
    around = np.maximum(around, 1e-9)
    around /= around.sum(axis=1, keepdims=True)
    for others in around:
        in_ball = distance(neutral[:, None], others) <= epsilon
        assert (distance(own, others)[in_ball] >= best[in_ball] - 1e-7).all()


@pytest.mark.parametrize("metric", ["hellinger", "kullback-leibler", "euclidean"])
def test_p_near_is_what_a_general_optimiser_finds(metric):
    distance, epsilon = METRICS[metric], 0.15
    neutral, own = np.array([0.5, 0.3, 0.2]), np.array([0.1, 0.2, 0.7])
    found = minimize(
        lambda p: distance(own, p) ** 2 if metric != "kullback-leibler" else distance(own, p),
        0.8 * neutral + 0.2 * own,  # at neutral itself the distance has no gradient
        method="SLSQP",
        bounds=[(1e-9, 1)] * 3,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1},
            {"type": "ineq", "fun": lambda p: epsilon - distance(neutral, p)},
        ],
        options={"ftol": 1e-10, "maxiter": 500},
    )
    assert found.success
    assert_allclose(nearest(own[:, None], neutral, epsilon, metric).ravel(), found.x, atol=1e-4)


@pytest.mark.parametrize("metric", METRICS)
def test_nht_is_equation_5_7_and_becomes_ht_as_epsilon_vanishes(metric):
    neutral = np.array([0.5, 0.3, 0.2])
    terms = np.array([[4.0, 0.0, 50.0], [0.0, 7.0, 30.0], [1.0, 0.0, 20.0]])
    score, near = near_hypothesis_test(terms, neutral, epsilon=0.1, metric=metric)
    for w in range(3):
        expected = 2 * sum(
            f * np.log((f / terms[:, w].sum()) / p)
            for f, p in zip(terms[:, w], near[:, w], strict=True)
            if f
        )
        assert_allclose(score[w], expected, atol=1e-9)
    assert score[2] == 0
    tiny, _ = near_hypothesis_test(terms, neutral, epsilon=1e-7, metric=metric)
    assert_allclose(tiny, hypothesis_test(terms, neutral), rtol=2e-2, atol=1e-3)


def test_a_common_word_near_the_neutral_distribution_is_no_feature_and_a_rare_sure_one_is():
    # Section 5.4: HT prefers the first word, NHT the second.
    terms, neutral = np.array([[4000.0, 7.0], [6000.0, 0.0]]), np.array([0.5, 0.5])
    ht = hypothesis_test(terms, neutral)
    nht, _ = near_hypothesis_test(terms, neutral, epsilon=0.15, metric="total-variation")
    assert ht[0] > ht[1]
    assert nht[0] < nht[1]


def test_a_term_that_never_occurs_scores_nothing():
    score, _ = near_hypothesis_test(
        np.zeros((2, 1)), np.array([0.5, 0.5]), epsilon=0.1, metric="hellinger"
    )
    assert score == 0
