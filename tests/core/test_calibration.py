import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.metrics import log_loss as sklearn_log_loss

from halfbayes.core.calibration import (
    brier_score,
    calibration_errors,
    calibration_report,
    expected_calibration_error,
    log_loss,
    reliability_bins,
    with_interval,
)


def calibrated(n, rng):
    """Probabilities of two classes and classes drawn from them."""
    p = rng.random(n)
    return np.column_stack([p, 1 - p]), (rng.random(n) > p).astype(int)


@given(st.integers(1, 20), st.integers(0, 20))
def test_confidence_equal_to_the_accuracy_has_no_error(right, wrong):
    correct = np.array([True] * right + [False] * wrong)
    confidence = np.full(len(correct), correct.mean())
    assert expected_calibration_error(confidence, correct) == pytest.approx(0.0)


@given(st.integers(0, 2**32 - 1), st.integers(1, 80), st.integers(1, 20))
def test_the_mean_gap_is_at_most_the_largest(seed, n, bins):
    rng = np.random.default_rng(seed)
    confidence, correct = rng.random(n), rng.random(n) < 0.5
    mean = expected_calibration_error(confidence, correct, bins=bins)
    table = reliability_bins(confidence, correct, bins=bins)
    assert mean <= table.gaps.max() + 1e-12
    assert table.documents.sum() == n


@given(st.integers(0, 2**32 - 1), st.integers(2, 40))
def test_log_loss_is_that_of_scikit_learn(seed, n):
    rng = np.random.default_rng(seed)
    proba, y = rng.dirichlet(np.ones(3), n), rng.integers(0, 3, n)
    assert_allclose(log_loss(proba, y), sklearn_log_loss(y, proba, labels=[0, 1, 2]))


@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_the_brier_score_lies_between_certainty_right_and_wrong(seed, n):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, n)
    assert brier_score(np.eye(3)[y], y) == 0.0
    assert brier_score(np.eye(3)[(y + 1) % 3], y) == 2.0
    assert 0.0 <= brier_score(rng.dirichlet(np.ones(3), n), y) <= 2.0


def test_an_impossible_document_is_not_an_infinite_loss():
    assert np.isfinite(log_loss(np.array([[0.0, 1.0]]), np.array([0])))


@pytest.mark.parametrize(("measure", "truth"), [(brier_score, 1 / 3), (log_loss, 0.5)])
def test_intervals_hold_the_truth_as_often_as_they_say(measure, truth):
    """E 2p(1-p) = 1/3 and E H(p) = 1/2 for p uniform."""
    rng, held, draws = np.random.default_rng(0), 0, 60
    for _ in range(draws):
        found = with_interval(measure, *calibrated(150, rng), rng=rng, level=0.9)
        held += found.low <= truth <= found.high
    assert held / draws >= 0.9 - 3 * np.sqrt(0.09 / draws)


def test_the_interval_is_the_basic_one():
    """The quantiles of the resampled values, mirrored at the measured one."""
    proba, y = np.tile([0.9, 0.1], (40, 1)), np.repeat([0, 1], [38, 2])
    found = with_interval(log_loss, proba, y, rng=np.random.default_rng(3))
    rng = np.random.default_rng(3)
    rows = [rng.integers(0, 40, 40) for _ in range(500)]
    low, high = np.quantile([log_loss(proba[r], y[r]) for r in rows], [0.025, 0.975])
    assert found.value == log_loss(proba, y)
    assert found.value - low != pytest.approx(high - found.value, rel=0.1)
    expected = np.maximum([2 * found.value - high, 2 * found.value - low], 0.0)
    assert_allclose([found.low, found.high], expected)


def test_no_end_of_an_interval_is_below_zero():
    proba, y = np.tile([0.999, 0.001], (30, 1)), np.repeat([0, 1], [29, 1])
    found = with_interval(brier_score, proba, y, rng=np.random.default_rng(0))
    assert found.low == 0.0 <= found.value < found.high


def judged(proba, y):
    return proba.max(axis=1), proba.argmax(axis=1) == y


def test_the_calibration_error_of_calibrated_probabilities_is_not_proved():
    rng, draws = np.random.default_rng(0), 200
    found = [calibration_errors(*judged(*calibrated(200, rng))) for _ in range(draws)]
    assert np.mean([expected.low > 0.0 for expected, _ in found]) <= 0.05
    assert np.mean([largest.low > 0.0 for _, largest in found]) <= 0.05


def test_the_calibration_error_of_bold_probabilities_is_proved_and_bounded():
    """Confidence 0.95 where 70 % are right: both errors are 0.25."""
    rng, held = np.random.default_rng(0), 0
    for _ in range(100):
        expected, largest = calibration_errors(np.full(300, 0.95), rng.random(300) < 0.7)
        held += 0.0 < expected.low <= 0.25 <= expected.high
        assert expected.low <= expected.value <= expected.high
        assert largest == expected
    assert held >= 90


def test_the_report_has_all_four():
    rng = np.random.default_rng(0)
    proba, y = calibrated(50, rng)
    report = calibration_report(proba, y, rng=rng)
    assert float(report["brier score"]) == brier_score(proba, y)
    assert float(report["log loss"]) == log_loss(proba, y)
    expected = expected_calibration_error(*judged(proba, y))
    assert float(report["expected calibration error"]) == pytest.approx(expected)
    assert float(report["maximum calibration error"]) >= expected
