import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from halfbayes.experiments.fewlabel.rivals import (
    RIVALS,
    calibrated_svm,
    folds,
    logistic_by_folds,
    probabilities,
    words,
)

FIELDS = {
    "title": ["cats", "cat food", None, "dogs", "dog food", "a dog"],
    "body": ["the cat sat", "cats eat", "one more cat", "the dog ran", None, "dogs bark"],
}
Y = np.array([0, 0, 0, 1, 1, 1])


@given(st.text(alphabet="abcXYZé ,.'-_09\n", max_size=60))
def test_words_with_spaces_are_scikit_learns(text):
    assert words(text) == CountVectorizer().build_analyzer()(text)


@pytest.mark.parametrize("name", RIVALS)
def test_a_rival_gives_probabilities_and_learns_what_is_plain(name):
    P = RIVALS[name](FIELDS, Y)({"title": ["cat cat", "dog"], "body": [None, "the dogs"]})
    assert P.shape == (2, 2)
    np.testing.assert_allclose(P.sum(axis=1), 1.0)
    assert P.argmax(axis=1).tolist() == [0, 1]


def test_there_are_no_more_folds_than_documents_of_the_smallest_class():
    assert folds(np.array([0, 0, 1, 1, 1]), 5) == 2
    assert folds(np.repeat([0, 1], 9), 5) == 5


def test_with_one_document_of_a_class_nothing_is_chosen_in_folds():
    y = np.array([0, 0, 1])
    assert isinstance(logistic_by_folds(y), LogisticRegression)
    assert isinstance(calibrated_svm(y), LinearSVC)


def test_decision_values_become_probabilities_of_the_same_order():
    X, y = np.eye(3), np.array([0, 1, 2])
    model = LinearSVC().fit(X, y)
    assert (probabilities(model, X).argmax(axis=1) == y).all()
