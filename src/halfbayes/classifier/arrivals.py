"""What is odd about documents that are to be answered, and should be known beforehand.

A promise is about new documents that come as the checked ones did. Documents that the model
learnt from are none, and where most have a category that no training document has, they come
from elsewhere.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from halfbayes.classifier.digests import with_text
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.table import Table, as_table
from halfbayes.classifier.trials import rows_learnt

STRANGE: Final = 0.5
"""Share of the values of a column from which new ones are worth a word."""


def arrival_notes(learnt: Learnt, columns: Mapping[str, Sequence[Any]]) -> list[str]:
    """A sentence about each of these, for a table that the model can read."""
    table = as_table(columns)
    return [*_known(learnt, table), *_strange(learnt, table)]


def _known(learnt: Learnt, table: Table) -> Iterator[str]:
    if learnt.training_as_given is None:  # then it cannot tell
        return
    seen = rows_learnt(learnt, with_text(table, learnt.roles).columns, None)
    if seen:
        yield (
            f"{seen:,} of the {table.n_rows:,} rows are equal to documents this model learnt "
            "from; what is promised is promised of new ones"
        )


def _strange(learnt: Learnt, table: Table) -> Iterator[str]:
    if learnt.evidence.categories is None:
        return
    known = zip(learnt.roles.categorical, learnt.evidence.categories.values, strict=True)
    for name, values in known:
        there = [value for value in table.categories(name) if value is not None]
        strange = len(there) - sum(map(set(values).__contains__, there))
        if strange and strange >= STRANGE * len(there):
            yield (
                f"{strange:,} of {len(there):,} rows have a {name!r} that no training document "
                "has: they come from elsewhere, and the promise may not hold for them"
            )


__all__ = ["STRANGE", "arrival_notes"]
