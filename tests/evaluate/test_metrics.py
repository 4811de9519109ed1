from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import log_loss

from halfbayes.evaluate.metrics import quality


@st.composite
def judged(draw, most=25):
    """Probabilities of some documents over three classes, and their classes."""
    n = draw(st.integers(1, most))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    P = rng.dirichlet(np.full(3, draw(st.sampled_from([0.05, 0.5, 5.0]))), size=n)
    return P[rng.integers(n, size=n)], rng.integers(3, size=n)  # some twice: equal confidence


def answers(P, y):
    return P.max(axis=1), P.argmax(axis=1) == y


@given(judged())
def test_error_counts_wrong_answers(case):
    P, y = case
    wrong = [max(range(3), key=row.__getitem__) != k for row, k in zip(P, y, strict=True)]
    assert quality(P, y).error == pytest.approx(sum(wrong) / len(y))


@given(judged())
def test_log_loss_is_scikit_learns(case):
    P, y = case
    P = np.clip(P, 1e-12, None)  # the two give up at other small numbers
    P /= P.sum(axis=1, keepdims=True)
    assert quality(P, y).log_loss == pytest.approx(log_loss(y, P, labels=[0, 1, 2]), rel=1e-9)


@given(judged())
def test_calibration_error_is_the_sum_over_bins_one_by_one(case):
    P, y = case
    confidence, right = answers(P, y)
    total = 0.0
    for b in range(15):
        inside = [i for i, c in enumerate(confidence) if b / 15 < c <= (b + 1) / 15]
        if inside:
            gap = np.mean(right[inside]) - np.mean(confidence[inside])
            total += len(inside) / len(y) * abs(gap)
    assert quality(P, y).calibration_error == pytest.approx(total, abs=1e-12)


@given(judged())
def test_coverage_is_the_best_of_all_thresholds_tried_one_by_one(case):
    P, y = case
    confidence, right = answers(P, y)
    tried = [
        np.mean(confidence >= t) for t in confidence if np.mean(right[confidence >= t]) >= 0.95
    ]
    assert quality(P, y).coverage95 == pytest.approx(max(tried, default=0.0))


@given(judged(most=5))
def test_area_is_the_mean_error_of_the_surest_over_every_order_of_equals(case):
    P, y = case
    confidence, right = answers(P, y)
    orders = [
        list(order)
        for order in permutations(range(len(y)))
        if all(np.diff(confidence[list(order)]) <= 0)
    ]
    areas = [
        np.mean([1.0 - np.mean(right[order][:n]) for n in range(1, len(y) + 1)])
        for order in orders
    ]
    assert quality(P, y).area == pytest.approx(np.mean(areas), abs=1e-12)
