"""Columns that commands added to a table, known by their names.

    predict         predicted, probability, decision; sometimes novelty, explanation
    label-errors    place, label_probability, suggested

Where a table had a column of that name already, the new one has a number behind its name:
predicted_2, predicted_3, and so on (``answers.beside``). A command has added its columns as
often as all that it always adds are there, and the last of each name are those it added: a
``decision`` that was there before it stays a column of the table.
"""

import re
from collections.abc import Iterable
from typing import Final

ADDED: Final = (
    (("predicted", "probability", "decision"), ("novelty", "explanation")),
    (("place", "label_probability", "suggested"), ()),
)
"""By command: columns that it always adds, and those that it sometimes adds."""

ANSWERS: Final = ("predicted", "suggested")
"""Of these, the classes that a model named: no labels, unless somebody says so."""


def added_columns(names: Iterable[str]) -> set[str]:
    """Those of the columns that are answers of a model and no part of a document.

    >>> sorted(added_columns(["body", "decision", "predicted", "probability", "decision_2"]))
    ['decision_2', 'predicted', 'probability']
    """
    there = list(names)
    added: set[str] = set()
    for always, sometimes in ADDED:
        times = min(len(_forms(name, there)) for name in always)
        for name in always + sometimes:
            added.update(_forms(name, there)[:times])
    return added


def answers_among(names: Iterable[str]) -> set[str]:
    """Columns that are no labels, since a model filled them in: also alone, by their names.

    >>> sorted(answers_among(["body", "predicted_2", "probability"]))
    ['predicted_2']
    """
    there = list(names)
    named = [form for name in ANSWERS for form in _forms(name, there)]
    return added_columns(there).union(named)


def _forms(name: str, there: list[str]) -> list[str]:
    """The columns called ``name``, with a number or without, the last to be added first."""
    pattern = re.compile(rf"{name}(?:_([2-9]|[1-9][0-9]{{1,5}}))?")
    found = [match for form in there if (match := pattern.fullmatch(form))]
    found.sort(key=lambda match: int(match[1] or 1), reverse=True)
    return [match[0] for match in found]


__all__ = ["added_columns", "answers_among"]
