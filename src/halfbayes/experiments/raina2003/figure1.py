"""Figure 1: test error against training size, for six pairs of newsgroups and for all 190.

Every split is a random order of the postings of a pair: the first m train, those after the
250th test, so that all sizes of a split are tested on the same postings.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from halfbayes.core.percent import percent
from halfbayes.experiments.picture import new_figure, panels
from halfbayes.experiments.raina2003.pairs import Pair, all_pairs, load_pair, pair_title
from halfbayes.experiments.raina2003.rivals import (
    HALFBAYES,
    HYBRID,
    LOGISTIC,
    NAIVE_BAYES,
    errors,
    generative_odds,
    halfbayes_odds,
    logistic_odds,
)
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
    with_today,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAIRS: Final = (
    ("alt.atheism", "talk.religion.misc"),
    ("comp.sys.ibm.pc.hardware", "comp.sys.mac.hardware"),
    ("comp.graphics", "comp.windows.x"),
    ("alt.atheism", "sci.med"),
    ("rec.autos", "rec.motorcycles"),
    ("rec.sport.hockey", "soc.religion.christian"),
)
SIZES: Final = (10, 20, 40, 80, 120, 160, 200, 250)
WIDE_SIZES: Final = (10, 20, 50, 100, 250)  # for all pairs
PAPER: Final = (HYBRID, NAIVE_BAYES, LOGISTIC)
SPLITS: Final = 10  # of every pair
N_PAIRS: Final = 190
MEAN: Final = "all 190 pairs: mean test error"
WINS: Final = "all 190 pairs: share with the lowest mean error"
NEAR: Final = 0.02  # very near the lowest: within this
ALMOST_ALWAYS: Final = 0.9
MOST: Final = 0.5
SMALL: Final = 80  # a small training set: at most this
STYLES: Final[Mapping[str, Mapping[str, Any]]] = {
    LOGISTIC: {"color": "tab:red", "linestyle": "--"},
    NAIVE_BAYES: {"color": "tab:blue", "linestyle": ":"},
    HYBRID: {"color": "tab:green", "linestyle": "-"},
    HALFBAYES: {"color": "black", "linestyle": "-", "linewidth": 0.8},
}


def tasks(*, quick: bool) -> list[Task]:
    """For each of the six pairs and split, and each of the 190 pairs: rivals, and today's."""
    splits = 1 if quick else SPLITS
    wide = range(0, N_PAIRS, 10) if quick else range(N_PAIRS)
    named = [
        Task(f"pair {pair} split {seed}", {"pair": pair, "seed": seed, "splits": 0})
        for pair in range(len(PAIRS))
        for seed in range(splits)
    ]
    every = [Task(f"all {pair}", {"pair": pair, "splits": splits}) for pair in wide]
    return with_today([*named, *every])


def run(settings: Settings, data: Path) -> list[Measurement]:
    """The errors of one split of a named pair, or the means of a pair over its splits."""
    today = bool(settings.get("today"))
    if settings["splits"]:
        pair = load_pair(data, *all_pairs(data)[settings["pair"]])
        return mean_errors(pair, settings["splits"], today=today)
    first, second = PAIRS[settings["pair"]]
    pair, seed = load_pair(data, first, second), settings["seed"]
    return [
        Measurement(pair_title(first, second), method, value, seed, x=float(m))
        for m in SIZES
        for method, value in split_errors(pair, seed, m, today=today).items()
    ]


def mean_errors(pair: Pair, splits: int, *, today: bool) -> list[Measurement]:
    """Mean error of each method on a pair, and which of the paper's three is lowest."""
    found = []
    for m in WIDE_SIZES:
        by_split = [split_errors(pair, seed, m, today=today) for seed in range(splits)]
        means = {
            method: float(np.mean([one[method] for one in by_split])) for method in by_split[0]
        }
        found += [Measurement(MEAN, name, value, x=float(m)) for name, value in means.items()]
        lowest = min(means.values())
        winners = [method for method, value in means.items() if value == lowest]
        found += [
            Measurement(WINS, method, (method in winners) / len(winners), x=float(m))
            for method in (() if today else PAPER)
        ]
    return found


