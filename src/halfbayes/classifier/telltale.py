"""Columns that tell the label by themselves, often because they are filled in after it.

    told_c = share of documents whose label is that of most others with the same value of c

Each document is left out of the count that judges it; one whose value no other has counts as
not told. A column is a telltale when hardly any label is missed, and far fewer than by always
naming the most frequent class. Texts are not looked at: what words tell the model can say.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, Final

MOST_MISSED: Final = 0.02
"""Share of labels that a telltale may miss."""

FEWER: Final = 5
"""So many times fewer than the most frequent class misses."""

LEAST_DOCUMENTS: Final = 20


def telltales(
    columns: Mapping[str, Sequence[Any]], names: Sequence[str], labels: Sequence[str]
) -> dict[str, float]:
    """Those of the columns ``names`` that tell the label by themselves, and how much of it.

    >>> stars = {"stars": [1, 5, 1, 5] * 6, "place": ["x", "x", "y", "y"] * 6}
    >>> telltales(stars, ["stars", "place"], ["bad", "good"] * 12)
    {'stars': 1.0}
    """
    if len(labels) < LEAST_DOCUMENTS:
        return {}
    missed_anyway = 1.0 - max(Counter(labels).values()) / len(labels)
    told = {name: _told(columns[name], labels) for name in names}
    least = 1.0 - min(MOST_MISSED, missed_anyway / FEWER)
    return {name: share for name, share in told.items() if share >= least}


def _told(values: Sequence[Any], labels: Sequence[str]) -> float:
    counts: dict[Any, Counter[str]] = defaultdict(Counter)
    for value, label in zip(values, labels, strict=True):
        counts[value][label] += 1
    right = 0
    for value, label in zip(values, labels, strict=True):
        others = counts[value]
        own = others[label] - 1
        rivals = max((n for name, n in others.items() if name != label), default=0)
        right += own > rivals
    return right / len(labels)


__all__ = ["telltales"]
