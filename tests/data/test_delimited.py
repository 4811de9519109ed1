import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.delimited import read_delimited
from halfbayes.errors import InvalidInputError

CELLS = st.text(st.characters(codec="utf-8"), max_size=12)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=8), st.sampled_from(["\n", "\r\n"]))
def test_a_table_that_is_written_is_read_back(rows, end):
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([("label", "text"), *rows])
    sheet = read_delimited(buffer.getvalue(), "a.csv", ",")
    assert list(zip(*sheet.columns.values(), strict=True)) == rows
    assert sheet.bad == ()


@given(st.text('ab,;"\n\t', max_size=60))
def test_any_text_is_a_table_or_one_error_and_no_line_is_lost(text):
    try:
        sheet = read_delimited(text, "a.csv")
    except InvalidInputError:
        return
    places = [*sheet.numbers, *(bad.number for bad in sheet.bad)]
    assert len(set(places)) == len(places)
    assert all(bad.text in text for bad in sheet.bad)


def test_rows_know_the_line_they_begin_on():
    sheet = read_delimited('label,text\na,"one\ntwo"\n\nb,c\nd\ne,f,g\n', "a.csv")
    assert [sheet.place(row) for row in range(2)] == ["line 2 of a.csv", "line 5 of a.csv"]
    assert [str(bad) for bad in sheet.bad] == [
        "line 6 of a.csv: 1 cell where 2 are named",
        "line 7 of a.csv: 3 cells where 2 are named",
    ]


def test_a_quote_that_is_never_closed_is_told_where_it_begins():
    sheet = read_delimited('label,text\na,"open\nb,c\n', "a.csv")
    assert str(sheet.bad[0]) == "line 2 of a.csv: a quote is opened and never closed"
    assert sheet.bad[0].text == 'a,"open'
    assert sheet.columns == {"label": ["b"], "text": ["c"]}


def test_nul_characters_and_long_cells_are_data():
    long = "x" * 200_000
    sheet = read_delimited(f"label,text\na\x00,{long}\n", "a.csv")
    assert sheet.columns == {"label": ["a\x00"], "text": [long]}


def test_columns_without_a_name_get_one_and_a_note():
    sheet = read_delimited("label,,text\na,b,c\n", "a.csv")
    assert list(sheet.columns) == ["label", "column_2", "text"]
    assert sheet.notes == ("column 2 of a.csv has no name; it is called column_2",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n\n", "a.csv is empty"),
        ('"label,text\n', "line 1 of a.csv must name the columns, but a quote is opened"),
        ("x,x\n1,2\n", "both named 'x'"),
    ],
)
def test_a_table_without_proper_names_is_refused(text, message):
    with pytest.raises(InvalidInputError, match=message):
        read_delimited(text, "a.csv")


@pytest.mark.parametrize("delimiter", ["", "ab", '"', "\n"])
def test_a_delimiter_is_one_character(delimiter):
    with pytest.raises(InvalidInputError, match="a delimiter is one character"):
        read_delimited("a,b\n", "a.csv", delimiter)


def test_a_dialect_that_is_out_of_the_ordinary_is_noted():
    assert "backslash" in read_delimited('a,b\n1,"x\\"y"\n', "a.csv").notes[0]
    assert "without quotes" in read_delimited('a\tb\n1\t"x" y\n', "a.tsv").notes[0]
