import datetime as dt
import io
import json
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from halfbayes.data.cells import text_of
from halfbayes.data.parquet import parquet_bytes, read_parquet
from halfbayes.data.writers import json_lines_bytes
from halfbayes.errors import InvalidInputError

COLUMNS = {
    "label": ["a", None],
    "n": [1, 2],
    "share": [0.5, None],
    "price": [Decimal("1.50"), None],
    "sent": [dt.datetime(2026, 1, 2, tzinfo=dt.UTC), None],
    "tags": [["x", "y"], None],
    "kind": pa.array(["web", "web"]).dictionary_encode(),
}


@pytest.fixture
def data(tmp_path) -> bytes:
    pq.write_table(pa.table(COLUMNS), tmp_path / "a.parquet")
    return (tmp_path / "a.parquet").read_bytes()


def test_cells_are_plain_values_and_times_are_text(data):
    sheet = read_parquet(data, "a.parquet")
    assert sheet.columns["n"] == [1, 2]
    assert sheet.columns["price"] == [Decimal("1.50"), None]
    assert sheet.columns["sent"] == ["2026-01-02 00:00:00", None]
    assert sheet.columns["tags"] == [["x", "y"], None]
    assert sheet.columns["kind"] == ["web", "web"]
    assert sheet.place(1) == "row 2 of a.parquet"


def test_columns_keep_their_types_when_they_are_written_back(data):
    sheet = read_parquet(data, "a.parquet")
    columns = {**sheet.columns, "predicted": ["a", "b"], "mixed": [1, "x"]}
    back = pq.read_table(pa.BufferReader(parquet_bytes(columns, sheet.arrow)))
    assert back.select(sheet.arrow.column_names).equals(sheet.arrow)
    assert back.column("predicted").to_pylist() == ["a", "b"]
    assert back.column("mixed").to_pylist() == ["1", "x"]


def test_half_a_character_is_written_as_the_sign_for_that():
    data = parquet_bytes({"text": ["\ud800", "b"]})
    assert read_parquet(data, "a").columns["text"] == ["\ufffd", "b"]


def read_back(column):
    buffer = io.BytesIO()
    pq.write_table(pa.table({"a": column}), buffer, store_schema=True)
    sheet = read_parquet(buffer.getvalue(), "a.parquet")
    return sheet, list(sheet.columns["a"])


def of_numbers(numbers, kind):
    return pa.array(numbers, pa.list_(pa.int64())).cast(pa.list_(kind))


def not_utf_8(cells):
    return pa.Array.from_buffers(pa.string(), len(cells), pa.array(cells).buffers())


FAR = 253402300800 * 2


@pytest.mark.parametrize(
    ("column", "read"),
    [
        (
            pa.array([10**15, None, 5], pa.duration("s")),
            ["1000000000000000 s", None, dt.timedelta(seconds=5)],
        ),
        (
            of_numbers([[FAR * 1000], None, [0]], pa.timestamp("ms")),
            [["18029-12-31 00:00:00.000"], None, [dt.datetime(1970, 1, 1)]],  # noqa: DTZ001
        ),
        (
            of_numbers([[FAR * 1000, 0]], pa.timestamp("ms", "Europe/Berlin")),
            [["18029-12-31 00:00:00.000", "1970-01-01 00:00:00.000"]],
        ),
        (
            pa.StructArray.from_arrays(
                [of_numbers([[FAR * 1000]], pa.timestamp("ms")), pa.array(["x"])], ["t", "s"]
            ),
            [{"t": ["18029-12-31 00:00:00.000"], "s": b"x"}],
        ),
        (not_utf_8([b"\xffa", None, b"ok"]), ["\ufffda", None, "ok"]),
        (not_utf_8([b"\xffa", b"\xffa"]).dictionary_encode(), ["\ufffda", "\ufffda"]),
        (pa.ListArray.from_arrays([0, 2], not_utf_8([b"\xff", b"b"])), [[b"\xff", b"b"]]),
    ],
)
def test_cells_that_python_has_no_value_for_are_read_as_text(column, read):
    sheet, cells = read_back(column)
    assert cells == read
    texts = [text_of(cell) for cell in cells]
    assert json_lines_bytes(sheet.columns).decode().count("\n") == len(texts)
    again = pq.read_table(pa.BufferReader(parquet_bytes(sheet.columns, sheet.arrow)))
    assert again.equals(sheet.arrow)


def test_a_column_that_cannot_be_read_at_all_is_named(monkeypatch):
    def failing(*_):
        message = "too far"
        raise OverflowError(message)

    monkeypatch.setattr("halfbayes.data.parquet._cells", failing)
    told = r"column 'a' of a\.parquet cannot be read \(too far\)"
    with pytest.raises(InvalidInputError, match=told):
        read_back(pa.array([1]))


def nested(depth):
    cell = 1
    for _ in range(depth):
        cell = [cell]
    return cell


@pytest.mark.parametrize(
    ("cells", "read"),
    [
        ([{}, None, {}], ["{}", None, "{}"]),
        ([{"b": {}}], ['{"b": {}}']),
        ([[{}], []], ["[{}]", "[]"]),
        ([{"b": 1}, {}], [{"b": 1}, {"b": None}]),
        ([{"\ud800": 1}], ['{"\ufffd": 1}']),
        ([2**63, 1, None], [str(2**63), "1", None]),
        ([nested(10)], [nested(10)]),
        ([nested(200)], [json.dumps(nested(200))]),
    ],
)
def test_cells_that_parquet_has_no_type_for_are_written_as_text(cells, read):
    data = parquet_bytes({"a": cells})
    assert read_parquet(data, "a.parquet").columns["a"] == read


def test_a_name_that_parquet_cannot_hold_is_told():
    with pytest.raises(InvalidInputError, match=r"column '\\ud800b' has half a character"):
        parquet_bytes({"a": [1], "\ud800b": [1]})


def test_rows_that_are_taken_out_are_taken_out_of_the_arrow_table_too(data):
    sheet = read_parquet(data, "a.parquet").without({0: "no label"})
    assert sheet.arrow.column("n").to_pylist() == [2]


def test_what_is_no_parquet_file_is_one_error(data):
    for damaged in (b"PAR1", data[:-20], b"PAR1" + bytes(100) + b"PAR1"):
        with pytest.raises(InvalidInputError, match="is not a Parquet file, or is damaged"):
            read_parquet(damaged, "a.parquet")
