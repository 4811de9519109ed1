"""Dirichlet-multinomial: the thesis' equations 2.12-2.16."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import event_models
from laws.corpora import N_CLASSES, counts
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.special import factorial
from scipy.stats import dirichlet_multinomial

from halfbayes.core.counts import ClassCounts
from halfbayes.core.dirichlet import DirichletMultinomial, log_rising
from halfbayes.core.multinomial import Multinomial

few = settings(max_examples=30, deadline=None)


@few
@given(counts, st.floats(0.1, 5.0))
def test_scipy_agrees_but_for_the_multinomial_coefficient(corpus, smoothing):
    X, y = corpus
    model = DirichletMultinomial(smoothing)
    statistics = model.statistics(X, y, n_classes=N_CLASSES)
    ours = model.log_likelihood(X, statistics)
    for i, x in enumerate(X.toarray()):
        coefficient = np.log(factorial(x.sum())) - np.log(factorial(x)).sum()
        for k in range(N_CLASSES):
            alpha = statistics.terms[k] + smoothing
            theirs = dirichlet_multinomial.logpmf(x.astype(int), alpha, int(x.sum()))
            assert_allclose(ours[i, k], theirs - coefficient, atol=1e-8)


def test_it_is_the_integral_of_equation_2_12_by_simulation():
    T, x = np.array([4.0, 1.0, 0.0]), np.array([2.0, 0.0, 1.0])
    theta = np.random.default_rng(0).dirichlet(T + 1.0, 400_000)
    integral = np.log((theta**x).prod(axis=1).mean())
    statistics = ClassCounts(T[None], np.ones(1))
    ours = DirichletMultinomial().log_likelihood(sparse.csr_array(x[None]), statistics)
    assert_allclose(ours, integral, atol=0.02)  # standard error 0.003


@few
@given(counts)
def test_a_document_of_one_word_is_scored_by_the_expected_value(corpus):
    X, y = corpus
    statistics = Multinomial().statistics(X, y, n_classes=N_CLASSES)
    one_word = sparse.csr_array(np.eye(X.shape[1]))
    assert_allclose(
        DirichletMultinomial(0.7).log_likelihood(one_word, statistics),
        Multinomial(0.7, "mean").log_likelihood(one_word, statistics),
        rtol=1e-12,
    )


@few
@given(counts)
def test_equation_2_15_turns_it_into_the_map_like_rule_of_2_16_as_counts_grow(corpus):
    X, y = corpus
    seen = Multinomial().statistics(X, y, n_classes=N_CLASSES)
    plenty = ClassCounts(seen.terms * 1e7 + 1e7, seen.documents)
    # each factor of 2.15 is off by at most (1 + x / T)^x with x <= 28 and T >= 1e7
    assert_allclose(
        DirichletMultinomial(1.0).log_likelihood(X, plenty),
        Multinomial(2.0, "map").log_likelihood(X, plenty),
        atol=2e-4,
    )


@few
@given(counts)
def test_words_that_come_back_count_more_than_in_the_approximation(corpus):
    X, y = corpus
    statistics = Multinomial().statistics(X, y, n_classes=N_CLASSES)
    twice = sparse.csr_array(2.0 * np.eye(X.shape[1]))
    bayes = DirichletMultinomial().log_likelihood(twice, statistics)
    approximate = Multinomial().log_likelihood(twice, statistics)
    assert np.all(bayes >= approximate - 1e-12)


def test_rising_factorials_of_whole_steps_are_products():
    start = np.array([0.3, 2.0, 1e6])
    assert_allclose(
        log_rising(start, np.array([3.0])),
        np.log(start * (start + 1.0) * (start + 2.0)),
        rtol=1e-9,
    )


def test_samples_repeat_words_more_than_a_multinomial_would():
    statistics = ClassCounts(np.full((1, 5), 0.0), np.ones(1))
    y, lengths = np.zeros(3000, dtype=np.intp), np.full(3000, 10)
    rng = np.random.default_rng(0)
    drawn = DirichletMultinomial(1.0).sample(y, statistics, rng=rng, lengths=lengths)
    shares = drawn.toarray()
    alpha, n = np.ones(5), 10
    expected = dirichlet_multinomial.var(alpha, n)
    assert_allclose(shares.mean(axis=0), 2.0, atol=0.2)
    assert_allclose(shares.var(axis=0), expected, rtol=0.12)


def test_lengths_of_samples_follow_the_class():
    X, y = sparse.csr_array([[20.0, 4.0, 0.0], [1.0, 3.0, 9.0]]), np.array([0, 1])
    model = DirichletMultinomial(0.1)
    statistics = model.statistics(X, y, n_classes=2)
    drawn = model.sample(np.repeat([0, 1], 500), statistics, rng=np.random.default_rng(0))
    lengths = drawn.sum(axis=1)
    assert_allclose([lengths[:500].mean(), lengths[500:].mean()], [24.0, 13.0], rtol=0.05)


def test_no_documents_are_drawn_for_no_labels():
    statistics, none = ClassCounts(np.ones((1, 5)), np.ones(1)), np.empty(0, dtype=np.intp)
    for lengths in (None, none):
        drawn = DirichletMultinomial().sample(
            none, statistics, rng=np.random.default_rng(0), lengths=lengths
        )
        assert isinstance(drawn, sparse.csr_array)
        assert drawn.shape == (0, 5)


def test_leave_one_out_is_exact_with_a_smoothing_per_word():
    rng = np.random.default_rng(3)
    X, y = sparse.csr_array(rng.poisson(1.0, (12, 6)).astype(float)), rng.integers(0, 3, 12)
    model = DirichletMultinomial(rng.uniform(0.1, 3.0, 6))
    event_models.assert_leave_one_out_equals_refitting(model, X, y, n_classes=N_CLASSES)
