"""What a model adds to a table: a column of answers beside every column that was there.

predicted    the most probable class
probability  of that class
explanation  what speaks for it and against it, where asked for
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from halfbayes.classifier.document import DocumentClassifier
from halfbayes.classifier.explain import Explanation
from halfbayes.classifier.lessons import Columns, slices

PORTION: Final = 2000
"""Documents answered at a time."""

DIGITS: Final = 6

Told = Callable[[int], object]
"""Told how many documents have been answered since the last time."""


def answers(
    model: DocumentClassifier,
    columns: Columns,
    n_rows: int,
    *,
    explain: bool = False,
    told: Told | None = None,
) -> Columns:
    """Columns with the answers to the documents in ``columns``."""
    added: Columns = {"predicted": [], "probability": []}
    if explain:
        added["explanation"] = []
    for portion in slices(columns, n_rows, PORTION):
        proba = model.predict_proba(portion)
        added["predicted"] += model.classes_[np.argmax(proba, axis=1)].tolist()
        added["probability"] += proba.max(axis=1).round(DIGITS).tolist()
        if explain:
            added["explanation"] += [str(told) for told in model.explain(portion)]
        if told is not None:
            told(len(proba))
    return added


def beside(given: Mapping[str, Sequence[Any]], added: Columns) -> tuple[Columns, list[str]]:
    """All columns that were given and all that are added, and notes of changed names.

    >>> beside({"predicted": ["old"]}, {"predicted": ["new"]})[0]
    {'predicted': ['old'], 'predicted_2': ['new']}
    """
    together = {name: list(cells) for name, cells in given.items()}
    notes = []
    for name, cells in added.items():
        free = name
        while free in together:
            stem, _, number = free.rpartition("_")
            free = f"{stem}_{int(number) + 1}" if number.isdecimal() else f"{name}_2"
        if free != name:
            notes.append(f"the table has a column {name!r} already; the new one is {free!r}")
        together[free] = cells
    return together, notes


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a document gets its class."""

    explanation: Explanation
    probability: float
    words: int  # how many to name on either side

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values, for JSON."""
        told = self.explanation
        return {
            "predicted": str(told.label),
            "probability": self.probability,
            "against": str(told.against),
            "log_odds": told.logit,
            "offset": told.offset,
            "shares": told.shares,
            "supporting": dict(told.supporting(self.words)),
            "opposing": dict(told.opposing(self.words)),
        }

    def __str__(self) -> str:
        told = self.explanation
        sides = (
            ("for it", told.supporting(self.words)),
            ("against", told.opposing(self.words)),
        )
        named = [
            f"{side}: {', '.join(f'{t} {v:+.2f}' for t, v in terms)}" for side, terms in sides
        ]
        return "\n".join(
            [
                f"{told.label} ({self.probability:.1%}) rather than {told.against}, "
                f"log odds {told.logit:+.2f}",
                *(f"  {line}" for line in named if not line.endswith(": ")),
            ]
        )


def reasons(model: DocumentClassifier, columns: Columns, words: int) -> list[Reason]:
    """Why each document in ``columns`` gets its class."""
    probability = model.predict_proba(columns).max(axis=1).round(DIGITS).tolist()
    told = zip(model.explain(columns), probability, strict=True)
    return [Reason(explanation, share, words) for explanation, share in told]


__all__ = ["Reason", "answers", "beside", "reasons"]
