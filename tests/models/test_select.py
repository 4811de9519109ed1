import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.base import clone
from sklearn.feature_selection import SelectKBest, chi2
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import halfbayes
from halfbayes.core.counts import class_counts
from halfbayes.core.neighbourhood import METRICS, near_hypothesis_test
from halfbayes.core.significance import significance_level
from halfbayes.core.term_scores import hypothesis_test
from halfbayes.errors import InvalidParameterError
from halfbayes.models.select import SCORES, WITH_LEVEL, leave_one_out_log_joint

TermSelector = halfbayes.TermSelector


def corpus(seed=0, n_documents=60, n_terms=30, n_classes=3):
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(n_classes), rng.integers(n_classes, size=n_documents - 3)])
    rates = rng.gamma(0.5, size=(n_classes, n_terms))
    return sparse.csr_array(rng.poisson(rates[y]).astype(float)), y


@parametrize_with_checks(
    [
        TermSelector(),
        TermSelector("discriminative", k=2),
        TermSelector("presence-information-gain", k=3),
        TermSelector("near-hypothesis-test", level=1.0, metric="hellinger"),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


def test_chi_squared_selects_what_scikit_learn_does():
    X, y = corpus()
    ours = TermSelector("chi-squared", k=7).fit(X, y)
    peer = SelectKBest(chi2, k=7).fit(X, y)
    assert_allclose(ours.scores_, np.nan_to_num(peer.scores_))  # nan for a word never seen
    assert np.array_equal(ours.get_support(), peer.get_support())
    levels = TermSelector("chi-squared", level=0.01).fit(X, y).levels_
    assert_allclose(levels, np.nan_to_num(peer.pvalues_, nan=1.0), rtol=1e-9)


@pytest.mark.parametrize("score", SCORES)
def test_the_k_highest_scores_are_kept(score):
    X, y = corpus()
    selector = TermSelector(score, k=5).fit(X, y)
    kept = selector.get_support()
    assert kept.sum() == 5
    assert selector.scores_[kept].min() >= selector.scores_[~kept].max()
    assert np.array_equal(selector.transform(X).toarray(), X.toarray()[:, kept])


def test_levels_are_those_of_the_hypothesis_tests():
    X, y = corpus()
    terms = class_counts(X, y, n_classes=3).terms
    neutral = terms.sum(axis=1) / terms.sum()
    ht = TermSelector("hypothesis-test", level=0.05).fit(X, y)
    expected = significance_level(terms, hypothesis_test(terms, neutral), neutral)
    assert_allclose(ht.levels_, expected)
    assert np.array_equal(ht.get_support(), expected <= 0.05)
    for metric in METRICS:
        near = TermSelector("near-hypothesis-test", level=0.1, epsilon=0.2, metric=metric)
        near.fit(X, y)
        score, p_near = near_hypothesis_test(terms, neutral, epsilon=0.2, metric=metric)
        assert_allclose(near.scores_, score)
        assert_allclose(near.levels_, significance_level(terms, score, p_near))
        assert near.get_support().sum() <= ht.get_support().sum() + 30


def test_presence_counts_documents_and_not_words():
    X, y = corpus()
    by_presence = TermSelector("presence-information-gain", k=5).fit(X, y).scores_
    repeated = sparse.csr_array(X * 9.0)
    assert_allclose(
        TermSelector("presence-information-gain", k=5).fit(repeated, y).scores_, by_presence
    )
    present = sparse.csr_array((X.toarray() > 0).astype(float))
    assert_allclose(
        TermSelector("presence-information-gain", k=5).fit(present, y).scores_, by_presence
    )


def test_scores_of_portions_are_scores_of_the_sum_of_their_counts():
    X, y = corpus()
    selector = TermSelector("information-gain", k=3).fit(X, y)
    portions = class_counts(X[:20], y[:20], n_classes=3) + class_counts(
        X[20:], y[20:], n_classes=3
    )
    assert_allclose(SCORES["information-gain"](portions, selector).scores, selector.scores_)


@pytest.mark.parametrize("score", SCORES)
def test_leave_one_out_chooses_the_words_without_the_document(score):
    X, y = corpus(1, n_documents=15, n_terms=12)
    y[:6] = [0, 1, 2, 0, 1, 2]
    selector, classifier = TermSelector(score, k=4), halfbayes.MultinomialNaiveBayes()
    log_joint = leave_one_out_log_joint(selector, classifier, X, y)
    for i in range(15):
        others = np.arange(15) != i
        pipeline = make_pipeline(clone(selector), clone(classifier)).fit(X[others], y[others])
        p = pipeline.predict_proba(X[[i]])[0]
        mine = np.exp(log_joint[i] - log_joint[i].max())
        assert_allclose(mine / mine.sum(), p, rtol=1e-8, atol=1e-12)


@pytest.mark.parametrize(
    ("score", "parameters"),
    [(name, {"k": 2}) for name in SCORES]
    + [(name, {"level": 0.2, "epsilon": 0.01}) for name in WITH_LEVEL],
)
@settings(max_examples=25)
@given(st.integers(0, 10**6))
def test_a_class_that_leaves_with_its_only_document_has_no_say(score, parameters, seed):
    X, y = corpus(seed, n_documents=7, n_terms=6)
    y[3:] %= 2  # the first three documents are of classes 0, 1 and 2
    selector = TermSelector(score, **parameters)
    classifier = halfbayes.MultinomialNaiveBayes(class_smoothing=0.0)
    mine = np.exp(leave_one_out_log_joint(selector, classifier, X, y))
    for i in range(7):
        others = np.arange(7) != i
        kept = np.flatnonzero(clone(selector).fit(X[others], y[others]).get_support())
        if len(kept) == 0:
            continue  # scikit-learn has no fit without features
        without = clone(classifier).fit(X[others][:, kept], y[others])
        p = without.predict_proba(X[[i]][:, kept])[0]
        there = mine[i, without.classes_]
        assert_allclose(there / there.sum(), p, rtol=1e-8, atol=1e-12)


def test_selection_with_the_document_in_makes_leave_one_out_look_better_than_it_is():
    # Labels are coin flips: an honest error is one half.
    rng = np.random.default_rng(3)
    X = sparse.csr_array(rng.poisson(0.3, size=(40, 2000)).astype(float))
    y = np.arange(40) % 2
    selector, classifier = TermSelector(k=20), halfbayes.MultinomialNaiveBayes()
    honest = leave_one_out_log_joint(selector, classifier, X, y).argmax(axis=1) != y
    kept = selector.fit_transform(X, y)
    leaky = classifier.fit(kept, y).leave_one_out_proba_.argmax(axis=1) != y
    assert leaky.mean() < 0.2
    assert honest.mean() > 0.35


@settings(max_examples=20)
@given(st.integers(0, 10**6))
def test_the_order_of_the_documents_makes_no_difference(seed):
    X, y = corpus(seed)
    order = np.random.default_rng(seed).permutation(len(y))
    for score in ("information-gain", "near-hypothesis-test"):
        one = TermSelector(score, k=4).fit(X, y).scores_
        assert_allclose(TermSelector(score, k=4).fit(X[order], y[order]).scores_, one)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"score": "luck"}, "'information-gain', 'presence-information-gain'"),
        ({"k": 0}, "k must be"),
        ({"k": 2.9}, "k must be a whole number"),
        ({"k": 3, "level": 0.1, "score": "hypothesis-test"}, "not both"),
        ({"level": 0.1}, "no significance level; use k="),
        ({"level": 0.0, "score": "hypothesis-test"}, "level must be"),
        ({"level": 5.0, "score": "hypothesis-test"}, "level must be"),
        ({"epsilon": -0.1}, "epsilon"),
        ({"metric": "taxi"}, "'total-variation', 'hellinger'"),
    ],
)
def test_bad_parameters_are_refused_with_what_to_do(parameters, message):
    X, y = corpus()
    with pytest.raises(InvalidParameterError, match=message):
        TermSelector(**parameters).fit(X, y)


def test_the_name_of_the_score_is_a_parameter_and_no_method():
    selector = TermSelector("discriminative")
    assert selector.get_params()["score"] == "discriminative"
    assert selector.set_params(score="chi-squared").get_params()["score"] == "chi-squared"
    assert not hasattr(selector, "score")
    assert "chi-squared" in repr(selector)


def test_a_class_without_words_is_no_trouble():
    X = sparse.csr_array(np.array([[3.0, 0.0], [0.0, 2.0], [0.0, 0.0]]))
    for score in SCORES:
        assert np.isfinite(TermSelector(score, k=1).fit(X, ["a", "b", "c"]).scores_).all()
