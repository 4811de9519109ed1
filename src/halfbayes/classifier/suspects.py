"""Labels of a table that are probably wrong, each with its row."""

from dataclasses import dataclass
from typing import Any

from halfbayes.classifier.lessons import Columns, Lesson, first_words
from halfbayes.classifier.trust import SuspectLabel
from halfbayes.core.percent import percent


@dataclass(frozen=True, slots=True)
class Suspect:
    """A row whose label is probably wrong."""

    place: str
    row: int  # among the rows that were learnt
    label: str
    probability: float  # of that label, by the model without the document
    suggested: str
    excerpt: str  # the beginning of the document

    def __str__(self) -> str:
        return (
            f"{self.place}: labelled {self.label} ({percent(self.probability, 1)} probable), "
            f"rather {self.suggested}: {self.excerpt}"
        )


def suspects(task: Lesson, found: list[SuspectLabel]) -> list[Suspect]:
    """The suspicious labels of a table that was learnt, worst first."""
    return [
        Suspect(
            place=task.sheet.place(suspect.document),
            row=suspect.document,
            label=str(suspect.label),
            probability=round(suspect.probability, 6),
            suggested=str(suspect.suggested),
            excerpt=first_words(task.columns, task.roles.text, suspect.document),
        )
        for suspect in found
    ]


def suspect_columns(task: Lesson, listed: list[Suspect]) -> tuple[dict[str, Any], Columns]:
    """The rows of the suspects as they were, and the columns to put beside them."""
    rows = task.sheet.rows([suspect.row for suspect in listed])
    added: Columns = {
        "place": [suspect.place for suspect in listed],
        "label_probability": [suspect.probability for suspect in listed],
        "suggested": [suspect.suggested for suspect in listed],
    }
    return dict(rows.columns), added


__all__ = ["Suspect", "suspect_columns", "suspects"]
