import datetime as dt
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from halfbayes.data.parquet import parquet_bytes, read_parquet
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


def test_rows_that_are_taken_out_are_taken_out_of_the_arrow_table_too(data):
    sheet = read_parquet(data, "a.parquet").without({0: "no label"})
    assert sheet.arrow.column("n").to_pylist() == [2]


def test_what_is_no_parquet_file_is_one_error(data):
    for damaged in (b"PAR1", data[:-20], b"PAR1" + bytes(100) + b"PAR1"):
        with pytest.raises(InvalidInputError, match="is not a Parquet file, or is damaged"):
            read_parquet(damaged, "a.parquet")
