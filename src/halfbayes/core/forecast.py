"""What more labels would buy: the certified coverage to come, from the documents so far.

N more labels are simulated many times, each time in another world: a curve drawn from what the
checked documents leave possible (``core.error_curve``) and confidences drawn from theirs
(bootstrap). The n documents that are checked keep their confidences and their errors; the N new
ones come from the world, and the test of ``guarantee`` is run on all of them as it would be.

    new:      err with chance q f
    checked:  an error stays one with chance f        f = ((n + N) / n)^-c

c says how much the model learns from more labels: error falls as N^-c; c = 0 is the model as it
is. A handful of labels does not tell c: each world has its own, one of those that are possible
(``core.learning_curve``). The first labels of a world stay the first when it has more of them,
so that sizes are compared on the same documents. Laws, on average over draws: the middle of the
worlds of 150 documents is within .1 of what 1,000 certify; where all n + N are right,
1 / (n + N + 1) of the documents are less sure than every one of them.

``outlook``: the least N at which something is certified in ``LIKELY`` of all worlds. That is
more than a half: the N found is the one that looked best, and a model that has learnt N more
documents orders the checked ones anew, which is not simulated. Law, where confidence means what
it says or is too bold by a factor: over random draws from a population, of those that certified
nothing and had a forecast, at least half certify something once N more of it are added.

Reading. Of U documents without labels, m are labelled now and the rest is answered or read:

    read(m) = m + (U - m) (1 - coverage(m))

with the share of the world's documents above the threshold that m more labels certify. A
further label pays while it saves more reading than it costs; ``best_plan`` finds where it stops
(the least of read). The interval is that of the worlds. It looks no further than ``FORESEEN``
times the labels at hand; ``ReadingPlan.beyond`` says that more might pay still.

Eight draws from six corpora (GitHub issues, disaster tweets, Stack Overflow titles, TREC, AG
News, SMS), from 100 labels to 300 and 1,000, from 300 to 1,000 and 3,000, from 1,000 to 3,000,
at 70, 80 and 90 % accuracy: intervals of 95 % held what was certified then, to two hundredths
of the documents, in 693 of 720 cases (``benchmarks/bench_plans.py``), least often from 100 to
300, in 128 of 144; with c as a point they did in 570.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle

import numpy as np

from halfbayes.core.error_curve import drawn_curves
from halfbayes.core.guarantee import Promise, certified, certifies
from halfbayes.types import BoolArray, FloatArray, IndexArray

WORLDS = 100
"""A share of so many worlds has a standard error of 0.05 at most."""
LIKELY = 0.75
"""Share of the worlds in which something must be certified."""
MOST_SIMULATED = 20_000
"""Checked documents beyond this many certify no more: the simulation stops growing."""
STEPS = 12
"""Sizes tried on the way to the largest."""
FORESEEN = 10
"""Times the labels at hand up to which forecasts were tried.

