"""How a table with delimiters is written: told from its first lines, always the same way.

delimiter  the one of comma, semicolon, tab and bar that the first line has outside quotes; of
           several, the one that gives most of the next rows as many cells as the first line
quote      ", or ' where every name of the first line stands in '
escape     a backslash before a quote, where more rows are whole with it than without
no quotes  with tabs, where rows are broken with quotes and all are whole without
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final, NamedTuple

from halfbayes.errors import InvalidInputError

DELIMITERS: Final = (",", ";", "\t", "|")
LOOKED_AT: Final = 200
"""Lines from which a dialect is told."""

MOST_CHARACTERS: Final = 2_000_000
LONGEST_CELL: Final = 2**31 - 1
"""Characters of a cell: as many as a C long holds everywhere."""

NEVER_CLOSED: Final = "a quote is opened and never closed"


class Record(NamedTuple):
    """A row of a file: its lines, and its cells or why it has none."""

    first: int  # line it begins on, from 0
    end: int  # line after its last
    cells: list[str]
    reason: str | None = None


class _Broken(NamedTuple):
    """How far the row that broke went on, and why it broke there."""

    end: int = 0  # line after the last that was read
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Dialect:
    """Delimiter, quote and escape."""

    delimiter: str = ","
    quote: str | None = '"'
    escape: str | None = None

    def records(self, lines: Sequence[str]) -> Iterator[Record]:
        r"""Every row that is not blank; one that cannot be read ends with its first line.

        >>> for record in Dialect().records(['a,"b\n', 'c",d\n', '"e\n', 'f,g\n']):
        ...     print(record.first, record.cells, record.reason)
        0 ['a', 'b\nc', 'd'] None
        2 [] a quote is opened and never closed
        3 ['f', 'g'] None
        """
        limit = csv.field_size_limit(LONGEST_CELL)
        try:
            for record in self._records(lines):
                if record.cells or record.reason:
                    yield record
        finally:
            csv.field_size_limit(limit)

    def _records(self, lines: Sequence[str]) -> Iterator[Record]:
        broken = _Broken()
        start = 0
        while start < len(lines):
            # Where a broken row went on, a later one that goes on too breaks as it did.
            alone = start + 1 < broken.end and not self._may_be_escaped(lines[start])
            until = start + 1 if alone else len(lines)
            for record, end in self._until_broken(lines, start, until):
                start = record.end
                if not record.reason:
                    yield record
                elif alone and record.reason == NEVER_CLOSED:
                    yield record._replace(reason=broken.reason)
                else:
                    if end > broken.end:
                        broken = _Broken(end, record.reason)
                    yield record

    def _may_be_escaped(self, line: str) -> bool:
        """Whether the end of a line may belong to a cell although no quote is open."""
        return self.escape is not None and line.rstrip("\r\n").endswith(self.escape)

    def _until_broken(
        self, lines: Sequence[str], start: int, until: int
    ) -> Iterator[tuple[Record, int]]:
        """Rows of the lines from ``start``, each with the line up to which it was read."""
        reader = csv.reader(
            (lines[i] for i in range(start, until)),
            delimiter=self.delimiter,
            quotechar=self.quote,
            escapechar=self.escape,
            quoting=csv.QUOTE_NONE if self.quote is None else csv.QUOTE_MINIMAL,
            strict=True,
        )
        begin = start
        try:
            for cells in reader:
                end = start + reader.line_num
                yield Record(begin, end, cells), end
                begin = end
        except csv.Error as error:
            record = Record(begin, begin + 1, [], _reason(str(error)))
            yield record, start + reader.line_num


def detected_dialect(text: str, delimiter: str | None = None) -> Dialect:
    r"""The dialect of a table.

    >>> detected_dialect("label;text\na;one, two\nb;three, four, five\n")
    Dialect(delimiter=';', quote='"', escape=None)
    """
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '\n\r"\0'):
        raise InvalidInputError(
            f"a delimiter is one character such as a comma; got {delimiter!r}: name another, "
            "or none to have it found out"
        )
    lines = list(islice(io.StringIO(text[:MOST_CHARACTERS], newline=""), LOOKED_AT))
    is_cut = sum(map(len, lines)) < len(text)
    dialect = Dialect(quote=_quote(lines[:1], delimiter))
    candidates = [delimiter] if delimiter else _candidates(lines[:1], dialect)
    of_each = [replace(dialect, delimiter=candidate) for candidate in candidates]
    best = max(of_each, key=lambda candidate: _whole_share(lines, candidate, is_cut=is_cut))
    return _with_escape(lines, best, is_cut=is_cut)


def _quote(head: list[str], delimiter: str | None) -> str:
    for candidate in (delimiter,) if delimiter else DELIMITERS:
        names = [name.strip() for name in "".join(head).strip().split(candidate)]
        if all(len(name) > 1 and name[0] == name[-1] == "'" for name in names):
            return "'"
    return '"'


def _candidates(head: list[str], dialect: Dialect) -> list[str]:
    found = [
        delimiter
        for delimiter in DELIMITERS
        if any(len(r.cells) > 1 for r in replace(dialect, delimiter=delimiter).records(head))
    ]
    return found or [dialect.delimiter]


def _with_escape(lines: list[str], dialect: Dialect, *, is_cut: bool) -> Dialect:
    whole = _whole_share(lines, dialect, is_cut=is_cut)
    if whole < 1.0 and any(f"\\{dialect.quote}" in line for line in lines):
        escaping = replace(dialect, escape="\\")
        if _whole_share(lines, escaping, is_cut=is_cut) > whole:
            return escaping
    if whole < 1.0 and dialect.delimiter == "\t":
        plain = replace(dialect, quote=None)
        if _whole_share(lines, plain, is_cut=is_cut) == 1.0:
            return plain
    return dialect


def _whole_share(lines: list[str], dialect: Dialect, *, is_cut: bool) -> float:
    """Share of the rows that can be read and have as many cells as the first."""
    rows = list(dialect.records(lines))
    if is_cut and len(rows) > 1:
        # The last row may go on where nobody looked.
        unclosed = next((i for i, row in enumerate(rows) if row.reason == NEVER_CLOSED), -1)
        rows = rows[:unclosed]
    if not rows:
        return 0.0
    width = len(rows[0].cells)
    return sum(not row.reason and len(row.cells) == width for row in rows) / len(rows)


def _reason(error: str) -> str:
    if error == "unexpected end of data":
        return NEVER_CLOSED
    if "expected after" in error:
        return "text follows a closing quote (a quote inside a cell is written twice)"
    return error


__all__ = ["NEVER_CLOSED", "Dialect", "Record", "detected_dialect"]
