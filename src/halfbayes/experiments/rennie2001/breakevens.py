"""What Figures 4-3 and 4-4 share: ROC breakeven beside multiclass error for one code."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Final

from halfbayes.experiments.rennie2001.classifiers import NB, SVM
from halfbayes.experiments.rennie2001.corpus import PROTOCOLS
from halfbayes.experiments.rennie2001.curves import drawn_curves
from halfbayes.experiments.rennie2001.tasks import (
    all_but_least,
    place_of,
    planned,
    rates_of,
)
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
)
from halfbayes.experiments.specification import Specification
from halfbayes.experiments.summary import Summary

MULTICLASS: Final = "multiclass error"
BREAKEVEN: Final = "ROC breakeven"
ROWS: Final = tuple(f"{name}, {what}" for name in PROTOCOLS for what in (BREAKEVEN, MULTICLASS))


def tasks(*, quick: bool) -> list[Task]:
    """Both learners."""
    return planned((SVM, NB), quick=quick, sizes=all_but_least)


def measured_with(code: str) -> Callable[[Settings, Path], list[Measurement]]:
    """Breakeven and multiclass error of a code."""

    def run(settings: Settings, data: Path) -> list[Measurement]:
        place = place_of(settings)
        rates = rates_of(place, data, code)
        values = {BREAKEVEN: rates.breakeven, MULTICLASS: rates.error}
        return [
            Measurement(f"{place.corpus}, {what}", place.learner, value, place.seed, x=place.x)
            for what, value in values.items()
        ]

    return run


def claims(summary: Summary) -> dict[str, Finding]:
    """Whether the lower breakeven goes with the lower multiclass error."""
    agreed, pairs = 0, 0
    for corpus, protocol in PROTOCOLS.items():
        for x in map(float, all_but_least(protocol.sizes)):
            gaps = [
                summary.mean(f"{corpus}, {what}", NB, x=x)
                - summary.mean(f"{corpus}, {what}", SVM, x=x)
                for what in (BREAKEVEN, MULTICLASS)
            ]
            if not math.isnan(gaps[0]):  # measured
                pairs += 1
                agreed += gaps[0] * gaps[1] > 0.0
    told = f"in {agreed} of {pairs} pairs of an SVM and a naive Bayes of one training size"
    return {"dictates": Finding(agreed == pairs, told)}


def reproduction_with(name: str, spec: Specification, code: str) -> Reproduction:
    """The figure of a code."""
    return Reproduction(
        name,
        spec,
        tasks,
        measured_with(code),
        lambda summary: drawn_curves(spec, summary, ROWS),
        claims=claims,
    )


__all__ = ["claims", "measured_with", "reproduction_with", "tasks"]
