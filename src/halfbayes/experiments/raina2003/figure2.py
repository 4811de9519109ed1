"""Figure 2: accuracy against coverage for pairs of newsgroups, R = 1.

Documents are ranked by |log odds|, the surest first; the accuracy on the first share of them is
the curve. Ten random splits into halves, averaged.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from halfbayes.core.coverage import accuracy_coverage_curve
from halfbayes.core.percent import percent
from halfbayes.experiments.picture import new_figure, panels
from halfbayes.experiments.raina2003.pairs import load_pair, pair_title
from halfbayes.experiments.raina2003.rivals import (
    HALFBAYES,
    HYBRID_1,
    LOGISTIC,
    NAIVE_BAYES,
    UNNORMALISED_1,
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
from halfbayes.types import FloatArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PAIRS: Final = (
    ("alt.atheism", "talk.religion.misc"),
    ("talk.politics.misc", "talk.religion.misc"),
    ("comp.sys.ibm.pc.hardware", "comp.sys.mac.hardware"),
    ("comp.graphics", "comp.windows.x"),
    ("soc.religion.christian", "talk.religion.misc"),
    ("talk.politics.guns", "talk.politics.misc"),
)
COVERAGES: Final = tuple(round(0.05 * step, 2) for step in range(1, 21))
METHODS: Final = (HYBRID_1, NAIVE_BAYES, UNNORMALISED_1, LOGISTIC, HALFBAYES)
ACCURACY: Final = 0.95
AT_95: Final = "coverage at 95 % accuracy"
SPLITS: Final = 10
QUICK_PAIRS: Final = 3
HIGHER: Final = 0.8  # almost everywhere: on this share of the coverages
SAME: Final = 0.02  # about the same: mean accuracies within this
FIGURE_2A: Final = 0.4
STYLES: Final[Mapping[str, Mapping[str, Any]]] = {
    HYBRID_1: {"color": "tab:green", "linestyle": "-"},
    NAIVE_BAYES: {"color": "black", "linestyle": "-."},
    UNNORMALISED_1: {"color": "tab:blue", "linestyle": ":"},
    LOGISTIC: {"color": "tab:red", "linestyle": "--"},
    HALFBAYES: {"color": "black", "linestyle": "-", "linewidth": 0.8},
}


def tasks(*, quick: bool) -> list[Task]:
    """Two for each pair and split: the paper's methods, and today's."""
    pairs, splits = (QUICK_PAIRS, 1) if quick else (len(PAIRS), SPLITS)
    rivals = [
        Task(f"pair {pair} split {seed}", {"pair": pair, "seed": seed})
        for pair in range(pairs)
        for seed in range(splits)
    ]
    return with_today(rivals)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Accuracy at each coverage, and coverage at 95 % accuracy."""
    groups, seed = PAIRS[settings["pair"]], settings["seed"]
    pair = load_pair(data, *groups)
    training, test = np.array_split(pair.permutation(seed), 2)
    if settings.get("today"):
        odds = {HALFBAYES: halfbayes_odds(pair, training, test)}
    else:
        odds = generative_odds(pair, training, test)
        odds[LOGISTIC] = logistic_odds(pair, training, test)
    row, y = pair_title(*groups), pair.y[test] == 1
    found = []
    for method in [name for name in METHODS if name in odds]:
        z = odds[method]
        curve = accuracy_coverage_curve(np.abs(z), (z > 0) == y)
        covered = curve.coverage_at(ACCURACY)
        found.append(Measurement(row, method, covered, seed, AT_95))
        found += [
            Measurement(row, method, curve.accuracy_at(c), seed, "accuracy", c)
            for c in COVERAGES
        ]
    return found


def claims(summary: Summary) -> dict[str, Finding]:
    """Curves against curves, over the pairs that were measured."""
    rows = summary.rows
    curve = {
        (row, method): summary.curve(row, method, series="accuracy").mean
        for row in rows
        for method in METHODS
    }
    above = {row: curve[row, HYBRID_1] > curve[row, NAIVE_BAYES] for row in rows}
    share = float(np.mean(list(above.values())))
    apart = [float(np.mean(curve[r, UNNORMALISED_1] - curve[r, NAIVE_BAYES])) for r in rows]
    covered = {
        row: (_covered(curve[row, HYBRID_1]), _covered(curve[row, NAIVE_BAYES])) for row in rows
    }
    like_2a = [r for r, (ours, bayes) in covered.items() if ours > FIGURE_2A and bayes == 0.0]
    told = "; ".join(
        f"{percent(ours, 1)} and {percent(bayes, 1)}" for ours, bayes in covered.values()
    )
    return {
        "higher": Finding(
            share >= HIGHER,
            f"higher at {percent(share)} of the coverages of {len(rows)} pairs",
        ),
        "coverage": Finding(bool(like_2a), f"on the mean curves, pair by pair: {told}"),
        "unnormalised": Finding(
            max(map(abs, apart)) <= SAME,
            "mean accuracy less that of naive Bayes: "
            + ", ".join(f"{value:+.3f}" for value in apart),
        ),
    }


def remarks(summary: Summary) -> list[str]:
    """Coverage at 95 % accuracy of every method, over the pairs."""
    covered = {
        method: float(
            np.mean([summary.mean(row, method, series=AT_95) for row in summary.rows])
        )
        for method in METHODS
    }
    told = ", ".join(f"{method} {percent(value)}" for method, value in covered.items())
    return [f"Coverage at 95 % accuracy, mean over splits and pairs: {told}."]


def draw(summary: Summary) -> "Figure | None":
    """A panel for each pair."""
    figure = new_figure(9.6, 5.8 if len(summary.rows) > QUICK_PAIRS else 3.2)
    axes = panels(figure, len(summary.rows))
    for place, row in zip(axes, summary.rows, strict=True):
        _panel(place, summary, row)
    axes[0].legend(frameon=False, loc="lower left", fontsize=8)
    return figure


def _panel(axes: Any, summary: Summary, row: str) -> None:
    for method, style in STYLES.items():
        curve = summary.curve(row, method, series="accuracy")
        axes.plot(curve.x, curve.mean, label=method, **style)
    axes.axhline(ACCURACY, color="grey", linewidth=0.5)
    axes.set_title(row, fontsize=8)
    axes.set(xlabel="coverage", ylabel="accuracy", xlim=(0, 1))
    axes.grid(alpha=0.3)


def _covered(accuracies: FloatArray) -> float:
    """Where the mean curve falls below 95 % for good, between coverages by a straight line.

    0 where it is nowhere above.
    """
    enough = np.flatnonzero(accuracies >= ACCURACY)
    if len(enough) == 0:
        return 0.0
    last = int(enough[-1])
    if last + 1 == len(COVERAGES):
        return 1.0
    above, below = accuracies[last], accuracies[last + 1]
    share = float((above - ACCURACY) / (above - below))
    return COVERAGES[last] + share * (COVERAGES[last + 1] - COVERAGES[last])


REPRODUCTION: Final = Reproduction(
    "raina2003/figure2", beside(__file__), tasks, run, draw, remarks, claims
)

__all__ = ["REPRODUCTION", "claims", "draw", "remarks", "run", "tasks"]
