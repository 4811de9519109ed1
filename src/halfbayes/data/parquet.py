"""Parquet files, read and written by Arrow (the extra ``files``)."""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from halfbayes.data.cells import text_of, time_text
from halfbayes.data.extra import arrow_module
from halfbayes.data.sheets import Origin, Sheet, unique_names
from halfbayes.errors import InvalidInputError


def read_parquet(data: bytes, name: str) -> Sheet:
    """The table in ``data``, which came from ``name``."""
    arrow = arrow_module("pyarrow", "Parquet")
    parquet = arrow_module("pyarrow.parquet", "Parquet")
    try:
        return _sheet(arrow, parquet.ParquetFile(arrow.BufferReader(data)).read(), name)
    except (arrow.ArrowException, OSError) as error:
        raise _damaged(name, error) from error


def _sheet(arrow: Any, table: Any, name: str) -> Sheet:
    names, notes = unique_names(table.column_names, name)
    table = table.rename_columns(names)
    return Sheet(
        columns={name: _cells(arrow, table.column(name)) for name in names},
        numbers=range(1, table.num_rows + 1),
        origins=[Origin(name, "row")] * table.num_rows,
        notes=notes,
        typed=True,
        arrow=table,
    )


def _damaged(name: str, error: Exception) -> InvalidInputError:
    return InvalidInputError(
        f"{name} is not a Parquet file, or is damaged ({error}); write or fetch it again"
    )


def parquet_portions(path: str, rows: int) -> Iterator[Sheet]:
    """The table in a file, at most ``rows`` rows at a time."""
    arrow = arrow_module("pyarrow", "Parquet")
    parquet = arrow_module("pyarrow.parquet", "Parquet")
    name, done = PurePath(path).name, 0
    try:
        with parquet.ParquetFile(path, page_checksum_verification=True) as file:
            for batch in file.iter_batches(rows):
                table = arrow.Table.from_batches([batch])
                sheet = _sheet(arrow, table, name)
                numbers = range(done + 1, done + table.num_rows + 1)
                yield replace(sheet, numbers=numbers)
                done += table.num_rows
    except (arrow.ArrowException, OSError) as error:
        raise _damaged(name, error) from error


def parquet_bytes(columns: Mapping[str, Sequence[Any]], typed: Any = None) -> bytes:
    """A Parquet file of ``columns``; those that the Arrow table ``typed`` has keep types."""
    parquet = arrow_module("pyarrow.parquet", "Parquet")
    buffer = io.BytesIO()
    parquet.write_table(arrow_table(columns, typed), buffer)
    return buffer.getvalue()


def arrow_table(columns: Mapping[str, Sequence[Any]], typed: Any = None) -> Any:
    """An Arrow table of ``columns``; those that the table ``typed`` has keep their types."""
    arrow = arrow_module("pyarrow", "Parquet")
    known = () if typed is None else typed.column_names
    return arrow.table(
        {
            name: typed.column(name) if name in known else _array(arrow, cells)
            for name, cells in columns.items()
        }
    )


def _cells(arrow: Any, column: Any) -> list[Any]:
    kind, types = column.type, arrow.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    plain = (types.is_boolean, types.is_integer, types.is_floating, types.is_decimal)
    texts = (types.is_string, types.is_large_string, types.is_string_view, types.is_null)
    nested = (types.is_nested, types.is_binary, types.is_large_binary, types.is_duration)
    if any(is_kind(kind) for is_kind in plain + texts + nested):
        cells: list[Any] = column.to_pylist()
        return cells
    if types.is_timestamp(kind):
        column = column.cast(arrow.timestamp(kind.unit))  # in UTC, if it had a zone
    # Dates and times: Arrow writes them to the last digit, Python's would lose nanoseconds.
    written: list[Any] = column.cast(arrow.string()).to_pylist()
    return [None if cell is None else time_text(cell) for cell in written]


def _array(arrow: Any, cells: Sequence[Any]) -> Any:
    try:
        return arrow.array(cells)
    except (arrow.ArrowException, UnicodeEncodeError, OverflowError):
        # Cells of several types have one thing in common: they can be written as text.
        return arrow.array([None if cell is None else text_of(cell) for cell in cells])


__all__ = ["arrow_table", "parquet_bytes", "parquet_portions", "read_parquet"]
