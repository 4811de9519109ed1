"""Theorem 1 made visible: how far leave-one-out is from the truth, on data without end.

    gap(M) = max over |theta_r| <= eta of |eps_M(theta) - eps_-1_M(theta)|

eps_M is the expected log likelihood of a new document (eq. 12), here of many fresh ones;
eps_-1_M the leave-one-out log likelihood of the training documents (eq. 13). The maximum is
over a grid. The theorem: documents polynomial in 1/gap, log n and log V suffice, and that to
the power of R, the number of regions.

Documents of each class are of several topics, so that their words are not independent given the
class, as the theorem allows. Words follow Zipf's law, tilted for each topic at random. n words
of a document are divided evenly among R regions.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from scipy import sparse
from scipy.special import log_expit

from halfbayes.core.logspace import row_sums
from halfbayes.experiments.picture import new_figure, panels
from halfbayes.experiments.raina2003.rivals import log_ratios
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Curve, Summary
from halfbayes.types import CountMatrix, FloatArray, IndexArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

ETA: Final = 10.0
GRID: Final = 9  # values of each theta
TOPICS: Final = 4  # of each class
TILT: Final = 0.7  # standard deviation of the logarithm of a topic's tilt
TEST_DOCUMENTS: Final = 4000
COLUMN: Final = "gap"
BASE: Final = {"m": 128, "n": 100, "V": 5000, "R": 1}
VARIED: Final[Mapping[str, Sequence[int]]] = {
    "m": (16, 32, 64, 128, 256, 512, 1024),
    "n": (10, 30, 100, 300, 1000),
    "V": (100, 1000, 10_000, 100_000),
    "R": (1, 2, 3),
}
SERIES: Final = {1: "", 2: "R = 2", 3: "R = 3"}  # the gap against m, by R
NAMES: Final = {
    "m": "training documents m",
    "n": "words of a document n",
    "V": "vocabulary V",
    "R": "regions R",
}
FALLING: Final = -0.3  # an exponent below this: the gap falls as a power of m
LOGARITHMIC: Final = 0.1  # an exponent below this: no more than a logarithm
SMALL: Final = 0.1  # the gap for which documents are counted
DRAWS: Final = 20
QUICK_DRAWS: Final = 4


class Population(NamedTuple):
    """Word distributions of the topics of two classes, and how long documents are."""

    cumulated: FloatArray  # probabilities: (classes, topics, terms)
    n_words: int
    n_regions: int

    def draw(
        self, n_documents: int, rng: np.random.Generator
    ) -> tuple[list[CountMatrix], IndexArray]:
        """Documents by region, and their classes; half of them in each class."""
        n_classes, n_topics, n_terms = self.cumulated.shape
        y = np.arange(n_documents) % n_classes
        topic = rng.integers(n_topics, size=n_documents)
        words = np.empty((n_documents, self.n_words), dtype=np.intp)
        uniform = rng.random(words.shape)
        for k, t in product(range(n_classes), range(n_topics)):
            own = (y == k) & (topic == t)
            words[own] = np.searchsorted(self.cumulated[k, t], uniform[own])
        return [
            _counted(part, n_terms) for part in np.array_split(words, self.n_regions, axis=1)
        ], y


def tasks(*, quick: bool) -> list[Task]:
    """One for each draw and each value of what is varied; m with every R, unless quick."""
    draws = QUICK_DRAWS if quick else DRAWS
    varied = [
        Task(f"{name}={value} draw {seed}", {**BASE, name: value, "varied": name, "seed": seed})
        for name, values in VARIED.items()
        for value in values
        for seed in range(draws)
    ]
    with_regions = [
        Task(
            f"m={m} {series} draw {seed}",
            {**BASE, "m": m, "R": R, "varied": "m", "seed": seed, "series": series},
        )
        for R, series in SERIES.items()
        for m in VARIED["m"]
        for seed in range(draws)
        if series
    ]
    return varied if quick else varied + with_regions


def run(settings: Settings, _: Path) -> list[Measurement]:
    """The gap of one training set."""
    m, n, V, R = (settings[name] for name in ("m", "n", "V", "R"))
    seed, varied = settings["seed"], settings["varied"]
    rng = np.random.default_rng([seed, m, n, V, R])
    population = drawn_population(n, V, R, rng)
    regions, y = population.draw(m, rng)
    fresh, y_fresh = population.draw(TEST_DOCUMENTS, rng)
    left_out, seen = log_ratios(regions, y, fresh)
    value = gap(_normalised(left_out, regions, y), _normalised(seen, fresh, y_fresh))
    series, x = settings.get("series", ""), float(settings[varied])
    return [Measurement(NAMES[varied], COLUMN, value, seed, series, x)]


def drawn_population(
    n_words: int, n_terms: int, n_regions: int, rng: np.random.Generator
) -> Population:
    """Zipf's law, tilted at random for each topic."""
    zipf = 1.0 / np.arange(1, n_terms + 1)
    p = zipf * np.exp(rng.normal(scale=TILT, size=(2, TOPICS, n_terms)))
    cumulated = np.cumsum(p, axis=-1)
    return Population(cumulated / cumulated[..., -1:], n_words, n_regions)


