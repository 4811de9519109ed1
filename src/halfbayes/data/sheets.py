"""Tables of documents as they were read: named columns, and where every row came from.

Nothing of a file is lost on the way: each of its rows is a row of the sheet, or is set aside
with its place, the reason and its text. Cells are as the file has them, so that they can be
written back; ``data.columns`` says what they are as texts and numbers.
"""

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from halfbayes.data.column_names import listed, no_column, require
from halfbayes.errors import InvalidInputError

MOST_NOTES: Final = 3
"""Notes that are kept where many files are joined; of the others only the number."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What rows came from, and how its rows are counted."""

    name: str
    unit: str = "line"

    def place(self, number: int) -> str:
        """Where row ``number`` is, in words.

        >>> Origin("a.csv").place(7)
        'line 7 of a.csv'
        """
        return f"{self.unit} {number} of {self.name}"


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row that cannot be used."""

    origin: Origin
    number: int
    reason: str
    text: str

    def __str__(self) -> str:
        return f"{self.origin.place(self.number)}: {self.reason}"


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """Columns of equal length by name; every row knows its place."""

    columns: Mapping[str, Sequence[Any]]
    numbers: Sequence[int]  # (rows,): line, row or message, counted from 1
    origins: Sequence[Origin]  # (rows,)
    bad: tuple[BadRow, ...] = ()
    notes: tuple[str, ...] = ()  # what a person should know of how it was read
    text: tuple[str, ...] = ()  # columns known to be text, where the format says so
    typed: bool = False  # cells have types of their own; otherwise all are str
    arrow: Any = field(default=None, repr=False)  # the same rows as an Arrow table, or None

    @property
    def n_rows(self) -> int:
        """How many rows there are."""
        return len(self.numbers)

    @property
    def of_keys(self) -> bool:
        """Whether columns are keys of JSON lines, which may be left out."""
        return self.typed and self.arrow is None

    def with_keys(self, names: Iterable[str]) -> "Sheet":
        """The sheet with empty cells for keys that none of its lines has, where it has keys."""
        if not self.of_keys:
            return self
        empty = {name: [None] * self.n_rows for name in names if name not in self.columns}
        return replace(self, columns={**self.columns, **empty})

    def place(self, row: int) -> str:
        """Where a row is, in words."""
        return self.origins[row].place(self.numbers[row])

    def column(self, name: str) -> Sequence[Any]:
        """The cells of one column."""
        require([name], self.columns)
        return self.columns[name]

    def rows(self, keep: Sequence[int]) -> "Sheet":
        """The rows ``keep``, in that order."""
        return replace(
            self,
            columns={name: [cells[i] for i in keep] for name, cells in self.columns.items()},
            numbers=[self.numbers[i] for i in keep],
            origins=[self.origins[i] for i in keep],
            arrow=None if self.arrow is None else _taken(self.arrow, list(keep)),
        )

    def without(self, reasons: Mapping[int, str]) -> "Sheet":
        """The sheet with some rows set aside, each for its reason.

        >>> sheet = Sheet({"label": ["a", ""]}, [2, 3], [Origin("t.csv")] * 2)
        >>> shorter = sheet.without({1: "the label is empty"})
        >>> shorter.columns, str(shorter.bad[0])
        ({'label': ['a']}, 'line 3 of t.csv: the label is empty')
        """
        if not reasons:
            return self
        bad = [
            BadRow(self.origins[i], self.numbers[i], reason, self._row_text(i))
            for i, reason in sorted(reasons.items())
        ]
        kept = self.rows([i for i in range(self.n_rows) if i not in reasons])
        return replace(kept, bad=(*self.bad, *bad))

    def _row_text(self, row: int) -> str:
        cells = {name: cells[row] for name, cells in self.columns.items()}
        return json.dumps(cells, ensure_ascii=False, default=str)


def joined(sheets: Sequence[Sheet], *, same_columns: bool) -> Sheet:
    """The rows of all sheets, one after the other.

    With ``same_columns`` a sheet with rows whose columns are others is an error, unless they
    are keys of JSON lines; without, cells of columns that a sheet does not have are None.
    """
    named = sheets
    if same_columns:
        named = [sheet for sheet in sheets if sheet.n_rows] or sheets
        require_same_columns([sheet for sheet in named if sheet.n_rows])
    names = list(dict.fromkeys(name for sheet in named for name in sheet.columns))
    arrows = [sheet.arrow for sheet in sheets]
    return Sheet(
        columns={name: _joined_column(sheets, name) for name in names},
        numbers=[number for sheet in sheets for number in sheet.numbers],
        origins=[origin for sheet in sheets for origin in sheet.origins],
        bad=tuple(bad for sheet in sheets for bad in sheet.bad),
        notes=fewer_notes([note for sheet in sheets for note in sheet.notes]),
        text=tuple(dict.fromkeys(name for sheet in sheets for name in sheet.text)),
        typed=all(sheet.typed for sheet in sheets),
        arrow=_joined_arrow(arrows),
    )


def unique_names(names: Sequence[str], source: str) -> tuple[list[str], tuple[str, ...]]:
    """Names of columns, made up where there is none, and a note of that.

    >>> unique_names(["label", ""], "a.csv")
    (['label', 'column_2'], ('column 2 of a.csv has no name; it is called column_2',))
    """
    given = [name.strip() for name in names]
    full = [name or f"column_{number}" for number, name in enumerate(given, 1)]
    times = Counter(full)
    twice = next((name for name in full if times[name] > 1), None)
    if twice is not None:
        places = [str(number) for number, name in enumerate(full, 1) if name == twice]
        raise InvalidInputError(
            f"columns {' and '.join(places)} of {source} are both named {twice!r}; "
            "rename one of them"
        )
    notes = tuple(
        f"column {number} of {source} has no name; it is called column_{number}"
        for number, name in enumerate(given, 1)
        if not name
    )
    return full, notes


def refuse_bad(bad: Sequence[BadRow]) -> None:
    """Stop because of rows that cannot be used, where they are not to be set aside."""
    if not bad:
        return
    more = f" (and {n_rows_in_words(len(bad) - 1)} more)" if len(bad) > 1 else ""
    raise InvalidInputError(
        f"{bad[0]}{more}; repair it, or set such rows aside with --bad-rows skip"
    )


def require_same_columns(sheets: Sequence[Sheet]) -> None:
    """Refuse the first sheet, of those with rows, whose columns are not those most have."""
    whole = [sheet for sheet in sheets if not sheet.of_keys]
    if not whole:
        return
    kinds = Counter(frozenset(sheet.columns) for sheet in whole)
    usual = max(whole, key=lambda sheet: kinds[frozenset(sheet.columns)])  # of equals the first
    for sheet in sheets:
        needed = () if sheet.of_keys else usual.columns
        missing = [name for name in needed if name not in sheet.columns]
        more = [name for name in sheet.columns if name not in usual.columns]
        if more or missing:
            name, other = sheet.origins[0].name, usual.origins[0].name
            told = (
                f"{name} has {no_column(missing, sheet.columns)}, and {other} has "
                f"{listed(usual.columns)}"
                if missing
                else f"{name} also has {listed(more)}, which {other} has not"
            )
            raise InvalidInputError(f"the files of one table have the same columns, but {told}")


def n_rows_in_words(number: int) -> str:
    """A number of rows.

    >>> n_rows_in_words(1), n_rows_in_words(1200)
    ('1 row', '1,200 rows')
    """
    return f"{number:,} row{'' if number == 1 else 's'}"


def fewer_notes(notes: Sequence[str]) -> tuple[str, ...]:
    """The first notes, and the number of the others."""
    if len(notes) <= MOST_NOTES:
        return tuple(notes)
    return (*notes[:MOST_NOTES], f"(and {len(notes) - MOST_NOTES} more of the kind)")


def _joined_column(sheets: Sequence[Sheet], name: str) -> list[Any]:
    return [cell for sheet in sheets for cell in sheet.columns.get(name, [None] * sheet.n_rows)]


def _taken(arrow: Any, keep: list[int]) -> Any:
    # An empty list has no type, and Arrow takes nothing by it.
    return arrow.take(keep) if keep else arrow.slice(0, 0)


def _joined_arrow(arrows: Sequence[Any]) -> Any:
    first = arrows[0]
    if any(arrow is None or arrow.schema != first.schema for arrow in arrows):
        return None
    # The class of the first table joins tables; this module need not import Arrow for it.
    return first if len(arrows) == 1 else _concatenated(arrows)


def _concatenated(arrows: Sequence[Any]) -> Any:
    batches = [batch for arrow in arrows for batch in arrow.to_batches()]
    return type(arrows[0]).from_batches(batches, schema=arrows[0].schema)


__all__ = [
    "MOST_NOTES",
    "BadRow",
    "Origin",
    "Sheet",
    "fewer_notes",
    "joined",
    "n_rows_in_words",
    "refuse_bad",
    "require_same_columns",
    "unique_names",
]
