"""Error and log loss against labels per class, as a picture."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure

from halfbayes.data.corpora import Half
from halfbayes.experiments.fewlabel.methods import RIVAL_NAMES, TITLES
from halfbayes.experiments.fewlabel.ours import HALFBAYES, PLAIN, VARIANTS, WITH_NAMES
from halfbayes.experiments.fewlabel.results import Row
from halfbayes.experiments.fewlabel.summary import (
    Comparison,
    budgets_of,
    comparisons,
    mean_over_corpora,
    of_half,
    with_budget,
)

PANELS: Final[tuple[tuple[str, str], ...]] = (("error", "test error"), ("log_loss", "log loss"))
TITLE: Final[dict[Half, str]] = {
    "design": "corpora looked at",
    "report": "corpora only reported",
}
SHOWN: Final = (*RIVAL_NAMES, "raina2003", HALFBAYES, *VARIANTS)
BLACK: Final[dict[str, dict[str, Any]]] = {
    HALFBAYES: {"color": "black", "linewidth": 2.4},
    WITH_NAMES: {"color": "black", "linewidth": 1.2, "linestyle": "--"},
    PLAIN: {"color": "black", "linewidth": 1.2, "linestyle": ":"},
}


def draw(rows: Sequence[Row], path: Path) -> None:
    """Write the picture as SVG; the same rows give the same file."""
    compared = comparisons(rows)
    with mpl.rc_context({"svg.hashsalt": "halfbayes", "svg.fonttype": "none"}):
        figure = Figure(figsize=(9.6, 7.2), layout="constrained")
        FigureCanvasSVG(figure)
        axes = figure.subplots(2, 2, squeeze=False)
        for column, half in enumerate(TITLE):
            for row, (measure, name) in enumerate(PANELS):
                _panel(axes[row, column], of_half(compared, half), measure)
                axes[row, column].set(ylabel=name, title=TITLE[half] if row == 0 else "")
        handles, labels = axes[0, 0].get_legend_handles_labels()
        if handles:
            figure.legend(handles, labels, loc="outside lower center", ncols=4, frameon=False)
        path.parent.mkdir(parents=True, exist_ok=True)
        figure.savefig(path, format="svg", metadata={"Date": None})


def _panel(axes: Any, compared: Sequence[Comparison], measure: str) -> None:
    budgets = budgets_of(compared)
    for place, method in enumerate(SHOWN):
        cases = [with_budget(compared, budget) for budget in budgets]
        points = [
            (x, mean_over_corpora(found, measure, method))
            for x, found in enumerate(cases)
            if method in found[0].methods
        ]
        if points:
            style = BLACK.get(method, {"color": f"C{place}"})
            axes.plot(*zip(*points, strict=True), marker="o", label=TITLES[method], **style)
    axes.set_xticks(range(len(budgets)), ["all" if b is None else str(b) for b in budgets])
    axes.set_xlabel("labels per class")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)


__all__ = ["draw"]
