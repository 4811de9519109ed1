"""What the curves of Figure 1 say: who is lower at the beginning, who at the end, and whence.

A curve is the mean error of a method against m, on one data set. Its end is the error with the
most examples that were measured, beyond the figure's axis where there are more.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from halfbayes.experiments.ngjordan2001.datasets import DATASETS
from halfbayes.experiments.reproduction import Finding
from halfbayes.experiments.summary import Summary
from halfbayes.types import FloatArray

NAIVE_BAYES: Final = "naive Bayes"
LOGISTIC: Final = "logistic regression"
CAUGHT_UP: Final = 0.01  # within this of naive Bayes
REACHED: Final = 0.02  # within this of where a curve ends
FEW: Final = 5
BEYOND: Final = "beyond the axis"


def crossing(summary: Summary, title: str) -> float | None:
    """The m from which logistic regression is at or below naive Bayes, as long as measured."""
    bayes, logistic = (summary.curve(title, method) for method in (NAIVE_BAYES, LOGISTIC))
    above = logistic.mean > bayes.mean
    if above[-1]:
        return None
    last = np.flatnonzero(above)
    if len(last) == 0:
        return float(bayes.x[0])
    i = int(last[-1])
    before, after = (logistic.mean - bayes.mean)[[i, i + 1]]
    return float(bayes.x[i] + (bayes.x[i + 1] - bayes.x[i]) * before / (before - after))


def last_errors(summary: Summary, title: str) -> tuple[float, float]:
    """Errors of naive Bayes and logistic regression with the most examples measured."""
    bayes, logistic = (
        [*summary.curve(title, method).mean, *summary.curve(title, method, series=BEYOND).mean]
        for method in (NAIVE_BAYES, LOGISTIC)
    )
    return bayes[-1], logistic[-1]


def claims(summary: Summary) -> dict[str, Finding]:
    """Who is lower at the beginning and at the end, and who gets to its end first."""
    titles = summary.rows
    curves = {
        title: (summary.curve(title, NAIVE_BAYES).mean, summary.curve(title, LOGISTIC).mean)
        for title in titles
    }
    last = {title: last_errors(summary, title) for title in titles}
    first = [t for t, (bayes, logistic) in curves.items() if bayes[0] < logistic[0]]
    shown = [t for t, (bayes, dis) in curves.items() if dis[-1] > bayes[-1] + CAUGHT_UP]
    behind = [t for t, (bayes, dis) in last.items() if dis > bayes + CAUGHT_UP]
    faster = [
        t for t, (bayes, logistic) in curves.items() if _reached(bayes) <= _reached(logistic)
    ]
    crossed = [t for t in first if crossing(summary, t) is not None]
    both = [t for t in first if last[t][1] <= last[t][0]]
    n = len(titles)
    return {
        "panels": _panels(titles),
        "regimes": Finding(
            len(both) > n / 2,
            f"naive Bayes is lower first and logistic regression last in {len(both)} of {n}, "
            f"within the figure's axis in {len(crossed)}",
        ),
        "initially": Finding(
            len(first) > n / 2, f"naive Bayes is lower at the smallest m in {len(first)} of {n}"
        ),
        "catches up": Finding(
            len(behind) <= FEW,
            f"more than {CAUGHT_UP} above with the most examples: "
            + (", ".join(title.partition(" (")[0] for title in behind) or "none")
            + f"; within the figure's axis {len(shown)} of {n}",
        ),
        "faster": Finding(
            len(faster) > n / 2,
            f"naive Bayes is within {REACHED} of its last error first in {len(faster)} of {n}",
        ),
    }


def _panels(titles: Sequence[str]) -> Finding:
    """Whether every data set was at hand."""
    missing = [one for one in DATASETS.values() if one.title not in titles]
    continuous = sum(not one.discrete for one in DATASETS.values() if one not in missing)
    told = f"{len(titles)} data sets, {continuous} with continuous inputs"
    if missing:
        how = "; ".join(f"{one.title} was not at hand: {one.how_to_get}" for one in missing)
        return Finding(holds=False, evidence=f"{told}; {how}", comparable=False)
    return Finding(holds=True, evidence=told)


def _reached(errors: FloatArray) -> int:
    """Number of the first m from which a curve stays near its end."""
    away = np.flatnonzero(np.abs(errors - errors[-1]) > REACHED)
    return int(away[-1]) + 1 if len(away) else 0


__all__ = ["BEYOND", "LOGISTIC", "NAIVE_BAYES", "claims", "crossing", "last_errors"]