From 100 labels to 300, where they held least often, intervals of 95 % held .89 of what came.
"""
HORIZON = 100
"""Nobody labels more than this many times what there is: further it does not look."""


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """Documents as they may come: how sure the model is of them, and how often it is wrong."""

    confidence: FloatArray  # (documents,)
    chance: FloatArray  # q of each
    seed: int
    learning: float = 0.0  # c
    unseen: float = 0.5  # u

    def labelled(self, n: int) -> tuple[FloatArray, FloatArray, FloatArray]:
        """Confidences, chances and luck of the first n documents that come."""
        drawn = np.random.default_rng(self.seed).random((n, 2))
        rows = (drawn[:, 0] * len(self.chance)).astype(np.intp)
        return self.confidence[rows], self.chance[rows], drawn[:, 1]

    def kept(self, n_checked: int, n_kept: int) -> tuple[IndexArray, FloatArray]:
        """Which of the checked documents are simulated, and their luck."""
        rng = np.random.default_rng([self.seed, 1])
        luck = rng.random(n_kept)
        if n_kept == n_checked:
            return np.arange(n_checked), luck
        return rng.choice(n_checked, n_kept, replace=False), luck

    def share_above(self, threshold: float, n_checked: int) -> float:
        """Share of the documents with this confidence or more, once so many are checked.

        Documents to come may be less sure than every one of the n that are checked: their share
        is that of a uniform sample below its least, Beta(1, n), of which 1 - u^(1/n) is a draw.
        It falls as more are checked, in each world by its own u.
        """
        not_less_sure = self.unseen ** (1.0 / n_checked)
        return float(np.mean(self.confidence >= threshold) * not_less_sure)


@dataclass(frozen=True, slots=True, eq=False)
class Checked:
    """Documents with known classes: how sure the model was, and whether it was right."""

    confidence: FloatArray
    correct: BoolArray
    learning: Sequence[float] = (0.0,)  # c that are possible: worlds take one each, in turn

    def worlds(self, count: int, rng: np.random.Generator) -> list[World]:
        """Worlds these documents may come from."""
        n = len(self.correct)
        found = []
        curves = drawn_curves(self.confidence, self.correct, count, rng)
        for curve, c in zip(curves, cycle(self.learning), strict=False):
            confidence = self.confidence[rng.integers(0, n, n)]
            seed = int(rng.integers(2**63))
            unseen = float(np.random.default_rng([seed, 2]).random())
            found.append(World(confidence, curve.chance(confidence), seed, c, unseen))
        return found

    def threshold(self, more: int, world: World, promise: Promise) -> float:
        """Least confidence that is certified with ``more`` labels in this world."""
        return _threshold(*self.after(more, world), promise)

    def after(self, more: int, world: World) -> tuple[FloatArray, BoolArray]:
        """Confidences and correctness of all that is checked with ``more`` labels."""
        n = len(self.correct)
        size = min(n + more, MOST_SIMULATED)
        rows, luck = world.kept(n, size * n // (n + more))
        fall = (1.0 + more / n) ** -world.learning
        new, chance, new_luck = world.labelled(size - len(rows))
        confidence = np.append(self.confidence[rows], new)
        correct = np.append(self.correct[rows] | (luck >= fall), new_luck >= chance * fall)
        return confidence, correct

    def coverages(self, more: int, worlds: list[World], promise: Promise) -> FloatArray:
        """Share of the documents that ``more`` labels certify, in each world: (worlds,)."""
        n = len(self.correct) + more
        if more == 0:
            today = _threshold(self.confidence, self.correct, promise)
            return np.array([world.share_above(today, n) for world in worlds])
        return np.array([w.share_above(self.threshold(more, w, promise), n) for w in worlds])


@dataclass(frozen=True, slots=True)
class Outlook:
    """How many more labels would certify something, and how much of the documents."""

    labels: int  # more
    coverage: float


@dataclass(frozen=True, slots=True)
class ReadingPlan:
    """How many documents a person must still read, and how many of them to label first."""

    n_documents: int  # U
    labels: int  # m after which a further label no longer pays
    read: float
    low: float
    high: float
    beyond: bool = False  # still more labels might pay, further than is foreseen

    @property
    def automatic(self) -> float:
        """Documents expected to be answered automatically."""
        return self.n_documents - self.read


def outlook(checked: Checked, promise: Promise, rng: np.random.Generator) -> Outlook | None:
    """Fewest more labels that are likely to certify something; None if none are.

    >>> checked = Checked(np.linspace(1, 0, 50), np.arange(50) < 40)
    >>> outlook(checked, Promise(0.95, 0.05), np.random.default_rng(0))
    Outlook(labels=700, coverage=0.51)
    """
    n, worlds = len(checked.correct), checked.worlds(WORLDS, rng)

    def likely(more: int) -> bool:
        found = [certifies(*checked.after(more, world), promise) for world in worlds]
        return bool(np.mean(found) >= LIKELY)

    low, high = 0, n
    while not likely(high):
        low, high = high, 2 * high
        if high > HORIZON * n:
            return None
    while high - low > max(1, high // 50):
        middle = (low + high) // 2
        low, high = (low, middle) if likely(middle) else (middle, high)
    reached = checked.coverages(high, worlds, promise)
    return Outlook(high, round(float(np.mean(reached[reached > 0.0])), 2))


def best_plan(
    checked: Checked,
    n_documents: int,
    promise: Promise,
    *,
    rng: np.random.Generator,
    labels: int | None = None,
) -> ReadingPlan:
    """The plan for ``n_documents`` documents without labels, with a 95 % interval.

    ``labels`` is how many are at hand, where those that are checked are not all of them. Where
    a few of the worlds need much more reading than all others, what is expected lies
    beyond that interval, which is then stretched to it.

    >>> checked = Checked(np.linspace(1, 0, 200), np.arange(200) < 170)
    >>> best_plan(checked, 5000, Promise(0.9, 0.1), rng=np.random.default_rng(0)).labels
    6
    """
    worlds = checked.worlds(WORLDS, rng)
    at_hand = len(checked.correct) if labels is None else labels
    most = min(n_documents, (FORESEEN - 1) * at_hand)
    sizes = (np.unique(np.geomspace(1, most + 1, STEPS).astype(np.intp)) - 1).tolist()
    coverage = np.array([checked.coverages(m, worlds, promise) for m in sizes])
    more = np.array(sizes)[:, None]
    read = more + (n_documents - more) * (1.0 - coverage)  # (sizes, worlds)
    best = int(np.argmin(read.mean(axis=1)))
    low, high = np.quantile(read[best], [0.025, 0.975])
    expected = float(read[best].mean())
    low, high = min(float(low), expected), max(float(high), expected)
    beyond = most < n_documents and (sizes[best] == most or expected >= n_documents)
    return ReadingPlan(n_documents, sizes[best], expected, low, high, beyond)


def _threshold(confidence: FloatArray, correct: BoolArray, promise: Promise) -> float:
    return certified(
        confidence, correct, accuracy=promise.accuracy, delta=promise.delta
    ).threshold


__all__ = [
    "FORESEEN",
    "WORLDS",
    "Checked",
    "Outlook",
    "ReadingPlan",
    "World",
    "best_plan",
    "outlook",
]
