"""The report of the docstrings of this Python, as a screen and a phone show it."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from chromium import Chromium

import halfbayes
from halfbayes.data.python_docs import python_docstrings, split_by_module

LABELS = 300
ACCURACY = 0.85
SIZES = {"wide": (1280, 1125, 1.0), "narrow": (390, 1060, 1.5)}
"""Width and height of each picture, and how many of its points one point of the page has."""


def draw_report(folder: Path) -> None:
    """Photograph the report; without a browser there are no pictures."""
    if Chromium.missing():
        print("There is no chromium: the pictures of the report are left out.", file=sys.stderr)
        return
    with TemporaryDirectory() as place:
        page = Path(place) / "report.html"
        _model().report(page, accuracy=ACCURACY)
        browser = Chromium(Path(place) / "profile")
        try:
            for name, (width, height, scale) in SIZES.items():
                browser.open(page, width=width, prefers_color_scheme="light")
                picture = browser.picture(width, height, scale=scale)
                (folder / f"report-{name}.png").write_bytes(picture)
        finally:
            browser.close()


def _model() -> halfbayes.DocumentClassifier:
    """Of the labels of the demo; new docstrings are of the same modules."""
    pool, _ = split_by_module(python_docstrings())
    drawn = np.sort(np.random.default_rng(0).permutation(len(pool))[:LABELS])
    rows = [pool[i] for i in drawn]
    table = {part: [getattr(row, part) for row in rows] for part in ("name", "text")}
    model = halfbayes.DocumentClassifier(text=["name", "text"])
    return model.fit(table, [row.chapter for row in rows])
