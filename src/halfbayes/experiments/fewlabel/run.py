"""Measure every method on every draw, and keep what was measured before.

A cell is one method on one draw of one corpus with one budget. Cells whose row is in the file
are left out, so that a run that was interrupted goes on where it stopped. Times are CPU seconds
of one process with one thread of BLAS; they include reading the text.
"""

import hashlib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from importlib.metadata import version
from itertools import product
from pathlib import Path

import numpy as np

import halfbayes
from halfbayes.data.corpora import Corpus, load_corpus
from halfbayes.errors import UnfinishedError
from halfbayes.evaluate.metrics import quality
from halfbayes.evaluate.protocols import Draw, draw_seed, few_label_draw
from halfbayes.experiments.fewlabel.methods import learnt
from halfbayes.experiments.fewlabel.peers import PACKAGES
from halfbayes.experiments.fewlabel.results import (
    Budget,
    Name,
    Row,
    append_row,
    read_rows,
    repair,
    tidy,
)
from halfbayes.experiments.workers import reasons_told, worked

MODEL_FOLDERS = ("core", "text", "models", "classifier")
SOURCES = (".py", ".cpp", ".h")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be measured."""

    corpora: Sequence[str]
    budgets: Sequence[Budget]
    draws: int
    methods: Sequence[str]
    folder: Path | None  # of the corpora

    def cells(self) -> list[Name]:
        """Every cell, draw by draw, so that a run cut short has whole draws."""
        return [
            (corpus, budget, draw, method)
            for draw, corpus, budget, method in product(
                range(self.draws), self.corpora, self.budgets, self.methods
            )
        ]


Progress = Callable[[Iterator[Name], int], Iterator[Name]]


def run(
    plan: Plan, path: Path, *, processes: int = 1, again: bool = False, progress: Progress
) -> int:
    """Measure what the file does not have yet, or all ``again``; the number of new rows."""
    repair(path)
    known = set() if again else set(read_rows(path))
    cells = [cell for cell in plan.cells() if cell not in known]
    failures: dict[str, str] = {}

    def finished() -> Iterator[Name]:
        work = partial(measure, folder=plan.folder)
        for cell, outcome in worked(work, cells, processes):
            if isinstance(outcome, Row):
                append_row(path, outcome)
            else:
                failures[" ".join(map(str, cell))] = f"{type(outcome).__name__}: {outcome}"
            yield cell

    for _ in progress(finished(), len(cells)):
        pass
    if path.exists():
        tidy(path)
    if failures:
        raise UnfinishedError(
            f"{len(failures)} of {len(cells)} cells could not be measured; the others are in "
            f"{path}, and another run tries these again: {reasons_told(failures)}"
        )
    return len(cells)


def measure(cell: Name, folder: Path | None) -> Row:
    """The row of one cell."""
    name, budget, number, method = cell
    corpus, draw = _drawn(name, number, folder)
    chosen = draw.training(budget)
    training, test = corpus.rows(chosen.tolist()), corpus.rows(draw.test.tolist())
    names = [str(label) for label in np.unique(corpus.labels)]
    start = time.process_time()
    predict = learnt(method, training, draw.y[chosen], names)
    fitted = time.process_time()
    probabilities = predict(test)
    end = time.process_time()
    return Row(
        corpus=name,
        budget=budget,
        draw=number,
        method=method,
        **asdict(quality(probabilities, draw.y[draw.test])),
        fit_cpu=round(fitted - start, 4),
        predict_cpu=round(end - fitted, 4),
        n_training=len(chosen),
        n_test=len(draw.test),
        n_classes=int(draw.y.max()) + 1,
        seed=draw_seed(name, number),
        data=corpus.digest,
        commit=source_commit(),
        code=source_digest(),
        versions=versions(method),
    )


@lru_cache(maxsize=2)
def _drawn(name: str, number: int, folder: Path | None) -> tuple[Corpus, Draw]:
    corpus = load_corpus(name, folder)
    return corpus, few_label_draw(name, corpus.labels, number)


def versions(method: str) -> dict[str, str]:
    """Versions of what the method rests on.

    >>> sorted(versions("halfbayes"))
    ['halfbayes', 'numpy', 'python', 'scikit-learn', 'scipy']
    """
    packages = ["numpy", "scipy", "scikit-learn"]
    if method in PACKAGES:
        packages.append(PACKAGES[method][1])
    found = {package: version(package) for package in packages}
    python = ".".join(map(str, sys.version_info[:3]))
    return {"python": python, "halfbayes": halfbayes.__version__, **found}


@lru_cache(maxsize=1)
def source_commit() -> str:
    """The commit of the source tree the package runs from; empty where there is none."""
    folder = Path(halfbayes.__file__).parents[2]
    if not (folder / ".git").exists():
        return ""
    found = subprocess.run(
        ["git", "rev-parse", "--short=12", "HEAD"],
        cwd=folder,
        check=False,
        capture_output=True,
        text=True,
    )
    return found.stdout.strip()


@lru_cache(maxsize=1)
def source_digest() -> str:
    """A digest of the modules that make up the models, the kernel's sources among them.

    >>> len(source_digest())
    12
    """
    package = Path(halfbayes.__file__).parent
    digest = hashlib.sha256()
    for folder in MODEL_FOLDERS:
        for path in sorted((package / folder).rglob("*")):
            if path.suffix in SOURCES:
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


__all__ = [
    "Plan",
    "measure",
    "run",
    "source_commit",
    "source_digest",
    "versions",
]
