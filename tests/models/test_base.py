"""The generative classifier: classes over several portions, and what stays when they change."""

import numpy as np
import pytest
from numpy.testing import assert_array_equal
from sklearn.exceptions import NotFittedError

from halfbayes.errors import UnknownLabelError
from halfbayes.models.base import GenerativeClassifier
from halfbayes.models.naive_bayes import MultinomialNaiveBayes

X = np.array([[2, 0], [1, 1], [0, 2]])


def test_a_classifier_without_an_event_model_cannot_fit():
    class Nothing(GenerativeClassifier):
        class_smoothing = 1.0

    with pytest.raises(NotImplementedError):
        Nothing().fit(X, ["a", "b", "c"])


@pytest.mark.parametrize(
    "use",
    [
        lambda model: model.predict(X),
        lambda model: model.log_evidence(X),
        lambda model: model.leave_one_out_proba_,
        lambda model: model.linear_weights(),
        lambda model: model.forget(X, ["a", "b", "c"]),
        lambda model: model.sample(1),
        lambda model: model.statistics_,
        lambda model: model.class_log_prior_,
    ],
)
def test_nothing_works_before_fit_and_the_error_says_so(use):
    with pytest.raises(NotFittedError):
        use(MultinomialNaiveBayes())


def test_classes_are_sorted_whatever_the_order_of_portions():
    model = MultinomialNaiveBayes()
    for label in ["cat", "ant", "bee"]:
        model.partial_fit(X[:1], [label])
    assert model.classes_.tolist() == ["ant", "bee", "cat"]
    assert_array_equal(model.statistics_.documents, [1.0, 1.0, 1.0])


def test_labels_may_become_longer_and_may_be_numbers():
    model = (
        MultinomialNaiveBayes().partial_fit(X[:1], ["a"]).partial_fit(X[1:2], ["a longer one"])
    )
    assert model.classes_.tolist() == ["a", "a longer one"]
    numbers = MultinomialNaiveBayes().partial_fit(X[:1], [3]).partial_fit(X[1:2], [-1])
    assert numbers.classes_.tolist() == [-1, 3]


def test_announced_classes_without_documents_have_a_prior():
    model = MultinomialNaiveBayes().partial_fit(X, ["a", "a", "b"], classes=["a", "b", "z"])
    assert model.predict_proba([[0, 0]]).round(6).tolist() == [[0.5, 0.333333, 0.166667]]


def test_fit_forgets_announcements_and_documents():
    model = MultinomialNaiveBayes().partial_fit(X, ["a", "a", "b"], classes=["a", "b"])
    model.fit(X, ["c", "d", "d"]).partial_fit(X[:1], ["e"])
    assert model.classes_.tolist() == ["c", "d", "e"]


def test_an_unknown_label_in_the_first_portion_is_an_error_too():
    with pytest.raises(UnknownLabelError, match="'b'"):
        MultinomialNaiveBayes().partial_fit(X, ["a", "a", "b"], classes=["a"])


def test_only_partial_fit_is_told_how_to_announce_classes():
    model = MultinomialNaiveBayes().partial_fit(X, ["a", "a", "b"], classes=["a", "b"])
    with pytest.raises(UnknownLabelError, match=r"or announce new classes with partial_fit\("):
        model.partial_fit(X, ["a", "a", "c"])
    with pytest.raises(UnknownLabelError, match=r"or leave these documents out$"):
        model.forget(X, ["a", "a", "c"])


def test_a_failed_call_changes_nothing():
    model = MultinomialNaiveBayes().fit(X, ["a", "a", "b"])
    before = model.predict_proba(X)
    for call in (
        lambda: model.forget(X, ["b", "b", "a"]),
        lambda: model.partial_fit(-X, ["a", "a", "b"]),
        lambda: model.forget(X, ["a", "a", "x"]),
    ):
        with pytest.raises(ValueError):  # noqa: PT011 - each has its own message, tested apart
            call()
    assert_array_equal(model.predict_proba(X), before)


def test_random_states_of_every_kind_are_taken():
    model = MultinomialNaiveBayes().fit(X, ["a", "a", "b"])
    for state in (0, None, np.random.default_rng(0), np.random.RandomState(0)):
        assert model.sample(3, random_state=state)[0].shape == (3, 2)
