"""The case study: two newsgroups as singular vectors, against training size and dimensions.

The postings of alt.atheism and comp.graphics (classes 1 and 2) as word counts, and as tf-idf
of unit length beside them; their leading singular vectors are the features, in decreasing order
of singular value. Gaussian naive Bayes with a variance for each class and input (slide 30), and
logistic regression without a prior. Training is 90 % of the postings, or a share of these; the
other 10 % test.
"""

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from scipy.sparse import linalg

import halfbayes
from halfbayes.data.corpora import load_corpus
from halfbayes.experiments.ngjordan2001.batched import errors_on, logistic_fits
from halfbayes.experiments.picture import new_figure
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
    with_today,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary
from halfbayes.text.presets import preset
from halfbayes.text.weighting import TermWeighter
from halfbayes.types import CountMatrix, FloatArray, IndexArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GROUPS: Final = ("alt.atheism", "comp.graphics")
FEATURES: Final = 30
DIMENSIONS: Final = tuple(range(5, 51, 5))
SHARES: Final = tuple(range(10, 101, 10))  # per cent of the training set
TRAINING: Final = 0.9
NAIVE_BAYES: Final = "naive Bayes"
LOGISTIC: Final = "logistic regression"
HALFBAYES: Final = "halfbayes (the texts themselves)"
COUNTS: Final = "counts"
WEIGHTED: Final = "tf-idf"
BY_SIZE: Final = "error against the share of the training set, 30 features"
BY_DIMENSION: Final = "error against the number of dimensions"
SPLITS: Final = 20
QUICK_SPLITS: Final = 2
REACHED: Final = 0.01


class Postings(NamedTuple):
    """The two newsgroups: texts, singular vectors and classes."""

    subjects: list[str]
    bodies: list[str]
    vectors: Mapping[str, FloatArray]  # by weighting: (postings, 50), each of unit variance
    y: IndexArray


@lru_cache(maxsize=1)
def load_postings(data: Path) -> Postings:
    """The postings with their singular vectors, the largest first."""
    corpus = load_corpus("20newsgroups", data)
    keep = np.flatnonzero(np.isin(corpus.labels, GROUPS)).tolist()
    rows = corpus.rows(keep)
    subjects, bodies = ([text or "" for text in rows[name]] for name in ("subject", "body"))
    texts = [f"{subject}\n{body}" for subject, body in zip(subjects, bodies, strict=True)]
    counter = preset("rennie2001").counter(threads=1, dtype=np.float64)
    X = counter.fit_transform(texts)
    weighted = {COUNTS: X, WEIGHTED: TermWeighter(idf="smooth").fit_transform(X)}
    vectors = {name: singular_vectors(matrix) for name, matrix in weighted.items()}
    y = np.array([GROUPS.index(label) for label in corpus.labels[keep]], dtype=np.intp)
    return Postings(subjects, bodies, vectors, y)


def singular_vectors(X: CountMatrix) -> FloatArray:
    """Left singular vectors, the largest singular value first, scaled to unit variance."""
    U, singular, _ = linalg.svds(X, k=max(DIMENSIONS), v0=np.ones(min(X.shape)))
    order = np.argsort(-singular)
    return np.asarray(U[:, order] / U[:, order].std(axis=0))


