import pytest

from halfbayes.errors import MissingCorpusError
from halfbayes.experiments.finished import (
    Finished,
    append_finished,
    data_digests,
    read_finished,
    stamp_of,
    versions,
)
from halfbayes.experiments.registry import specifications
from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.specification import Specification

TASK = Finished("one", "stamp", 1.5, (Measurement("r", "c", 0.5, 3, x=2.0),))
FIGURE = specifications()["raina2003/figure1"]


def test_what_is_finished_is_read_again_and_half_a_line_is_not(tmp_path):
    path = tmp_path / "tasks.jsonl"
    stamps = {"one": "stamp", "two": "stamp"}
    assert read_finished(path, stamps) == {}
    append_finished(path, TASK)
    with path.open("a") as file:
        file.write('{"key": "two", "sta')
    assert read_finished(path, stamps) == {"one": TASK}
    append_finished(path, TASK)
    assert read_finished(path, stamps) == {"one": TASK}


def test_tasks_of_another_stamp_do_not_count(tmp_path):
    append_finished(tmp_path / "tasks.jsonl", TASK)
    assert read_finished(tmp_path / "tasks.jsonl", {"one": "other"}) == {}
    assert read_finished(tmp_path / "tasks.jsonl", {"two": "stamp"}) == {}


def test_the_stamp_knows_quick_runs_data_and_todays_classifier():
    stamps = {
        stamp_of(FIGURE, digests, quick=quick, today=today)
        for quick in (True, False)
        for today in (True, False)
        for digests in ({}, {"a.csv": "1"}, {"a.csv": "2"})
    }
    assert len(stamps) == 12
    assert {"python", "numpy", "halfbayes"} <= set(versions())


def test_data_are_named_by_their_content(tmp_path):
    spec = Specification("paper/t", "", "", "", corpora=("a.csv",))
    with pytest.raises(MissingCorpusError, match=r"a\.csv"):
        data_digests(spec, tmp_path)
    (tmp_path / "a.csv").write_text("1")
    assert set(data_digests(spec, tmp_path)) == {"a.csv"}


def test_a_file_that_may_be_missing_is_named_where_it_is(tmp_path):
    spec = Specification("paper/t", "", "", "", optional=("b.csv",))
    assert data_digests(spec, tmp_path) == {}
    (tmp_path / "b.csv").write_text("1")
    assert set(data_digests(spec, tmp_path)) == {"b.csv"}
