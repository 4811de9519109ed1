"""Table 2.2: how often the most frequent word occurs in documents MAP and Bayes part over."""

from pathlib import Path
from typing import Final

import numpy as np

from halfbayes.experiments.rennie2001.classifiers import (
    NB,
    bayesian_naive_bayes,
    map_naive_bayes,
    predicted_by,
)
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, SECTORS
from halfbayes.experiments.rennie2001.tasks import largest, place_of, planned, split_of
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary
from halfbayes.types import CountMatrix, FloatArray

MAP: Final = "MAP"
BAYESIAN: Final = "Bayesian"


def tasks(*, quick: bool) -> list[Task]:
    """The largest training sets."""
    return planned((NB,), quick=quick, sizes=largest)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Mean maximum term frequency, by which of the two is right."""
    place = place_of(settings)
    split = split_of(place, data)
    y = split.bag.y[split.test]
    by_map = predicted_by(map_naive_bayes(), split, place.size)
    by_bayes = predicted_by(bayesian_naive_bayes(), split, place.size)
    frequency = maximum_term_frequency(split.bag.counts[split.test])
    right = {BAYESIAN: by_bayes == y, MAP: by_map == y}
    parted = {
        BAYESIAN: right[BAYESIAN] & ~right[MAP],
        MAP: right[MAP] & ~right[BAYESIAN],
    }
    return [
        Measurement(place.corpus, name, float(frequency[chosen].mean()), place.seed)
        for name, chosen in parted.items()
        if chosen.any()
    ]


def maximum_term_frequency(counts: CountMatrix) -> FloatArray:
    """How often the most frequent word of each document occurs; documents have words.

    >>> from scipy import sparse
    >>> maximum_term_frequency(sparse.csr_array([[1.0, 3.0], [2.0, 0.0]])).tolist()
    [3.0, 2.0]
    """
    return np.asarray(np.maximum.reduceat(counts.data, counts.indptr[:-1]))


def claims(summary: Summary) -> dict[str, Finding]:
    """The same order in both corpora."""
    pairs = {
        corpus: (summary.mean(corpus, MAP), summary.mean(corpus, BAYESIAN))
        for corpus in (NEWSGROUPS, SECTORS)
    }
    told = "; ".join(f"{name}: {a:.1f} and {b:.1f}" for name, (a, b) in pairs.items())
    return {"frequent": Finding(all(a > b for a, b in pairs.values()), told)}


REPRODUCTION: Final = Reproduction(
    "rennie2001/table2.2", beside(__file__), tasks, run, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "maximum_term_frequency", "run", "tasks"]
