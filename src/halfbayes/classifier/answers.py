"""What a model adds to a table: a column of answers beside every column that was there.

predicted    the most probable class
probability  of that class
decision     accept, or review where a person must look, by a rule that carries a promise
novelty      share of the training documents that are more typical: 1 is like none of them; only
             where the model knows what is typical
explanation  what speaks for the class and against it, where asked for
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from halfbayes.classifier.decide import Decision
from halfbayes.classifier.document import DocumentClassifier
from halfbayes.classifier.explain import Explanation, named
from halfbayes.classifier.lessons import Columns, first_words, slices
from halfbayes.core.percent import percent
from halfbayes.errors import NoTrainingDataError
from halfbayes.types import FloatArray

PORTION: Final = 2000
"""Documents answered at a time."""

DIGITS: Final = 6

ACCEPT: Final = "accept"
REVIEW: Final = "review"

Told = Callable[[int], object]
"""Told how many documents have been answered since the last time."""


@dataclass(frozen=True, slots=True, eq=False)
class Answering:
    """A model, the rule by which its answers are accepted, and whether to say why."""

    model: DocumentClassifier
    rule: Decision
    explain: bool = False

    def answers(self, columns: Columns, n_rows: int, *, told: Told | None = None) -> Columns:
        """Columns with the answers to the documents in ``columns``."""
        if n_rows == 0:
            # The answer to a document with nothing in it has the columns that any answer has.
            return {name: [] for name in self._portion({name: [None] for name in columns})}
        added: Columns = {}
        for portion in slices(columns, n_rows, PORTION):
            answered = self._portion(portion)
            for name, cells in answered.items():
                added.setdefault(name, []).extend(cells)
            if told is not None:
                told(len(answered["predicted"]))
        return added

    def _portion(self, columns: Columns) -> Columns:
        proba = self.model.predict_proba(columns)
        typical = self._typical(columns)
        accepted = self.rule.accepted(proba, typical)
        added: Columns = {
            "predicted": self.model.classes_[np.argmax(proba, axis=1)].tolist(),
            "probability": proba.max(axis=1).round(DIGITS).tolist(),
            "decision": [ACCEPT if yes else REVIEW for yes in accepted.tolist()],
        }
        if typical is not None:
            added["novelty"] = (1.0 - typical).round(DIGITS).tolist()
        if self.explain:
            added["explanation"] = [str(reason) for reason in self.model.explain(columns)]
        return added

    def _typical(self, columns: Columns) -> FloatArray | None:
        try:
            return self.model.novelty(columns).p_value
        except NoTrainingDataError:
            if self.rule.asked.novelty is not None:
                raise
            return None


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


IN_ALL: Final = ("supporting", "opposing", "whatever_it_says")
"""Sums of all terms, named or not; they add up to the log odds."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a document gets its class."""

    explanation: Explanation
    probability: float
    words: int  # how many to name on either side
    excerpt: str  # the beginning of the document

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
            "topics": dict(told.about(self.words)),
            "in_all": dict(zip(IN_ALL, (sum(s) for s in _sides(told)), strict=True)),
        }

    def __str__(self) -> str:
        told, word = self.explanation, self.explanation.spoken.word
        sides = (
            ("for it", named(told.supporting(self.words))),
            ("against", named(told.opposing(self.words))),
        )
        lines = [
            f"{side}: {', '.join(f'{word(t)} {v:+.2f}' for t, v in terms)}"
            for side, terms in sides
        ]
        return "\n".join(
            [
                f"{told.label} ({percent(self.probability, 1)}) rather than {told.against}, "
                f"log odds {told.logit:+.2f}",
                f"  {self.excerpt}",
                *(f"  {line}" for line in lines if not line.endswith(": ")),
                *(f"  {line}" for line in _about(told)),
                *(f"  {line}" for line in _who_says(told)),
                f"  {_in_all(told)}",
            ]
        )


def _about(told: Explanation) -> list[str]:
    """Which topics its words are about, where that says anything."""
    topics = ", ".join(f"{name} {value:+.2f}" for name, value in told.about())
    return [f"by what its words are about: {topics}"] if topics else []


def _who_says(told: Explanation) -> list[str]:
    """Which field says how much of it, where there are several of text."""
    if len(told.texts) <= 1 or not told.shares:
        return []
    shares = sorted(told.shares.items(), key=lambda item: (-item[1], item[0]))
    return [f"who says it: {', '.join(f'{name} {percent(share)}' for name, share in shares)}"]


def _sides(told: Explanation) -> tuple[list[float], list[float], list[float]]:
    """What terms say for the class and against it, and what is said whatever it says."""
    every = len(told.contributions)
    support = [value for _, value in told.supporting(every)]
    against = [value for _, value in told.opposing(every)]
    return support, against, [told.logit - sum(support) - sum(against)]


def _in_all(told: Explanation) -> str:
    """What all terms say together; many small ones may outweigh those that are named."""
    support, against, [rest] = _sides(told)
    return (
        f"in all: {len(support):,} {'term' if len(support) == 1 else 'terms'} for it "
        f"{sum(support):+.2f}, {len(against):,} against "
        f"{sum(against):+.2f}, and {rest:+.2f} whatever it says"
    )


def reasons(model: DocumentClassifier, columns: Columns, words: int) -> list[Reason]:
    """Why each document in ``columns`` gets its class."""
    probability = model.predict_proba(columns).max(axis=1).round(DIGITS).tolist()
    return [
        Reason(
            explanation,
            share,
            words,
            first_words(columns, model.roles_.text, row),
        )
        for row, (explanation, share) in enumerate(
            zip(model.explain(columns), probability, strict=True)
        )
    ]


__all__ = ["ACCEPT", "REVIEW", "Answering", "Reason", "beside", "reasons"]
