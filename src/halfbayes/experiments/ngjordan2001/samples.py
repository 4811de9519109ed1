"""How many examples each classifier needs, against the number of inputs n: log n against n.

    z = y with probability 1 - 0.1                      what the inputs depend on
    P(x_i = 1|z) = 1/2 +- 0.15 for half of the inputs, 1/2 for the others

Half of the inputs tell of y by an amount that does not depend on n, as Proposition 5 asks, and
the error of the best classifier stays near 0.1 for all n large enough. Given z the inputs are
independent, so the best classifier is linear and both methods converge to it: what differs is
how fast. m* is the least m at which the mean error is within 0.05 of the best one's.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from halfbayes.experiments.ngjordan2001.batched import (
    Examples,
    discrete_fits,
    errors_on,
    logistic_errors,
)
from halfbayes.experiments.picture import new_figure
from halfbayes.experiments.reproduction import (
    Finding,
    Measurement,
    Reproduction,
    Settings,
    Task,
)
from halfbayes.experiments.specification import beside
from halfbayes.experiments.summary import Summary
from halfbayes.types import FloatArray

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAIVE_BAYES: Final = "naive Bayes"
LOGISTIC: Final = "logistic regression"
BEST: Final = "best linear classifier"
INPUTS: Final = (8, 16, 32, 64, 128)
SIZES: Final = (8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512, 724, 1024, 1448, 2048)
STRENGTH: Final = 0.15
FLIPPED: Final = 0.1
EXCESS: Final = 0.05
NUMBERS: Final = 2_000_000  # of training examples held at once
MOST_SETS: Final = 40  # training sets of a draw
TEST: Final = 2000
DRAWS: Final = 10
FEWER: Final = 12.0  # logistic regression is not fitted beyond m = this times n
LOGARITHMIC: Final = 0.4  # an exponent below this: far from linear
LINEAR: Final = 0.7  # an exponent above this


def tasks(*, quick: bool) -> list[Task]:
    """One for each n and draw."""
    inputs, draws = (INPUTS[:4], 1) if quick else (INPUTS, DRAWS)
    return [
        Task(f"n={n} draw {seed}", {"n": n, "seed": seed})
        for n in inputs
        for seed in range(draws)
    ]


def run(settings: Settings, _: Path) -> list[Measurement]:
    """Mean errors with every m, and the error of the best classifier."""
    n, seed = settings["n"], settings["seed"]
    rng = np.random.default_rng([seed, n])
    strengths = STRENGTH * np.where(np.arange(n) % 2 == 0, rng.choice([-1.0, 1.0], n), 0.0)
    found = []
    for m in SIZES:
        sets = max(1, min(MOST_SETS, NUMBERS // (m * n)))
        training, fresh = drawn(strengths, sets, m, rng), drawn(strengths, sets, TEST, rng)
        errors = {NAIVE_BAYES: bayes_errors(training, fresh)}
        errors[BEST] = errors_on(best_weights(strengths, sets), *fresh)
        if m <= FEWER * n:
            errors[LOGISTIC] = logistic_errors(training, fresh, rng)
        found += [
            Measurement(f"n = {n}", name, float(values.mean()), seed, x=float(m))
            for name, values in errors.items()
        ]
    return found


def drawn(strengths: FloatArray, sets: int, m: int, rng: np.random.Generator) -> Examples:
    """Training sets in which every other example is of class 1."""
    y = np.broadcast_to(np.arange(m) % 2, (sets, m))
    z = np.where(rng.random(y.shape) < FLIPPED, 1 - y, y)
    p = 0.5 + np.where(z[..., np.newaxis] == 1, strengths, -strengths)
    return Examples((rng.random(p.shape) < p).astype(np.float64), np.asarray(y, dtype=np.intp))


def best_weights(strengths: FloatArray, sets: int) -> FloatArray:
    """The log odds of z, which are linear in x: (sets, 1 + inputs)."""
    present = np.log((0.5 + strengths) / (0.5 - strengths))  # of an absent input, minus this
    w = np.concatenate([[-present.sum()], 2.0 * present])
    return np.tile(w, (sets, 1))


def bayes_errors(training: Examples, fresh: Examples) -> FloatArray:
    """Test errors of naive Bayes with l = 1: (sets,)."""
    both = np.concatenate([training.X, 1.0 - training.X], axis=2)
    new = np.concatenate([fresh.X, 1.0 - fresh.X], axis=2)
    values = np.full(both.shape[2], 2)
    return errors_on(discrete_fits(both, training.y, values=values, added=1.0), new, fresh.y)


def needed(summary: Summary, n: int, method: str) -> float | None:
    """m* of a method with n inputs, between the sizes by the logarithm; none if not reached."""
    curve = summary.curve(f"n = {n}", method)
    best = summary.curve(f"n = {n}", BEST)
    excess = curve.mean - best.mean[: len(curve.x)] - EXCESS
    above = np.flatnonzero(excess > 0)
    if len(above) == 0:
        return float(curve.x[0])
    i = int(above[-1])
    if i + 1 == len(curve.x):
        return None
    share = excess[i] / (excess[i] - excess[i + 1])
    return float(curve.x[i] * (curve.x[i + 1] / curve.x[i]) ** share)


def claims(summary: Summary) -> dict[str, Finding]:
    """Exponents of m* as a power of n."""
    exponents = {method: exponent(summary, method) for method in (NAIVE_BAYES, LOGISTIC)}
    told = {
        method: f"m* grows as n^{value:.2f}: "
        + ", ".join(f"{m:.0f}" for _, m in points(summary, method))
        for method, value in exponents.items()
    }
    return {
        "naive Bayes": Finding(exponents[NAIVE_BAYES] < LOGARITHMIC, told[NAIVE_BAYES]),
        "logistic regression": Finding(exponents[LOGISTIC] > LINEAR, told[LOGISTIC]),
    }


def points(summary: Summary, method: str) -> list[tuple[int, float]]:
    """N and m*, where m* was reached."""
    found = [(n, needed(summary, n, method)) for n in INPUTS if f"n = {n}" in summary.rows]
    return [(n, m) for n, m in found if m is not None]


def exponent(summary: Summary, method: str) -> float:
    """The power of n that fits m* best."""
    n, m = zip(*points(summary, method), strict=True)
    return float(np.polyfit(np.log(n), np.log(m), 1)[0])


def draw(summary: Summary) -> "Figure | None":
    """Errors for each n on the left, m* against n on the right."""
    figure = new_figure(9.6, 3.6)
    left, right = figure.subplots(1, 2)
    shown = [n for n in INPUTS if f"n = {n}" in summary.rows]
    for place, n in enumerate(shown):
        for method, style in ((NAIVE_BAYES, "-"), (LOGISTIC, "--")):
            curve = summary.curve(f"n = {n}", method)
            label = f"n = {n}" if method == NAIVE_BAYES else None
            left.plot(curve.x, curve.mean, style, color=f"C{place}", label=label)
    left.set(xscale="log", xlabel="m", ylabel="test error")
    left.legend(frameon=False)
    for method, style in ((NAIVE_BAYES, "k-o"), (LOGISTIC, "k--o")):
        right.plot(*zip(*points(summary, method), strict=True), style, label=method)
    right.set(xscale="log", yscale="log", xlabel="inputs n", ylabel="examples needed m*")
    right.legend(frameon=False)
    for axes in (left, right):
        axes.grid(alpha=0.3)
    return figure


REPRODUCTION: Final = Reproduction(
    "ngjordan2001/samples", beside(__file__), tasks, run, draw, claims=claims
)

__all__ = [
    "REPRODUCTION",
    "bayes_errors",
    "best_weights",
    "claims",
    "draw",
    "drawn",
    "exponent",
    "needed",
    "points",
    "run",
    "tasks",
]
