import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.classifier.telltale import telltales

LABELS = ["bad", "good", "good"] * 20


def test_a_column_that_is_the_label_in_other_words_is_told():
    columns = {"stars": [1 if label == "bad" else 5 for label in LABELS]}
    assert telltales(columns, ["stars"], LABELS) == {"stars": 1.0}


@pytest.mark.parametrize(
    "values",
    [
        list(range(60)),  # keys: no other document has the value
        ["x"] * 60,  # one value
        ["x", "y"] * 30,  # two that have nothing to do with it
        [None] * 60,
    ],
)
def test_other_columns_are_not(values):
    assert telltales({"a": values}, ["a"], LABELS) == {}


def test_of_a_few_documents_nothing_is_said():
    assert telltales({"a": [1, 2] * 9}, ["a"], ["bad", "good"] * 9) == {}


def test_where_one_class_is_nearly_all_a_column_must_tell_the_rest():
    labels = ["good"] * 99 + ["bad"]
    assert telltales({"a": ["x"] * 100}, ["a"], labels) == {}


@given(st.lists(st.tuples(st.integers(0, 3), st.sampled_from("ab")), min_size=20), st.randoms())
def test_the_order_of_documents_does_not_matter(rows, random):
    shuffled = random.sample(rows, len(rows))
    told = [
        telltales({"a": [value for value, _ in some]}, ["a"], [label for _, label in some])
        for some in (rows, shuffled)
    ]
    assert told[0] == told[1]
