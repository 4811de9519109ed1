"""Tasks that the tables and figures of the thesis have in common.

A task is one split of one corpus at one number of documents per class, for one kind of
classifier. A quick run has two splits of naive Bayes and one of everything else, and leaves out
what is slow: large training sets for all but naive Bayes. What several tables and figures show
is measured once per process.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np

from halfbayes.core.decoding import LOSSES
from halfbayes.experiments.rennie2001.classifiers import NB, TODAY, Coder, error_rate, today
from halfbayes.experiments.rennie2001.corpus import PROTOCOLS, SPLITS, Split, loaded, split
from halfbayes.experiments.reproduction import Settings, Task
from halfbayes.types import FloatArray

QUICK_SPLITS: Final = 1
QUICK_NB_SPLITS: Final = 2
LARGE: Final = 250
"""Documents per class from which on a quick run has naive Bayes only."""


class Place(NamedTuple):
    """What a task measures."""

    corpus: str
    learner: str
    size: int
    seed: int

    @property
    def x(self) -> float:
        """Documents per class, as the x of a measurement."""
        return float(self.size)


class Rates(NamedTuple):
    """What is measured of a code: multiclass error by loss, and means over its bits."""

    errors: Mapping[str, float]
    binary_error: float
    breakeven: float
    agreement: float

    @property
    def error(self) -> float:
        """Multiclass error, decoded by the hinge loss."""
        return self.errors["hinge"]


def planned(
    learners: Sequence[str], *, quick: bool, sizes: Callable[[Sequence[int]], Sequence[int]]
) -> list[Task]:
    """A task for every corpus, learner, number of documents per class, and split.

    ``sizes`` chooses among the numbers of documents per class of each corpus.
    """
    return [
        Task(
            f"{corpus}, {learner}, {size} per class, split {seed}",
            {"corpus": corpus, "learner": learner, "size": size, "seed": seed},
            today=learner == TODAY,
        )
        for corpus, protocol in PROTOCOLS.items()
        for learner in learners
        for size in sizes(protocol.sizes)
        for seed in range(n_splits(learner, size, quick=quick))
    ]


def n_splits(learner: str, size: int, *, quick: bool) -> int:
    """How many splits are measured.

    >>> n_splits("NB", 800, quick=False), n_splits("halfbayes", 30, quick=True)
    (10, 1)
    >>> n_splits("NB", 800, quick=True), n_splits("SVM", 800, quick=True)
    (2, 0)
    """
    if not quick:
        return SPLITS
    if learner == NB:
        return QUICK_NB_SPLITS
    return QUICK_SPLITS if size < LARGE else 0


def all_sizes(sizes: Sequence[int]) -> Sequence[int]:
    """All of them, as in Table 2.1."""
    return sizes


def all_but_least(sizes: Sequence[int]) -> Sequence[int]:
    """All but the smallest, as in chapter 4."""
    return sizes[:-1]


def largest(sizes: Sequence[int]) -> Sequence[int]:
    """The largest only."""
    return sizes[:1]


def place_of(settings: Settings) -> Place:
    """What the settings of a task of ``planned`` ask for."""
    corpus, learner = str(settings["corpus"]), str(settings["learner"])
    return Place(corpus, learner, int(settings["size"] or 0), int(settings["seed"] or 0))


def split_of(place: Place, data: Path, *, stop_words: bool = True) -> Split:
    """The split of a task."""
    bag = loaded(place.corpus, data, stop_words=stop_words)
    return split(place.corpus, bag, place.seed)


@lru_cache(maxsize=1)
def coder_of(place: Place, data: Path) -> Coder:
    """The output codes of a task."""
    return Coder(split_of(place, data), place.size, place.learner, place.seed)


@cache
def rates_of(place: Place, data: Path, code: str) -> Rates:
    """What is measured of a code of ``CODES``."""
    bits = coder_of(place, data).bits(code)
    return Rates(
        {loss: bits.error(loss) for loss in LOSSES},
        bits.binary_error(),
        bits.breakeven(),
        bits.agreement(),
    )


@lru_cache(maxsize=128)
def today_posteriors(place: Place, data: Path) -> FloatArray:
    """P(c|d) of the test documents by ``today``: (documents, classes)."""
    split = split_of(place, data)
    model = today(split, split.training(place.size))
    return model.predict_proba([split.bag.texts[i] for i in split.test])


def today_error(place: Place, data: Path) -> float:
    """Test error of ``today``."""
    split = split_of(place, data)
    predicted = np.argmax(today_posteriors(place, data), axis=1)
    return error_rate(predicted, split.bag.y[split.test])


__all__ = [
    "LARGE",
    "Place",
    "Rates",
    "all_but_least",
    "all_sizes",
    "coder_of",
    "largest",
    "n_splits",
    "place_of",
    "planned",
    "rates_of",
    "split_of",
    "today_error",
    "today_posteriors",
]
