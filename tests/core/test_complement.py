"""Complement model: its definition, and scikit-learn."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import event_models
from laws.corpora import N_CLASSES, amounts, counts
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.naive_bayes import ComplementNB

from halfbayes.core.complement import Complement
from halfbayes.core.multinomial import Multinomial

few = settings(max_examples=30, deadline=None)


@few
@given(amounts, st.floats(0.01, 5.0))
def test_scikit_learn_agrees_without_normalisation(corpus, smoothing):
    X, y = corpus
    model = Complement(smoothing)
    ours = model.log_likelihood(X, model.statistics(X, y, n_classes=N_CLASSES))
    theirs = ComplementNB(alpha=smoothing, norm=False)
    theirs.partial_fit(X, y, classes=range(N_CLASSES))
    assert_allclose(ours, theirs.predict_joint_log_proba(X), rtol=1e-9, atol=1e-9)


@few
@given(counts)
def test_it_is_minus_the_multinomial_of_all_other_classes(corpus):
    X, y = corpus
    ours = Complement().log_likelihood(X, Complement().statistics(X, y, n_classes=N_CLASSES))
    for k in range(N_CLASSES):
        others = np.flatnonzero(y != k)
        rest = Multinomial().statistics(X[others], np.zeros(len(others), int), n_classes=1)
        assert_allclose(ours[:, [k]], -Multinomial().log_likelihood(X, rest), atol=1e-12)


@few
@given(counts, st.data())
def test_leave_one_out_is_exact_with_a_smoothing_per_word(corpus, data):
    X, y = corpus
    sizes = {"min_size": X.shape[1], "max_size": X.shape[1]}
    smoothing = np.array(data.draw(st.lists(st.floats(0.01, 5.0), **sizes)))
    event_models.assert_leave_one_out_equals_refitting(
        Complement(smoothing), X, y, n_classes=N_CLASSES
    )


def test_the_pooled_prior_by_hand():
    """Two classes, three columns of which nobody has the last."""
    X, y = sparse.csr_array([[2.0, 0.0, 0.0], [1.0, 1.0, 0.0]]), np.array([0, 1])
    model = Complement(0.5, pooled=True)
    f = model.log_likelihood(sparse.csr_array(np.eye(3)), model.statistics(X, y, n_classes=2))
    a = 0.5 * 2.0 * np.array([4.0, 2.0]) / 6.0  # V = 2, T = (3, 1)
    not_first, not_second = np.array([1.0, 1.0]) + a, np.array([2.0, 0.0]) + a
    assert_allclose(f[:2, 0], -np.log(not_first / not_first.sum()))
    assert_allclose(f[:2, 1], -np.log(not_second / not_second.sum()))
    assert_allclose(f[2], 0.0)


def test_pooled_a_document_left_out_is_not_judged_by_words_that_it_alone_has():
    X = sparse.csr_array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, 0.0, 2.0]])
    y, model = np.array([0, 1, 1]), Complement(pooled=True)
    scores = model.leave_one_out(X, y, model.statistics(X, y, n_classes=2))
    bare = sparse.csr_array([[0.0, 0.0, 1.0], [0.0, 1.0, 1.0], [0.0, 0.0, 2.0]])
    without = model.leave_one_out(bare, y, model.statistics(bare, y, n_classes=2))
    assert_allclose(scores[0], without[0], rtol=1e-12)


@few
@given(counts, st.data())
def test_pooled_a_document_without_weight_has_no_words_to_take_away(corpus, data):
    X, y = corpus
    sizes = {"min_size": len(y), "max_size": len(y)}
    weights = np.array(data.draw(st.lists(st.sampled_from([0.0, 0.3, 1.0]), **sizes)))
    event_models.assert_leave_one_out_equals_refitting(
        Complement(pooled=True), X, y, n_classes=N_CLASSES, weights=weights
    )


def test_pooled_a_word_that_only_a_document_without_weight_has_is_no_word():
    X = sparse.csr_array([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 2.0]])
    y, weights, model = np.array([0, 1, 0]), np.array([1.0, 1.0, 0.0]), Complement(pooled=True)
    whole = model.statistics(X, y, n_classes=2, weights=weights)
    scores = model.leave_one_out(X, y, whole, weights)
    assert_allclose(scores[2], model.log_likelihood(X, whole)[2], rtol=1e-12)


def test_a_rare_class_is_not_preferred_for_common_words():
    """Documents of words that tell nothing, 2 of one class and 60 of the other."""
    rng = np.random.default_rng(0)
    zipf = 1.0 / np.arange(1, 301)
    X = sparse.csr_array(rng.multinomial(20, zipf / zipf.sum(), 62).astype(float))
    y = (np.arange(62) > 1).astype(int)
    spreads = []
    for model in (Complement(), Complement(pooled=True)):
        f = model.log_likelihood(X, model.statistics(X, y, n_classes=2))
        spreads.append(np.std(f[2:, 1] - f[2:, 0]))
    assert spreads[1] < 0.5 * spreads[0]


def test_samples_have_the_word_frequencies_of_their_own_class():
    X, y = sparse.csr_array([[20.0, 4.0, 0.0], [1.0, 3.0, 9.0]]), np.array([0, 1])
    event_models.assert_samples_have_the_statistics(
        Complement(0.1), X, y, n_classes=2, close={"rtol": 0.02}
    )
