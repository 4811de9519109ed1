import numpy as np
import pytest

from halfbayes.classifier.table import as_table
from halfbayes.classifier.training import TrainingSet
from halfbayes.errors import InvalidInputError


def training(texts, labels):
    return TrainingSet(as_table(texts), np.array(labels))


def test_adding_and_taking_away_restores_order_and_all():
    some, more = training(["a", "b", "a"], [1, 2, 1]), training(["a", "c"], [1, 3])
    back = some.joined(more).without(more)
    assert back.table.columns == some.table.columns
    assert back.labels.tolist() == [1, 2, 1]


def test_the_label_belongs_to_the_document():
    with pytest.raises(InvalidInputError, match="document 0"):
        training(["a"], [1]).without(training(["a"], [2]))


def test_a_label_is_shown_as_it_was_written():
    with pytest.raises(InvalidInputError, match="with label 'y' was never learnt"):
        training(["a"], ["x"]).without(training(["a"], ["y"]))


def test_a_document_can_be_taken_away_only_as_often_as_it_came():
    with pytest.raises(InvalidInputError, match="document 1"):
        training(["a", "b"], [1, 1]).without(training(["a", "a"], [1, 1]))


def test_something_must_be_left():
    with pytest.raises(InvalidInputError, match="left"):
        training(["a"], [1]).without(training(["a"], [1]))
