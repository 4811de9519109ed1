import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.frozen import FrozenEstimator
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import MultinomialNB
from sklearn.pipeline import make_pipeline
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

from halfbayes.core.calibration import expected_calibration_error, log_loss
from halfbayes.core.recalibration import MAPS
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.models.calibrator import Calibrator, dealt
from halfbayes.models.naive_bayes import MultinomialNaiveBayes

METHODS = ["temperature", "sigmoid", "isotonic"]


@parametrize_with_checks([Calibrator(LogisticRegression())])
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def repeated_words(n, rng):
    """Every word three times: naive Bayes counts the evidence three times over."""
    y = rng.integers(0, 3, n)
    rates = np.full((3, 12), 0.4) + 0.5 * np.kron(np.eye(3), np.ones(4))
    return 3 * rng.poisson(rates[y]), y


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("model", [MultinomialNB(), MultinomialNaiveBayes()])
def test_an_overconfident_classifier_becomes_honest(method, model):
    rng = np.random.default_rng(0)
    X, y = repeated_words(200, rng)
    X_new, y_new = repeated_words(2000, rng)
    raw = model.fit(X, y).predict_proba(X_new)
    found = Calibrator(model, method=method, random_state=0).fit(X, y).predict_proba(X_new)
    assert log_loss(found, y_new) < log_loss(raw, y_new) - 0.05
    right, right_raw = found.argmax(axis=1) == y_new, raw.argmax(axis=1) == y_new
    assert expected_calibration_error(found.max(axis=1), right) < 0.08
    assert expected_calibration_error(raw.max(axis=1), right_raw) > 0.1


@pytest.mark.parametrize("method", METHODS)
def test_two_documents_a_class_suffice(method):
    X, y = repeated_words(2000, np.random.default_rng(0))
    few = np.concatenate([np.flatnonzero(y == k)[:2] for k in range(3)])
    model = Calibrator(MultinomialNB(), method=method, random_state=0).fit(X[few], y[few])
    proba = model.predict_proba(X)
    assert_allclose(proba.sum(axis=1), 1.0)
    raw = MultinomialNB().fit(X[few], y[few]).predict_proba(X)
    assert log_loss(proba, y) < log_loss(raw, y)


def test_a_class_with_one_document_is_learnt():
    X, y = np.eye(5)[[0, 0, 1, 1, 2]], np.array(["a", "a", "b", "b", "c"])
    model = Calibrator(MultinomialNB()).fit(X, y)
    assert_array_equal(model.classes_, ["a", "b", "c"])
    assert model.predict(X[[4]]) == ["c"]


def test_scores_without_probabilities_are_calibrated_too():
    rng = np.random.default_rng(0)
    X, y = repeated_words(150, rng)
    binary = Calibrator(LinearSVC()).fit(X, y > 0)
    assert_allclose(binary.predict_proba(X).sum(axis=1), 1.0)
    assert_array_equal(binary.predict(X), LinearSVC().fit(X, y > 0).predict(X))


def test_text_goes_through():
    texts, y = ["good film", "good plot", "bad film", "bad plot"], [1, 1, 0, 0]
    model = Calibrator(make_pipeline(CountVectorizer(), MultinomialNB())).fit(texts, y)
    assert_array_equal(model.predict(["good", "bad"]), [1, 0])


def test_a_frozen_classifier_is_only_calibrated():
    rng = np.random.default_rng(0)
    X, y = repeated_words(200, rng)
    fitted = MultinomialNB().fit(*repeated_words(60, rng))
    model = Calibrator(FrozenEstimator(fitted)).fit(X, y)
    assert_array_equal(model.predict(X), fitted.predict(X))
    assert model.map_.slope < 0.8


@pytest.mark.parametrize("parts", [2, 3, 5])
def test_parts_hold_a_share_of_every_class_and_leave_some(parts):
    numbers = np.repeat([0, 1, 2], [2, 7, 1])
    part = dealt(numbers, parts, np.random.RandomState(0))
    assert part[-1] == -1
    for k in (0, 1):
        sizes = np.bincount(part[numbers == k], minlength=parts)
        assert sizes.max() - sizes.min() <= 1
        assert sizes.max() < np.sum(numbers == k)


class Silent(ClassifierMixin, BaseEstimator):
    """A classifier that only names classes."""

    def fit(self, _, y):
        self.classes_ = np.unique(y)
        return self

    def predict(self, X):
        return np.repeat(self.classes_[:1], len(X))


def test_what_cannot_be_calibrated_is_an_error():
    X, y = np.eye(4), [0, 0, 1, 1]
    with pytest.raises(InvalidInputError, match="neither predict_proba nor"):
        Calibrator(Silent()).fit(X, y)
    with pytest.raises(InvalidParameterError, match="'temperature', 'sigmoid', 'isotonic'"):
        Calibrator(MultinomialNB(), method="magic").fit(X, y)
    with pytest.raises(InvalidParameterError, match="folds"):
        Calibrator(MultinomialNB(), folds=1).fit(X, y)


@pytest.mark.parametrize("n_new", [30, 60])
def test_a_frozen_model_is_calibrated_by_the_documents_that_are_passed(n_new):
    """Not by its own left-out ones, which belong to other documents."""
    rng = np.random.default_rng(0)
    y = rng.integers(0, 2, size=60 + n_new)
    X = rng.poisson(1.0 + np.where(y[:, None] == np.arange(6) % 2, 0.7, 0.0))
    fitted = MultinomialNaiveBayes().fit(X[:60], y[:60])
    found = Calibrator(FrozenEstimator(fitted)).fit(X[60:], y[60:])
    expected = MAPS["temperature"](fitted.predict_proba(X[60:]), y[60:])
    assert found.map_ == expected
