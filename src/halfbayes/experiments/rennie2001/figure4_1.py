"""Figure 4-1: naive Bayes alone, one-vs-all and in a BCH code, by training size."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from halfbayes.experiments.rennie2001.classifiers import (
    BCH,
    NB,
    OVA,
    TODAY,
    error_rate,
    map_naive_bayes,
    predicted_by,
)
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, PROTOCOLS, SECTORS
from halfbayes.experiments.rennie2001.curves import drawn_curves
from halfbayes.experiments.rennie2001.tasks import (
    all_but_least,
    place_of,
    planned,
    rates_of,
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

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SPEC: Final = beside(__file__)


def tasks(*, quick: bool) -> list[Task]:
    """All three kinds of naive Bayes together, and today's classifier."""
    return planned((NB, TODAY), quick=quick, sizes=all_but_least)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Multiclass errors."""
    place = place_of(settings)
    split = split_of(place, data)
    if place.learner == TODAY:
        errors = {TODAY: today_error(place, data)}
    else:
        plain = predicted_by(map_naive_bayes(), split, place.size)
        errors = {NB: error_rate(plain, split.bag.y[split.test])}
        errors |= {code: rates_of(place, data, code).error for code in (OVA, BCH)}
    return [
        Measurement(place.corpus, name, error, place.seed, x=place.x)
        for name, error in errors.items()
    ]


def claims(summary: Summary) -> dict[str, Finding]:
    """The order of the three curves, at every size of both corpora."""
    found = {}
    for name, corpus in (("newsgroups", NEWSGROUPS), ("sectors", SECTORS)):
        sizes = all_but_least(PROTOCOLS[corpus].sizes)
        errors = [
            tuple(summary.mean(corpus, column, x=float(n)) for column in (NB, OVA, BCH))
            for n in sizes
        ]
        told = "; ".join(
            f"{n}: {nb:.3f}, {ova:.3f}, {bch:.3f}"
            for n, (nb, ova, bch) in zip(sizes, errors, strict=True)
        )
        holds = all(nb > ova > bch for nb, ova, bch in errors)
        found[name] = Finding(holds, f"{NB}, {OVA}, {BCH} by documents per class: {told}")
    return found


def draw(summary: Summary) -> "Figure | None":
    """A panel for each corpus."""
    return drawn_curves(SPEC, summary, (NEWSGROUPS, SECTORS))


REPRODUCTION: Final = Reproduction(
    "rennie2001/figure4-1", SPEC, tasks, run, draw, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "draw", "run", "tasks"]
