"""Figure 3-1: distribution and variance of log(1 + N) for a word of probability 0.0002.

The variance by every form of ``core.estimates``: binomial (eq. 3.9), Poisson, Poisson with
Stirling's n! (eq. 3.10, which the thesis drew), and by simulation.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from halfbayes.core.estimates import FORMS, binomial_probabilities, log_count_moments
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

THETA: Final = 0.0002
WORDS: Final = 10_000
MOST_OCCURRENCES: Final = 12
PMF: Final = "pmf of log(1 + N)"
VARIANCE: Final = "variance of log(1 + N)"
SIMULATED: Final = "simulated"
DRAWS: Final = 100_000
SEED: Final = 0
SECTION: Final = "section 3.4"
FEW_WORDS: Final = 1_000
USEFUL: Final = (0.0001, 0.001, 0.01)
"""Probabilities of words that are useful for classification."""

ONCE_OR_TWICE: Final = (0.9, 2.1)
LARGE: Final = 0.05
SMALL: Final = 0.01
"""What the thesis calls a large variance, and a small one."""


def tasks(*, quick: bool) -> list[Task]:
    """One for each number of words, and one for the rest."""
    grid = np.unique(np.logspace(2, 6, 9 if quick else 33).round().astype(int)).tolist()
    return [Task("pmf", {"words": 0})] + [Task(f"{n} words", {"words": n}) for n in grid]


def run(settings: Settings, _: Path) -> list[Measurement]:
    """The distribution at 10,000 words, or the variances at another number."""
    words = int(settings["words"] or 0)
    if words == 0:
        p = binomial_probabilities(WORDS, THETA)[: MOST_OCCURRENCES + 1]
        pmf = [
            Measurement(PMF, "binomial", float(p[n]), x=round(float(np.log1p(n)), 6))
            for n in range(len(p))
        ]
        return pmf + [
            Measurement(SECTION, _column(n, theta), log_count_moments(n, theta)[1])
            for n in (FEW_WORDS, WORDS)
            for theta in USEFUL
        ]
    values = {form: log_count_moments(words, THETA, form=form)[1] for form in FORMS}
    rng = np.random.default_rng([SEED, words])
    values[SIMULATED] = float(np.var(np.log1p(rng.binomial(words, THETA, size=DRAWS))))
    return [Measurement(VARIANCE, name, v, x=float(words)) for name, v in values.items()]


def claims(summary: Summary) -> dict[str, Finding]:
    """Where the variance peaks, and how large it is for useful words."""
    curve = summary.curve(VARIANCE, "binomial")
    peak = float(curve.x[np.argmax(curve.mean)]) * THETA
    few = [summary.mean(SECTION, _column(FEW_WORDS, theta)) for theta in USEFUL]
    frequent = summary.mean(SECTION, _column(WORDS, USEFUL[-1]))
    low, high = ONCE_OR_TWICE
    return {
        "peak": Finding(low <= peak <= high, f"at {peak:.2f} expected occurrences"),
        "few": Finding(min(few) >= LARGE, ", ".join(f"{v:.3f}" for v in few)),
        "many": Finding(frequent < SMALL, f"{frequent:.4f}"),
    }


def draw(summary: Summary) -> "Figure | None":
    """Both panels of the thesis."""
    figure = new_figure(8.8, 3.0)
    left, right = panels(figure, 2, columns=2)
    pmf = summary.curve(PMF, "binomial")
    left.bar(pmf.x, pmf.mean, width=0.04)
    left.set(xlabel="log(1 + N)", ylabel="probability", title="(a) 10,000 words")
    styles = {"binomial": "-", "poisson": "--", "stirling": ":", SIMULATED: "none"}
    for name, style in styles.items():
        curve = summary.curve(VARIANCE, name)
        marker = "." if style == "none" else ""
        right.plot(curve.x, curve.mean, linestyle=style, marker=marker, label=name)
    right.set(xlabel="words N", ylabel=VARIANCE, xscale="log", ylim=(0, None), title="(b)")
    right.legend(fontsize=7)
    return figure


def _column(words: int, theta: float) -> str:
    return f"{words:,} words, theta {theta:g}"


REPRODUCTION: Final = Reproduction(
    "rennie2001/figure3-1", beside(__file__), tasks, run, draw, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "draw", "run", "tasks"]
