"""Parquet files, read and written by Arrow (the extra ``files``).

A cell that Python has no value for is read as text: a time beyond the year 9999, a duration of
a million years, characters that are not UTF-8. Cells that Parquet has no type for are written
as text.
"""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import PurePath
from typing import Any, Final

from halfbayes.data.cells import text_of, time_text
from halfbayes.data.extra import arrow_module
from halfbayes.data.sheets import Origin, Sheet, unique_names
from halfbayes.errors import InvalidInputError

DEEPEST: Final = 32
"""Levels of nested cells; Arrow does not read back what has many more."""


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
        columns={column: _column(arrow, table, column, name) for column in names},
        numbers=range(1, table.num_rows + 1),
        origins=[Origin(name, "row")] * table.num_rows,
        notes=notes,
        typed=True,
        arrow=table,
    )


def _column(arrow: Any, table: Any, column: str, name: str) -> list[Any]:
    try:
        return _cells(arrow, table.column(column))
    except (arrow.ArrowException, ValueError, OverflowError) as error:
        raise InvalidInputError(
            f"column {column!r} of {name} cannot be read ({error}); write it as text, or leave "
            "it out"
        ) from error


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
    unsayable = next((name for name in columns if text_of(name) != name), None)
    if unsayable is not None:
        raise InvalidInputError(
            f"the name of column {unsayable!r} has half a character, which Parquet cannot "
            "hold; rename it, or write to a .jsonl file"
        )
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
        try:
            cells: list[Any] = column.to_pylist()
        except (ValueError, OverflowError):
            return [_cell(arrow, column.slice(row, 1), kind) for row in range(len(column))]
        return cells
    if types.is_timestamp(kind):
        column = column.cast(arrow.timestamp(kind.unit))  # in UTC, if it had a zone
    # Dates and times: Arrow writes them to the last digit, Python's would lose nanoseconds.
    written: list[Any] = column.cast(arrow.string()).to_pylist()
    return [None if cell is None else time_text(cell) for cell in written]


def _cell(arrow: Any, only: Any, kind: Any) -> Any:
    """The only cell of a column, with text in it where Python has no value."""
    try:
        return only.to_pylist()[0]
    except (ValueError, OverflowError):
        in_utc = only.cast(kind).cast(_changed(arrow, kind, _without_zone))
        cell = in_utc.cast(_changed(arrow, kind, _sayable)).to_pylist()[0]
    if arrow.types.is_duration(kind):
        return f"{cell} {kind.unit}"
    return text_of(cell) if isinstance(cell, bytes) else cell


def _changed(arrow: Any, kind: Any, change: Callable[[Any, Any], Any]) -> Any:
    """The type with all types that it is made of changed."""
    types = arrow.types
    if types.is_struct(kind):
        return arrow.struct([f.with_type(_changed(arrow, f.type, change)) for f in kind])
    if types.is_map(kind):
        of_keys, of_items = kind.key_type, kind.item_type
        return arrow.map_(_changed(arrow, of_keys, change), _changed(arrow, of_items, change))
    if types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind):
        return arrow.list_(_changed(arrow, kind.value_type, change))
    return change(arrow, kind)


def _without_zone(arrow: Any, kind: Any) -> Any:
    return arrow.timestamp(kind.unit) if arrow.types.is_timestamp(kind) else kind


def _sayable(arrow: Any, kind: Any) -> Any:
    """A type whose every value Python has."""
    types = arrow.types
    if types.is_temporal(kind):
        return arrow.string()
    is_text = types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind)
    return arrow.large_binary() if is_text else kind


def _array(arrow: Any, cells: Sequence[Any]) -> Any:
    with suppress(arrow.ArrowException, UnicodeEncodeError, OverflowError):
        array = arrow.array(cells)
        if _can_be_written(arrow.types, array.type):
            return array
    # Whatever cells are, they have one thing in common: they can be written as text.
    return arrow.array([None if cell is None else text_of(cell) for cell in cells])


def _can_be_written(types: Any, kind: Any) -> bool:
    """Whether Parquet has the type: none of objects without a key, or nested too deeply."""
    level = [kind]
    for _ in range(DEEPEST):
        if any(types.is_struct(t) and t.num_fields == 0 for t in level):
            return False
        level = [t.field(i).type for t in level for i in range(t.num_fields)]
    return not level


__all__ = ["arrow_table", "parquet_bytes", "parquet_portions", "read_parquet"]
