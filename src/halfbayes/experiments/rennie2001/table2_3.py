"""Table 2.3: how sure naive Bayes is of itself, and how sure it may be."""

from pathlib import Path
from typing import Final

import numpy as np

from halfbayes.core.percent import percent
from halfbayes.experiments.rennie2001.classifiers import (
    NB,
    TODAY,
    map_naive_bayes,
)
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, PROTOCOLS
from halfbayes.experiments.rennie2001.tasks import (
    LARGE,
    Place,
    n_splits,
    place_of,
    split_of,
    today_posteriors,
)
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary
from halfbayes.types import FloatArray

PERCENTILES: Final = (0, 11, 22, 33, 44, 55, 66, 77, 88, 99)
DIGITS: Final = tuple(range(1, 10))
MAP: Final = "MAP"
ACCURACY: Final = "accuracy"
CONFIDENCE: Final = "mean posterior"
PRINTED: Final = 0.6
ROUNDING: Final = 0.05
QUICK_TODAY: Final = 100
"""Documents per class that today's classifier learns from in a quick run."""


def tasks(*, quick: bool) -> list[Task]:
    """The largest training set."""
    size = PROTOCOLS[NEWSGROUPS].sizes[0]
    sizes = {NB: size, TODAY: QUICK_TODAY if quick else size}
    return [
        Task(
            f"{learner}, split {seed}",
            {"corpus": NEWSGROUPS, "learner": learner, "size": n, "seed": seed},
            today=learner == TODAY,
        )
        for learner, n in sizes.items()
        for seed in range(n_splits(learner, min(n, LARGE - 1) if quick else n, quick=quick))
    ]


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Percentiles of the largest posterior, and how many round to one."""
    place = place_of(settings)
    split = split_of(place, data)
    proba = posteriors(place, data)
    sure, column = proba.max(axis=1), TODAY if place.learner == TODAY else MAP
    accuracy = float(np.mean(proba.argmax(axis=1) == split.bag.y[split.test]))
    values = {f"{p}%": smallest_at(sure, p) for p in PERCENTILES}
    values |= {f"{d} digits": share_below_one(sure, d) for d in DIGITS}
    values |= {CONFIDENCE: float(sure.mean()), ACCURACY: accuracy}
    return [Measurement(row, column, value, place.seed) for row, value in values.items()]


def posteriors(place: Place, data: Path) -> FloatArray:
    """P(c|d) of the test documents: (documents, classes)."""
    if place.learner == TODAY:
        return today_posteriors(place, data)
    split = split_of(place, data)
    bag, training = split.bag, split.training(place.size)
    model = map_naive_bayes().fit(bag.counts[training], bag.y[training])
    return np.asarray(model.predict_proba(bag.counts[split.test]))


def smallest_at(sure: FloatArray, percentile: int) -> float:
    """The smallest posterior at a percentile: so many per cent are smaller.

    >>> smallest_at(np.array([0.9, 0.3, 1.0, 0.6]), 50)
    0.9
    """
    return float(np.quantile(sure, percentile / 100.0, method="higher"))


def share_below_one(sure: FloatArray, digits: int) -> float:
    """Share of documents whose posterior does not round to one at so many digits.

    >>> share_below_one(np.array([0.94, 0.96, 0.9, 1.0]), 1)
    0.5
    """
    return float(np.mean(np.round(sure, digits) < 1.0))


def claims(summary: Summary) -> dict[str, Finding]:
    """What is left of the documents at nine digits."""
    rounded = 1.0 - summary.mean(f"{DIGITS[-1]} digits", MAP)
    sure, right = summary.mean(CONFIDENCE, MAP), summary.mean(ACCURACY, MAP)
    return {
        "nine": Finding(
            abs(rounded - PRINTED) < ROUNDING, f"{percent(rounded)} of the test documents"
        ),
        "overconfident": Finding(
            sure > right + ROUNDING, f"mean posterior {sure:.3f}, accuracy {right:.3f}"
        ),
    }


def remarks(summary: Summary) -> list[str]:
    """Today's classifier beside it."""
    sure, right = summary.mean(CONFIDENCE, TODAY), summary.mean(ACCURACY, TODAY)
    return [
        f"{TODAY}: mean posterior {sure:.3f}, accuracy {right:.3f}; its posteriors do not tend "
        "to one."
    ]


REPRODUCTION: Final = Reproduction(
    "rennie2001/table2.3", beside(__file__), tasks, run, remarks=remarks, claims=claims
)

__all__ = [
    "REPRODUCTION",
    "claims",
    "posteriors",
    "remarks",
    "run",
    "share_below_one",
    "smallest_at",
    "tasks",
]
