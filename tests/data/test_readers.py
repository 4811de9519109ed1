import io
import sys

import pytest

from halfbayes.data.readers import Dialect, bad_rows_file, read_table
from halfbayes.errors import InvalidInputError


def test_a_file_a_folder_and_standard_input_are_tables(tmp_path, monkeypatch):
    (tmp_path / "a.csv").write_text("label,text\na,one\n", "utf-8")
    expected = {"label": ["a"], "text": ["one"]}
    assert dict(read_table(str(tmp_path / "a.csv")).columns) == expected
    assert dict(read_table(str(tmp_path)).columns) == expected
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"label,text\na,one\n")))
    sheet = read_table("-")
    assert dict(sheet.columns) == expected
    assert sheet.place(0) == "line 2 of standard input"


def test_options_of_reading_are_passed_on(tmp_path):
    (tmp_path / "a.csv").write_bytes(b"label|text\na|\xe9\n")
    sheet = read_table(str(tmp_path / "a.csv"), Dialect("latin-1", "|"))
    assert sheet.columns["text"] == ["é"]


def test_a_file_that_is_not_there_is_one_sentence():
    with pytest.raises(InvalidInputError, match=r"cannot read none\.csv: No such file"):
        read_table("none.csv")


def test_bad_rows_go_beside_the_table():
    assert bad_rows_file("data/a.csv") == "data/a.csv.bad"


def test_standard_input_that_is_closed_is_told(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InvalidInputError, match="standard input is closed; name a file"):
        read_table("-")
