import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from sklearn.feature_selection import chi2
from sklearn.metrics import mutual_info_score

from halfbayes.core.term_scores import (
    chi_squared,
    discriminative,
    hypothesis_test,
    information_gain,
)

tables = st.tuples(st.integers(2, 5), st.integers(1, 6), st.integers(0, 10**6)).map(
    lambda t: np.random.default_rng(t[2]).poisson(2.0, size=t[:2]).astype(float)
)


@given(tables)
def test_information_gain_is_the_mutual_information_of_word_and_class_over_tokens(terms):
    totals = terms.sum(axis=1) + 3.0  # words of other terms
    gains = information_gain(terms, totals)
    for w in range(terms.shape[1]):
        contingency = np.stack([terms[:, w], totals - terms[:, w]])
        assert_allclose(
            gains[w], mutual_info_score(None, None, contingency=contingency), atol=1e-12
        )


def test_information_gain_by_equation_5_2_worked_by_hand():
    # 3 of the 4 words of class one, 1 of the 6 words of class two: f = 4, N = 10.
    terms, totals = np.array([[3.0], [1.0]]), np.array([4.0, 6.0])
    by_hand = (
        3 / 10 * np.log((3 / 4) / (4 / 10))
        + (4 - 3) / 10 * np.log(((4 - 3) / (10 - 4)) / (4 / 10))
        + 1 / 10 * np.log((1 / 4) / (6 / 10))
        + (6 - 1) / 10 * np.log(((6 - 1) / (10 - 4)) / (6 / 10))
    )
    assert_allclose(information_gain(terms, totals), [by_hand])


@given(tables, st.integers(0, 10**6))
def test_ht_is_the_likelihood_ratio_of_equation_5_3(terms, seed):
    neutral = np.random.default_rng(seed).dirichlet(np.ones(len(terms)))
    for w, score in enumerate(hypothesis_test(terms, neutral)):
        counts = terms[:, w]
        own = counts / max(counts.sum(), 1)
        expected = 2 * sum(
            f * np.log(p / q) for f, p, q in zip(counts, own, neutral, strict=True) if f
        )
        assert_allclose(score, expected, rtol=1e-9, atol=1e-9)
        assert score >= 0


def test_ht_of_the_thesis_example_has_the_factor_two():
    terms, neutral = np.array([[4000.0], [6000.0]]), np.array([0.5, 0.5])
    assert_allclose(hypothesis_test(terms, neutral), 2 * 201.36, rtol=1e-4)


@given(tables)
def test_a_term_spread_like_the_classes_tells_nothing(terms):
    words = terms.sum(axis=1) + 1.0
    spread = np.outer(words, [1.0, 3.0])
    neutral = words / words.sum()
    assert_allclose(hypothesis_test(spread, neutral), 0.0, atol=1e-9)
    assert_allclose(chi_squared(spread, neutral), 0.0, atol=1e-9)
    assert_allclose(information_gain(spread, 10 * words), 0.0, atol=1e-12)


@given(st.integers(2, 4), st.integers(0, 10**6))
def test_chi_squared_by_share_of_documents_is_scikit_learns(n_classes, seed):
    rng = np.random.default_rng(seed)
    X = rng.poisson(1.0, size=(20, 5)) + 1.0
    y = np.concatenate([np.arange(n_classes), rng.integers(n_classes, size=20 - n_classes)])
    terms = np.stack([X[y == k].sum(axis=0) for k in range(n_classes)])
    share = np.bincount(y) / len(y)
    assert_allclose(chi_squared(terms, share), chi2(X, y)[0], rtol=1e-9, atol=1e-12)


def test_chi_squared_and_ht_agree_for_small_deviations():
    terms, neutral = np.array([[5010.0], [4990.0]]), np.array([0.5, 0.5])
    assert_allclose(chi_squared(terms, neutral), hypothesis_test(terms, neutral), rtol=1e-4)


def test_discriminative_score_is_equation_5_6():
    terms = np.array([[7.0, 0.0, 0.0], [0.0, 5.0, 0.0], [0.0, 5.0, 0.0]])
    assert_allclose(discriminative(terms), [8 / 10, 6 / 13, 1 / 3])


@pytest.mark.parametrize("score", [hypothesis_test, chi_squared])
def test_a_term_that_never_occurs_and_a_class_without_words_are_no_trouble(score):
    terms, neutral = np.array([[0.0, 2.0], [0.0, 1.0], [0.0, 0.0]]), np.array([0.5, 0.5, 0.0])
    assert score(terms, neutral)[0] == 0
    assert np.isfinite(score(terms, neutral)).all()
    assert np.isfinite(information_gain(terms, np.array([3.0, 3.0, 0.0]))).all()
