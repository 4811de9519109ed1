import csv
import io
import json
import math
from datetime import date
from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.cells import looks_like_number
from halfbayes.data.readers import read_table
from halfbayes.data.sheets import BadRow, Origin
from halfbayes.data.writers import (
    check_folder,
    check_target,
    delimited_bytes,
    json_lines_bytes,
    safe_text,
    write_bad_rows,
    write_table,
)
from halfbayes.errors import InvalidInputError

COLUMNS = {"label": ["a", "b"], "text": ['say "hi",\nthen go', "naïve\x00é"]}


@pytest.mark.parametrize("suffix", ["csv", "tsv", "jsonl", "parquet", "csv.gz", "tsv.zst"])
def test_a_table_is_read_back_from_every_format(tmp_path, suffix):
    target = tmp_path / f"a.{suffix}"
    write_table(COLUMNS, str(target))
    assert dict(read_table(str(target)).columns) == COLUMNS


@given(st.lists(st.text(st.characters(codec="utf-8")), max_size=5))
def test_any_text_survives_csv(texts):
    data = delimited_bytes({"first": texts, "text": texts}, ",").decode()
    rows = list(csv.reader(io.StringIO(data, newline="")))
    assert rows == [["first", "text"], *([text, text] for text in texts)]


@given(st.text())
def test_safe_text_begins_like_no_formula_unless_it_is_a_number(text):
    safe = safe_text(text)
    assert safe.lstrip("'") == safe_text(text).lstrip("'")
    assert not safe.startswith(tuple("=+-@\t\r\n")) or looks_like_number(safe)


@pytest.mark.parametrize("formula", ["=cmd|'/C calc'!A0", "+1+1", "-1+1", "@SUM(A1)", "\t=1"])
def test_formulas_are_neutralised_in_cells_and_names(formula):
    data = delimited_bytes({formula: [formula]}, ",", safe=True).decode()
    assert list(csv.reader(io.StringIO(data, newline=""))) == [[f"'{formula}"]] * 2


def test_numbers_and_plain_text_are_not_touched_by_safe_csv():
    assert [safe_text(cell) for cell in (-1.5, "-2", "a=b", None)] == ["-1.5", "-2", "a=b", ""]


def test_json_lines_say_half_characters_and_nested_cells_exactly():
    rows = {"text": ["\ud800"], "tags": [["é", 1]], "n": [float("nan")]}
    (line,) = json_lines_bytes(rows).splitlines()
    assert json.loads(line) == {"text": "\ud800", "tags": ["é", 1], "n": None}


def strictly(text):
    def refused(name):
        raise AssertionError(name)

    return json.loads(text, parse_constant=refused)


def test_json_lines_have_null_where_a_number_is_none_of_json():
    rows = {"a": [math.inf], "b": [[1.5, -math.inf, {"c": math.nan}]], "d": [float("nan")]}
    assert strictly(json_lines_bytes(rows)) == {
        "a": None,
        "b": [1.5, None, {"c": None}],
        "d": None,
    }
    kept = {**rows, "t": ["\ud800é"], "n": [2**70], "when": [[date(2024, 1, 2)]]}
    line = strictly(json_lines_bytes(kept))
    assert (line["t"], line["n"], line["when"]) == ("\ud800é", 2**70, ["2024-01-02"])


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        (Decimal("12345678901234567.89"), b'"12345678901234567.89"'),
        (Decimal("12345678901234567890"), b"12345678901234567890"),
        (Decimal("1.50"), b"1.5"),
        (Decimal("0E-18"), b"0.0"),
        (Decimal("Infinity"), b"null"),
        (Decimal("NaN"), b"null"),
        (12345678901234567891, b"12345678901234567891"),
        (np.uint64(2**64 - 1), b"18446744073709551615"),
    ],
)
def test_json_lines_lose_no_digit_of_a_number(cell, written):
    assert json_lines_bytes({"a": [cell]}) == b'{"a": ' + written + b"}\n"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("out.xlsx", "the format of .* is not known"),
        ("out", "name it .csv, .tsv, .jsonl or .parquet"),
        ("no/such/folder/out.csv", "there is no folder no/such/folder"),
        (".", "the format of"),
    ],
)
def test_a_target_that_cannot_be_written_is_refused_before_any_work(target, message):
    with pytest.raises(InvalidInputError, match=message):
        check_target(target)


def test_a_folder_is_no_target(tmp_path):
    (tmp_path / "out.csv").mkdir()
    with pytest.raises(InvalidInputError, match="it is a folder"):
        check_target(str(tmp_path / "out.csv"))


def test_a_target_that_is_read_is_refused_by_whatever_name(tmp_path):
    table, link = tmp_path / "t.csv", tmp_path / "link.csv"
    table.write_text("a\n", "utf-8")
    link.symlink_to(table)
    for target in (table, link, tmp_path / "." / "t.csv"):
        for source in (str(table), str(link)):
            with pytest.raises(InvalidInputError, match="would be lost; name another file"):
                check_target(str(target), "other.csv", source)


def test_a_target_that_is_a_part_of_a_folder_that_is_read_is_refused(tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "a.csv").write_text("a\n", "utf-8")
    (folder / "_b.csv").write_text("a\n", "utf-8")
    with pytest.raises(InvalidInputError, match=r"it is read as .*parts, and would be lost"):
        check_target(str(folder / "a.csv"), str(folder))
    check_target(str(folder / "_b.csv"), str(folder))  # which is passed over
    check_target(str(folder / "new.csv"), str(folder))
    (folder / "spam").mkdir()
    (folder / "spam" / "1.txt").write_text("cheap pills", "utf-8")
    with pytest.raises(InvalidInputError, match="would be lost"):  # a folder of classes
        check_folder(str(folder / "spam" / "1.txt"), str(folder))
    check_target(str(tmp_path / "a.csv"), str(folder), str(tmp_path / "gone.csv"))


def test_a_target_that_comes_by_standard_input_is_refused(tmp_path, monkeypatch):
    (tmp_path / "t.csv").write_text("a\n", "utf-8")
    with (tmp_path / "t.csv").open(encoding="utf-8") as file:
        monkeypatch.setattr("sys.stdin", file)
        with pytest.raises(InvalidInputError, match="read as standard input"):
            check_target(str(tmp_path / "t.csv"), "-")
        check_target(str(tmp_path / "u.csv"), "-")


def test_a_device_is_a_target_whatever_is_read():
    check_target("/dev/null", "/dev/null")


def test_bad_rows_are_written_with_place_reason_and_text(tmp_path):
    write_bad_rows([BadRow(Origin("a.csv"), 7, "1 cell", 'x,"y')], tmp_path / "a.csv.bad")
    assert json.loads((tmp_path / "a.csv.bad").read_text("utf-8")) == {
        "file": "a.csv",
        "unit": "line",
        "number": 7,
        "reason": "1 cell",
        "text": 'x,"y',
    }
