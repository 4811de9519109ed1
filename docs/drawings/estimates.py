"""The picture of the page on estimates: the variance of a word's term, and whose it is."""

from pathlib import Path

import numpy as np
from drawings.docstrings import counted_docstrings
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

import halfbayes
from halfbayes.core.estimates import log_count_moments

WORDS = 10_000
FEW = 12


def draw_estimates(path: Path) -> None:
    """Two panels: variance by expected count (Figure 3-1 b), and shares of the classes."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.6), layout="constrained")
    _draw_variance(left)
    _draw_shares(right)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def _draw_variance(axes: Axes) -> None:
    expected = np.geomspace(0.02, 300.0, 60)
    for form, style in (("binomial", "C0-"), ("poisson", "C1--"), ("stirling", "C2:")):
        variances = [log_count_moments(WORDS, mean / WORDS, form=form)[1] for mean in expected]
        axes.plot(expected, variances, style, label=form)
    axes.axvspan(1, 2, color="0.9", zorder=0)
    axes.set(xscale="log", xlabel="expected occurrences of the word in training")
    axes.set(ylabel="variance of log(1 + count)", ylim=(0, None))
    axes.legend(frameon=False)


def _draw_shares(axes: Axes) -> None:
    X, y, _, _ = counted_docstrings()
    rare = np.flatnonzero(y == "Mathematics")
    kept = np.setdiff1d(np.arange(len(y)), rare[FEW:])
    quality = halfbayes.MultinomialNaiveBayes().fit(X[kept], y[kept]).estimate_quality()
    order = np.argsort(quality.share)
    names = [f"{quality.classes[k]} ({quality.documents[k]:.0f} documents)" for k in order]
    axes.barh(names, 100 * quality.share[order])
    axes.tick_params(axis="y", labelsize=8)
    axes.set(xlabel="share of the variance of the scores, %")
