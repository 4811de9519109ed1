"""Pictures of reproductions: the same numbers give the same file.

Drawing needs matplotlib, which is in the extra ``report`` and is imported when a figure is
asked for.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from halfbayes.evaluate.extra import for_pictures
from halfbayes.types import FloatArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LEVELS: Final = 255
FIXED: Final = {"svg.hashsalt": "halfbayes", "svg.fonttype": "none", "font.size": 9.0}


def new_figure(width: float, height: float) -> "Figure":
    """An empty figure, in inches."""
    figure: Figure = _module("matplotlib.figure").Figure(
        figsize=(width, height), layout="constrained"
    )
    return figure


def panels(figure: "Figure", n: int, *, columns: int = 3) -> list[Any]:
    """Axes of ``n`` panels, row by row; what is left of the last row stays empty."""
    axes = figure.subplots(-(-n // columns), min(n, columns), squeeze=False).ravel()
    for unused in axes[n:]:
        unused.set_axis_off()
    return list(axes[:n])


def write_picture(figure: "Figure", *paths: Path) -> None:
    """Write the figure, in the format that each suffix names."""
    with _repeatable():
        for path in paths:
            metadata = {"Date": None} if path.suffix == ".svg" else {"Software": None}
            figure.savefig(path, metadata=metadata, dpi=120)


def image_text(image: FloatArray) -> str:
    """Grey levels from 0 to 1 as two hexadecimal digits each.

    >>> image_text(np.array([0.0, 0.5, 1.0]))
    '0080ff'
    """
    levels = np.round(np.clip(image, 0.0, 1.0) * LEVELS).astype(np.uint8)
    return levels.tobytes().hex()


def image_array(text: str, width: int) -> FloatArray:
    """The grey levels of ``image_text``: (height, width).

    >>> image_array("00ff", 1).tolist()
    [[0.0], [1.0]]
    """
    levels = np.frombuffer(bytes.fromhex(text), dtype=np.uint8)
    return levels.reshape(-1, width) / LEVELS


@contextmanager
def _repeatable() -> Iterator[None]:
    with _module("matplotlib").rc_context(FIXED):
        yield


def _module(name: str) -> Any:
    with for_pictures():
        return import_module(name)


__all__ = ["image_array", "image_text", "new_figure", "panels", "write_picture"]
