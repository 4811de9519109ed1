"""Table 4.1: output codes around the SVM and naive Bayes, by training size."""

import math
from pathlib import Path
from typing import Final

from halfbayes.experiments.rennie2001.classifiers import (
    BCH,
    CODES,
    NB,
    OVA,
    SVM,
    TODAY,
)
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, PROTOCOLS
from halfbayes.experiments.rennie2001.tasks import (
    all_but_least,
    place_of,
    planned,
    rates_of,
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


def tasks(*, quick: bool) -> list[Task]:
    """All codes of one training set together."""
    return planned((SVM, NB, TODAY), quick=quick, sizes=all_but_least)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Multiclass errors, decoded by the hinge loss."""
    place = place_of(settings)
    if place.learner == TODAY:
        error = today_error(place, data)
        return [
            Measurement(f"{place.corpus}, {learner}", TODAY, error, place.seed, x=place.x)
            for learner in (SVM, NB)
        ]
    row = f"{place.corpus}, {place.learner}"
    return [
        Measurement(row, name, rates_of(place, data, name).error, place.seed, x=place.x)
        for name in CODES
    ]


def claims(summary: Summary) -> dict[str, Finding]:
    """SVM against naive Bayes, and BCH 63 against one-vs-all."""
    better = {}
    for corpus, protocol in PROTOCOLS.items():
        gaps = [
            summary.mean(f"{corpus}, {NB}", code, x=x)
            - summary.mean(f"{corpus}, {SVM}", code, x=x)
            for code in CODES
            for x in map(float, all_but_least(protocol.sizes))
        ]
        known = [gap for gap in gaps if not math.isnan(gap)]
        better[corpus] = (sum(gap > 0.0 for gap in known), len(known))
    cells = "; ".join(f"{corpus}: {a} of {b} cells" for corpus, (a, b) in better.items())
    sizes = [float(n) for n in all_but_least(PROTOCOLS[NEWSGROUPS].sizes)]
    row = f"{NEWSGROUPS}, {NB}"
    gains = [summary.mean(row, OVA, x=x) - summary.mean(row, BCH, x=x) for x in sizes]
    told = ", ".join(f"{gain:.3f} ({x:.0f})" for x, gain in zip(sizes, gains, strict=True))
    return {
        "svm": Finding(len(set(better[NEWSGROUPS])) == 1, f"lower error in {cells}"),
        "bch": Finding(min(gains) > 0.0, f"one-vs-all less BCH 63 on {NEWSGROUPS}: {told}"),
    }


REPRODUCTION: Final = Reproduction(
    "rennie2001/table4.1", beside(__file__), tasks, run, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "run", "tasks"]
