"""The picture of an output code: its matrix, its distances, and how hard its bits are."""

import numpy as np

from halfbayes.core.code_report import CodeReport
from halfbayes.evaluate.extra import for_pictures

with for_pictures():
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


def code_figure(report: CodeReport) -> Figure:
    """Four panels: the code, row distances, difficulty of bits, correlation of their errors.

    >>> from halfbayes.core.code_report import code_report
    >>> from halfbayes.core.codes import one_vs_all
    >>> scores, y = np.array([[1.0, -1.0], [1.0, -2.0], [-1.0, 2.0]]), np.array([0, 1, 1])
    >>> figure = code_figure(code_report(one_vs_all(2), np.array(["a", "b"]), scores, y))
    >>> len(figure.axes)
    5
    """
    figure = Figure(figsize=(9.6, 6.4), layout="constrained")
    panels = figure.subplots(2, 2)
    _draw_matrix(panels[0, 0], report)
    _draw_distances(panels[0, 1], report)
    _draw_difficulty(panels[1, 0], report)
    _draw_correlation(figure, panels[1, 1], report)
    return figure


def _draw_matrix(axes: Axes, report: CodeReport) -> None:
    axes.imshow(report.code, aspect="auto", cmap="Greys", vmin=-2, vmax=2)
    axes.set_yticks(np.arange(len(report.classes)), [str(name) for name in report.classes])
    axes.tick_params(axis="y", labelsize=6)
    axes.set(title="code: dark is +1", xlabel="bit")


def _draw_distances(axes: Axes, report: CodeReport) -> None:
    rows = report.row_distances[np.triu_indices(len(report.classes), k=1)]
    columns = report.column_separation
    for distances, label in ((rows, "two classes, in bits"), (columns, "two bits, in classes")):
        values, counts = np.unique(distances, return_counts=True)
        axes.bar(values, counts / counts.sum(), width=0.8, alpha=0.7, label=label)
    axes.set(
        title=f"least row distance {rows.min()}, least column separation {columns.min()}",
        xlabel="distance",
        ylabel="share",
        xlim=(-1, max(report.code.shape) + 1),
    )
    axes.legend(frameon=False)


def _draw_difficulty(axes: Axes, report: CodeReport) -> None:
    hardest_first = np.argsort(-np.nan_to_num(report.bit_breakeven), kind="stable")
    place = np.arange(len(hardest_first))
    axes.plot(place, report.bit_breakeven[hardest_first], "C0.-", label="ROC breakeven")
    axes.plot(place, report.bit_error[hardest_first], "C1.", label="error")
    axes.set(title="difficulty of the bits", xlabel="bits, hardest first", ylim=(0, None))
    axes.legend(frameon=False)


def _draw_correlation(figure: Figure, axes: Axes, report: CodeReport) -> None:
    image = axes.imshow(report.error_correlation, cmap="RdBu_r", vmin=-1, vmax=1)
    mean = report.mean_error_correlation()
    axes.set(title=f"correlation of errors: mean {mean:.2f}", xlabel="bit", ylabel="bit")
    figure.colorbar(image, ax=axes)


__all__ = ["code_figure"]
