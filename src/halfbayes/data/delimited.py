"""Tables with delimiters: CSV, TSV and their kin.

The first row names the columns. Every other row has as many cells; one that has not, or whose
quotes do not match, is set aside. Blank lines are no rows. Cells are text, as they are written;
NUL characters and line ends inside quotes are part of it.
"""

import io

from halfbayes.data.dialects import Dialect, Record, detected_dialect
from halfbayes.data.sheets import BadRow, Origin, Sheet, unique_names
from halfbayes.errors import InvalidInputError


def read_delimited(text: str, name: str, delimiter: str | None = None) -> Sheet:
    r"""The table in ``text``, which came from ``name``.

    >>> sheet = read_delimited("label,text\nspam,buy now\nham\n", "a.csv")
    >>> sheet.columns, str(sheet.bad[0])
    ({'label': ['spam'], 'text': ['buy now']}, 'line 3 of a.csv: 1 cell where 2 are named')
    """
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '\n\r"\0'):
        raise InvalidInputError(f"a delimiter is one character; got {delimiter!r}")
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
    origin, width = Origin(name), len(names)
    rows: list[Record] = []
    bad: list[BadRow] = []
    for record in records:
        reason = record.reason or row_reason(len(record.cells), width)
        if reason is None:
            rows.append(record)
        else:
            raw = "".join(lines[record.first : record.end]).rstrip("\r\n")
            bad.append(BadRow(origin, record.first + 1, reason, raw))
    return Sheet(
        columns={name: [row.cells[j] for row in rows] for j, name in enumerate(names)},
        numbers=[row.first + 1 for row in rows],
        origins=[origin] * len(rows),
        bad=tuple(bad),
        notes=(*notes, *_dialect_notes(dialect, name)),
    )


def row_reason(found: int, named: int) -> str | None:
    """What is wrong with a row of ``found`` cells where so many are named; None if nothing."""
    if found == named:
        return None
    return f"{found} cell{'' if found == 1 else 's'} where {named} are named"


def _dialect_notes(dialect: Dialect, name: str) -> tuple[str, ...]:
    if dialect.escape:
        return (f"{name} is read with a backslash before quotes inside cells",)
    if dialect.quote is None:
        return (f"{name} is read without quotes: they are part of the cells",)
    return ()


__all__ = ["read_delimited", "row_reason"]
