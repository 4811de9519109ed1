"""Solvers of logistic regression side by side: iterations, cost of each, CPU time, accuracy.

    python benchmarks/bench_solvers.py [--data FOLDER] [--json]

All solvers start at zero, see the same objective (softmax, a Gaussian prior of the precision
named) and stop at the same gradient. ``passes`` counts walks over the documents (value and
gradient, or one product with the Hessian); a Newton step also factorises the Hessian. ``above
best`` is the value reached less the lowest value any of them reached.

Two problems are synthetic: dense, and sparse with Zipf's word frequencies. A folder that holds
``20newsgroups_bydate.parquet`` adds two newsgroups (alt.atheism and comp.graphics: classes 1
and 2 of Xing 2009, slide 36) as tf-idf and as their 30 first singular vectors (slide 37). Seeds
are fixed; figures other than times repeat exactly.
"""

import argparse
import json
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow.parquet as pq
from scipy import sparse
from scipy.special import softmax
from sklearn.feature_extraction.text import TfidfVectorizer

from halfbayes.core.minimise import SOLVERS, minimise
from halfbayes.core.objective import Stopping
from halfbayes.core.softmax import GaussianPrior, SoftmaxObjective
from halfbayes.errors import InvalidInputError

GRADIENT_PER_DOCUMENT = 1e-6
MAX_ITERATIONS = 500
PAIR = ("alt.atheism", "comp.graphics")


class Problem(NamedTuple):
    """A name and what is to be minimised."""

    name: str
    objective: SoftmaxObjective


class Row(NamedTuple):
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


def synthetic_dense(n=2000, d=20, n_classes=4):
    """Gaussian inputs, labels drawn from a softmax of them."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, d))
    P = softmax(X @ rng.normal(size=(d, n_classes)), axis=1)
    y = np.array([rng.choice(n_classes, p=p) for p in P])
    objective = SoftmaxObjective(X, y, n_classes, GaussianPrior(1.0))
    return Problem(f"dense, {n} x {d}, {n_classes} classes, precision 1", objective)


def synthetic_sparse(n=1000, d=20_000):
    """Two classes of documents of 100 words: Zipf's law, tilted at random for each class."""
    rng = np.random.default_rng(0)
    zipf = 1.0 / np.arange(1, d + 1)
    y = np.arange(n) % 2
    tilt = np.exp(rng.normal(scale=0.5, size=(2, d)))
    rows = [rng.multinomial(100, zipf * tilt[k] / (zipf * tilt[k]).sum()) for k in y]
    X = sparse.csr_array(np.log1p(np.array(rows, dtype=np.float64)))
    X = sparse.csr_array(X.multiply(1.0 / sparse.linalg.norm(X, axis=1)[:, np.newaxis]))
    objective = SoftmaxObjective(X, y, 2, GaussianPrior(1.0))
    return Problem(f"sparse, {n} x {d}, 2 classes, precision 1", objective)


def newsgroups(folder):
    """Two newsgroups as tf-idf, and as the 30 first singular vectors of it."""
    table = pq.read_table(folder / "20newsgroups_bydate.parquet").to_pylist()
    table = [row for row in table if row["group"] in PAIR]
    texts = [f"{row['subject'] or ''} {row['body'] or ''}" for row in table]
    y = np.array([PAIR.index(row["group"]) for row in table])
    X = sparse.csr_array(TfidfVectorizer(sublinear_tf=True).fit_transform(texts))
    v0 = np.ones(min(X.shape))
    U, singular, _ = sparse.linalg.svds(X, k=30, v0=v0)
    prior = GaussianPrior(1.0)
    return [
        Problem(
            f"two newsgroups, {X.shape[0]} x {X.shape[1]} tf-idf, precision 1",
            SoftmaxObjective(X, y, 2, prior),
        ),
        Problem(
            f"two newsgroups, {X.shape[0]} x 30 singular vectors, precision 1",
            SoftmaxObjective(U * singular, y, 2, prior),
        ),
    ]


def measured(problem, solver):
    """The solver run once on the problem; None where it cannot run."""
    objective = problem.objective
    n = objective.n_samples
    stopping = Stopping(GRADIENT_PER_DOCUMENT * n, MAX_ITERATIONS)
    start = time.process_time()
    try:
        result = minimise(objective, np.zeros(objective.size), solver=solver, stopping=stopping)
    except InvalidInputError:
        return None
    cpu = time.process_time() - start
    return Row(
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


def table(rows, missing):
    """The rows of one problem as text."""
    best = min(row.value for row in rows)
    heads = (
        "solver",
        "iterations",
        "passes",
        "ms/iteration",
        "CPU s",
        "gradient",
        "above best",
    )
    lines = ["{:<20}{:>11}{:>8}{:>14}{:>9}{:>11}{:>12}".format(*heads)]
    lines += [
        f"{row.solver:<20}{row.iterations:>11}{row.passes:>8}"
        f"{1000 * row.cpu_per_iteration:>14.2f}{row.cpu:>9.3f}"
        f"{row.gradient:>11.1e}{row.value - best:>12.1e}"
        + ("" if row.converged else "  not converged")
        for row in sorted(rows, key=lambda row: row.cpu)
    ]
    lines += [f"{solver:<20}  not run: too many parameters for it" for solver in missing]
    return "\n".join(lines)


def main():
    """Print one table per problem, or one JSON object per row."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="folder with 20newsgroups_bydate.parquet")
    parser.add_argument("--json", action="store_true", help="JSON lines instead of tables")
    options = parser.parse_args()
    problems = [synthetic_dense(), synthetic_sparse()]
    problems += newsgroups(options.data) if options.data else []
    for problem in problems:
        runs = {solver: measured(problem, solver) for solver in sorted(SOLVERS)}
        rows = [row for row in runs.values() if row is not None]
        if options.json:
            print("\n".join(json.dumps(row._asdict()) for row in rows))
        else:
            missing = [solver for solver, row in runs.items() if row is None]
            print(f"\n{problem.name}\n{table(rows, missing)}")


if __name__ == "__main__":
    main()
