"""Draw the pictures of the documentation from figures measured on the spot.

Usage:

    PYTHONPATH=tools python docs/pictures.py FOLDER
"""

import sys
from pathlib import Path

import matplotlib as mpl
from drawings.codes import draw_codes
from drawings.estimates import draw_estimates
from drawings.layers import draw_layers
from drawings.report import draw_report
from drawings.selection import draw_selection


def main() -> None:
    """Draw every picture into the folder named on the command line."""
    # The same figures give the same file.
    mpl.rcParams.update({"svg.hashsalt": "halfbayes", "svg.fonttype": "none"})
    mpl.use("agg")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    draw_report(folder)
    draw_codes(folder / "codes.svg")
    draw_selection(folder / "selection.svg")
    draw_estimates(folder / "estimates.svg")
    draw_layers(folder / "layers.svg")


if __name__ == "__main__":
    main()