def gap(left_out: FloatArray, fresh: FloatArray) -> float:
    """Largest difference of the mean log likelihoods over the grid of theta.

    Both are (documents, regions) and point to the document's own class.
    """
    values = np.linspace(-ETA, ETA, GRID)
    theta = np.array(list(product(values, repeat=left_out.shape[1]))).T  # (regions, points)
    estimate = log_expit(left_out @ theta).mean(axis=0)
    truth = log_expit(fresh @ theta).mean(axis=0)
    return float(np.abs(truth - estimate).max())


def claims(summary: Summary) -> dict[str, Finding]:
    """Slopes of the logarithm of the gap; the documents needed with each R."""
    slopes = {name: slope(summary.curve(NAMES[name], COLUMN)) for name in ("m", "n", "V")}
    told = {name: f"gap grows as {name}^{value:.2f}" for name, value in slopes.items()}
    found = {
        "m": Finding(slopes["m"] < FALLING, told["m"]),
        "n": Finding(slopes["n"] < LOGARITHMIC, told["n"]),
        "V": Finding(slopes["V"] < LOGARITHMIC, told["V"]),
    }
    curves = curves_of_m(summary)
    if len(curves) == len(SERIES):
        found["R"] = _regions(curves)
    return found


def curves_of_m(summary: Summary) -> dict[int, Curve]:
    """Gap against m with each R that was measured."""
    curves = {
        R: summary.curve(NAMES["m"], COLUMN, series=series) for R, series in SERIES.items()
    }
    return {R: curve for R, curve in curves.items() if len(curve.x)}


def power_law(curve: Curve) -> tuple[float, float]:
    """The a and log c of the power law c x^a that fits the curve best."""
    a, log_c = np.polyfit(np.log(curve.x), np.log(curve.mean), 1)
    return float(a), float(log_c)


def slope(curve: Curve) -> float:
    """The exponent of that power law."""
    return power_law(curve)[0]


def needed(curve: Curve) -> float:
    """Documents with which that power law is at ``SMALL``."""
    a, log_c = power_law(curve)
    return float(np.exp((np.log(SMALL) - log_c) / a))


def draw(summary: Summary) -> "Figure | None":
    """Gap against each of the four sizes."""
    figure = new_figure(9.6, 2.8)
    for axes, (varied, name) in zip(
        panels(figure, len(NAMES), columns=4), NAMES.items(), strict=True
    ):
        curves = curves_of_m(summary) if varied == "m" else {}
        for R, curve in (curves or {0: summary.curve(name, COLUMN)}).items():
            bars = 2 * curve.standard_error
            axes.errorbar(curve.x, curve.mean, bars, marker="o", capsize=2, label=f"R = {R}")
        if len(curves) > 1:
            axes.legend(frameon=False)
        axes.set(xlabel=name, ylim=(0, None))
        if varied != "R":
            axes.set_xscale("log")
        axes.grid(alpha=0.3)
    figure.axes[0].set_ylabel("largest |leave-one-out - true|")
    return figure


def remarks(_: Summary) -> list[str]:
    """What is held fixed."""
    held = ", ".join(f"{name} = {value}" for name, value in BASE.items())
    return [f"What is not varied is {held}; eta = {ETA:g}."]


def _regions(curves: Mapping[int, Curve]) -> Finding:
    """Whether each further region multiplies the documents by no more than the one before."""
    documents = [needed(curve) for curve in curves.values()]
    times = np.divide(documents[1:], documents[:-1])
    return Finding(
        bool(np.all(np.diff(times) <= 0.0)),
        f"a gap of {SMALL} takes {', '.join(f'{m:.0f}' for m in documents)} documents with "
        f"R = {', '.join(map(str, curves))}; the gap grows as "
        + ", ".join(f"m^{slope(curve):.2f}" for curve in curves.values()),
    )


def _normalised(
    ratios: FloatArray, regions: Sequence[CountMatrix], y: IndexArray
) -> FloatArray:
    """b_r, with the sign with which it speaks for the document's own class."""
    b = ratios / np.stack([row_sums(X) for X in regions], axis=1)
    return np.where(y[:, np.newaxis] == 1, b, -b)


def _counted(words: IndexArray, n_terms: int) -> CountMatrix:
    document = np.repeat(np.arange(len(words)), words.shape[1])
    ones = np.ones(words.size)
    found = sparse.coo_array((ones, (document, words.ravel())), shape=(len(words), n_terms))
    return found.tocsr()  # adds up words that repeat


REPRODUCTION: Final = Reproduction(
    "raina2003/theorem1", beside(__file__), tasks, run, draw, remarks, claims
)

__all__ = [
    "REPRODUCTION",
    "Population",
    "claims",
    "curves_of_m",
    "draw",
    "drawn_population",
    "gap",
    "needed",
    "power_law",
    "remarks",
    "run",
    "slope",
    "tasks",
]
