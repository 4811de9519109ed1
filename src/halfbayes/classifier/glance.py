"""A glance at a large table: rows from which to guess what its columns are for.

The rows are those with the smallest digests (``roles.row_digests``), as many as are looked at
in a table in memory, so that the guess is the same wherever the table is and however it is cut.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from halfbayes.classifier.roles import (
    LOOKED_AT,
    Roles,
    guessed_roles,
    reject_labels_as_column,
    row_digests,
)
from halfbayes.classifier.table import Table
from halfbayes.data.columns import guessing_columns
from halfbayes.data.sheets import Origin, Sheet


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """Some rows of a table with their labels, in the order of their digests; adds up."""

    table: Table
    labels: Sequence[Any]
    digests: Sequence[bytes]

    @classmethod
    def of(cls, table: Table, labels: Sequence[Any]) -> "Glance":
        """At the rows of a portion."""
        return cls(table, labels, row_digests(table)).first(LOOKED_AT)

    def first(self, number: int) -> "Glance":
        """The rows with the smallest digests."""
        kept = sorted(range(len(self.digests)), key=self.digests.__getitem__)[:number]
        return Glance(
            self.table.rows(kept),
            [self.labels[row] for row in kept],
            [self.digests[row] for row in kept],
        )

    def __add__(self, other: "Glance") -> "Glance":
        together = Glance(
            self.table.joined(other.table),
            [*self.labels, *other.labels],
            [*self.digests, *other.digests],
        )
        return together.first(LOOKED_AT)

    def roles(self, *, typed: bool = True, label: str | None = None) -> Roles:
        """What the columns are for; an error where one of them holds the labels.

        In a table without types a column whose cells are all numbers counts as numbers.
        ``label`` is what the column of the labels is called.
        """
        table = self.table
        if not typed:
            places = [Origin("table")] * table.n_rows
            sheet = Sheet(table.columns, range(1, table.n_rows + 1), places)
            table = Table(guessing_columns(sheet, table.columns), table.n_rows)
        roles = guessed_roles(table, label=label)
        reject_labels_as_column(self.table, self.labels, roles.categorical + roles.numeric)
        return roles


class Glances(Protocol):
    """Whatever adds up glances at the parts of a table."""

    def total(self, small: Callable[[Glance], Glance], /) -> Glance | None:
        """The sum of all; None where there are no rows."""


def glanced_roles(engine: Glances, *, typed: bool = True, label: str | None = None) -> Roles:
    """What the columns are for, from a glance at all that an engine has."""
    glance = engine.total(_itself)
    return Roles() if glance is None else glance.roles(typed=typed, label=label)


def _itself(glance: Glance) -> Glance:
    return glance


__all__ = ["Glance", "Glances", "glanced_roles"]
