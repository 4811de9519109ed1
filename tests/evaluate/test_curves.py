import numpy as np
import pytest

from halfbayes.errors import InvalidParameterError
from halfbayes.evaluate.curves import coverage_report


def judged(n, rng):
    confidence = rng.random(n)
    return confidence, rng.random(n) < 0.5 + confidence / 2


def test_estimates_lie_within_their_bounds():
    report = coverage_report(*judged(500, np.random.default_rng(0)))
    for target in (0.7, 0.9, 0.99):
        found = report.coverage_at(target)
        assert 0.0 <= found.low <= found.value <= found.high <= 1.0
    for share in (0.1, 0.5, 1.0):
        found = report.accuracy_at(share)
        assert found.low <= found.value + 0.02
        assert found.value <= found.high + 0.02
    assert report.area_over == report.curve.area_over


def test_a_proved_coverage_really_has_the_accuracy():
    """The truth above t is 1/2 + (1 + t)/4; 0.9 is reached at t = 0.6, coverage 0.4."""
    rng = np.random.default_rng(0)
    low = [coverage_report(*judged(1000, rng)).coverage_at(0.9).low for _ in range(100)]
    assert np.mean(np.array(low) > 0.4 + 0.05) <= 0.05


@pytest.mark.parametrize("wrong", [95, -1, "a", float("nan")])
def test_what_is_no_share_is_refused(wrong):
    confidence = np.linspace(1, 0, 200)
    report = coverage_report(confidence, np.arange(200) < 150)
    for ask in (report.coverage_at, report.accuracy_at):
        with pytest.raises(InvalidParameterError, match="between 0 and 1; got"):
            ask(wrong)
    with pytest.raises(InvalidParameterError, match="the confidence of the band must be"):
        coverage_report(confidence, np.arange(200) < 150, level=wrong)


def test_all_and_none_of_the_documents_are_shares():
    report = coverage_report(np.linspace(1, 0, 200), np.arange(200) < 150)
    assert report.accuracy_at(1).value == 0.75
    assert report.coverage_at(0).value == 1.0
