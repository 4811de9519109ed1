"""Tables written portion by portion, whole or not at all: what ``data.writers`` does at once.

Every portion has the columns of the first; JSON lines may have others in every line. To
standard output, portions go as they come.
"""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any, BinaryIO

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
        data = delimited_bytes(columns, delimiter, safe=self._safe)
        if self._names is None:
            self._names = list(columns)
        else:
            _check_columns(self._names, columns, self._target)
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
            self._writer = parquet.ParquetWriter(self._file, table.schema)
        _check_columns(self._writer.schema.names, columns, self._target)
        self._writer.write_table(table.cast(self._writer.schema))

    def close(self) -> None:
        """Write the end of the file."""
        if self._writer is not None:
            self._writer.close()


def _check_columns(names: Sequence[str], columns: Columns, target: str) -> None:
    if list(names) != list(columns):
        other = next(iter({*names} ^ {*columns}), "their order")
        raise InvalidInputError(
            f"not all rows have the same columns ({other!r}), as those of {target} must; "
            "write to a .jsonl file"
        )


__all__ = ["Write", "table_writer"]
