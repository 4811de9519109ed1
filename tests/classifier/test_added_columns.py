import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.classifier.added_columns import added_columns, answers_among
from halfbayes.classifier.answers import beside

OF_PREDICT = ("predicted", "probability", "decision")
NAMES = (*OF_PREDICT, "novelty", "explanation", "place", "suggested", "body", "decision_x")


@given(
    st.sets(st.sampled_from(NAMES)),
    st.lists(st.sampled_from([(), ("novelty",), ("novelty", "explanation")]), max_size=4),
)
def test_what_commands_added_is_known_however_often_and_beside_what(own, runs):
    if {*OF_PREDICT} <= own:
        own = own - {"decision"}
    table = {name: [0] for name in sorted(own)}
    before = set(table)
    for more in runs:
        table = beside(table, {name: [1] for name in [*OF_PREDICT, *more]})[0]
    always = {name for name in table if name not in before and name.startswith(OF_PREDICT)}
    found = added_columns(table)
    assert always <= found
    assert {name for name in found if name.startswith(OF_PREDICT)} == always
    assert "body" not in found
    assert "decision_x" not in found


def test_columns_that_are_sometimes_added_are_none_alone():
    assert added_columns(["novelty", "explanation", "predicted", "probability"]) == set()
    both = added_columns(["novelty", "explanation", *OF_PREDICT])
    assert both == {"novelty", "explanation", *OF_PREDICT}


@pytest.mark.parametrize("name", ["predicted_1", "predicted_", "predicted_a", "predicted_02"])
def test_other_names_are_columns_of_the_table(name):
    assert answers_among([name, "label"]) == set()


def test_answers_are_no_labels_even_alone():
    names = ["predicted", "predicted_3", "suggested_2", "label_probability", "topic"]
    assert answers_among(names) == {"predicted", "predicted_3", "suggested_2"}
