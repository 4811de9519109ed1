"""Figure 3-2: what words of different probability contribute to the variance of a score.

f_k^2 var(log(1 + N_k))      f_k = f theta_k,  f = 300 words,  N = 1,000,000   (eq. 3.7)
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from halfbayes.core.estimates import log_count_variance
from halfbayes.experiments.picture import new_figure, panels
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

WORDS: Final = 1_000_000
LENGTH: Final = 300
TWICE: Final = 2.0
ROW: Final = "one word"
VARIANCE: Final = "var(log(1 + N))"
CONTRIBUTION: Final = "contribution, in millionths"
MILLION: Final = 1e6
THETAS: Final = 10.0 ** np.arange(-7.0, -0.75, 0.25)


def tasks(*, quick: bool) -> list[Task]:
    """One: it takes a moment."""
    del quick
    return [Task("all", {})]


def run(_: Settings, __: Path) -> list[Measurement]:
    """Variance and contribution at every probability."""
    variance = log_count_variance(WORDS * THETAS, np.array(1.0))
    contribution = MILLION * (LENGTH * THETAS) ** 2 * variance
    return [
        Measurement(ROW, name, float(value), x=float(f"{theta:.3g}"))
        for name, values in ((VARIANCE, variance), (CONTRIBUTION, contribution))
        for theta, value in zip(THETAS, values, strict=True)
    ]


def claims(summary: Summary) -> dict[str, Finding]:
    """Where the variance is largest, and where the contribution."""
    variance, part = (summary.curve(ROW, name) for name in (VARIANCE, CONTRIBUTION))
    peak = float(variance.x[np.argmax(variance.mean)])
    grows = bool(np.all(np.diff(part.mean) > 0.0))
    ends = [f"{part.mean[i] / MILLION:.1e} at theta = {part.x[i]:.1g}" for i in (0, -1)]
    return {
        "variance": Finding(1.0 <= peak * WORDS <= TWICE, f"largest at theta = {peak:.1e}"),
        "contribution": Finding(grows, f"from {ends[0]} to {ends[1]}"),
    }


def draw(summary: Summary) -> "Figure | None":
    """The thesis's curve, and the variance that it is made of."""
    figure = new_figure(8.8, 3.0)
    for axes, name in zip(panels(figure, 2, columns=2), (CONTRIBUTION, VARIANCE), strict=True):
        curve = summary.curve(ROW, name)
        axes.plot(curve.x, curve.mean, marker=".")
        scale = "log" if name == CONTRIBUTION else "linear"
        axes.set(xlabel="theta", ylabel=name, xscale="log", yscale=scale)
        axes.grid(alpha=0.3)
    return figure


REPRODUCTION: Final = Reproduction(
    "rennie2001/figure3-2", beside(__file__), tasks, run, draw, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "draw", "run", "tasks"]
