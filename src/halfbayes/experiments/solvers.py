"""Solvers of logistic regression side by side: iterations, cost of each, CPU time, accuracy.

All start at zero, see the same objective (softmax, a Gaussian prior of precision 1) and stop
at the same gradient. ``passes`` counts walks over the documents (value and gradient, or one
product with the Hessian); a Newton step also factorises the Hessian. ``above best`` is the
value reached less the lowest value any of them reached.

Two problems are synthetic: dense, and sparse with Zipf's word frequencies. A folder of corpora
adds two newsgroups (alt.atheism and comp.graphics: classes 1 and 2 of Xing 2009, slide 36) as
tf-idf and as their 30 first singular vectors (slide 37). Seeds are fixed; figures other than
times repeat exactly on one machine with the same number of threads.
"""

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from scipy import sparse
from scipy.sparse import linalg
from scipy.special import softmax
from sklearn.feature_extraction.text import TfidfVectorizer

from halfbayes.core.minimise import SOLVERS, SolverName, minimise
from halfbayes.core.objective import Stopping
from halfbayes.core.softmax import GaussianPrior, SoftmaxObjective
from halfbayes.data.corpora import CORPORA, corpora_folder, joined, load_corpus
from halfbayes.errors import InvalidInputError, MissingCorpusError

GRADIENT_PER_DOCUMENT: Final = 1e-6
MOST_ITERATIONS: Final = 500
PAIR: Final = ("alt.atheism", "comp.graphics")
SINGULAR_VECTORS: Final = 30
HEADS: Final = (
    "solver",
    "iterations",
    "passes",
    "ms/iteration",
    "CPU s",
    "gradient",
    "above best",
)


class Problem(NamedTuple):
    """A name and what is to be minimised."""

    name: str
    objective: SoftmaxObjective


class Run(NamedTuple):
    """One solver on one problem."""

    problem: str
    solver: str
    iterations: int
    passes: int
    cpu_per_iteration: float  # seconds
    cpu: float  # seconds
    gradient: float  # largest absolute entry, per document
    value: float
    converged: bool


def lines(problems: Iterable[Problem], *, as_json: bool = False) -> Iterator[str]:
    """One table per problem, or one JSON object per solver and problem."""
    for problem in problems:
        runs = {solver: measured(problem, solver) for solver in sorted(SOLVERS)}
        finished = [run for run in runs.values() if run is not None]
        if as_json:
            yield from (json.dumps(run._asdict()) for run in finished)
        else:
            yield ""
            yield problem.name
            yield from table(finished)
            yield from (
                f"{solver:<20}  not run: too many parameters for it"
                for solver, run in runs.items()
                if run is None
            )


def small_problems() -> Iterator[Problem]:
    """The synthetic problems, a tenth of their size."""
    yield dense(n=200)
    yield zipfian(n=100, d=2000)


def all_problems(folder: Path | None) -> Iterator[Problem]:
    """The synthetic problems, and the newsgroups where there is a folder of corpora."""
    yield dense()
    yield zipfian()
    try:
        found = corpora_folder(folder)
    except MissingCorpusError:
        if folder is not None:
            raise
        return
    if folder is not None or (found / CORPORA["20newsgroups"].file).exists():
        yield from newsgroups(found)


def dense(n: int = 2000, d: int = 20, n_classes: int = 4) -> Problem:
    """Gaussian inputs, labels drawn from a softmax of them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    P = softmax(X @ rng.normal(size=(d, n_classes)), axis=1)
    y = np.array([rng.choice(n_classes, p=p) for p in P])
    objective = SoftmaxObjective(X, y, n_classes, GaussianPrior(1.0))
    return Problem(f"dense, {n} x {d}, {n_classes} classes, precision 1", objective)


def zipfian(n: int = 1000, d: int = 20_000) -> Problem:
    """Two classes of documents of 100 words: Zipf's law, tilted at random for each class."""
    rng = np.random.default_rng(0)
    zipf = 1.0 / np.arange(1, d + 1)
    y = np.arange(n) % 2
    tilt = np.exp(rng.normal(scale=0.5, size=(2, d)))
    rows = [rng.multinomial(100, zipf * tilt[k] / (zipf * tilt[k]).sum()) for k in y]
    X = sparse.csr_array(np.log1p(np.array(rows, dtype=np.float64)))
    X = sparse.csr_array(X.multiply(1.0 / linalg.norm(X, axis=1)[:, np.newaxis]))
    objective = SoftmaxObjective(X, y, 2, GaussianPrior(1.0))
    return Problem(f"sparse, {n} x {d}, 2 classes, precision 1", objective)


def newsgroups(folder: Path) -> Iterator[Problem]:
    """Two newsgroups as tf-idf, and as the 30 first singular vectors of it."""
    corpus = load_corpus("20newsgroups", folder)
    keep = np.flatnonzero(np.isin(corpus.labels, PAIR))
    texts = joined(corpus.rows(keep.tolist()))
    y = np.array([PAIR.index(label) for label in corpus.labels[keep]])
    X = sparse.csr_array(TfidfVectorizer(sublinear_tf=True).fit_transform(texts))
    U, singular, _ = linalg.svds(X, k=SINGULAR_VECTORS, v0=np.ones(min(X.shape)))
    views: dict[str, Any] = {
        f"{X.shape[1]} tf-idf": X,
        f"{SINGULAR_VECTORS} singular vectors": U * singular,
    }
    for name, inputs in views.items():
        yield Problem(
            f"two newsgroups, {len(y)} x {name}, precision 1",
            SoftmaxObjective(inputs, y, 2, GaussianPrior(1.0)),
        )


def measured(problem: Problem, solver: SolverName) -> Run | None:
    """The solver run once on the problem; None where it cannot run."""
    objective = problem.objective
    n = objective.n_samples
    stopping = Stopping(GRADIENT_PER_DOCUMENT * n, MOST_ITERATIONS)
    start = time.process_time()
    try:
        result = minimise(objective, np.zeros(objective.size), solver=solver, stopping=stopping)
    except InvalidInputError:
        return None
    cpu = time.process_time() - start
    return Run(
        problem.name,
        solver,
        result.iterations,
        result.evaluations,
        cpu / max(result.iterations, 1),
        cpu,
        result.gradient_norm / n,
        result.value,
        result.converged,
    )


def table(runs: Sequence[Run]) -> Iterator[str]:
    """The runs on one problem, the fastest first."""
    best = min(run.value for run in runs)
    yield "{:<20}{:>11}{:>8}{:>14}{:>9}{:>11}{:>12}".format(*HEADS)
    for run in sorted(runs, key=lambda run: run.cpu):
        yield (
            f"{run.solver:<20}{run.iterations:>11}{run.passes:>8}"
            f"{1000 * run.cpu_per_iteration:>14.2f}{run.cpu:>9.3f}"
            f"{run.gradient:>11.1e}{run.value - best:>12.1e}"
            + ("" if run.converged else "  not converged")
        )


__all__ = [
    "Problem",
    "Run",
    "all_problems",
    "dense",
    "lines",
    "measured",
    "newsgroups",
    "small_problems",
    "table",
    "zipfian",
]
