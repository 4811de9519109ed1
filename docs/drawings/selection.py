"""The pictures of the page on selection: error by number of terms, and the leak."""

from pathlib import Path

import numpy as np
from drawings.docstrings import counted_docstrings
from matplotlib import pyplot as plt
from matplotlib.axes import Axes

import halfbayes
from halfbayes.models.select import leave_one_out_log_joint
from halfbayes.types import IndexArray, LabelArray

SCORES = ("information-gain", "hypothesis-test", "near-hypothesis-test", "discriminative")
KEPT = (30, 100, 300, 1000, 3000, 8000)
PER_CLASS = (5, 10, 20, 40)
DRAWS = 3


def draw_selection(path: Path) -> None:
    """Two panels: error by score and number of terms; honest and leaky leave-one-out."""
    figure, (left, right) = plt.subplots(1, 2, figsize=(9.6, 3.6), layout="constrained")
    _draw_errors(left)
    _draw_leak(right)
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def _draw_errors(axes: Axes) -> None:
    X, y, X_new, y_new = counted_docstrings()
    for score in SCORES:
        errors = []
        for k in KEPT:
            keep = halfbayes.TermSelector(score, k=k).fit(X, y).get_support(indices=True)
            model = halfbayes.MultinomialNaiveBayes(smoothing=0.1).fit(X[:, keep], y)
            errors.append(np.mean(model.predict(X_new[:, keep]) != y_new))
        axes.plot(KEPT, errors, ".-", label=score)
    axes.set(xscale="log", xlabel="terms kept", ylabel="error on modules never seen")
    axes.legend(frameon=False, fontsize=8)
    axes.grid(alpha=0.3)


def _draw_leak(axes: Axes) -> None:
    X, y, _, _ = counted_docstrings()
    curves: dict[str, list[float]] = {"words chosen with it": [], "words chosen without it": []}
    curves["other documents"] = []
    for per_class in PER_CLASS:
        found = [_three_errors(X, y, _draw(y, per_class, seed)) for seed in range(DRAWS)]
        for name, error in zip(curves, np.mean(found, axis=0), strict=True):
            curves[name].append(float(error))
    for name, style in zip(curves, ("C3.--", "C0.-", "k.:"), strict=True):
        label = name if name == "other documents" else f"leave-one-out, {name}"
        axes.plot(PER_CLASS, curves[name], style, label=label)
    axes.set(xscale="log", xlabel="documents per class", ylabel="error, 100 terms kept")
    axes.set_xticks(PER_CLASS, [str(n) for n in PER_CLASS])
    axes.minorticks_off()
    axes.set_ylim(0, None)
    axes.legend(frameon=False, fontsize=8)
    axes.grid(alpha=0.3)


def _draw(y: LabelArray, per_class: int, seed: int) -> IndexArray:
    order = np.random.default_rng(seed).permutation(len(y))
    return np.concatenate([order[y[order] == label][:per_class] for label in np.unique(y)])


def _three_errors(X: object, y: LabelArray, chosen: IndexArray) -> tuple[float, float, float]:
    few, labels = X[chosen], y[chosen]
    selector = halfbayes.TermSelector(k=100)
    model = halfbayes.MultinomialNaiveBayes(smoothing=0.1)
    log_joint = leave_one_out_log_joint(selector, model, few, labels)
    keep = selector.fit(few, labels).get_support(indices=True)
    model.fit(few[:, keep], labels)
    leaky = model.leave_one_out_proba_
    others = np.setdiff1d(np.arange(len(y)), chosen)
    return (
        float(np.mean(model.classes_[leaky.argmax(axis=1)] != labels)),
        float(np.mean(model.classes_[log_joint.argmax(axis=1)] != labels)),
        float(np.mean(model.predict(X[others][:, keep]) != y[others])),
    )
