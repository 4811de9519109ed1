from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.classifier import telltale
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.telltale import (
    TelltaleWarning,
    telltale_notes,
    telltales,
    warn_of_telltales,
)

LABELS = ["bad", "good", "good"] * 20
QUARTERS = 0.25


def test_a_column_that_is_the_label_in_other_words_is_told():
    columns = {"stars": [1 if label == "bad" else 5 for label in LABELS]}
    assert telltales(columns, ["stars"], LABELS) == {"stars": 1.0}


@pytest.mark.parametrize(
    "values",
    [
        list(range(60)),  # keys, and the labels are not sorted by them
        [f"k{i}" for i in range(60)],  # keys that have no neighbours
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


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from("ab")), min_size=20), st.randoms())
def test_the_order_of_documents_does_not_matter(rows, random):
    shuffled = random.sample(rows, len(rows))
    told = [
        telltale._told([value for value, _ in some], [label for _, label in some])
        for some in (rows, shuffled)
    ]
    assert told[0] == told[1]


def test_numbers_that_no_two_documents_share_are_judged_by_their_neighbours():
    place = {"bad": 0, "good": 400}
    minutes = np.array([place[label] for label in LABELS])
    noise = np.random.default_rng(0).normal(0.0, 20.0, 60)
    assert telltales({"m": (minutes + noise).tolist()}, ["m"], LABELS) == {"m": 1.0}
    assert telltales({"id": list(range(60))}, ["id"], sorted(LABELS)) == {}  # two of 60 missed
    many = sorted(LABELS * 5)
    assert telltales({"id": list(range(300))}, ["id"], many) == {"id": 298 / 300}
    assert telltales({"n": noise.tolist()}, ["n"], LABELS) == {}


def test_numbers_that_are_missing_are_neighbours_of_each_other_only():
    values = [None if label == "good" else 7.0 * i for i, label in enumerate(LABELS)]
    assert telltales({"a": values}, ["a"], LABELS) == {"a": 1.0}


def by_hand(values, labels):
    """The formula as it is written."""
    right = 0
    for i, value in enumerate(values):
        others = [j for j in range(len(values)) if j != i]
        same = [j for j in others if values[j] == value]
        if not same and value is not None:
            there = [j for j in others if values[j] is not None]
            least = min((abs(values[j] - value) for j in there), default=0)
            same = [j for j in there if abs(values[j] - value) == least]
        votes = Counter(labels[j] for j in same)
        own = votes.pop(labels[i], 0)
        right += own > max(votes.values(), default=0)
    return right / len(values)


@given(
    st.lists(
        st.tuples(
            st.none() | st.integers(0, 12) | st.integers(0, 36).map(QUARTERS.__mul__),
            st.sampled_from("abc"),
        ),
        min_size=1,
        max_size=30,
    )
)
def test_told_is_the_share_of_the_formula(rows):
    values, labels = [value for value, _ in rows], [label for _, label in rows]
    assert telltale._told(values, labels) == by_hand(values, labels)


def test_a_note_says_what_to_do_and_a_warning_is_the_note():
    columns = {"stars": [len(label) for label in LABELS], "body": LABELS}
    roles = Roles(text=("body",), numeric=("stars",))
    [note] = telltale_notes(columns, roles, LABELS)
    assert note.startswith("column 'stars' alone tells 100 % of the labels; if it is filled in")
    assert note.endswith("name the columns to read and leave it out")
    with pytest.warns(TelltaleWarning, match="^column 'stars' alone"):
        warn_of_telltales(columns, roles, LABELS)
