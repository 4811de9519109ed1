"""Columns that tell the label by themselves, often because they are filled in after it.

    told_c = share of documents i whose label is that of most of the others nearest to it in c

Each document is left out of what judges it. Nearest are the others with the same value, a
missing one included; where no other has the value and the column holds numbers, those at the
least distance |c_j - c_i|, of which some may be below and some above. A label must be more
frequent among them than any other; one without such neighbours counts as not told. So an id of
documents that are sorted by class, which no two share, is a telltale, too.

A column is a telltale when hardly any label is missed, and far fewer than by always naming the
most frequent class. Texts are not looked at: what words tell the model can say.
"""

import warnings
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

from halfbayes.classifier.roles import Roles
from halfbayes.core.percent import percent

MOST_MISSED: Final = 0.02
"""Share of labels that a telltale may miss."""

FEWER: Final = 5
"""So many times fewer than the most frequent class misses."""

LEAST_DOCUMENTS: Final = 20
"""Of fewer nothing is said: a few labels may agree with a column by chance."""


class TelltaleWarning(UserWarning):
    """A column that nobody named tells nearly all labels by itself."""


def telltales(
    columns: Mapping[str, Sequence[Any]], names: Sequence[str], labels: Sequence[Any]
) -> dict[str, float]:
    """Those of the columns ``names`` that tell the label by themselves, and how much of it.

    >>> stars = {"stars": [1, 5, 1, 5] * 6, "place": ["x", "x", "y", "y"] * 6}
    >>> telltales(stars, ["stars", "place"], ["bad", "good"] * 12)
    {'stars': 1.0}
    """
    if len(labels) < LEAST_DOCUMENTS or len(set(labels)) == 1:
        return {}
    missed_anyway = 1.0 - max(Counter(labels).values()) / len(labels)
    told = {name: _told(columns[name], labels) for name in names}
    least = 1.0 - min(MOST_MISSED, missed_anyway / FEWER)
    return {name: share for name, share in told.items() if share >= least}


def telltale_notes(
    columns: Mapping[str, Sequence[Any]], roles: Roles, labels: Sequence[Any]
) -> list[str]:
    """A sentence about each telltale among the categories and numbers: what to do."""
    found = telltales(columns, roles.categorical + roles.numeric, labels)
    return [
        f"column {name!r} alone tells {percent(share)} of the labels; if it is filled in after "
        "the label, or new documents will come without it, name the columns to read and leave "
        "it out"
        for name, share in found.items()
    ]


def warn_of_telltales(
    columns: Mapping[str, Sequence[Any]], roles: Roles, labels: Sequence[Any]
) -> None:
    """Warn of each telltale, at the line that calls ``fit``."""
    for note in telltale_notes(columns, roles, labels):
        warnings.warn(note, TelltaleWarning, stacklevel=5)


def _told(values: Sequence[Any], labels: Sequence[Any]) -> float:
    counts: dict[Any, Counter[Any]] = defaultdict(Counter)
    for value, label in zip(values, labels, strict=True):
        counts[value][label] += 1
    beside = _beside(counts)
    right = 0
    for value, held in counts.items():
        others = beside.get(value, held)
        for label, number in held.items():
            agreeing = others[label] - (others is held)  # itself left out
            rivals = max((n for name, n in others.items() if name != label), default=0)
            right += number * (agreeing > rivals)
    return right / len(labels)


def _beside(counts: Mapping[Any, Counter[Any]]) -> dict[Any, Counter[Any]]:
    """Labels at the nearest other number, or at two equally near, of each single number."""
    there = [value for value in counts if value is not None]
    if any(isinstance(value, bool) or not isinstance(value, int | float) for value in there):
        return {}
    ordered = sorted(there)
    beside: dict[Any, Counter[Any]] = {}
    for place, value in enumerate(ordered):
        others = ordered[max(place - 1, 0) : place] + ordered[place + 1 : place + 2]
        if others and counts[value].total() == 1:
            least = min(abs(other - value) for other in others)
            near = [counts[other] for other in others if abs(other - value) == least]
            beside[value] = near[0] if len(near) == 1 else near[0] + near[1]
    return beside


__all__ = ["TelltaleWarning", "telltale_notes", "telltales", "warn_of_telltales"]
