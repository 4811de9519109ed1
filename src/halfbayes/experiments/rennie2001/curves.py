"""Figures of curves, ours as lines and the thesis's numbers as open circles."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from halfbayes.experiments.picture import new_figure, panels
from halfbayes.experiments.specification import Specification
from halfbayes.experiments.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


STEPS: Final = (0.01, 0.02, 0.03, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0)


def drawn_curves(
    spec: Specification, summary: Summary, rows: Sequence[str], *, columns: int = 2
) -> "Figure | None":
    """A panel for each row that was measured, a curve for each of its columns."""
    known = [row for row in rows if row in summary.rows]
    if not known:
        return None
    height = 3.0 * -(-len(known) // columns)
    figure = new_figure(4.4 * min(columns, len(known)), height)
    for axes, row in zip(panels(figure, len(known), columns=columns), known, strict=True):
        _draw_panel(axes, spec, summary, row)
        axes.set(title=row, xlabel=spec.x, ylabel=spec.value, xscale="log", yscale="log")
        _label_axes(axes)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7)
    return figure


def _label_axes(axes: "Axes") -> None:
    """Numbers as people write them, at the points that were measured."""
    known = [np.asarray(line.get_xdata(), dtype=np.float64) for line in axes.lines]
    measured = np.unique(np.concatenate(known)).tolist()
    low, high = axes.get_ylim()
    steps = [y for y in STEPS if low <= y <= high]
    axes.set_xticks(measured, [f"{x:g}" for x in measured])
    axes.set_yticks(steps, [f"{y:g}" for y in steps])
    axes.minorticks_off()


def _draw_panel(axes: "Axes", spec: Specification, summary: Summary, row: str) -> None:
    for column in summary.columns:
        curve = summary.curve(row, column)
        if len(curve.x) == 0:
            continue
        lines = axes.plot(curve.x, curve.mean, marker=".", label=column)
        printed = [
            (cell.x, cell.value)
            for cell in spec.cells
            if (cell.row, cell.column) == (row, column) and cell.x is not None
        ]
        if printed:
            axes.plot(
                *zip(*printed, strict=True),
                color=lines[0].get_color(),
                marker="o",
                markerfacecolor="none",
                linestyle="none",
                label=f"{column}, thesis",
            )


__all__ = ["drawn_curves"]