def split_errors(pair: Pair, seed: int, m: int, *, today: bool) -> dict[str, float]:
    """Test errors on one split, trained on its first ``m`` postings: rivals, or today's."""
    order = pair.permutation(seed)
    training, test = order[:m], order[max(SIZES) :]
    if today:
        return errors({HALFBAYES: halfbayes_odds(pair, training, test)}, pair.y[test])
    generative = generative_odds(pair, training, test)
    odds = {method: generative[method] for method in (HYBRID, NAIVE_BAYES)}
    odds[LOGISTIC] = logistic_odds(pair, training, test)
    return errors(odds, pair.y[test])


def claims(summary: Summary) -> dict[str, Finding]:
    """Hybrid against the others, over the six panels; then over all pairs."""
    gaps = np.array([_gaps(summary, pair_title(*pair)) for pair in PAIRS])  # (pairs, 2, sizes)
    over_lowest, under_bayes = gaps[:, 0], gaps[:, 1]
    near, below = (over_lowest <= NEAR), (under_bayes > 0)
    from_20 = near[:, 1:]
    by_size = under_bayes.mean(axis=0)
    largest = int(np.argmax(by_size))
    wins = summary.curve(WINS, HYBRID)
    won = ", ".join(
        f"{percent(share)} at {m:g}" for m, share in zip(wins.x, wins.mean, strict=True)
    )
    return {
        "lowest": Finding(
            bool(near.all()),
            f"within {NEAR} of the lowest in {near.sum()} of {near.size} cases; "
            f"from m = {SIZES[1]} on in {from_20.sum()} of {from_20.size}",
        ),
        "outperforms": Finding(
            bool(below.mean() >= ALMOST_ALWAYS),
            f"in {below.sum()} of {below.size} cases; from m = {SIZES[1]} on in "
            f"{below[:, 1:].sum()} of {below[:, 1:].size}",
        ),
        "dramatic": Finding(
            SIZES[largest] <= SMALL,
            f"largest at m = {SIZES[largest]}: {by_size[largest]:.3f} lower in the mean; at "
            f"m = {SIZES[-1]}: {by_size[-1]:.3f}",
        ),
        "all pairs": Finding(bool(wins.mean[1:].min() > MOST), f"the lowest in {won}"),
    }


def draw(summary: Summary) -> "Figure | None":
    """Six panels as in the paper, and two of all pairs."""
    rows = [pair_title(*pair) for pair in PAIRS]
    figure = new_figure(9.6, 8.4)
    axes = panels(figure, len(rows) + 2)
    for place, row in zip(axes, [*rows, MEAN, WINS], strict=True):
        _panel(place, summary, row)
    for place in axes[::3]:
        place.set_ylabel("test error")
    axes[-1].set_ylabel("share of pairs")
    axes[0].legend(frameon=False, fontsize=8)
    return figure


def remarks(summary: Summary) -> list[str]:
    """Today's default beside the paper's best."""
    rows = [pair_title(*pair) for pair in PAIRS]
    better = [
        summary.mean(row, HALFBAYES, x=float(m)) <= summary.mean(row, HYBRID, x=float(m))
        for row in rows
        for m in SIZES
    ]
    return [
        f"halfbayes, as it comes, is at or below the hybrid of the paper in {sum(better)} of "
        f"{len(better)} cases of the six panels.",
        f"On all pairs one draw of a cell is one pair, the mean of {SPLITS} splits.",
    ]


def _gaps(summary: Summary, row: str) -> tuple[Sequence[float], Sequence[float]]:
    """How far the hybrid is above the lowest of the three, and below naive Bayes, by size."""
    table = {method: [summary.mean(row, method, x=float(m)) for m in SIZES] for method in PAPER}
    hybrid = np.array(table[HYBRID])
    lowest = np.min(list(table.values()), axis=0)
    return (hybrid - lowest).tolist(), (np.array(table[NAIVE_BAYES]) - hybrid).tolist()


def _panel(axes: Any, summary: Summary, row: str) -> None:
    for method, style in STYLES.items():
        curve = summary.curve(row, method)
        if len(curve.x):
            axes.plot(curve.x, curve.mean, label=method, **style)
    axes.set_title(row, fontsize=8)
    axes.set_xlabel("training size")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)


REPRODUCTION: Final = Reproduction(
    "raina2003/figure1", beside(__file__), tasks, run, draw, remarks, claims
)

__all__ = [
    "REPRODUCTION",
    "claims",
    "draw",
    "mean_errors",
    "remarks",
    "run",
    "split_errors",
    "tasks",
]
