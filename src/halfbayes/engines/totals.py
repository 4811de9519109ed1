"""Totals that grow: of anything that adds up, of words, of cells, many of them at a time."""

from dataclasses import dataclass
from typing import Any, Self, TypeVar

import numpy as np

from halfbayes.core.grid import WholeArray
from halfbayes.engines.base import Addable, Summing
from halfbayes.text.frequencies import WordFrequencies

S = TypeVar("S", bound=Addable)


def added(total: S | None, more: S) -> S:
    """The sum, where there may be nothing yet."""
    return more if total is None else total + more


def also(total: Any, more: Any) -> Any:
    """The sum, where there may be nothing to add."""
    return total if more is None else added(total, more)


def there(total: S | None) -> S:
    """The sum; an error where there was nothing to add."""
    if total is None:
        message = "an engine goes over one document or more"
        raise ValueError(message)
    return total


@dataclass(slots=True, eq=False)
class CellTotals:
    """Sums over documents that were read: of ``small`` and of ``cells``."""

    by: Summing[Any]
    cells: WholeArray
    small: Any = None

    @classmethod
    def of(cls, by: Summing[Any], n_cells: int) -> Self:
        """Of no documents yet."""
        return cls(by, np.zeros(n_cells, dtype=np.int64))

    def add(self, documents: Any) -> None:
        """Add what other documents give."""
        self.small = also(self.small, self.by.small(documents))
        cells = self.by.cells(documents)
        self.cells[cells.places] += cells.sums  # a place is there once


class WordTotals:
    """A sum of word frequencies that is worked out late.

    Adding one chunk to a large vocabulary costs as much as the vocabulary; so parts wait until
    they are as many words together as the sum.
    """

    def __init__(self, start: WordFrequencies | None = None) -> None:
        self._parts: list[WordFrequencies] = [] if start is None else [start]
        self._waiting = 0

    def add(self, part: WordFrequencies) -> None:
        """Add the frequencies of other documents."""
        self._parts.append(part)
        self._waiting += len(part.vocabulary)
        if self._waiting > len(self._parts[0].vocabulary):
            self.merged()

    @property
    def empty(self) -> bool:
        """Whether nothing was added yet."""
        return not self._parts

    @property
    def n_bytes(self) -> int:
        """What it takes in memory."""
        return sum(part.n_bytes for part in self._parts)

    def merged(self) -> WordFrequencies:
        """The sum."""
        self._parts = [WordFrequencies.sum_of(self._parts)]
        self._waiting = 0
        return self._parts[0]


__all__ = ["CellTotals", "WordTotals", "added", "also", "there"]
