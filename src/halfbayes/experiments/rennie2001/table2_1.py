"""Table 2.1: MAP and Bayesian naive Bayes by the number of training documents."""

from pathlib import Path
from typing import Final

from halfbayes.experiments.rennie2001.classifiers import (
    NB,
    TODAY,
    bayesian_naive_bayes,
    error_rate,
    map_naive_bayes,
    predicted_by,
)
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, PROTOCOLS, SECTORS
from halfbayes.experiments.rennie2001.tasks import (
    all_sizes,
    place_of,
    planned,
    split_of,
    today_error,
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

MAP: Final = "MAP"
BAYESIAN: Final = "Bayesian"
ALL_WORDS: Final = "MAP, every word kept"
MODELS: Final = {MAP: map_naive_bayes, BAYESIAN: bayesian_naive_bayes}
ALIKE: Final = 0.01
"""Errors that differ by less are alike."""


def tasks(*, quick: bool) -> list[Task]:
    """Both kinds of naive Bayes together, and today's classifier."""
    return planned((NB, TODAY), quick=quick, sizes=all_sizes)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Test errors."""
    place = place_of(settings)
    split = split_of(place, data)
    if place.learner == TODAY:
        errors = {TODAY: today_error(place, data)}
    else:
        y = split.bag.y[split.test]
        errors = {
            name: error_rate(predicted_by(model(), split, place.size), y)
            for name, model in MODELS.items()
        }
    if place.learner == NB and place.corpus == NEWSGROUPS:
        split = split_of(place, data, stop_words=False)
        predicted = predicted_by(map_naive_bayes(), split, place.size)
        errors[ALL_WORDS] = error_rate(predicted, split.bag.y[split.test])
    return [
        Measurement(place.corpus, name, error, place.seed, x=place.x)
        for name, error in errors.items()
    ]


def claims(summary: Summary) -> dict[str, Finding]:
    """Bayesian less MAP, at every size."""
    found = {}
    for name, corpus in (("newsgroups", NEWSGROUPS), ("sectors", SECTORS)):
        sizes = PROTOCOLS[corpus].sizes
        excess = [
            summary.mean(corpus, BAYESIAN, x=float(n)) - summary.mean(corpus, MAP, x=float(n))
            for n in sizes
        ]
        told = ", ".join(f"{e:+.3f} ({n})" for n, e in zip(sizes, excess, strict=True))
        holds = max(map(abs, excess)) < ALIKE if corpus == NEWSGROUPS else min(excess) > 0.0
        found[name] = Finding(holds, f"Bayesian less MAP: {told}")
    return found


REPRODUCTION: Final = Reproduction(
    "rennie2001/table2.1", beside(__file__), tasks, run, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "run", "tasks"]
