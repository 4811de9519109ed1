import numpy as np
import pytest
from numpy.testing import assert_allclose

from halfbayes.core.estimates import (
    FORMS,
    estimate_bias,
    estimate_mean,
    estimate_variance,
    log_count_moments,
    log_count_variance,
    score_variance,
    stirling_probabilities,
)

THETA = np.array([0.6, 0.3, 0.1])
ADDED = np.array([1.0, 1.0, 2.0])


def test_mean_bias_and_variance_of_estimates_are_those_of_a_simulation():
    rng = np.random.default_rng(0)
    counts = rng.multinomial(25, THETA, size=200_000)
    estimates = (ADDED + counts) / (ADDED.sum() + 25)
    assert_allclose(estimate_mean(THETA, ADDED, 25), estimates.mean(axis=0), rtol=2e-3)
    assert_allclose(estimate_variance(THETA, ADDED, 25), estimates.var(axis=0), rtol=2e-2)
    assert_allclose(estimate_bias(THETA, ADDED, 25), estimates.mean(axis=0) - THETA, atol=5e-4)


def test_bias_by_hand_and_its_sign():
    # a = 4, N = 16: (1 - 4 * 0.6) / 20 = -0.07; negative where theta > a_k / a.
    assert_allclose(estimate_bias(THETA, ADDED, 16), [-0.07, -0.01, 0.08])
    assert_allclose(estimate_bias(THETA, ADDED, 1e9), 0.0, atol=1e-8)


def test_moments_of_two_draws_by_hand():
    # N = 2, theta = 1/2: counts 0, 1, 2 with probability 1/4, 1/2, 1/4.
    mean = np.log(2) / 2 + np.log(3) / 4
    second = np.log(2) ** 2 / 2 + np.log(3) ** 2 / 4
    assert_allclose(log_count_moments(2, 0.5), (mean, second - mean**2))


@pytest.mark.parametrize(("words", "theta", "added"), [(50, 0.1, 1.0), (400, 0.02, 0.3)])
def test_the_binomial_sum_is_that_of_a_simulation(words, theta, added):
    rng = np.random.default_rng(1)
    logs = np.log(added + rng.binomial(words, theta, size=400_000))
    mean, variance = log_count_moments(words, theta, added=added)
    assert_allclose((mean, variance), (logs.mean(), logs.var()), rtol=1e-2)


@pytest.mark.parametrize("expected_count", [0.1, 1.0, 2.0, 10.0])
def test_binomial_poisson_and_stirling_forms_agree_for_rare_words(expected_count):
    moments = {
        form: log_count_moments(10_000, expected_count / 10_000, form=form) for form in FORMS
    }
    assert_allclose(moments["poisson"], moments["binomial"], rtol=2e-3)
    # Stirling's formula is 4 % low at n = 2 and 1 % at n = 8.
    assert_allclose(moments["stirling"][0], moments["poisson"][0], rtol=0.05)


def test_the_mean_by_equation_3_10_as_printed():
    N, theta = 500, 0.004
    mean = N * theta
    n = np.arange(2, N + 1)
    printed = (
        mean * np.log(2) / np.exp(mean)
        + (
            np.log(1 + n)
            / np.sqrt(2 * np.pi * n)
            * np.exp(n * (1 + np.log(mean) - np.log(n)) - mean)
        ).sum()
    )
    assert_allclose(log_count_moments(N, theta, form="stirling")[0], printed)


def test_one_word_drawn_has_two_outcomes_in_every_form():
    assert_allclose(stirling_probabilities(1, 0.3), np.exp(-0.3) * np.array([1.0, 0.3]))
    assert all(len(FORMS[form](1, 0.3)) == 2 for form in FORMS)


def test_the_variance_peaks_where_a_word_is_expected_once_or_twice():
    # Figure 3-1 (b): theta = 0.0002, a = 1.
    N = np.unique(np.geomspace(100, 300_000, 60).astype(int))
    variances = [log_count_moments(int(n), 0.0002, form="binomial")[1] for n in N]
    assert 1.0 <= N[int(np.argmax(variances))] * 0.0002 <= 2.5


@pytest.mark.parametrize("added", [0.01, 0.5, 1.0, 3.0])
def test_the_table_of_variances_is_the_poisson_sum(added):
    expected = np.array([1e-6, 3e-4, 0.02, 0.5, 1.7, 12.0, 150.0, 900.0, 5e4])
    table = log_count_variance(expected, np.array(added))
    words = [10_000] * 6 + [2_000, 4_000, 200_000]
    exact = [
        log_count_moments(n, mean / n, added=added, form="poisson")[1]
        for n, mean in zip(words, expected, strict=True)
    ]
    assert_allclose(table[1:], exact[1:], rtol=2e-3)
    # 1e-6: the difference of squares in 3.8 cancels; the limit is lambda log((a + 1) / a)^2.
    assert_allclose(table[0], 1e-6 * np.log((added + 1) / added) ** 2, rtol=1e-3)


def test_variances_with_an_added_count_for_every_word():
    expected = np.array([[0.5, 2.0, 7.0]])
    added = np.array([0.2, 1.0, 0.2])
    one_by_one = [
        log_count_variance(expected[:, [w]], np.array(added[w]))[0, 0] for w in range(3)
    ]
    assert_allclose(log_count_variance(expected, added)[0], np.ravel(one_by_one))
    many = np.linspace(0.5, 2.0, 200)
    rounded = log_count_variance(np.full((1, 200), 1.5), many)
    exact = [log_count_variance(np.array([1.5]), np.array(a))[0] for a in many[::20]]
    assert_allclose(rounded[0, ::20], exact, rtol=2e-2)


def test_the_variance_of_a_score_is_that_of_a_simulation():
    # Independent Poisson counts, as 3.7 assumes.
    rng = np.random.default_rng(2)
    expected, document = np.array([0.4, 3.0, 20.0]), np.array([2.0, 1.0, 5.0])
    logs = np.log(1 + rng.poisson(expected, size=(300_000, 3)))
    formula = score_variance(document, log_count_variance(expected[None, :], np.array(1.0)))
    assert_allclose(formula, (logs @ document).var(), rtol=1e-2)


def test_theorem_3_4_1_holds_in_simulation():
    # Two classes with the same words, 40 documents of training words against 1,000.
    rng = np.random.default_rng(3)
    theta = rng.dirichlet(np.full(50, 0.5))
    document = rng.multinomial(100, theta)
    few, many = 800, 20_000

    def scores(words):
        counts = rng.multinomial(words, theta, size=20_000)
        return np.log((1 + counts) / (50 + words)) @ document

    z_few, z_many = scores(few), scores(many)
    assert z_few.var() > z_many.var()
    assert 2 * z_few.var() > (z_few - z_many).var() > z_few.var()
