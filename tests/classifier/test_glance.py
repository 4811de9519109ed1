import itertools

import numpy as np
import pytest
from classifier.corpus import invented
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.classifier import glance, roles
from halfbayes.classifier.glance import Glance
from halfbayes.classifier.roles import guessed_roles
from halfbayes.classifier.table import Table, as_table
from halfbayes.errors import InvalidInputError

ROWS, LABELS = invented(80)
TABLE = as_table(ROWS)


def cut(order, bounds):
    edges = [0, *sorted(bounds), len(order)]
    for start, stop in itertools.pairwise(edges):
        rows = list(order)[start:stop]
        if rows:
            yield Glance.of(TABLE.rows(rows), [LABELS[row] for row in rows])


@settings(max_examples=20)
@given(st.permutations(range(80)), st.lists(st.integers(0, 80), max_size=4))
def test_the_same_rows_are_looked_at_however_the_table_is_cut(order, bounds):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(glance, "LOOKED_AT", 30)
        patch.setattr(roles, "LOOKED_AT", 30)
        first, *rest = cut(order, bounds)
        for more in rest:
            first = first + more
        whole = Glance.of(TABLE, LABELS)
        assert first.digests == whole.digests
        assert first.labels == whole.labels
        assert first.roles() == guessed_roles(TABLE)


def test_numbers_written_as_text_are_numbers_where_there_are_no_types():
    rng = np.random.default_rng(0)
    columns = {"n": [f"{x:.2f}" for x in rng.random(50)], "text": ["some words here"] * 50}
    seen = Glance.of(Table(columns, 50), ["a", "b"] * 25)
    assert seen.roles(typed=False).numeric == ("n",)
    assert seen.roles().numeric == ()


def test_a_column_that_holds_the_labels_is_told():
    columns = {"copy": ["a", "b"] * 25, "text": [f"some words {i}" for i in range(50)]}
    with pytest.raises(InvalidInputError, match="'copy' holds the labels themselves"):
        Glance.of(Table(columns, 50), ["a", "b"] * 25).roles()


@pytest.mark.parametrize(("typed", "role"), [(True, "text"), (False, "numeric")])
def test_numbers_in_a_table_without_types_are_told_by_their_cells(typed, role):
    written = {"body": TABLE.columns["body"], "n": [f"{i / 8} " for i in range(80)]}

    class Engine:
        def total(self, small):
            return small(Glance.of(as_table(written), LABELS))

    found = glance.glanced_roles(Engine(), typed=typed)
    assert ("n" in found.numeric) is (role == "numeric")


def test_nothing_to_glance_at_is_for_nothing():
    class Engine:
        def total(self, _small):
            return None

    assert glance.glanced_roles(Engine()).used == ()