def tasks(*, quick: bool) -> list[Task]:
    """Two for each split: singular vectors, and today's classifier on the texts."""
    splits = range(QUICK_SPLITS if quick else SPLITS)
    return with_today([Task(f"split {seed}", {"seed": seed}) for seed in splits])


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Errors of one split, against training size and against dimensions."""
    postings, seed = load_postings(data), settings["seed"]
    order = np.random.default_rng(seed).permutation(len(postings.y))
    training, test = np.split(order, [round(TRAINING * len(order))])
    first = {share: training[: round(share / 100 * len(training))] for share in SHARES}
    if settings.get("today"):
        errors = {s: halfbayes_error(postings, some, test) for s, some in first.items()}
        return [
            Measurement(BY_SIZE, HALFBAYES, value, seed, COUNTS, float(share))
            for share, value in errors.items()
        ]
    found = []
    for series, vectors in postings.vectors.items():
        cases = [(BY_SIZE, s, vectors[:, :FEATURES], some) for s, some in first.items()]
        cases += [(BY_DIMENSION, d, vectors[:, :d], training) for d in DIMENSIONS]
        for row, x, X, some in cases:
            found += [
                Measurement(row, name, value, seed, series, float(x))
                for name, value in pair_errors(X, postings.y, some, test).items()
            ]
    return found


def pair_errors(
    X: FloatArray, y: IndexArray, training: IndexArray, test: IndexArray
) -> dict[str, float]:
    """Test errors of naive Bayes and logistic regression."""
    bayes = halfbayes.GaussianNaiveBayes(variance_shrinkage=0.0, class_smoothing=0.0)
    bayes.fit(X[training], y[training])
    fit = logistic_fits(X[np.newaxis, training], y[np.newaxis, training])
    return {
        NAIVE_BAYES: float(np.mean(bayes.predict(X[test]) != y[test])),
        LOGISTIC: float(errors_on(fit.weights, X[np.newaxis, test], y[np.newaxis, test])[0]),
    }


def halfbayes_error(postings: Postings, training: IndexArray, test: IndexArray) -> float:
    """Test error of ``DocumentClassifier`` as it comes, on the texts."""

    def rows(keep: IndexArray) -> dict[str, list[str]]:
        return {
            "subject": [postings.subjects[i] for i in keep],
            "body": [postings.bodies[i] for i in keep],
        }

    model = halfbayes.DocumentClassifier(text=["subject", "body"], threads=1)
    model.fit(rows(training), postings.y[training])
    return float(np.mean(model.predict(rows(test)) != postings.y[test]))


def claims(summary: Summary) -> dict[str, Finding]:
    """Bias and speed of convergence."""
    last, reached = {}, {}
    for series in (COUNTS, WEIGHTED):
        curves = [
            summary.curve(BY_SIZE, name, series=series).mean for name in (NAIVE_BAYES, LOGISTIC)
        ]
        last[series] = [float(curve[-1]) for curve in curves]
        reached[series] = [SHARES[_reached(curve)] for curve in curves]
    ends = "; ".join(
        f"{name}: {dis:.3f} against {gen:.3f}" for name, (gen, dis) in last.items()
    )
    shares = "; ".join(f"{name} {a} % and {b} %" for name, (a, b) in reached.items())
    return {
        "less biased": Finding(
            last[COUNTS][1] < last[COUNTS][0], f"with the whole training set {ends}"
        ),
        "more quickly": Finding(
            reached[COUNTS][0] <= reached[COUNTS][1],
            f"naive Bayes and logistic regression are within {REACHED} of their last error "
            f"with {shares} of the training set",
        ),
    }


def draw(summary: Summary) -> "Figure | None":
    """The two plots of slides 37 and 38."""
    figure = new_figure(9.6, 3.6)
    for axes, row, name in zip(
        figure.subplots(1, 2),
        (BY_SIZE, BY_DIMENSION),
        ("% of the training set (30 features)", "dimensions"),
        strict=True,
    ):
        for series, colour in ((COUNTS, "k"), (WEIGHTED, "C1")):
            for method, style in ((NAIVE_BAYES, "-"), (LOGISTIC, "--")):
                curve = summary.curve(row, method, series=series)
                axes.plot(curve.x, curve.mean, style, color=colour, label=f"{method}, {series}")
        curve = summary.curve(row, HALFBAYES, series=COUNTS)
        if len(curve.x):
            axes.plot(curve.x, curve.mean, "C0-", label=HALFBAYES)
        axes.set(xlabel=name, ylabel="test error")
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    return figure


def _reached(errors: FloatArray) -> int:
    """Number of the first point from which a curve stays near its end."""
    away = np.flatnonzero(np.abs(errors - errors[-1]) > REACHED)
    return int(away[-1]) + 1 if len(away) else 0


REPRODUCTION: Final = Reproduction(
    "xing2009/casestudy", beside(__file__), tasks, run, draw, claims=claims
)

__all__ = [
    "REPRODUCTION",
    "Postings",
    "claims",
    "draw",
    "halfbayes_error",
    "load_postings",
    "pair_errors",
    "run",
    "singular_vectors",
    "tasks",
]
