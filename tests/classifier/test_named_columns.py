import numpy as np
import pandas as pd
import pytest

from halfbayes import DocumentClassifier
from halfbayes.classifier.named_columns import names_of, require_apart_from_groups
from halfbayes.errors import InvalidInputError

TABLE = pd.DataFrame(
    {
        "body": ["money back", "app error", "send money", "page error"] * 3,
        "repo": ["a", "b", "c"] * 4,
    }
)
LABELS = ["b", "t"] * 6


@pytest.mark.parametrize("kind", [list, tuple, np.array, pd.Series, pd.Index])
def test_names_come_in_any_sequence(kind, tmp_path):
    model = DocumentClassifier(text=kind(["body"]), categorical=kind(["repo"]))
    model.fit(TABLE, LABELS).save(tmp_path / "m.hb")
    one = DocumentClassifier(text="body", categorical="repo").fit(TABLE, LABELS)
    one.save(tmp_path / "one.hb")
    assert (tmp_path / "m.hb").read_bytes() == (tmp_path / "one.hb").read_bytes()


@pytest.mark.parametrize("names", [3, [3], {"body": "x", 2: "y"}, [None]])
def test_what_is_no_name_is_told(names):
    with pytest.raises(InvalidInputError, match="text must be names of columns; got"):
        names_of("text", names)


@pytest.mark.parametrize("names", [{"body", "tag"}, frozenset({"body"}), set()])
def test_names_without_an_order_are_refused(names):
    """A set has another order with every PYTHONHASHSEED, and the same input the same bytes."""
    with pytest.raises(InvalidInputError, match="text must be names of columns in an order"):
        names_of("text", names)
    assert names_of("text", dict.fromkeys(["tag", "body"]).keys()) == ("tag", "body")


@pytest.mark.parametrize("groups", [TABLE["repo"], TABLE["repo"].to_numpy(), ["repo"], 3])
def test_groups_are_named_by_one_column_and_not_passed(groups):
    with pytest.raises(InvalidInputError, match="must be the name of one column; got"):
        DocumentClassifier(groups=groups).fit(TABLE, LABELS)


def test_a_column_that_tells_the_groups_is_not_read():
    model = DocumentClassifier(text="body", categorical="repo", groups="repo")
    with pytest.raises(InvalidInputError, match="'repo' cannot both tell the groups and be"):
        model.fit(TABLE, LABELS)
    with pytest.raises(InvalidInputError, match="name another as --groups"):
        require_apart_from_groups("repo", ["body", "repo"], "--groups")


@pytest.mark.parametrize("role", ["text", "categorical"])
def test_labels_are_not_read_even_by_name(role):
    table = TABLE.assign(team=LABELS)
    model = DocumentClassifier(**{"text": "body", role: ["team"]})
    with pytest.raises(InvalidInputError, match="'team' holds the labels themselves"):
        model.fit(table, LABELS)
    with pytest.raises(InvalidInputError, match="'team' holds the labels themselves"):
        DocumentClassifier(numeric="team", text="body").fit(
            TABLE.assign(team=[0, 1] * 6), [0, 1] * 6
        )
    model.fit(table.assign(team=["t", *LABELS[1:]]), LABELS)  # not the labels, though near


def test_a_long_list_of_names_that_are_no_columns_is_told_in_part():
    texts = [f"a text {i} that was passed as if it were a name" for i in range(500)]
    with pytest.raises(InvalidInputError, match="has no column") as error:
        DocumentClassifier(text=texts).fit(TABLE, LABELS)
    assert len(str(error.value)) < 5000
