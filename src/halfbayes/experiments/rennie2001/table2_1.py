"""Table 2.1: MAP and Bayesian naive Bayes by the number of training documents."""

import math
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
SIGNIFICANT: Final = 2.0
"""Standard errors that a difference must exceed."""


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
    """Bayesian less MAP, at every size, and in standard errors of the difference."""
    excess = {
        corpus: [_excess(summary, corpus, float(n)) for n in usage.sizes]
        for corpus, usage in PROTOCOLS.items()
    }
    told = {
        corpus: ", ".join(
            f"{value:+.3f} ({n}; {value / error:+.1f} standard errors)"
            for n, (value, error) in zip(PROTOCOLS[corpus].sizes, found, strict=True)
        )
        for corpus, found in excess.items()
    }
    alike = all(abs(value) <= SIGNIFICANT * error for value, error in excess[NEWSGROUPS])
    lower = all(value > 0.0 for value, _ in excess[SECTORS])
    return {
        "newsgroups": Finding(alike, f"Bayesian less MAP: {told[NEWSGROUPS]}"),
        "sectors": Finding(lower, f"Bayesian less MAP: {told[SECTORS]}"),
    }


def _excess(summary: Summary, corpus: str, x: float) -> tuple[float, float]:
    """Bayesian less MAP, and its standard error; not a number of a single split."""
    found = [summary.find(corpus, name, x=x) for name in (BAYESIAN, MAP)]
    means = [math.nan if one is None else one.mean for one in found]
    errors = [math.nan if one is None else one.standard_error or math.nan for one in found]
    return means[0] - means[1], math.hypot(*errors)


REPRODUCTION: Final = Reproduction(
    "rennie2001/table2.1", beside(__file__), tasks, run, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "run", "tasks"]
