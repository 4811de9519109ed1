import pytest

from halfbayes.errors import MissingCorpusError
from halfbayes.experiments.finished import (
    Finished,
    append_finished,
    code_digest,
    data_digests,
    read_finished,
    stamp_of,
    versions,
)
from halfbayes.experiments.registry import specifications
from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.specification import Specification

TASK = Finished("one", "stamp", 1.5, (Measurement("r", "c", 0.5, 3, x=2.0),))
THEOREM = specifications()["raina2003/theorem1"]


def test_what_is_finished_is_read_again_and_half_a_line_is_not(tmp_path):
    path = tmp_path / "tasks.jsonl"
    assert read_finished(path, "stamp") == {}
    append_finished(path, TASK)
    with path.open("a") as file:
        file.write('{"key": "two", "sta')
    assert read_finished(path, "stamp") == {"one": TASK}
    append_finished(path, TASK)
    assert read_finished(path, "stamp") == {"one": TASK}


def test_tasks_of_another_stamp_do_not_count(tmp_path):
    append_finished(tmp_path / "tasks.jsonl", TASK)
    assert read_finished(tmp_path / "tasks.jsonl", "other") == {}


def test_the_stamp_knows_quick_runs_and_data():
    stamps = {
        stamp_of(THEOREM, digests, quick=quick)
        for quick in (True, False)
        for digests in ({}, {"a.csv": "1"}, {"a.csv": "2"})
    }
    assert len(stamps) == 6
    assert len(code_digest(THEOREM.name)) == 16
    assert {"python", "numpy", "halfbayes"} <= set(versions())


def test_data_are_named_by_their_content(tmp_path):
    spec = Specification("paper/t", "", "", "", corpora=("a.csv",))
    with pytest.raises(MissingCorpusError, match=r"a\.csv"):
        data_digests(spec, tmp_path)
    (tmp_path / "a.csv").write_text("1")
    assert set(data_digests(spec, tmp_path)) == {"a.csv"}
