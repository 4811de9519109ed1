import numpy as np
import pytest
from laws.populations import POPULATIONS

from halfbayes.core.error_curve import ErrorCurve, drawn_curves


def test_the_chance_of_an_error_only_grows_and_matches_the_errors_seen():
    rng = np.random.default_rng(0)
    confidence, correct = POPULATIONS["hard"].draw(500, rng)
    curves = drawn_curves(confidence, correct, 200, rng)
    chance = np.array([curve.chance(np.sort(confidence)[::-1]) for curve in curves])
    assert np.all(np.diff(chance, axis=1) >= 0)
    assert chance.mean() == pytest.approx(1 - correct.mean(), abs=0.02)


def test_the_curve_behind_the_documents_is_found():
    rng, true = np.random.default_rng(0), ErrorCurve(0.5, 1.3, -3.0)
    confidence = rng.beta(2.0, 0.5, 20_000)
    correct = rng.random(20_000) >= true.chance(confidence)
    curves = drawn_curves(confidence, correct, 200, rng)
    found = np.mean([curve.chance(confidence) for curve in curves], axis=0)
    assert found == pytest.approx(true.chance(confidence), abs=0.02)


def drawn_means(n, rng, count=200):
    """Chances at a confidence of .9, of curves drawn from n documents."""
    confidence, correct = POPULATIONS["hard"].draw(n, rng)
    curves = drawn_curves(confidence, correct, count, rng)
    return np.array([curve.chance(np.array([0.9]))[0] for curve in curves])


def test_more_documents_leave_less_open():
    rng = np.random.default_rng(0)
    assert drawn_means(2000, rng).std() < drawn_means(100, rng).std() / 2


def test_the_true_curve_lies_among_those_drawn():
    """Curves from the prior, documents from the curve: each quarter holds a quarter of them."""
    rng, below = np.random.default_rng(0), []
    at = np.array([0.95])
    for _ in range(120):
        a, b, logit_e = rng.normal([0.0, 1.0, -6.0], [1.0, 0.5, 2.0])
        if b < 0:
            continue
        true = ErrorCurve(a, b, logit_e)
        confidence = rng.beta(2.0, 0.5, 100)
        correct = rng.random(100) >= true.chance(confidence)
        curves = drawn_curves(confidence, correct, 60, rng)
        below.append(np.mean([curve.chance(at) < true.chance(at) for curve in curves]))
    counts = np.histogram(below, bins=4, range=(0, 1))[0] / len(below)
    assert counts == pytest.approx(0.25, abs=0.12)
