"""Table 3.1: the word of highest log-odds ratio in every newsgroup."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np

from halfbayes.core.association import log_odds
from halfbayes.core.counts import class_counts
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, Bag, loaded
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary

SCORE: Final = "log-odds ratio"
THETA: Final = "theta"
SMOOTHED: Final = "theta, smoothed"
RANK: Final = "rank"
SPEC: Final = beside(__file__)
WORDS: Final = {
    row.partition(": ")[0]: row.partition(": ")[2]
    for row in dict.fromkeys(cell.row for cell in SPEC.cells)
}
"""The word that the thesis has for each newsgroup."""


def tasks(*, quick: bool) -> list[Task]:
    """One: nothing is random."""
    del quick
    return [Task("all documents", {})]


def run(_: Settings, data: Path) -> list[Measurement]:
    """Scores of the thesis's words and, where it is another, of the first word."""
    return list(measured(loaded(NEWSGROUPS, data)))


def measured(bag: Bag) -> Iterator[Measurement]:
    """Score, probability and rank of the words of every class."""
    terms = class_counts(bag.counts, bag.y, n_classes=len(bag.classes)).terms
    theta = terms / terms.sum(axis=1, keepdims=True)
    smoothed = (terms + 1.0) / (terms + 1.0).sum(axis=1, keepdims=True)
    scores = log_odds(smoothed)
    column = {str(term): j for j, term in enumerate(bag.terms)}
    for k, group in enumerate(map(str, bag.classes)):
        best = str(bag.terms[int(np.argmax(scores[k]))])
        for word in dict.fromkeys((WORDS.get(group, best), best)):
            if word not in column:
                continue
            j = column[word]
            values = {
                SCORE: scores[k, j],
                THETA: theta[k, j],
                SMOOTHED: smoothed[k, j],
                RANK: 1.0 + np.sum(scores[k] > scores[k, j]),
            }
            for name, value in values.items():
                yield Measurement(f"{group}: {word}", name, float(value))


def claims(summary: Summary) -> dict[str, Finding]:
    """How many of the words are ours too."""
    ranks = {group: summary.mean(f"{group}: {word}", RANK) for group, word in WORDS.items()}
    first = sum(rank == 1.0 for rank in ranks.values())
    others = ", ".join(f"{WORDS[g]} is number {r:.0f}" for g, r in ranks.items() if r > 1.0)
    return {
        "words": Finding(
            first == len(WORDS), f"{first} of {len(WORDS)}" + (f"; {others}" if others else "")
        )
    }


REPRODUCTION: Final = Reproduction("rennie2001/table3.1", SPEC, tasks, run, claims=claims)

__all__ = ["REPRODUCTION", "claims", "measured", "run", "tasks"]
