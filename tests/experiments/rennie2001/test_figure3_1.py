import numpy as np
import pytest
from scipy.stats import binom

from halfbayes.experiments.rennie2001 import figure3_1


def test_the_distribution_is_that_of_a_binomial_count(tmp_path):
    found = [m for m in figure3_1.run({"words": 0}, tmp_path) if m.row == figure3_1.PMF]
    n = np.arange(figure3_1.MOST_OCCURRENCES + 1)
    assert [m.value for m in found] == pytest.approx(binom.pmf(n, 10_000, 0.0002).tolist())
    assert [m.x for m in found] == pytest.approx(np.log1p(n).tolist(), abs=1e-6)


def test_simulation_agrees_with_the_sums_where_stirling_does_not(tmp_path):
    found = {m.column: m.value for m in figure3_1.run({"words": 100_000}, tmp_path)}
    # The standard error of a variance of 100,000 nearly normal draws is 0.45 %.
    assert found["simulated"] == pytest.approx(found["binomial"], rel=0.02)
    assert found["poisson"] == pytest.approx(found["binomial"], rel=1e-3)
    assert found["stirling"] < 0.5 * found["binomial"]
