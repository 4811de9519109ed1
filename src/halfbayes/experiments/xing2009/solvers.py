"""Solvers of logistic regression side by side: the same optimum, at what cost.

The problems and the stopping rule are those of ``halfbayes bench solvers``
(``halfbayes.experiments.solvers``): two synthetic ones, and the two newsgroups of the case
study as tf-idf and as singular vectors.
"""

from collections.abc import Callable, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from halfbayes.core.minimise import SOLVERS
from halfbayes.experiments.picture import new_figure, panels
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
)
from halfbayes.experiments.solvers import Problem, dense, measured, newsgroups, zipfian
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PROBLEMS: Final[Mapping[str, Callable[[Path], Problem]]] = {
    "dense, 2000 x 20, 4 classes": lambda _: dense(),
    "sparse, 1000 x 20,000 words": lambda _: zipfian(),
    "two newsgroups, tf-idf": lambda data: next(iter(newsgroups(data))),
    "two newsgroups, 30 singular vectors": lambda data: next(islice(newsgroups(data), 1, None)),
}
QUICK: Final = ("dense, 2000 x 20, 4 classes", "sparse, 1000 x 20,000 words")
ITERATIONS: Final = "iterations"
PASSES: Final = "passes over the documents"
EACH: Final = "ms an iteration"
SECONDS: Final = "CPU seconds"
ABOVE: Final = "above the best, per document"
NEWTON: Final = "newton"
CONJUGATE: Final = "conjugate-gradient"
REPEATS: Final = 3
SAME: Final = 1e-5  # the same optimum: values per document within this


def tasks(*, quick: bool) -> list[Task]:
    """One for each problem and repeat."""
    names, repeats = (QUICK, 1) if quick else (tuple(PROBLEMS), REPEATS)
    return [
        Task(f"{name} repeat {seed}", {"problem": name, "seed": seed})
        for seed in range(repeats)
        for name in names
    ]


def run(settings: Settings, data: Path) -> list[Measurement]:
    """Every solver once on one problem; one that cannot run it is left out."""
    name, seed = settings["problem"], settings["seed"]
    problem = PROBLEMS[name](data)
    runs = [run for solver in sorted(SOLVERS) if (run := measured(problem, solver)) is not None]
    best = min(run.value for run in runs)
    n = problem.objective.n_samples
    return [
        Measurement(run.solver, column, float(value), seed, name)
        for run in runs
        for column, value in {
            ITERATIONS: run.iterations,
            PASSES: run.passes,
            EACH: 1000.0 * run.cpu_per_iteration,
            SECONDS: run.cpu,
            ABOVE: (run.value - best) / n,
        }.items()
    ]


def claims(summary: Summary) -> dict[str, Finding]:
    """The slide's four sentences, on the problems that were measured."""
    names = [name for name in PROBLEMS if _solvers(summary, name)]
    above = [
        summary.mean(s, ABOVE, series=name) for name in names for s in _solvers(summary, name)
    ]
    fewest = [name for name in names if NEWTON in _lowest(summary, name, ITERATIONS)]
    ran = [name for name in names if NEWTON in _solvers(summary, name)]
    cheap = [name for name in ran if _of(summary, name, EACH, CONJUGATE) <
             _of(summary, name, EACH, NEWTON)]  # fmt: skip
    quasi = [name for name in ran if any(
        _of(summary, name, SECONDS, s) < _of(summary, name, SECONDS, NEWTON)
        for s in _solvers(summary, name) if "newton" in s and s != NEWTON)]  # fmt: skip
    fastest = {name: min(_solvers(summary, name), key=lambda s: _of(summary, name, SECONDS, s))
               for name in names}  # fmt: skip
    return {
        "same": Finding(max(above) < SAME, f"at most {max(above):.0e} apart per document"),
        "newton": Finding(
            len(fewest) == len(ran),
            f"fewest iterations on {len(fewest)} of the {len(ran)} problems it can be run on",
        ),
        "quasi-newton": Finding(
            len(quasi) + len(names) - len(ran) > len(names) / 2,
            f"than Newton on {len(quasi)} of {len(ran)} problems, and on "
            f"{len(names) - len(ran)} Newton's method cannot be run",
        ),
        "conjugate gradient": Finding(
            list(fastest.values()).count(CONJUGATE) > len(names) / 2,
            "least CPU time: "
            + "; ".join(f"{name}: {solver}" for name, solver in fastest.items())
            + f". An iteration costs less than Newton's on {len(cheap)} of {len(ran)}",
        ),
    }


def draw(summary: Summary) -> "Figure | None":
    """CPU time of every solver, with its iterations; a panel for each problem."""
    names = [name for name in PROBLEMS if _solvers(summary, name)]
    figure = new_figure(9.6, 2.4 * -(-len(names) // 2))
    for axes, name in zip(panels(figure, len(names), columns=2), names, strict=True):
        found = _solvers(summary, name)
        seconds = [_of(summary, name, SECONDS, solver) for solver in found]
        bars = axes.barh(found, seconds, color="lightgrey")
        told = [f" {_of(summary, name, ITERATIONS, solver):.0f} iterations" for solver in found]
        axes.bar_label(bars, told, fontsize=8)
        axes.set_title(name, fontsize=8)
        axes.set(xscale="log", xlabel=SECONDS, xlim=(min(seconds) / 2, 30 * max(seconds)))
    return figure


def _solvers(summary: Summary, name: str) -> list[str]:
    return [s for s in sorted(SOLVERS) if summary.find(s, SECONDS, series=name) is not None]


def _of(summary: Summary, name: str, column: str, solver: str) -> float:
    return summary.mean(solver, column, series=name)


def _lowest(summary: Summary, name: str, column: str) -> list[str]:
    values = {solver: _of(summary, name, column, solver) for solver in _solvers(summary, name)}
    return [solver for solver, value in values.items() if value == min(values.values())]


REPRODUCTION: Final = Reproduction(
    "xing2009/solvers", beside(__file__), tasks, run, draw, claims=claims
)

__all__ = ["REPRODUCTION", "claims", "draw", "run", "tasks"]
