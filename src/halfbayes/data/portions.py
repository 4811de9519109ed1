"""Text files in portions: sheets of some rows at a time, with the numbers of their lines.

Rows, reasons and numbers are those of ``data.delimited`` and ``data.json_lines``, which read a
file at once. Two things cannot be told before the end of a file: that it is not UTF-8, which is
an error here, and that a quote is never closed, which is so when ``LONGEST_ROW`` characters
follow it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Final

from halfbayes.data.delimited import dialect_notes, sheet_of
from halfbayes.data.dialects import NEVER_CLOSED, Dialect, Record, detected_dialect
from halfbayes.data.json_lines import later_json_lines, read_json_lines
from halfbayes.data.sheets import Origin, Sheet, unique_names
from halfbayes.errors import InvalidInputError

LONGEST_ROW: Final = 16_000_000
"""Characters after which a quote counts as never closed."""


def json_portions(lines: Iterable[str], name: str, rows: int) -> Iterator[Sheet]:
    """JSON lines, ``rows`` lines at a time."""
    done, read = 0, read_json_lines
    for some in _some(iter(lines), rows):
        text = "".join(some)
        if text.strip():
            yield _moved(read(text, name), done)
            read = later_json_lines
        done += len(some)


def delimited_portions(
    lines: Iterable[str], name: str, rows: int, delimiter: str | None = None
) -> Iterator[Sheet]:
    """Lines of a table with delimiters, about ``rows`` lines at a time."""
    windows = _some(iter(lines), rows)
    waiting = next(windows, [])
    dialect = detected_dialect("".join(waiting), delimiter)
    head = next(dialect.records(waiting), None)
    if head is None or head.reason:
        raise InvalidInputError(
            f"the first line of {name} must name the columns"
            + (f", but {head.reason}; repair it" if head else "; it is empty")
        )
    names, notes = unique_names(head.cells, name)
    notes += dialect_notes(dialect, name)
    done, waiting = head.end, waiting[head.end :]
    for more in windows:
        records, used = _closed(dialect, waiting)
        yield replace(sheet_of(records, names, Origin(name), waiting, done), notes=notes)
        done, waiting, notes = done + used, waiting[used:] + more, ()
    last = list(dialect.records(waiting))
    yield replace(sheet_of(last, names, Origin(name), waiting, done), notes=notes)


def _some(lines: Iterator[str], rows: int) -> Iterator[list[str]]:
    while some := list(islice(lines, rows)):
        yield some


def _closed(dialect: Dialect, lines: list[str]) -> tuple[list[Record], int]:
    """The rows that are complete, and the number of lines they take."""
    records = list(dialect.records(lines))
    for place, record in enumerate(records):
        if record.reason == NEVER_CLOSED:
            if sum(map(len, lines[record.first :])) < LONGEST_ROW:
                return records[:place], record.first
            break
    return records, len(lines)


def _moved(sheet: Sheet, lines: int) -> Sheet:
    """The sheet with the numbers of its rows so many lines further down."""
    return replace(
        sheet,
        numbers=[number + lines for number in sheet.numbers],
        bad=tuple(replace(row, number=row.number + lines) for row in sheet.bad),
    )


__all__ = ["LONGEST_ROW", "delimited_portions", "json_portions"]
