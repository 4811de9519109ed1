"""Training documents that are there more than once: each is judged by a model that knows it.

A promise counts on documents that were not seen. A copy was, but for its place in the table: it
is right as a lesson is that was learnt by heart, and as many copies say no more than one.
"""

from dataclasses import dataclass
from typing import Final

from halfbayes.classifier.digests import n_copies
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table

MANY: Final = 0.02
"""Share of the documents from which on copies are worth a word."""


@dataclass(frozen=True, slots=True)
class Copies:
    """How many documents say the same as an earlier one, and of how many.

    >>> print(Copies(444, 600))  # doctest: +NORMALIZE_WHITESPACE
    444 of the 600 documents are copies of others, each judged by a model that knows another.
    What is counted here is too good if new documents are not copies as often.
    """

    number: int
    documents: int

    def __str__(self) -> str:
        are = "is a copy" if self.number == 1 else "are copies"
        return (
            f"{self.number:,} of the {self.documents:,} documents {are} of others, each "
            "judged by a model that knows another. What is counted here is too good if new "
            "documents are not copies as often."
        )


def many_copies(learnt: Learnt) -> Copies | None:
    """The copies among the training documents, where they are many and can be told.

    Not where whole groups are left out, as copies may be of one; nor of a counted model, which
    checks each document once. A model without its documents cannot tell.
    """
    if learnt.training is None or learnt.whole is not None or learnt.roles.groups:
        return None
    return many_among(learnt.training.table, learnt.roles)


def many_among(table: Table, roles: Roles) -> Copies | None:
    """The copies among the rows of a table, where they are many."""
    found = n_copies(table, roles)
    return Copies(found, table.n_rows) if found and found >= MANY * table.n_rows else None


__all__ = ["MANY", "Copies", "many_among", "many_copies"]
