"""A watch over a stream of documents that may be kept up for ever.

Two bets against "nothing has changed". Each starts with a capital of 1 which, if nothing has
changed, is not expected to grow: it reaches 1/alpha, ever, with probability alpha at most
(Ville 1939). So a monitor may look after every document, and its false-alarm rate is known.

**Exchangeability.** The p-value of each new score among all before it, known and new,

    p = (#{s_j < s} + v (1 + #{s_j = s})) / (n + 1)        v uniform on (0, 1)

is uniform and independent of the earlier ones while the documents are exchangeable (Vovk,
Gammerman & Shafer 2005). Scores are rounded down to a fixed grid first, which keeps that as it
is: equal ones are told apart by chance, and a stream of any length takes half a megabyte. The
capital is spread over factors 1 + e (p - 1/2), e <= 0, which win
on low scores, and a share J of it moves between them at every step (the simple jumper, Vovk et
al. 2021).

**Audit.** Of answered documents that a person checked, err_i = 1 where the answer was wrong.
While accuracy is at least a, the expectation of 1 + l (err_i - (1 - a)) is at most 1 for every
l in [0, 1/(1 - a)]. Nobody knows when accuracy will fall: before the j-th checked document the
share 1 / (1 + log2 j) - 1 / (1 + log2 (j + 1)) of the capital, until then idle, is staked,
evenly over several l. A long good time costs it little.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from halfbayes.types import FloatArray

JUMP = 0.01
"""Share J of the capital that moves between bets at every step."""

BETS = 10
"""Number of stakes l over which the audit spreads its capital."""


CELLS = 256
"""Scores from 0 to 1 are rounded down to multiples of CELLS^-2."""


class Ranks:
    """How many scores from 0 to 1 came so far, by their place on the grid.

    >>> ranks = Ranks([0.5, 0.25, 0.5])
    >>> ranks.below_and_at(0.5), ranks.below_and_at(1.0)
    ((1, 2), (3, 0))
    """

    def __init__(self, scores: Iterable[float]) -> None:
        self.fine = np.zeros((CELLS, CELLS), dtype=np.int64)
        self.coarse = np.zeros(CELLS, dtype=np.int64)  # sums of the rows of ``fine``
        self.total = 0
        for score in scores:
            self.add(score)

    def add(self, score: float) -> None:
        """One score more."""
        row, cell = _place(score)
        self.fine[row, cell] += 1
        self.coarse[row] += 1
        self.total += 1

    def below_and_at(self, score: float) -> tuple[int, int]:
        """How many are below the place of a score, and how many at it."""
        row, cell = _place(score)
        below = self.coarse[:row].sum() + self.fine[row, :cell].sum()
        return int(below), int(self.fine[row, cell])


def _place(score: float) -> tuple[int, int]:
    return divmod(min(max(int(score * CELLS * CELLS), 0), CELLS * CELLS - 1), CELLS)


@dataclass(slots=True, eq=False)
class ExchangeabilityBet:
    """Capital against "new scores come as the known ones did"; low scores are what it fears.

    Scores are from 0 to 1.

    >>> rng = np.random.default_rng(0)
    >>> bet = ExchangeabilityBet.against(rng.random(200))
    >>> bet.update(rng.random(100), rng) < 20, bet.update(rng.random(200) / 3, rng) > 20
    (True, True)
    """

    seen: Ranks
    capital_of: FloatArray  # by stake e
    highest: float = 1.0

    @classmethod
    def against(cls, known: FloatArray) -> "ExchangeabilityBet":
        """A bet with the known scores as the past."""
        return cls(Ranks(known.tolist()), np.full(len(_STAKES), 1.0 / len(_STAKES)))

    @property
    def capital(self) -> float:
        """Capital now."""
        return float(self.capital_of.sum())

    def update(self, scores: Iterable[float], rng: np.random.Generator) -> float:
        """Take new scores, in order; the highest capital so far."""
        for score in scores:
            below, same = self.seen.below_and_at(score)
            p = (below + rng.random() * (1 + same)) / (self.seen.total + 1)
            self.seen.add(score)
            moved = (1.0 - JUMP) * self.capital_of + JUMP * self.capital / len(_STAKES)
            self.capital_of = moved * (1.0 + _STAKES * (p - 0.5))
            self.highest = max(self.highest, self.capital)
        return self.highest


_STAKES = np.array([-1.9, -1.0, 0.0])
"""e: below zero, low scores win; |e| < 2 keeps every factor positive."""


@dataclass(slots=True, eq=False)
class AuditBet:
    """Capital against "the answers are right at least as often as promised".

    >>> bet = AuditBet(accuracy=0.9)
    >>> bet.update([False] * 50), bet.update([True] * 12) > 20
    (1.0, True)
    """

    accuracy: float
    checked: int = 0
    staked: FloatArray = field(default_factory=lambda: np.zeros(BETS))  # by stake l
    highest: float = 1.0

    @property
    def capital(self) -> float:
        """Capital now: staked and idle."""
        return float(self.staked.sum()) + _idle(self.checked + 1)

    def update(self, wrong: Iterable[bool]) -> float:
        """Take checked answers, in order; the highest capital so far."""
        allowed = 1.0 - self.accuracy
        stakes = np.geomspace(0.05, 0.95, BETS) / allowed
        for error in wrong:
            self.checked += 1
            released = _idle(self.checked) - _idle(self.checked + 1)
            self.staked = (self.staked + released / BETS) * (
                1.0 + stakes * (float(error) - allowed)
            )
            self.highest = max(self.highest, self.capital)
        return self.highest


def _idle(document: int) -> float:
    """Share of the capital not yet staked before this document: 1 before the first."""
    return 1.0 / (1.0 + math.log2(document))


__all__ = ["CELLS", "AuditBet", "ExchangeabilityBet", "Ranks"]
