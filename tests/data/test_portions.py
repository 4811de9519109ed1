import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.delimited import read_delimited
from halfbayes.data.json_lines import read_json_lines
from halfbayes.data.portions import delimited_portions, json_portions
from halfbayes.data.sheets import joined
from halfbayes.errors import InvalidInputError

cells = st.sampled_from(["a", "", "one, two", 'says "no"', "two\nlines", "é\r\n", "x"])
rows = st.lists(st.tuples(cells, cells), max_size=12)


def quoted(cell):
    return '"' + cell.replace('"', '""') + '"'


def told(sheet):
    return sheet.columns, list(sheet.numbers), [(str(row), row.text) for row in sheet.bad]


def whole(portions):
    return joined(list(portions), same_columns=False)


@given(rows, st.integers(1, 6), st.sets(st.integers(0, 11)))
def test_portions_of_a_delimited_table_are_the_table(given_rows, size, broken):
    lines = ["label,text\n"]
    for i, row in enumerate(given_rows):
        lines.append("only one cell\n" if i in broken else ",".join(map(quoted, row)) + "\n")
    text = "".join(lines)
    at_once = read_delimited(text, "a.csv")
    portions = delimited_portions(io.StringIO(text, newline=""), "a.csv", size, ",")
    assert told(whole(portions)) == told(at_once)


@given(st.lists(st.sampled_from(['{"a": 1}', '{"b": "x"}', "", "oops", '{"a": "é"}'])))
def test_portions_of_json_lines_are_the_table(lines):
    text = "".join(f"{line}\n" for line in lines)
    if not text.strip():
        return
    at_once = read_json_lines(text, "a.jsonl")
    portions = json_portions(io.StringIO(text, newline="\n"), "a.jsonl", 2)
    found = whole(portions)
    assert told(found) == told(at_once)


@pytest.mark.parametrize("before", [1, 2, 3, 4])
def test_a_line_with_an_array_is_a_bad_row_in_whatever_portion(before):
    text = '{"a": 1}\n' * before + '[1,2]\n{"a": 2}\n'
    found = whole(json_portions(io.StringIO(text, newline="\n"), "a.jsonl", 2))
    assert told(found) == told(read_json_lines(text, "a.jsonl"))
    assert str(found.bad[0]).startswith(f"line {before + 1} of a.jsonl: expected an object")


def test_a_file_that_is_one_array_is_refused_in_portions_too():
    text = '\n\n\n[{"a": 1},\n{"a": 2}]\n'
    with pytest.raises(InvalidInputError, match="is one JSON array"):
        list(json_portions(io.StringIO(text, newline="\n"), "a.jsonl", 2))


@pytest.mark.parametrize("size", [3, 100])
@pytest.mark.parametrize(
    "text",
    [
        "label,text\n" + 'a,"say \\"hi\\" now"\n' * 7,
        "label\ttext\n" + 'a\t"hi" he said\n' * 7,
        "label,\n" + "a,b\n" * 7,
    ],
)
def test_how_a_table_is_read_is_noted_once(text, size):
    found = whole(delimited_portions(io.StringIO(text, newline=""), "a.csv", size))
    at_once = read_delimited(text, "a.csv")
    assert found.notes == at_once.notes != ()
    assert told(found) == told(at_once)


def test_a_quote_that_is_never_closed_is_told_where_it_is_opened():
    text = 'label,text\na,b\nc,"d\ne,f\n'
    found = whole(delimited_portions(io.StringIO(text, newline=""), "a.csv", 1))
    assert found.columns["label"] == ["a", "e"]
    assert "line 3 of a.csv: a quote is opened" in str(found.bad[0])


@pytest.mark.parametrize("text", ["", 'a,"b\n'])
def test_columns_must_be_named(text):
    with pytest.raises(InvalidInputError, match=r"first line of a\.csv must name"):
        list(delimited_portions(io.StringIO(text), "a.csv", 5))
