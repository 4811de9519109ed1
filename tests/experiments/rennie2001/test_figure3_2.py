import pytest

from halfbayes.core.estimates import log_count_moments
from halfbayes.experiments.rennie2001 import figure3_2


def test_the_contribution_is_the_variance_times_the_squared_frequency(tmp_path):
    found = {(m.column, m.x): m.value for m in figure3_2.run({}, tmp_path)}
    theta = 1e-5
    variance = log_count_moments(figure3_2.WORDS, theta, form="poisson")[1]
    assert found[figure3_2.VARIANCE, theta] == pytest.approx(variance, rel=1e-3)
    expected = figure3_2.MILLION * (300 * theta) ** 2 * variance
    assert found[figure3_2.CONTRIBUTION, theta] == pytest.approx(expected, rel=1e-3)
