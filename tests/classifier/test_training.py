import numpy as np
import pytest

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table
from halfbayes.classifier.training import TrainingSet
from halfbayes.errors import InvalidInputError

TEXT = Roles(text=("text",))
MIXED = Roles(text=("body",), categorical=("room",), numeric=("size",))


def training(texts, labels):
    return TrainingSet(as_table(texts), np.array(labels))


def test_adding_and_taking_away_restores_order_and_all():
    some, more = training(["a", "b", "a"], [1, 2, 1]), training(["a", "c"], [1, 3])
    back = some.joined(more).without(more, TEXT)
    assert back.table.columns == some.table.columns
    assert back.labels.tolist() == [1, 2, 1]


def test_the_label_belongs_to_the_document():
    with pytest.raises(InvalidInputError, match="document 0"):
        training(["a"], [1]).without(training(["a"], [2]), TEXT)


def test_a_label_is_shown_as_it_was_written():
    with pytest.raises(InvalidInputError, match="with label 'y' was never learnt"):
        training(["a"], ["x"]).without(training(["a"], ["y"]), TEXT)


def test_a_document_can_be_taken_away_only_as_often_as_it_came():
    with pytest.raises(InvalidInputError, match="document 1"):
        training(["a", "b"], [1, 1]).without(training(["a", "a"], [1, 1]), TEXT)


def test_something_must_be_left():
    with pytest.raises(InvalidInputError, match="left"):
        training(["a"], [1]).without(training(["a"], [1]), TEXT)


def read(columns, labels):
    """Documents as a model file holds them."""
    return TrainingSet(as_table(columns), np.array(list(labels)))


def test_documents_are_the_same_where_a_model_reads_the_same():
    kept = read(
        {"body": ["a", "", "b"], "room": ["1", "2", None], "size": [2.0, 1.0, 1.0]}, "xyx"
    )
    given = {"id": [7, 8], "body": ["a", None], "room": [1.0, 2], "size": [2, 1]}
    left = kept.without(TrainingSet(as_table(given), np.array(["x", "y"])), MIXED)
    assert left.table.columns == {"body": ["b"], "room": [None], "size": [1.0]}
    for column, other in {"body": ["b", ""], "room": [2, 2], "size": [3, 1]}.items():
        old = TrainingSet(as_table({**given, column: other}), np.array(["x", "y"]))
        with pytest.raises(InvalidInputError, match="document 0"):
            kept.without(old, MIXED)


def test_of_documents_that_are_read_alike_as_many_go_as_are_named():
    kept = read({"body": ["a"] * 4, "room": ["1"] * 4, "size": [1.0] * 4}, "xxxy")
    twice = as_table({"body": ["a", "a"], "room": [1, 1], "size": [1, 1]})
    old = TrainingSet(twice, np.array(["x", "x"]))
    assert kept.without(old, MIXED).labels.tolist() == ["x", "y"]
    with pytest.raises(InvalidInputError, match="document 1"):
        kept.without(old, MIXED).without(old, MIXED)


@pytest.mark.parametrize(
    ("first", "more"), [([1, 2], ["a"]), (["a", "b"], [1]), ([True], [7]), ([1, 2], [1.5])]
)
def test_labels_of_another_type_are_refused(first, more):
    texts = ["a", "b"]
    with pytest.raises(InvalidInputError, match="labels must be of one type; the model learnt"):
        training(texts[: len(first)], first).joined(training(["c"], more))


@pytest.mark.parametrize(("first", "more"), [([1, 2], [2.0]), (["a", "b"], ["longer"])])
def test_labels_that_can_be_equal_are_joined(first, more):
    together = training(["a", "b"], first).joined(training(["c"], more))
    assert together.labels.tolist() == [*first, *more]
    assert together.labels.dtype.kind == np.array(first).dtype.kind


def test_no_documents_more_change_nothing():
    some = training(["a", "b"], ["x", "y"])
    assert some.joined(training([], [])) is some
