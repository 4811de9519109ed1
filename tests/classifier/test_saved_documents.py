"""Documents in a model file: what goes in comes out, and what is damaged is refused."""

import numpy as np
import pytest

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.saved_documents import read_documents, written_documents
from halfbayes.classifier.table import Table
from halfbayes.classifier.training import TrainingSet
from halfbayes.errors import ModelFileError

ROLES = Roles(text=("body",), numeric=("amount",), categorical=("channel",))
LABELS = np.array(["a", "b"])


def table():
    columns = {"body": ["one", None], "amount": [1.5, None], "channel": ["web", "mail"]}
    return Table(columns, 2)


def test_documents_come_back_as_they_were():
    content = written_documents(TrainingSet(table(), LABELS), ROLES)
    back = read_documents(content, ROLES, LABELS)
    assert back.table.columns == table().columns
    assert back.labels.tolist() == ["a", "b"]
    assert back.unlabelled is None


def test_unlabelled_documents_come_back_with_the_columns_they_had():
    others = Table({"body": ["two", "three", None]}, 3)
    content = written_documents(TrainingSet(table(), LABELS, others), ROLES)
    back = read_documents(content, ROLES, LABELS).unlabelled
    assert back.columns == others.columns
    assert back.n_rows == 3


def test_a_model_without_documents_has_none_to_write():
    with pytest.raises(ModelFileError, match="loaded without"):
        written_documents(None, ROLES)


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content["documents"]["body"].append("more"),
        lambda content: content["documents"]["body"].__setitem__(0, 3),
        lambda content: content["others"]["body"].__setitem__(0, 3),
        lambda content: content["others"].__setitem__("amount", [1.0]),
        lambda content: content["others"].__setitem__("body", "ab"),
        lambda content: content["others"].clear(),
        lambda content: content.__setitem__("others", 3),
    ],
)
def test_damaged_documents_are_refused(damage):
    others = Table({"body": ["two", "three"]}, 2)
    content = written_documents(TrainingSet(table(), LABELS, others), ROLES)
    damage(content)
    with pytest.raises(ModelFileError):
        read_documents(content, ROLES, LABELS)
