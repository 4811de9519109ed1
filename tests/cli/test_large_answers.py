import json

import pytest
from cli.tables import call, read_rows, write_table

from halfbayes.cli.large_answers import large_table
from halfbayes.cli.session import Session


@pytest.fixture
def new(tmp_path):
    return write_table(tmp_path / "new.csv", 25, seed=3)


def test_a_table_in_portions_is_answered_as_at_once(model, new, tmp_path):
    at_once, in_portions = tmp_path / "a.csv", tmp_path / "b.csv"
    assert call("predict", model, new, "-o", at_once, "-q").exit_code == 0
    options = ["-o", in_portions, "--whole-up-to", 7, "--json", "-q"]
    result = call("predict", model, new, *options)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["documents"] == 25
    assert read_rows(in_portions) == read_rows(at_once)


def test_rows_that_cannot_be_read_stop_it_or_are_set_aside(model, new, tmp_path):
    with new.open("a") as file:
        file.write("too,few\n")
    options = ["-o", tmp_path / "b.csv", "--whole-up-to", 7, "-q"]
    stopped = call("predict", model, new, *options)
    assert stopped.exit_code == 2
    assert "line 27 of new.csv" in stopped.stderr
    assert not (tmp_path / "b.csv").exists()
    assert call("predict", model, new, *options, "--bad-rows", "skip").exit_code == 0
    assert len(read_rows(tmp_path / "b.csv")) == 25
    assert (tmp_path / "new.csv.bad").exists()


def test_small_tables_are_read_at_once(new):
    session = Session.of({})
    assert large_table(session, str(new), {}) is None
    assert large_table(session, str(new), {"whole_up_to": 3}) is not None
