"""Table 4.3: binary error and ROC breakeven of the columns of a code."""

from pathlib import Path
from typing import Final

from halfbayes.experiments.rennie2001.classifiers import BCH, NB, OVA, SVM
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, PROTOCOLS
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
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary

MEASURED: Final = {"OVA": OVA, "BCH": BCH}
ALIKE: Final = 0.02
"""Rates that differ by less are very similar."""


def tasks(*, quick: bool) -> list[Task]:
    """Both codes of one training set together."""
    return planned((SVM, NB), quick=quick, sizes=all_but_least)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Means over the columns."""
    place = place_of(settings)
    values: dict[str, float] = {}
    for name, code in MEASURED.items():
        rates = rates_of(place, data, code)
        values |= {f"{name}/Error": rates.binary_error, f"{name}/ROC": rates.breakeven}
        values |= {f"{name}/same label": rates.agreement}
    row = f"{place.corpus}, {place.learner}"
    return [Measurement(row, name, v, place.seed, x=place.x) for name, v in values.items()]


def claims(summary: Summary) -> dict[str, Finding]:
    """How one-vs-all and BCH columns change with the training size."""
    sizes = [float(n) for n in all_but_least(PROTOCOLS[NEWSGROUPS].sizes)]
    rows = [f"{NEWSGROUPS}, {learner}" for learner in (SVM, NB)]
    apart = [
        abs(summary.mean(row, "BCH/Error", x=x) - summary.mean(row, "BCH/ROC", x=x))
        for row in rows
        for x in sizes
        if summary.find(row, "BCH/Error", x=x)
    ]
    ova = [summary.mean(f"{NEWSGROUPS}, {NB}", "OVA/Error", x=x) for x in sizes]
    told = ", ".join(f"{error:.3f} ({x:.0f})" for x, error in zip(sizes, ova, strict=True))
    return {
        "similar": Finding(max(apart) < ALIKE, f"they differ by at most {max(apart):.3f}"),
        "degrades": Finding(ova[0] > min(ova), told),
    }


REPRODUCTION: Final = Reproduction(
    "rennie2001/table4.3", beside(__file__), tasks, run, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "run", "tasks"]
