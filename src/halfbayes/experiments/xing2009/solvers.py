"""Solvers of logistic regression side by side: the same optimum, at what cost.

The problems and the stopping rule are those of ``halfbayes bench solvers``
(``halfbayes.experiments.solvers``): two synthetic ones, and the two newsgroups of the case
study as tf-idf and as singular vectors.

Which is faster is judged by counts, not by the clock of one machine. A Hessian of Newton's
costs at least a pass, and at most the passes that have as many multiplications:

    pass 2 N d K        Hessian N d^2 K (K + 1) / 2        its factors (d K)^3 / 6

for N documents, d columns and K classes. The clock is in between: a machine multiplies dense
matrices faster than it passes over documents. Where the two ends give two answers, neither is
taken.
"""

from collections.abc import Callable, Mapping, Sequence
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
from halfbayes.experiments.solvers import Problem, Run, dense, measured, newsgroups, zipfian
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
WORK: Final = "passes by multiplications"
EACH: Final = "ms an iteration"
SECONDS: Final = "CPU seconds"
ABOVE: Final = "above the best, per document"
NEWTON: Final = "newton"
CONJUGATE: Final = "conjugate-gradient"
QUASI: Final = "quasi-newton"
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
            WORK: work(problem, run),
            EACH: 1000.0 * run.cpu_per_iteration,
            SECONDS: run.cpu,
            ABOVE: (run.value - best) / n,
        }.items()
    ]


def work(problem: Problem, run: Run) -> float:
    """Passes of a run, Newton's Hessians counted by their multiplications."""
    if run.solver != NEWTON:
        return float(run.passes)
    N, K = problem.objective.n_samples, problem.objective.n_classes
    d = problem.objective.size // K
    hessian = (N * d**2 * K * (K + 1) / 2 + (d * K) ** 3 / 6) / (2 * N * d * K)
    return run.passes + run.iterations * (hessian - 1)  # one of the passes was the Hessian


def claims(summary: Summary) -> dict[str, Finding]:
    """The slide's four sentences, on the problems that were measured."""
    names = [name for name in PROBLEMS if _solvers(summary, name)]
    above = [
        summary.mean(s, ABOVE, series=name) for name in names for s in _solvers(summary, name)
    ]
    ran = [name for name in names if NEWTON in _solvers(summary, name)]
    fewest = [name for name in ran if NEWTON in _lowest(summary, name, ITERATIONS)]
    fewer = {
        column: [
            n for n in ran if _of(summary, n, column, QUASI) < _of(summary, n, column, NEWTON)
        ]
        for column in (PASSES, WORK)
    }
    least = {
        column: [name for name in names if CONJUGATE in _lowest(summary, name, column)]
        for column in (PASSES, WORK)
    }
    return {
        "same": Finding(max(above) < SAME, f"at most {max(above):.0e} apart per document"),
        "newton": Finding(
            len(fewest) == len(ran),
            f"fewest iterations on {len(fewest)} of the {len(ran)} problems it can be run on",
        ),
        "quasi-newton": _between(fewer, ran, "fewer passes than Newton's method"),
        "conjugate gradient": _between(least, names, "the fewest passes"),
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


def _between(found: Mapping[str, Sequence[str]], of: Sequence[str], what: str) -> Finding:
    """Whether it is so on most problems; not comparable if that depends on a Hessian's cost."""
    passes, multiplications = (len(found[column]) for column in (PASSES, WORK))
    told = (
        f"{what} on {passes} of {len(of)} problems if a Hessian counts as one pass, on "
        f"{multiplications} if it counts by its multiplications"
    )
    said = [n > len(of) / 2 for n in (passes, multiplications)]
    if said[0] == said[1]:
        return Finding(said[0], told)
    told += "; the clock is in between, which depends on the machine, and the slides name none"
    return Finding(holds=False, evidence=told, comparable=False)


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

__all__ = ["REPRODUCTION", "claims", "draw", "run", "tasks", "work"]
