"""Parquet files, read and written by Arrow (the extra ``files``)."""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from halfbayes.data.cells import text_of
from halfbayes.data.extra import arrow_module
from halfbayes.data.sheets import Origin, Sheet, unique_names
from halfbayes.errors import InvalidInputError


def read_parquet(data: bytes, name: str) -> Sheet:
    """The table in ``data``, which came from ``name``."""
    arrow = arrow_module("pyarrow", "Parquet")
    parquet = arrow_module("pyarrow.parquet", "Parquet")
    try:
        table = parquet.ParquetFile(arrow.BufferReader(data)).read()
        names, notes = unique_names(table.column_names, name)
        table = table.rename_columns(names)
        columns = {name: _cells(arrow, table.column(name)) for name in names}
    except (arrow.ArrowException, OSError) as error:
        raise InvalidInputError(
            f"{name} is not a Parquet file, or is damaged ({error}); write or fetch it again"
        ) from error
    return Sheet(
        columns=columns,
        numbers=range(1, table.num_rows + 1),
        origins=[Origin(name, "row")] * table.num_rows,
        notes=notes,
        typed=True,
        arrow=table,
    )


def parquet_bytes(columns: Mapping[str, Sequence[Any]], arrow_table: Any = None) -> bytes:
    """A Parquet file of ``columns``; those that ``arrow_table`` has keep their types."""
    arrow = arrow_module("pyarrow", "Parquet")
    parquet = arrow_module("pyarrow.parquet", "Parquet")
    known = () if arrow_table is None else arrow_table.column_names
    table = arrow.table(
        {
            name: arrow_table.column(name) if name in known else _array(arrow, cells)
            for name, cells in columns.items()
        }
    )
    buffer = io.BytesIO()
    parquet.write_table(table, buffer)
    return buffer.getvalue()


def _cells(arrow: Any, column: Any) -> list[Any]:
    kind, types = column.type, arrow.types
    if types.is_dictionary(kind):
        kind = kind.value_type
    plain = (types.is_boolean, types.is_integer, types.is_floating, types.is_decimal)
    texts = (types.is_string, types.is_large_string, types.is_string_view, types.is_null)
    nested = (types.is_nested, types.is_binary, types.is_large_binary)
    if any(is_kind(kind) for is_kind in plain + texts + nested):
        cells: list[Any] = column.to_pylist()
        return cells
    # Dates and times: Arrow writes them to the last digit, Python's would lose nanoseconds.
    written: list[Any] = column.cast(arrow.string()).to_pylist()
    return written


def _array(arrow: Any, cells: Sequence[Any]) -> Any:
    try:
        return arrow.array(cells)
    except (arrow.ArrowException, UnicodeEncodeError, OverflowError):
        # Cells of several types have one thing in common: they can be written as text.
        return arrow.array([None if cell is None else text_of(cell) for cell in cells])


__all__ = ["parquet_bytes", "read_parquet"]
