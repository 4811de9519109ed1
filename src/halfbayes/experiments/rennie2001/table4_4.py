"""Table 4.4: the loss function of the decoding hardly matters."""

from pathlib import Path
from typing import Final

from halfbayes.experiments.rennie2001.classifiers import BCH, NB, OVA, SVM
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, PROTOCOLS
from halfbayes.experiments.rennie2001.tasks import (
    all_but_least,
    largest,
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

ALIKE: Final = 0.005
"""Errors that differ by less are nearly identical."""

LOSS_NAMES: Final = {
    "Hinge": "hinge",
    "Linear": "linear",
    "Logistic": "logistic",
    "0/1": "zero-one",
}


def tasks(*, quick: bool) -> list[Task]:
    """The largest training sets; in a quick run smaller ones too, for the SVM."""
    sizes = all_but_least if quick else largest
    return planned((SVM, NB), quick=quick, sizes=sizes)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Multiclass errors by every loss."""
    place = place_of(settings)
    printed = place.size == PROTOCOLS[place.corpus].sizes[0]
    which = "" if printed else f", {place.size} per class"
    return [
        Measurement(
            f"{place.corpus}, {code}/{place.learner}{which}",
            name,
            rates_of(place, data, code).errors[loss],
            place.seed,
        )
        for code in (OVA, BCH)
        for name, loss in LOSS_NAMES.items()
    ]


def claims(summary: Summary) -> dict[str, Finding]:
    """Linear against hinge, and hinge against the others."""
    rows = summary.rows
    apart = max(abs(summary.mean(r, "Hinge") - summary.mean(r, "Linear")) for r in rows)
    row = f"{NEWSGROUPS}, {BCH}/{NB}"
    hinge, logistic, zero_one = (summary.mean(row, n) for n in ("Hinge", "Logistic", "0/1"))
    told = f"{row}: hinge {hinge:.4f}, logistic {logistic:.4f}, 0/1 {zero_one:.4f}"
    return {
        "linear": Finding(apart < ALIKE, f"they differ by at most {apart:.4f}"),
        "hinge": Finding(hinge < min(logistic, zero_one), told),
    }


REPRODUCTION: Final = Reproduction(
    "rennie2001/table4.4", beside(__file__), tasks, run, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "run", "tasks"]
