"""Figure 4-2: multiclass error falls with the training size, binary error does not."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from halfbayes.experiments.rennie2001.classifiers import NB, OVA
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, PROTOCOLS, SECTORS
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
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SPEC: Final = beside(__file__)
MULTICLASS: Final = "multiclass error"
BINARY: Final = "binary error"


def tasks(*, quick: bool) -> list[Task]:
    """One-vs-all with naive Bayes."""
    return planned((NB,), quick=quick, sizes=all_but_least)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Both errors."""
    place = place_of(settings)
    rates = rates_of(place, data, OVA)
    values = {MULTICLASS: rates.error, BINARY: rates.binary_error}
    return [
        Measurement(place.corpus, name, value, place.seed, x=place.x)
        for name, value in values.items()
    ]


def claims(summary: Summary) -> dict[str, Finding]:
    """Which of the two falls throughout."""
    sizes = sorted(map(float, all_but_least(PROTOCOLS[NEWSGROUPS].sizes)))
    multiclass = [summary.mean(NEWSGROUPS, MULTICLASS, x=n) for n in sizes]
    binary = [summary.mean(NEWSGROUPS, BINARY, x=n) for n in sizes]
    told = ", ".join(f"{error:.3f} ({n:.0f})" for n, error in zip(sizes, binary, strict=True))
    return {
        "multiclass": Finding(
            multiclass == sorted(multiclass, reverse=True),
            f"from {multiclass[0]:.3f} to {multiclass[-1]:.3f}",
        ),
        "binary": Finding(binary[-1] > binary[-2], f"binary error {told}"),
    }


def draw(summary: Summary) -> "Figure | None":
    """A panel for each corpus."""
    return drawn_curves(SPEC, summary, (NEWSGROUPS, SECTORS))


REPRODUCTION: Final = Reproduction(
    "rennie2001/figure4-2", SPEC, tasks, run, draw, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "draw", "run", "tasks"]
