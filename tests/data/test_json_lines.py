import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.columns import labels, numbers
from halfbayes.data.json_lines import read_json_lines
from halfbayes.data.writers import json_lines_bytes
from halfbayes.errors import InvalidInputError

VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**60), 2**60), st.floats(-1e9, 1e9), st.text()
)


@given(st.lists(st.dictionaries(st.text(max_size=5), VALUES, min_size=1), min_size=1))
def test_rows_that_are_written_are_read_back_with_none_where_a_key_is_missing(rows):
    text = "\n".join(json.dumps(row) for row in rows)
    sheet = read_json_lines(text, "a.jsonl")
    names = {name for row in rows for name in row}
    assert set(sheet.columns) == names
    for i, row in enumerate(rows):
        assert {name: sheet.columns[name][i] for name in names} == {
            name: row.get(name) for name in names
        }


@given(st.text('{}[]":,a1\n', max_size=40))
def test_any_text_is_a_table_or_one_error(text):
    with suppress(InvalidInputError):
        sheet = read_json_lines(text, "a.jsonl")
        lines = [line for line in text.split("\n") if line.strip()]
        assert len(lines) == sheet.n_rows + len(sheet.bad)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "not JSON: .* at character 2"),
        ("[1]", "expected an object"),
        ('{"a": 1, "a": 2}', "'a' is there twice"),
        ('{"a": Infinity}', "Infinity is no number"),
        ('{"a": 1e999}', "1e999 is out of range"),
        ('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
    ],
)
def test_a_line_that_cannot_be_used_is_set_aside_with_the_reason(line, reason):
    sheet = read_json_lines(f'{{"a": 0}}\n{line}\n{{"a": 3}}\r\n', "a.jsonl")
    assert sheet.columns["a"] == [0, 3]
    (bad,) = sheet.bad
    assert bad.number == 2
    assert bad.text == line
    with pytest.raises(ValueError, match=reason):
        raise ValueError(bad.reason)


def test_nan_is_an_empty_cell():
    assert read_json_lines('{"a": NaN}\n{"a": 1}', "a.jsonl").columns["a"] == [None, 1]


@given(st.integers())
def test_whole_numbers_of_any_size_are_read_to_the_last_digit(number):
    sheet = read_json_lines(f'{{"a": {number}, "b": [{number}]}}', "a.jsonl")
    assert sheet.columns == {"a": [number], "b": [[number]]}
    assert type(sheet.columns["a"][0]) is int


def test_whole_numbers_with_more_digits_than_python_reads_are_text():
    digits = "9" * 5000
    sheet = read_json_lines(f'{{"a": {digits}}}\n{{"a": -{digits}}}', "a.jsonl")
    assert sheet.columns["a"] == [digits, f"-{digits}"]
    assert numbers(sheet, "a")[1].keys() == {0, 1}


def test_labels_that_differ_in_the_last_digit_are_two():
    lines = ['{"a": 12345678901234567890}', '{"a": 12345678901234567891}']
    sheet = read_json_lines("\n".join(lines), "a.jsonl")
    assert labels(sheet, "a") == (["12345678901234567890", "12345678901234567891"], {})
    assert json_lines_bytes(sheet.columns).decode().splitlines() == lines


def test_the_first_key_that_is_there_twice_is_told_however_many_there_are():
    keys = [f"k{number}" for number in range(40_000)]
    pairs = ", ".join(f'"{key}": 0' for key in [*keys, "k39999", "k39998"])
    (bad,) = read_json_lines(f"{{{pairs}}}", "a.jsonl").bad
    assert bad.reason == "the key 'k39998' is there twice"


def test_an_array_is_refused_with_the_command_that_turns_it_into_lines():
    with pytest.raises(InvalidInputError, match=r"a.json is one JSON array.*jq -c '.\[\]'"):
        read_json_lines('[{"a": 1}]', "a.json")
