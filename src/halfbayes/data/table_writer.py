"""Tables written portion by portion, whole or not at all: what ``data.writers`` does at once.

Every portion has the columns of the first, in whatever order; JSON lines may have others in
every line. Parquet also has the types of the first portion: what comes later is cast to them
where nothing is lost, and columns that are text, or empty at first, take anything as text. To
standard output, portions go as they come.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, BinaryIO

from halfbayes.data.cells import text_of
from halfbayes.data.compression import compressing
from halfbayes.data.extra import arrow_module
from halfbayes.data.parquet import arrow_table
from halfbayes.data.whole_file import whole_file
from halfbayes.data.writers import (
    STANDARD_OUTPUT,
    delimited_bytes,
    format_of,
    json_lines_bytes,
)
from halfbayes.errors import InvalidInputError

Columns = Mapping[str, Sequence[Any]]
Write = Callable[[Columns, Any], None]
"""Takes the columns of a portion, and an Arrow table that knows the types of some, or None."""


@contextmanager
def table_writer(target: str, *, safe_csv: bool = False) -> Iterator[Write]:
    """A function that takes one portion after the other; the file is there in the end."""
    kind = ".csv" if target == STANDARD_OUTPUT else format_of(target)
    with ExitStack() as stack:
        if target == STANDARD_OUTPUT:
            file: BinaryIO = sys.stdout.buffer
        else:
            file = stack.enter_context(whole_file(target))
        if kind == ".parquet":
            parquet = _Parquet(file, target)
            stack.callback(parquet.close)
            yield parquet.write
            return
        packed = stack.enter_context(compressing(file, target))
        yield _Lines(packed, kind, target, safe=safe_csv).write
        if target == STANDARD_OUTPUT:
            file.flush()


class _Lines:
    """CSV, TSV or JSON lines."""

    def __init__(self, file: BinaryIO, kind: str, target: str, *, safe: bool) -> None:
        self._file, self._kind, self._target, self._safe = file, kind, target, safe
        self._names: list[str] | None = None

    def write(self, columns: Columns, _arrow: Any) -> None:
        """Write a portion."""
        if self._kind == ".jsonl":
            self._file.write(json_lines_bytes(columns))
            return
        delimiter = "\t" if self._kind == ".tsv" else ","
        is_first = self._names is None
        self._names = self._names or list(columns)
        columns = _in_order(self._names, columns, self._target)
        data = delimited_bytes(columns, delimiter, safe=self._safe)
        if not is_first:
            # Without the line of names, which is a row like any other.
            head = delimited_bytes({name: [] for name in columns}, delimiter, safe=self._safe)
            data = data[len(head) :]
        self._file.write(data)


class _Parquet:
    """Parquet; the types are those of the first portion."""

    def __init__(self, file: BinaryIO, target: str) -> None:
        self._file, self._target = file, target
        self._writer: Any = None

    def write(self, columns: Columns, arrow: Any) -> None:
        """Write a portion."""
        table = arrow_table(columns, arrow)
        if self._writer is None:
            parquet = arrow_module("pyarrow.parquet", "Parquet")
            self._writer = parquet.ParquetWriter(self._file, _lasting(table.schema))
        schema = self._writer.schema
        columns = _in_order(schema.names, columns, self._target)
        cast = [self._cast(table.column(f.name), columns[f.name], f) for f in schema]
        self._writer.write_table(type(table).from_arrays(cast, schema=schema))

    def _cast(self, column: Any, cells: Sequence[Any], field: Any) -> Any:
        """The column as one of the type of ``field``, or an error."""
        arrow = arrow_module("pyarrow", "Parquet")
        if column.type == field.type:
            return column
        if _is_text(arrow.types, field.type):
            texts = [None if cell is None else text_of(cell) for cell in cells]
            return arrow.array(texts, field.type)
        if _fits(arrow.types, column.type, field.type):
            with suppress(arrow.ArrowException):
                return column.cast(field.type)
        raise InvalidInputError(
            f"column {field.name!r} is {field.type} in the first rows of {self._target} and "
            f"{column.type} in later ones, where a .parquet file has one type; write to a "
            ".jsonl or .csv file"
        )

    def close(self) -> None:
        """Write the end of the file."""
        if self._writer is not None:
            self._writer.close()


def _lasting(schema: Any) -> Any:
    """The schema with text where no cell tells the type."""
    arrow = arrow_module("pyarrow", "Parquet")
    for place, field in enumerate(schema):
        if arrow.types.is_null(field.type):
            schema = schema.set(place, field.with_type(arrow.string()))
    return schema


def _is_text(types: Any, kind: Any) -> bool:
    texts = (types.is_string, types.is_large_string, types.is_string_view)
    return any(is_kind(kind) for is_kind in texts)


def _fits(types: Any, kind: Any, wanted: Any) -> bool:
    """Whether values of a type can be cast to another, or Arrow tells of those that cannot."""
    if types.is_null(kind) or kind == wanted:
        return True
    if types.is_dictionary(kind) or types.is_dictionary(wanted):
        plain = [t.value_type if types.is_dictionary(t) else t for t in (kind, wanted)]
        return _fits(types, *plain)
    if types.is_list(kind) and types.is_list(wanted):
        return _fits(types, kind.value_type, wanted.value_type)
    if types.is_timestamp(kind) and types.is_timestamp(wanted):
        return bool(kind.tz == wanted.tz)
    if types.is_floating(kind) and types.is_floating(wanted):
        return bool(kind.bit_width <= wanted.bit_width)  # Arrow rounds others in silence
    families = ((types.is_integer, types.is_floating), (types.is_decimal,))
    return any(
        all(any(is_kind(t) for is_kind in family) for t in (kind, wanted))
        for family in families
    )


def _in_order(names: Sequence[str], columns: Columns, target: str) -> Columns:
    """The columns in the order of ``names``, or an error if they are others."""
    other = min({*names} ^ {*columns}, default=None)
    if other is not None:
        raise InvalidInputError(
            f"not all rows have the same columns ({other!r}), as those of {target} must; "
            "write to a .jsonl file"
        )
    return {name: columns[name] for name in names}


__all__ = ["Write", "table_writer"]
