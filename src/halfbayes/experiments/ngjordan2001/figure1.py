"""Figure 1: test error of naive Bayes and logistic regression against m, on UCI data sets.

For each m: 1000 random training sets with at least one example of each class; the rest of the
data tests, 1000 examples of it at most. A draw is the mean of 100 training sets. Data sets that
have many more examples than the figure's axis are measured with those too (series ``BEYOND``).
A data set whose file may be missing, and is, has no panel.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

import halfbayes
from halfbayes.experiments.ngjordan2001.batched import (
    Examples,
    discrete_fits,
    errors_on,
    gaussian_fits,
    logistic_errors,
)
from halfbayes.experiments.ngjordan2001.datasets import (
    DATASETS,
    Dataset,
    file_of,
    load_dataset,
)
from halfbayes.experiments.ngjordan2001.regimes import (
    BEYOND,
    LOGISTIC,
    NAIVE_BAYES,
    claims,
    crossing,
    last_errors,
)
from halfbayes.experiments.picture import new_figure, panels
from halfbayes.experiments.reproduction import (
    Measurement,
    Reproduction,
    Settings,
    Task,
    with_today,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary
from halfbayes.types import FloatArray, IndexArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

HALFBAYES: Final = "halfbayes"
ADDED_VARIANCE: Final = 1e-3  # the paper's epsilon, which it does not name
SMOOTHING: Final = 1.0  # the paper's l
SETS: Final = 100  # training sets of a draw
DRAWS: Final = 10
MOST_TEST: Final = 1000
MOST_NUMBERS: Final = 3_000_000  # of training examples held at once
POINTS: Final = 8  # values of m
QUICK_POINTS: Final = 3
FURTHER: Final = {
    "pima": 400,
    "adult": 1000,
    "optdigits01": 900,
    "optdigits23": 900,
    "sick": 2500,
    "adult-discrete": 2000,
}
FURTHER_SETS: Final = 2  # of each draw


def sizes(most: int, points: int) -> list[int]:
    """Training sizes up to ``most``, denser at the beginning.

    >>> sizes(60, 4)
    [4, 17, 37, 60]
    """
    least = min(4, most // 2)
    shares = np.linspace(0.0, 1.0, points) ** 1.3
    return sorted({round(least + share * (most - least)) for share in shares.tolist()})


def tasks(*, quick: bool) -> list[Task]:
    """Two for each data set and m: what the paper compares, and today's classifier."""
    points, draws = (QUICK_POINTS, 1) if quick else (POINTS, DRAWS)
    shown = [(name, m, "") for name, d in DATASETS.items() for m in sizes(d.most, points)]
    shown += [(name, m, BEYOND) for name, m in FURTHER.items()]
    rivals = [
        Task(f"{name} m={m}", {"dataset": name, "m": m, "draws": draws, "series": series})
        for name, m, series in shown
    ]
    return with_today(rivals)


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Mean errors of the methods with m examples, draw by draw."""
    key, m, series = settings["dataset"], settings["m"], settings["series"]
    if DATASETS[key].how_to_get and not file_of(key, data).exists():
        return []
    dataset, title = load_dataset(key, data), DATASETS[key].title
    sets = FURTHER_SETS if series else SETS
    found = []
    for seed in range(settings["draws"]):
        rng = np.random.default_rng([seed, m])
        if settings.get("today"):
            values = {HALFBAYES: halfbayes_draw(dataset, m, rng, sets=sets)}
        else:
            values = draw_errors(dataset, m, rng, sets=sets)
        found += [
            Measurement(title, method, value, seed, series, float(m))
            for method, value in values.items()
        ]
    return found


def halfbayes_draw(dataset: Dataset, m: int, rng: np.random.Generator, *, sets: int) -> float:
    """Mean test error of today's classifier over the training sets of a draw."""
    splits = [random_split(dataset.y, m, rng) for _ in range(sets)]
    return float(np.mean([halfbayes_error(dataset, *split) for split in splits]))


