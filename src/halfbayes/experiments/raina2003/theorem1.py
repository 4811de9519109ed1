"""Theorem 1 made visible: how far leave-one-out is from the truth, on data without end.

    gap(M) = max over |theta_r| <= eta of |eps_M(theta) - eps_-1_M(theta)|

eps_M is the expected log likelihood of a new document (eq. 12), here of many fresh ones;
eps_-1_M the leave-one-out log likelihood of the training documents (eq. 13). The maximum is
over a grid. The theorem: documents polynomial in 1/gap, log n and log V suffice.

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
NAMES: Final = {
    "m": "training documents m",
    "n": "words of a document n",
    "V": "vocabulary V",
    "R": "regions R",
}
FALLING: Final = -0.3  # an exponent below this: the gap falls as a power of m
LOGARITHMIC: Final = 0.1  # an exponent below this: no more than a logarithm
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
    """One for each draw and each value of what is varied."""
    draws = QUICK_DRAWS if quick else DRAWS
    return [
        Task(f"{name}={value} draw {seed}", {**BASE, name: value, "varied": name, "seed": seed})
        for name, values in VARIED.items()
        for value in values
        for seed in range(draws)
    ]


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
    return [Measurement(NAMES[varied], COLUMN, value, seed, x=float(settings[varied]))]


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
    """Slopes of the logarithm of the gap."""
    slopes = {name: slope(summary.curve(NAMES[name], COLUMN)) for name in ("m", "n", "V")}
    told = {name: f"gap grows as {name}^{value:.2f}" for name, value in slopes.items()}
    return {
        "m": Finding(slopes["m"] < FALLING, told["m"]),
        "n": Finding(slopes["n"] < LOGARITHMIC, told["n"]),
        "V": Finding(slopes["V"] < LOGARITHMIC, told["V"]),
    }


def slope(curve: Curve) -> float:
    """Exponent a of the power law x^a that fits the curve best."""
    return float(np.polyfit(np.log(curve.x), np.log(curve.mean), 1)[0])


def draw(summary: Summary) -> "Figure | None":
    """Gap against each of the four sizes."""
    figure = new_figure(9.6, 2.8)
    for axes, (varied, name) in zip(
        panels(figure, len(NAMES), columns=4), NAMES.items(), strict=True
    ):
        curve = summary.curve(name, COLUMN)
        axes.errorbar(curve.x, curve.mean, 2 * curve.standard_error, marker="o", capsize=2)
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
    "draw",
    "drawn_population",
    "gap",
    "remarks",
    "run",
    "slope",
    "tasks",
]
