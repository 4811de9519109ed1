import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.dialects import DELIMITERS, NEVER_CLOSED, Dialect, detected_dialect

NAMES = st.text("abcdefgh", min_size=1, max_size=6)
CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\x00\\"), max_size=12)


@st.composite
def tables(draw):
    width = draw(st.integers(2, 4))
    head = draw(st.lists(NAMES, min_size=width, max_size=width, unique=True))
    rows = draw(st.lists(st.lists(CELLS, min_size=width, max_size=width), max_size=6))
    return [head, *rows]


def written(rows, delimiter) -> str:
    buffer = io.StringIO(newline="")
    csv.writer(buffer, delimiter=delimiter).writerows(rows)
    return buffer.getvalue()


@given(tables(), st.sampled_from(DELIMITERS))
def test_what_a_csv_writer_wrote_is_read_back(rows, delimiter):
    text = written(rows, delimiter)
    dialect = detected_dialect(text)
    records = list(dialect.records(list(io.StringIO(text, newline=""))))
    assert [record.cells for record in records] == rows


@given(st.text('ab,;"\n', max_size=40))
def test_every_line_that_is_not_blank_belongs_to_one_record(text):
    lines = list(io.StringIO(text, newline=""))
    covered = [
        i for record in Dialect().records(lines) for i in range(record.first, record.end)
    ]
    blank = [i for i, line in enumerate(lines) if not line.strip("\r\n")]
    assert sorted({*covered, *blank}) == list(range(len(lines)))
    assert len(covered) == len(set(covered))


def rows_one_by_one(dialect, lines):
    """Every row by a reader of its own, which knows nothing of those before."""
    start, found = 0, []
    while start < len(lines):
        reader = csv.reader(
            lines[start:],
            delimiter=dialect.delimiter,
            quotechar=dialect.quote,
            escapechar=dialect.escape,
            strict=True,
        )
        try:
            cells, length, is_broken = next(reader), reader.line_num, False
        except csv.Error as error:
            cells, length, is_broken = [], 1, str(error)
        if cells or is_broken:
            found.append((start, start + length, cells, is_broken == "unexpected end of data"))
        start += length
    return found


@given(st.text('a,"\\\n', max_size=60), st.sampled_from([None, "\\"]))
def test_rows_are_those_of_a_reader_that_begins_anew_after_each(text, escape):
    lines, dialect = list(io.StringIO(text, newline="")), Dialect(escape=escape)
    found = [
        (record.first, record.end, record.cells, record.reason == NEVER_CLOSED)
        for record in dialect.records(lines)
    ]
    assert found == rows_one_by_one(dialect, lines)


class Lines(list):
    """Lines that count how often one of them is read."""

    reads = 0

    def __getitem__(self, place):
        self.reads += 1
        return super().__getitem__(place)


@pytest.mark.parametrize("last", ["", 'a"b\n'])
@pytest.mark.parametrize("escape", [None, "\\"])
def test_quotes_that_every_line_opens_cost_no_more_than_their_length(last, escape):
    lines = Lines(['x","\n'] * 30_000 + [last] * bool(last))
    records = list(Dialect(escape=escape).records(lines))
    assert lines.reads < 5 * len(lines)
    assert len(records) == len(lines)
    (reason,) = {record.reason for record in records[:30_000]}
    assert (reason == NEVER_CLOSED) == (not last)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("label,text\na,b\n", Dialect(",")),
        ("label\ttext\na\tone, two; three\n", Dialect("\t")),
        ("label|text\na|b\n", Dialect("|")),
        ("a, first;b\nx, y;z\nx;z\n", Dialect(";")),
        ("'label','text'\n'a','it''s'\n", Dialect(quote="'")),
        ("text\nno delimiter at all\n", Dialect(",")),
        ('label,text\na,"say \\"hi\\" now"\n', Dialect(escape="\\")),
        ('label\ttext\na\t"hi" he said\n', Dialect("\t", None)),
    ],
)
def test_the_dialect_is_told_from_the_first_lines(text, expected):
    assert detected_dialect(text) == expected


def test_a_row_that_goes_on_where_nobody_looked_is_not_broken():
    long = "label,text\n" + "a,b\n" * 198 + 'c,"' + "line\n" * 10 + 'end"\n'
    assert detected_dialect(long) == Dialect()


def test_a_broken_row_costs_no_other_row():
    lines = ["a,b\n", 'c,"d\n', "e,f\n", '"g"h,i\n', "j,k\n"]
    records = list(Dialect().records(lines))
    assert [record.cells for record in records if not record.reason] == [
        ["a", "b"],
        ["e", "f"],
        ["j", "k"],
    ]
    assert [(record.first, record.reason is None) for record in records if record.reason] == [
        (1, False),
        (3, False),
    ]


def test_cells_may_be_longer_than_the_limit_of_the_csv_module_which_stays():
    limit = csv.field_size_limit()
    (record,) = Dialect().records(["x" * 300_000 + ",y\n"])
    assert len(record.cells[0]) == 300_000
    assert csv.field_size_limit() == limit
