"""Figures of curves, ours as lines and the thesis's numbers as open circles."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from halfbayes.experiments.picture import new_figure, panels
from halfbayes.experiments.specification import Specification
from halfbayes.experiments.summary import Summary

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


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
        axes.grid(alpha=0.3)
        axes.legend(fontsize=7)
    return figure


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
