import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

import halfbayes
from halfbayes.core.association import log_odds
from halfbayes.core.quality import estimate_quality
from halfbayes.errors import InvalidInputError, InvalidParameterError

X = sparse.csr_array(np.array([[5.0, 1, 0, 2], [4, 0, 1, 2], [0, 6, 1, 2], [0, 1, 7, 2]]))
Y = np.array(["law", "law", "art", "sport"])
NAMES = ["court", "paint", "goal", "the"]


@pytest.mark.parametrize(
    "model",
    [
        halfbayes.MultinomialNaiveBayes(),
        halfbayes.MultinomialNaiveBayes(estimate="bayes"),
        halfbayes.MultinomialNaiveBayes(estimate="map", smoothing=2.0),
        halfbayes.ComplementNaiveBayes(),
        halfbayes.BernoulliNaiveBayes(),
    ],
    ids=repr,
)
def test_the_word_of_each_class_comes_first(model):
    best = model.fit(X, Y).top_words(2, names=NAMES)
    assert {label: words[0].word for label, words in best.items()}["law"] == "court"
    assert all(len(words) == 2 for words in best.values())
    assert all(words[0].log_odds >= words[1].log_odds for words in best.values())


def test_scores_are_equation_3_11_of_the_estimates():
    model = halfbayes.MultinomialNaiveBayes().fit(X, Y)
    terms = np.stack([X.toarray()[k == Y].sum(axis=0) for k in model.classes_])
    theta = (terms + 1) / (terms + 1).sum(axis=1, keepdims=True)
    first = model.top_words(4, names=NAMES)["art"][0]
    others = (theta[1] + theta[2]) / 2
    assert first.word == "paint"
    assert_allclose(first.probability, theta[0, 1])
    assert_allclose(first.log_odds, theta[0, 1] * np.log(theta[0, 1] / others[1]))
    assert_allclose(first.log_odds, log_odds(theta)[0, 1])


def test_columns_without_names_go_by_number_and_wrong_names_are_refused():
    model = halfbayes.MultinomialNaiveBayes().fit(X, Y)
    assert model.top_words(1)["law"][0].word == "0"
    with pytest.raises(InvalidInputError, match="2 names for 4 terms"):
        model.top_words(names=["a", "b"])


def test_quality_names_the_class_with_fewest_words():
    rows = np.repeat(np.arange(4), [20, 20, 1, 40])
    model = halfbayes.MultinomialNaiveBayes().fit(X[rows], Y[rows])
    quality = model.estimate_quality()
    expected = estimate_quality(model.statistics_, model.classes_, np.array(1.0))
    assert_allclose(quality.variance, expected.variance)
    assert quality.advice().startswith("class art has 1 document and")


def test_quality_over_documents_is_the_mean_of_their_variances():
    model = halfbayes.MultinomialNaiveBayes().fit(X, Y)
    together = model.estimate_quality(X[:2]).variance
    alone = [model.estimate_quality(X[[i]]).variance for i in range(2)]
    assert_allclose(together, np.mean(alone, axis=0))


def test_quality_without_smoothing_is_refused():
    model = halfbayes.MultinomialNaiveBayes(estimate="ml").fit(X, Y)
    with pytest.raises(InvalidParameterError, match="estimate='mean'"):
        model.estimate_quality()
