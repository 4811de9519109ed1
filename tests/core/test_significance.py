from itertools import product
from math import factorial

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.stats import chi2

from halfbayes.core import significance
from halfbayes.core.significance import significance_level
from halfbayes.core.term_scores import hypothesis_test


def brute_force(counts, q):
    """Level by adding up every outcome, one occurrence at a time."""
    n = int(sum(counts))
    observed = hypothesis_test(np.array(counts, dtype=float)[:, None], q)[0]
    level = 0.0
    for outcome in product(range(n + 1), repeat=len(q)):
        if sum(outcome) == n:
            p = factorial(n) * np.prod(
                [a**b / factorial(b) for a, b in zip(q, outcome, strict=True)]
            )
            statistic = hypothesis_test(np.array(outcome, dtype=float)[:, None], q)[0]
            level += p * (statistic >= observed - 1e-9)
    return level


@pytest.mark.parametrize("counts", [(1, 0, 0), (2, 0, 1), (0, 0, 4), (3, 2, 1), (0, 6, 1)])
@pytest.mark.parametrize("q", [(0.5, 0.3, 0.2), (1 / 3, 1 / 3, 1 / 3), (0.9, 0.05, 0.05)])
def test_small_counts_are_exact(counts, q):
    terms, q = np.array(counts, dtype=float)[:, None], np.array(q)
    statistic = hypothesis_test(terms, q)
    expected = brute_force(counts, q)
    assert_allclose(significance_level(terms, statistic, q), expected, rtol=1e-9)
    assert_allclose(significance_level(terms, statistic, q[:, None]), expected, rtol=1e-9)


@pytest.mark.parametrize("counts", [(2, 1, 0), (3, 0, 0), (1, 1, 0)])
def test_a_class_that_one_term_rules_out_leaves_the_level_a_number(counts):
    terms, q = np.array(counts, dtype=float)[:, None], np.array([0.6, 0.4, 0.0])
    statistic = hypothesis_test(terms[:2], q[:2])
    of_two = significance_level(terms[:2], statistic, q[:2, None])
    assert_allclose(significance_level(terms, statistic, q[:, None]), of_two, rtol=1e-9)


def test_the_thesis_example_of_seven_draws():
    terms, q = np.array([[7.0, 0.0], [0.0, 7.0]]), np.array([0.5, 0.5])
    assert_allclose(significance_level(terms, hypothesis_test(terms, q), q), 2 / 2**7)


def test_large_counts_are_chi_squared():
    terms, q = np.array([[4000.0], [5900.0], [100.0]]), np.array([0.4, 0.59, 0.01])
    statistic = np.array([3.7])
    assert_allclose(significance_level(terms, statistic, q), chi2.sf(3.7, 2))


@pytest.mark.parametrize("n_classes", [5, 20, 52])
@pytest.mark.parametrize("n", [12, 40, 150])
@pytest.mark.parametrize("shape", [0.5, 50.0])
def test_levels_are_those_of_a_simulation(n_classes, n, shape):
    rng = np.random.default_rng(n_classes + n)
    q = rng.dirichlet(np.full(n_classes, shape)) + 1e-4
    q /= q.sum()
    draws = rng.multinomial(n, q, size=20_000).T.astype(float)
    statistic = hypothesis_test(draws, q)
    for wanted in (0.5, 0.1, 0.02):
        at = np.quantile(statistic, 1 - wanted)
        simulated = (statistic >= at - 1e-9).mean()
        level = significance_level(draws[:, :1], np.array([at]), q)[0]
        own = significance_level(draws[:, :1], np.array([at]), q[:, None])[0]
        # Ties between equally likely outcomes part the two by some percent at small counts.
        assert_allclose(level, simulated, rtol=0.2, atol=0.02)
        assert_allclose(own, level, rtol=1e-9)


def test_under_the_hypothesis_a_share_of_alpha_has_level_alpha():
    rng = np.random.default_rng(1)
    q = rng.dirichlet(np.ones(8))
    sizes = rng.integers(1, 200, size=4000)
    terms = np.array([rng.multinomial(n, q) for n in sizes]).T.astype(float)
    level = significance_level(terms, hypothesis_test(terms, q), q)
    for alpha in (0.05, 0.2):
        assert abs((level <= alpha).mean() - alpha) < 0.25 * alpha


def test_levels_fall_as_the_statistic_rises():
    q = np.array([0.7, 0.2, 0.07, 0.03])
    for n in (3.0, 20.0, 60.0, 1000.0):
        terms = np.tile(n * q, (9, 1)).T
        levels = significance_level(terms, np.linspace(0.1, 30.0, 9), q)
        assert (np.diff(levels) <= 1e-12).all()


def test_weights_that_are_no_counts_go_by_moments():
    q = np.array([0.5, 0.3, 0.2])
    terms = np.array([[2.5], [0.2], [0.4]])
    level = significance_level(terms, hypothesis_test(terms, q), q)
    assert 0 < level[0] < 1


def test_no_counts_and_impossible_classes_have_level_one_or_are_left_out():
    q = np.array([0.5, 0.5, 0.0])
    terms = np.array([[0.0, 3.0], [0.0, 1.0], [0.0, 0.0]])
    level = significance_level(terms, hypothesis_test(terms, q), q)
    assert level[0] == 1
    two = significance_level(terms[:2], hypothesis_test(terms[:2], q[:2]), q[:2])
    assert_allclose(level, two)
    assert_allclose(
        significance_level(np.array([[9.0]]), np.array([0.0]), np.array([1.0])), 1.0
    )


def test_terms_with_equal_counts_are_worked_out_once(monkeypatch):
    seen = []
    original = significance._distribution
    monkeypatch.setattr(
        significance, "_distribution", lambda n, q: seen.append(q.shape[1]) or original(n, q)
    )
    q = np.tile(np.array([[0.6], [0.4]]), (1, 500))
    terms = np.tile(np.array([[2.0], [0.0]]), (1, 500))
    level = significance_level(terms, hypothesis_test(terms, q[:, 0]), q)
    assert seen == [1]
    assert_allclose(level, 0.36 + 0.16)  # both occurrences in one class, whichever