def draw_errors(
    dataset: Dataset, m: int, rng: np.random.Generator, *, sets: int
) -> dict[str, float]:
    """Mean test error of the paper's two over the training sets of one draw."""
    splits = [random_split(dataset.y, m, rng) for _ in range(sets)]
    training, test = (np.array(part) for part in zip(*splits, strict=True))
    held = max(1, MOST_NUMBERS // (m * dataset.X.shape[1]))
    errors: dict[str, list[FloatArray]] = {NAIVE_BAYES: [], LOGISTIC: []}
    for start in range(0, sets, held):
        some = slice(start, start + held)
        bayes, logistic = pair_errors(dataset, training[some], test[some], rng)
        errors[NAIVE_BAYES].append(bayes)
        errors[LOGISTIC].append(logistic)
    return {name: float(np.concatenate(parts).mean()) for name, parts in errors.items()}


def random_split(
    y: IndexArray, m: int, rng: np.random.Generator
) -> tuple[IndexArray, IndexArray]:
    """A training set of ``m`` with both classes in it, and a test set."""
    n_test = min(len(y) - m, MOST_TEST)
    while True:
        chosen = rng.choice(len(y), m + n_test, replace=False)
        if 0 < y[chosen[:m]].sum() < m:
            return chosen[:m], chosen[m:]


def pair_errors(
    dataset: Dataset, training: IndexArray, test: IndexArray, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray]:
    """Test errors of naive Bayes and of logistic regression: (sets,) each."""
    X, y = dataset.X[training], dataset.y[training]
    X_new, y_new = dataset.X[test], dataset.y[test]
    if dataset.values is None:
        bayes = gaussian_fits(X, y, added=ADDED_VARIANCE)
    else:
        bayes = discrete_fits(X, y, values=dataset.values, added=SMOOTHING)
    logistic = logistic_errors(Examples(X, y), Examples(X_new, y_new), rng)
    return errors_on(bayes, X_new, y_new), logistic


def halfbayes_error(dataset: Dataset, training: IndexArray, test: IndexArray) -> float:
    """Test error of ``DocumentClassifier`` as it comes, on the inputs as they are."""
    names = list(dataset.columns)
    kind: dict[str, Any] = {"numeric" if dataset.values is None else "categorical": names}
    model = halfbayes.DocumentClassifier(threads=1, **kind)
    model.fit(_rows(dataset, training), dataset.y[training])
    return float(np.mean(model.predict(_rows(dataset, test)) != dataset.y[test]))


def draw(summary: Summary) -> "Figure | None":
    """A panel for each data set, with the crossing marked."""
    figure = new_figure(9.6, 11.0)
    axes = panels(figure, len(summary.rows))
    for place, title in zip(axes, summary.rows, strict=True):
        for method, style in ((NAIVE_BAYES, "k-"), (LOGISTIC, "k--"), (HALFBAYES, "C0-")):
            curve = summary.curve(title, method)
            width = 0.8 if method == HALFBAYES else 1.4
            place.plot(curve.x, curve.mean, style, linewidth=width, label=method)
        met = crossing(summary, title)
        if met is not None:
            place.axvline(met, color="grey", linewidth=0.6, linestyle=":")
        place.set_title(title, fontsize=8)
        place.set_xlabel("m")
    for place in axes[::3]:
        place.set_ylabel("error")
    axes[0].legend(frameon=False)
    return figure


def remarks(summary: Summary) -> list[str]:
    """Where the curves cross."""
    met = {title: crossing(summary, title) for title in summary.rows}
    told = ", ".join(
        f"{title.partition(' (')[0]} {'-' if m is None else f'{m:.0f}'}"
        for title, m in met.items()
    )
    further = "; ".join(
        f"{DATASETS[name].title} m = {m}: {bayes:.3f} and {logistic:.3f}"
        for name, m in FURTHER.items()
        if DATASETS[name].title in met
        for bayes, logistic in [last_errors(summary, DATASETS[name].title)]
    )
    return [
        f"From which m on logistic regression is at or below naive Bayes: {told}.",
        f"Naive Bayes and logistic regression beyond the figure's axis: {further}.",
        f"A draw is the mean of {SETS} training sets, the same for all.",
    ]


def _rows(dataset: Dataset, keep: IndexArray) -> dict[str, list[str]]:
    return {name: [column[i] for i in keep] for name, column in dataset.columns.items()}


REPRODUCTION: Final = Reproduction(
    "ngjordan2001/figure1", beside(__file__), tasks, run, draw, remarks, claims
)

__all__ = [
    "REPRODUCTION",
    "draw",
    "draw_errors",
    "halfbayes_draw",
    "halfbayes_error",
    "pair_errors",
    "random_split",
    "remarks",
    "run",
    "sizes",
    "tasks",
]
