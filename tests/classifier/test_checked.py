import numpy as np
import pytest

from halfbayes.classifier.checked import CheckedDocuments, scores_of
from halfbayes.errors import InvalidParameterError

PROBA = np.array([[0.9, 0.1], [0.4, 0.6], [0.2, 0.8]])


def test_the_most_probable_class_is_right_or_wrong():
    documents = CheckedDocuments(PROBA, np.array([0, 0, 1]))
    assert documents.predicted.tolist() == [0, 1, 1]
    assert documents.correct.tolist() == [True, False, True]


def test_a_novel_document_is_never_sure_enough():
    typical = np.array([0.5, 0.04, 0.05])
    assert scores_of(PROBA, typical, None).tolist() == [0.9, 0.6, 0.8]
    assert scores_of(PROBA, typical, 0.05).tolist() == [0.9, -np.inf, -np.inf]
    with pytest.raises(InvalidParameterError, match="pass typical"):
        scores_of(PROBA, None, 0.05)


def test_thinned_documents_come_in_other_shares():
    y = np.repeat([0, 1], 3000)
    typical = np.linspace(0.0, 1.0, 6000)
    proba = np.column_stack([typical, 1.0 - typical])
    thin = CheckedDocuments(proba, y, typical).thinned(np.array([0.5, 1.5]))
    assert np.sum(thin.y == 1) == 3000
    assert np.sum(thin.y == 0) == pytest.approx(1000, rel=0.1)
    assert np.array_equal(thin.proba[:, 0], thin.typical)


def test_a_model_is_taught_where_it_tells_classes_better_than_their_shares():
    y = np.arange(100) % 2
    told = np.where(np.arange(2) == y[:, None], 0.8, 0.2)
    assert CheckedDocuments(told, y).taught
    assert not CheckedDocuments(1.0 - told, y).taught
    assert not CheckedDocuments(np.full((100, 2), 0.5), y).taught
    assert not CheckedDocuments(np.empty((0, 2)), np.empty(0, dtype=int)).taught


def test_a_rare_class_that_is_never_the_most_probable_may_still_be_told():
    """19 of 20 are of one class, and so is every answer; but the others are less sure."""
    y = (np.arange(100) % 20 == 0).astype(int)
    rare = np.where(y == 1, 0.4, 0.02)
    assert CheckedDocuments(np.column_stack([1.0 - rare, rare]), y).taught


def test_the_probability_of_its_own_class_is_that_of_each_document():
    told = CheckedDocuments(np.array([[0.9, 0.1], [0.3, 0.7]]), np.array([1, 1]))
    assert told.own.tolist() == [0.1, 0.7]
