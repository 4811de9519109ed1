"""A watch over a stream of documents that may be kept up for ever.

Two bets against "nothing has changed". Each starts with a capital of 1 which, if nothing has
changed, is not expected to grow: it reaches 1/alpha, ever, with probability alpha at most
(Ville 1939). So a monitor may look after every document, and its false-alarm rate is known.

**Exchangeability.** The p-value of each new score among all before it, known and new,

    p = (#{s_j < s} + v (1 + #{s_j = s})) / (n + 1)        v uniform on (0, 1)

is uniform and independent of the earlier ones while the documents are exchangeable (Vovk,
Gammerman & Shafer 2005). The capital is spread over factors 1 + e (p - 1/2), e <= 0, which win
on low scores, and a share J of it moves between them at every step (the simple jumper, Vovk et
al. 2021).

**Audit.** Of answered documents that a person checked, err_i = 1 where the answer was wrong.
While accuracy is at least a, the expectation of 1 + l (err_i - (1 - a)) is at most 1 for every
l in [0, 1/(1 - a)]. Nobody knows when accuracy will fall: before the j-th checked document the
share 1 / (1 + log2 j) - 1 / (1 + log2 (j + 1)) of the capital, until then idle, is staked,
evenly over several l. A long good time costs it little.
"""

import math
from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from halfbayes.types import FloatArray

JUMP = 0.01
"""Share J of the capital that moves between bets at every step."""

BETS = 10
"""Number of stakes l over which the audit spreads its capital."""


@dataclass(slots=True, eq=False)
class ExchangeabilityBet:
    """Capital against "new scores come as the known ones did"; low scores are what it fears.

    >>> rng = np.random.default_rng(0)
    >>> bet = ExchangeabilityBet.against(rng.random(200))
    >>> bet.update(rng.random(100), rng) < 20, bet.update(rng.random(200) / 3, rng) > 20
    (True, True)
    """

    seen: list[float]  # in order
    capital_of: FloatArray  # by stake e
    highest: float = 1.0

    @classmethod
    def against(cls, known: FloatArray) -> "ExchangeabilityBet":
        """A bet with the known scores as the past."""
        return cls(sorted(known.tolist()), np.full(len(_STAKES), 1.0 / len(_STAKES)))

    @property
    def capital(self) -> float:
        """Capital now."""
        return float(self.capital_of.sum())

    def update(self, scores: Iterable[float], rng: np.random.Generator) -> float:
        """Take new scores, in order; the highest capital so far."""
        for score in scores:
            low, high = bisect_left(self.seen, score), bisect_right(self.seen, score)
            p = (low + rng.random() * (1 + high - low)) / (len(self.seen) + 1)
            insort(self.seen, float(score))
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


__all__ = ["AuditBet", "ExchangeabilityBet"]
