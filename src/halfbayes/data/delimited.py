"""Tables with delimiters: CSV, TSV and their kin.

The first row names the columns. Every other row has as many cells; one that has not, or whose
quotes do not match, is set aside. Blank lines are no rows. Cells are text, as they are written;
NUL characters and line ends inside quotes are part of it.
"""

import io
from collections.abc import Iterable, Sequence
from dataclasses import replace

from halfbayes.data.dialects import Dialect, Record, detected_dialect
from halfbayes.data.sheets import BadRow, Origin, Sheet, unique_names
from halfbayes.errors import InvalidInputError


def read_delimited(text: str, name: str, delimiter: str | None = None) -> Sheet:
    r"""The table in ``text``, which came from ``name``.

    >>> sheet = read_delimited("label,text\nspam,buy now\nham\n", "a.csv")
    >>> sheet.columns, str(sheet.bad[0])
    ({'label': ['spam'], 'text': ['buy now']}, 'line 3 of a.csv: 1 cell where 2 are named')
    """
    lines = list(io.StringIO(text, newline=""))
    dialect = detected_dialect(text, delimiter)
    records = dialect.records(lines)
    head = next(records, None)
    if head is None:
        raise InvalidInputError(
            f"{name} is empty; the first line must name the columns, and documents follow it"
        )
    if head.reason:
        raise InvalidInputError(
            f"line {head.first + 1} of {name} must name the columns, but {head.reason}; "
            "repair it"
        )
    names, notes = unique_names(head.cells, name)
    sheet = sheet_of(records, names, Origin(name), lines)
    return replace(sheet, notes=(*notes, *dialect_notes(dialect, name)))


def sheet_of(
    records: Iterable[Record],
    names: Sequence[str],
    origin: Origin,
    lines: Sequence[str],
    done: int = 0,
) -> Sheet:
    """The rows among ``records`` of ``lines``, before which the file has ``done`` others."""
    rows: list[Record] = []
    bad: list[BadRow] = []
    for record in records:
        reason = record.reason or _row_reason(len(record.cells), len(names))
        if reason is None:
            rows.append(record)
        else:
            raw = "".join(lines[record.first : record.end]).rstrip("\r\n")
            bad.append(BadRow(origin, done + record.first + 1, reason, raw))
    return Sheet(
        columns={name: [row.cells[j] for row in rows] for j, name in enumerate(names)},
        numbers=[done + row.first + 1 for row in rows],
        origins=[origin] * len(rows),
        bad=tuple(bad),
    )


def _row_reason(found: int, named: int) -> str | None:
    """What is wrong with a row of ``found`` cells where so many are named; None if nothing."""
    if found == named:
        return None
    return f"{found} cell{'' if found == 1 else 's'} where {named} are named"


def dialect_notes(dialect: Dialect, name: str) -> tuple[str, ...]:
    """What a person should know of how a table is read."""
    if dialect.escape:
        return (f"{name} is read with a backslash before quotes inside cells",)
    if dialect.quote is None:
        return (f"{name} is read without quotes: they are part of the cells",)
    return ()


__all__ = ["dialect_notes", "read_delimited", "sheet_of"]
