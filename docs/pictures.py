"""Draw the pictures of the documentation from figures measured on the spot.

Usage:

    python docs/pictures.py FOLDER
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
from drawings.codes import draw_codes
from drawings.estimates import draw_estimates
from drawings.selection import draw_selection
from matplotlib import pyplot as plt

import halfbayes
from halfbayes.data.python_docs import python_docstrings, split_by_module
from halfbayes.types import BoolArray, FloatArray


def accuracy_by_coverage(
    confidence: FloatArray, right: BoolArray
) -> tuple[FloatArray, FloatArray]:
    """Share of documents answered, surest first, and the accuracy among them."""
    surest_first = np.argsort(-confidence, kind="stable")
    answered = np.arange(1, len(right) + 1)
    return answered / len(right), np.cumsum(right[surest_first]) / answered


def draw_demo(path: Path) -> None:
    """Accuracy against coverage on the docstrings of this Python."""
    training, test = split_by_module(python_docstrings())
    counter = halfbayes.TermCounter()
    X = counter.fit_transform([f"{row.name} {row.text}" for row in training])
    X_new = counter.transform([f"{row.name} {row.text}" for row in test])
    y = np.array([row.chapter for row in training])
    y_new = np.array([row.chapter for row in test])
    model = halfbayes.MultinomialNaiveBayes().fit(X, y)

    figure, axes = plt.subplots(figsize=(6.4, 3.6), layout="constrained")
    curves = {
        "leave-one-out, from the training documents": (model.leave_one_out_proba_, y),
        "modules never seen": (model.predict_proba(X_new), y_new),
    }
    for label, (probabilities, truth) in curves.items():
        right = model.classes_[np.argmax(probabilities, axis=1)] == truth
        coverage, accuracy = accuracy_by_coverage(probabilities.max(axis=1), right)
        enough = np.arange(len(right)) >= len(right) // 50  # the first few documents only jump
        axes.plot(coverage[enough], accuracy[enough], label=label)
    axes.set(xlabel="share of documents answered, surest first", ylabel="accuracy among them")
    axes.set(xlim=(0, 1), ylim=(0, 1.02))
    axes.yaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    axes.xaxis.set_major_formatter(mpl.ticker.PercentFormatter(1.0))
    axes.grid(alpha=0.3)
    axes.legend(frameon=False, loc="lower left")
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """Draw every picture into the folder named on the command line."""
    # The same figures give the same file.
    mpl.rcParams.update({"svg.hashsalt": "halfbayes", "svg.fonttype": "none"})
    mpl.use("agg")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    draw_demo(folder / "demo.svg")
    draw_codes(folder / "codes.svg")
    draw_selection(folder / "selection.svg")
    draw_estimates(folder / "estimates.svg")


if __name__ == "__main__":
    main()
