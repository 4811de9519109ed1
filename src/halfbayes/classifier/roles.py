"""Which columns are text, numbers and categories; guessed from the table where nobody says.

Each role and the columns that have it:

    numbers      every value is a number
    categories   truth values; few distinct short strings: at most 20, or one in twenty rows
    text         any other strings; also strings of three words or more on average
    ignored      empty columns, one single value, and keys (``keys``): names and numbers of
                 records, times of entry; and what predict and label-errors added
                 (``added_columns``), so that a table of answers can be learnt from once its
                 labels are checked
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from halfbayes.classifier.added_columns import added_columns
from halfbayes.classifier.keys import are_times, numbers_are_keys, texts_are_keys
from halfbayes.classifier.named_columns import ROLES, names_of
from halfbayes.classifier.table import ONLY_TEXT, Table
from halfbayes.data.column_names import listed, require
from halfbayes.errors import InvalidInputError

FEW_VALUES: Final = 20
FEW_SHARE: Final = 0.05
WORDS_OF_TEXT: Final = 3.0
LOOKED_AT: Final = 5000
"""Rows from which a role is guessed."""


@dataclass(frozen=True, slots=True)
class Roles:
    """Columns by what they are used for, in the order of the table."""

    text: tuple[str, ...] = ()
    numeric: tuple[str, ...] = ()
    categorical: tuple[str, ...] = ()
    ignored: tuple[str, ...] = ()
    groups: tuple[str, ...] = ()  # of documents that belong together; at most one column

    def __str__(self) -> str:
        parts = [
            f"{role}: {', '.join(names)}"
            for role, names in (
                ("text", self.text),
                ("numbers", self.numeric),
                ("categories", self.categorical),
                ("ignored", self.ignored),
                ("groups", self.groups),
            )
            if names
        ]
        return "; ".join(parts)

    @property
    def used(self) -> tuple[str, ...]:
        """Every column that is used."""
        return self.text + self.numeric + self.categorical


def named_roles(
    table: Table,
    text: Sequence[str] | str | None,
    numeric: Sequence[str] | str | None,
    categorical: Sequence[str] | str | None,
) -> Roles:
    """The roles a user named; with none named, guessed."""
    passed = zip(ROLES, (text, numeric, categorical), strict=True)
    given = [names_of(role, names) for role, names in passed]
    if not any(given):
        return guessed_roles(table)
    for role, names in zip(ROLES, given, strict=True):
        where = f"{role}=[{listed(names)}]: the table"
        require(names, table.columns, where, table.plain_advice)
        if len(set(names)) < len(names):
            raise InvalidInputError(f"{role}=[{listed(names)}]: name each column once")
    return Roles(*given)


def with_groups(table: Table, groups: str | None) -> tuple[Table, tuple[str, ...]]:
    """The table without the column that tells the groups, and its name."""
    if groups is None:
        return table, ()
    require([groups], table.columns, f"groups={groups!r}: the table")
    columns = {name: values for name, values in table.columns.items() if name != groups}
    return Table(columns, table.n_rows), (groups,)


def guessed_roles(table: Table, *, label: str | None = None) -> Roles:
    """Roles from the name and the values of each column.

    ``label``: what the column of the labels is called, which is no part of ``table``.

    >>> from halfbayes.classifier.table import as_table
    >>> rows = [{"subject": "late again today", "amount": 2.5, "channel": "web"}] * 3
    >>> rows += [{"subject": "all fine now", "amount": 3.1, "channel": "mail"}] * 3
    >>> str(guessed_roles(as_table(rows)))
    'text: subject; numbers: amount; categories: channel'
    """
    if set(table.columns) == {ONLY_TEXT} and _all_text(table.columns[ONLY_TEXT]):
        return Roles(text=(ONLY_TEXT,))
    roles: dict[str, list[str]] = {"text": [], "numeric": [], "categorical": [], "ignored": []}
    added = added_columns([*table.columns, *([] if label is None else [label])])
    for name, values in _some_rows(table).columns.items():
        present = [value for value in values if value is not None]
        roles["ignored" if name in added else _role(name, present)].append(name)
    if not roles["text"] + roles["numeric"] + roles["categorical"]:
        raise InvalidInputError(
            "no column of the table tells documents apart; it has "
            f"{listed(table.columns)}; name one as text"
        )
    return Roles(*(tuple(names) for names in roles.values()))


def _some_rows(table: Table) -> Table:
    """So many rows with the smallest digests: a sample that no order of the rows changes."""
    if table.n_rows <= LOOKED_AT:
        return table
    digests = row_digests(table)
    return table.rows(sorted(range(table.n_rows), key=digests.__getitem__)[:LOOKED_AT])


def row_digests(table: Table) -> list[bytes]:
    """A digest of the values that are there in each row; no order of the columns changes it."""
    names = sorted(table.columns)
    rows = zip(*(table.columns[name] for name in names), strict=True)
    there = (
        [(name, value) for name, value in zip(names, row, strict=True) if value is not None]
        for row in rows
    )
    return [blake2b(repr(row).encode("ascii", "backslashreplace")).digest() for row in there]


def reject_labels_as_column(table: Table, labels: Sequence[Any], names: Iterable[str]) -> None:
    """Labels left in a column of ``names`` would be learnt, and promise what is not so.

    Columns that the table lacks are passed over.
    """
    for name in names:
        values = table.columns.get(name, ())
        pairs = zip(values, labels, strict=False)
        if len(values) == len(labels) > 0 and all(value == label for value, label in pairs):
            raise InvalidInputError(
                f"column {name!r} holds the labels themselves; leave it out of the table, or "
                "name the columns to read (text, numeric, categorical) without it"
            )


def _role(name: str, present: list[Any]) -> str:
    distinct = len(set(present))
    if _all_text(present):
        return _role_of_text(name, present, distinct)
    if distinct <= 1:
        return "ignored"
    if all(isinstance(value, bool) for value in present):
        return "categorical"
    if all(isinstance(value, int | float) for value in present):
        return "ignored" if numbers_are_keys(name, present) else "numeric"
    return "text"


def _role_of_text(name: str, present: list[str], distinct: int) -> str:
    words = sum(len(value.split()) for value in present) / max(len(present), 1)
    if distinct > 1 and texts_are_keys(name, present):
        return "ignored"
    if words >= WORDS_OF_TEXT:
        return "text"
    if distinct <= 1:
        return "ignored"
    few = distinct <= max(FEW_VALUES, FEW_SHARE * len(present))
    if few and distinct < len(present):
        return "categorical"
    return "ignored" if are_times(present) else "text"


def _all_text(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str | None) for value in values)


__all__ = [
    "LOOKED_AT",
    "Roles",
    "guessed_roles",
    "named_roles",
    "reject_labels_as_column",
    "row_digests",
    "with_groups",
]
