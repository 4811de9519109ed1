"""How the error falls as labels are added: a power law through the errors at several sizes.

    error(N) = e (N / n)^-c           0 <= c <= 0.7,  0 < e < 1,  error at most 1

n is the largest size so far. At each size N_i, w_i of m_i documents were wrong; taken as
independent, w_i ~ binomial(m_i, error(N_i)). With e and c uniform beforehand, the posterior is
summed over a grid, so that the forecast has a mean and an interval and needs no chance.

No error follows the law exactly: for the interval it is multiplied by exp(0.1 z log2 (N / n)),
z ~ N(0, 1). The 0.1 was chosen on seven corpora, from 200 labels to 400 and 800, three draws
each: 95 % intervals held the later error (with its own binomial noise) in 40 of 42 cases, and
in 36 without it. On seven other corpora they held in 41 of 42, and in 38 without it.

For each doubling that is a factor of (N / n)^-c with c further off by 0.1 z / log 2: ``drawn``
gives such exponents, of which a simulation takes one for each of its worlds.

Laws: the forecast falls as N grows; more documents make its interval narrower, and the drawn
exponents nearer to each other; errors that are on a power law are found again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.special import xlog1py, xlogy

from halfbayes.types import FloatArray

STEEPEST: Final = 0.7
"""Errors of text classifiers do not fall faster than labels^-0.7 for long."""

MISFIT: Final = 0.1
"""How far an error leaves the law for each doubling of the labels, in logarithms."""

NODES: Final = 9
"""Points at which z is taken (Gauss and Hermite's)."""

LEVELS: Final = 400
STEEPNESSES: Final = 71


@dataclass(frozen=True, slots=True)
class SizeError:
    """Documents that were wrong with so many labels."""

    labels: int  # N_i
    wrong: int  # w_i
    documents: int  # m_i


@dataclass(frozen=True, slots=True)
class ExpectedError:
    """The error to expect with so many labels, and an interval that holds it."""

    labels: int
    error: float
    low: float
    high: float


@dataclass(frozen=True, slots=True, eq=False)
class LearningCurve:
    """The posterior of the power law."""

    size: int  # n
    errors: FloatArray  # e of each point of the grid: (points,)
    steepness: FloatArray  # c: (points,)
    chance: FloatArray  # of each point: (points,)

    @property
    def expected_steepness(self) -> float:
        """Mean of c."""
        return float(self.chance @ self.steepness)

    def drawn(self, count: int, rng: np.random.Generator) -> FloatArray:
        """Exponents that the errors so far leave possible, off the law as errors are: (count,).

        None is below 0 or above ``STEEPEST``: labels do no harm, nor wonders. What would be is
        reflected there, so that all are alike where one size alone tells nothing.
        """
        chosen = self.steepness[rng.choice(len(self.steepness), count, p=self.chance)]
        off = MISFIT / np.log(2.0) * rng.standard_normal(count)
        return np.asarray(STEEPEST - abs(STEEPEST - (chosen + off) % (2.0 * STEEPEST)))

    def at(self, labels: int, *, level: float = 0.95) -> ExpectedError:
        """The error to expect with ``labels`` labels."""
        ratio = labels / self.size
        error = _power_law(self.errors, self.steepness, ratio)
        z, weight = np.polynomial.hermite_e.hermegauss(NODES)
        off = np.exp(MISFIT * abs(np.log2(ratio)) * z)
        spread = np.minimum(np.multiply.outer(error, off), 1.0).ravel()
        chance = np.multiply.outer(self.chance, weight / weight.sum()).ravel()
        order = np.argsort(spread, kind="stable")
        below = np.cumsum(chance[order])
        tail = (1.0 - level) / 2.0
        low, high = (
            float(spread[order[min(int(np.searchsorted(below, q)), len(order) - 1)]])
            for q in (tail, 1.0 - tail)
        )
        return ExpectedError(labels, float(self.chance @ error), low, high)


def learning_curve(points: Sequence[SizeError]) -> LearningCurve:
    """The curve through the errors at some sizes.

    >>> seen = [SizeError(n, round(n * 0.4 * (n / 100) ** -0.5), n) for n in (100, 200, 400)]
    >>> curve = learning_curve(seen)
    >>> round(curve.at(400).error, 2), curve.at(1600).error < 0.2
    (0.2, True)
    """
    size = max(point.labels for point in points)
    level = (np.arange(LEVELS) + 0.5) / LEVELS
    errors, steepness = (
        grid.ravel() for grid in np.meshgrid(level, np.linspace(0.0, STEEPEST, STEEPNESSES))
    )
    log_likelihood = np.zeros(len(errors))
    for point in points:
        error = _power_law(errors, steepness, point.labels / size)
        right = point.documents - point.wrong
        log_likelihood += xlogy(point.wrong, error) + xlog1py(right, -error)
    chance = np.exp(log_likelihood - log_likelihood.max())
    return LearningCurve(size, errors, steepness, chance / chance.sum())


def _power_law(errors: FloatArray, steepness: FloatArray, ratio: float) -> FloatArray:
    return np.asarray(np.minimum(errors * ratio**-steepness, 1.0))


__all__ = ["STEEPEST", "ExpectedError", "LearningCurve", "SizeError", "learning_curve"]
