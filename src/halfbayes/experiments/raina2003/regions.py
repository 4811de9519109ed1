"""R = 2 against R = 1, normalised against unnormalised: what section 3 says without a figure.

The four hybrids on the same 10 splits of all 190 pairs of newsgroups. A draw is one pair: the
mean over its splits.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from halfbayes.core.percent import percent
from halfbayes.experiments.picture import new_figure
from halfbayes.experiments.raina2003.pairs import all_pairs, load_pair
from halfbayes.experiments.raina2003.rivals import (
    HYBRID,
    HYBRID_1,
    NAIVE_BAYES,
    UNNORMALISED,
    UNNORMALISED_1,
    errors,
    generative_odds,
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

SIZES: Final = (10, 20, 50, 100, 250)
METHODS: Final = (HYBRID, HYBRID_1, UNNORMALISED, UNNORMALISED_1, NAIVE_BAYES)
COMPARED: Final = {
    "R = 2 below R = 1, normalised": (HYBRID, HYBRID_1),
    "R = 2 below R = 1, unnormalised": (UNNORMALISED, UNNORMALISED_1),
    "normalised below unnormalised, R = 2": (HYBRID, UNNORMALISED),
    "normalised below unnormalised, R = 1": (HYBRID_1, UNNORMALISED_1),
}
CLAIMS: Final = {
    "regions": "R = 2 below R = 1, normalised",
    "normalised": "normalised below unnormalised, R = 2",
}
MOST: Final = 0.5
ERROR: Final = "test error"
SHARE: Final = "share of pairs"
SPLITS: Final = 10
N_PAIRS: Final = 190


def tasks(*, quick: bool) -> list[Task]:
    """One for each pair."""
    pairs, splits = (range(0, N_PAIRS, 10), 3) if quick else (range(N_PAIRS), SPLITS)
    return [Task(f"pair {pair}", {"pair": pair, "splits": splits}) for pair in pairs]


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Mean error of the five methods on one pair, and who is lower."""
    pair = load_pair(data, *all_pairs(data)[settings["pair"]])
    found = []
    for m in SIZES:
        by_split = []
        for seed in range(settings["splits"]):
            order = pair.permutation(seed)
            test = order[max(SIZES) :]
            odds = generative_odds(pair, order[:m], test)
            by_split.append(errors(odds, pair.y[test]))
        means = {
            method: float(np.mean([one[method] for one in by_split])) for method in METHODS
        }
        found += [Measurement(ERROR, method, means[method], x=float(m)) for method in METHODS]
        for name, (one, other) in COMPARED.items():
            value = (means[one] < means[other]) + 0.5 * (means[one] == means[other])
            found.append(Measurement(SHARE, name, value, x=float(m)))
    return found


def claims(summary: Summary) -> dict[str, Finding]:
    """Shares of pairs over the sizes."""
    shares = {name: summary.curve(SHARE, name).mean for name in COMPARED}
    told = {
        name: ", ".join(
            f"{percent(share)} at {m}" for share, m in zip(values, SIZES, strict=True)
        )
        for name, values in shares.items()
    }
    return {
        claim: Finding(bool(shares[name].mean() > MOST), f"{name}: {told[name]} of pairs")
        for claim, name in CLAIMS.items()
    }


def draw(summary: Summary) -> "Figure | None":
    """Mean error of the four hybrids and naive Bayes."""
    figure = new_figure(6.4, 3.8)
    axes = figure.subplots()
    for method in METHODS:
        curve = summary.curve(ERROR, method)
        style = ":" if method == NAIVE_BAYES else "-" if "hybrid" in method else "--"
        axes.plot(curve.x, curve.mean, style, marker="o", markersize=3, label=method)
    axes.set(xlabel="training size", ylabel="mean test error of 190 pairs", xscale="log")
    axes.set_xticks(SIZES, [str(m) for m in SIZES])
    axes.minorticks_off()
    axes.legend(frameon=False)
    axes.grid(alpha=0.3)
    return figure


REPRODUCTION: Final = Reproduction(
    "raina2003/regions", beside(__file__), tasks, run, draw, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "draw", "run", "tasks"]
