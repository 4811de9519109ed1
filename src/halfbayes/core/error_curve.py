"""The chance of an error by confidence, and what is unknown of it.

Let p be the confidence of a document and q its chance to be wrong:

    q = e + (1 - e) s(a - b logit p)        s(z) = 1 / (1 + exp(-z))
    a ~ N(0, 1), b ~ N(1, 0.5^2), b >= 0, logit e ~ N(-6, 2^2)

The confidence is taken at its word (a = 0, b = 1) until the errors say otherwise, so that few
errors so far are not taken for none ever, nor one unlucky document for a rule; e are errors
that no confidence foresees, such as wrong labels (next to none or 2 %, by the corpus).

``drawn_curves`` are curves as probable as the documents leave them: points from a Student
distribution around the likeliest, as wide as the Fisher information says (in logit e as wide as
its prior, since documents without errors say no more than that e is small), of which each is
kept with a chance proportional to posterior over density (importance resampling).

Laws: q only grows as p falls; the curves drawn from few documents are further apart than those
from many, and the true curve lies among them as often as it should.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit, logit

from halfbayes.types import BoolArray, FloatArray

CERTAIN = 1e-5
"""Nearer to 0 or 1 a confidence says no more: rounding and pride live there."""
CENTRE = np.array([0.0, 1.0, -6.0])  # of a, b and logit e
PRECISION = np.array([1.0, 0.5, 2.0]) ** -2.0
BOUNDS = [(-10, 10), (0, 10), (-20, 10)]
PROPOSED = 400
"""Points of which the drawn curves are chosen."""
FREEDOM = 5.0
"""Degrees of freedom of their distribution: tails heavier than those of the posterior."""


@dataclass(frozen=True, slots=True)
class ErrorCurve:
    """Chance of an error by confidence."""

    a: float
    b: float
    logit_e: float

    def chance(self, confidence: FloatArray) -> FloatArray:
        """Q of each: (documents,)."""
        e = expit(self.logit_e)
        return np.asarray(e + (1.0 - e) * expit(self.a - self.b * _log_odds(confidence)))


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Documents counted by the log odds of their confidence, to two decimals."""

    f: FloatArray  # (values,)
    right: FloatArray
    wrong: FloatArray

    @classmethod
    def of(cls, confidence: FloatArray, correct: BoolArray) -> "Tally":
        """The tally of these documents."""
        f, place = np.unique(_log_odds(confidence).round(2), return_inverse=True)
        right = np.bincount(place[correct], minlength=len(f)).astype(np.float64)
        wrong = np.bincount(place[~correct], minlength=len(f)).astype(np.float64)
        return cls(f, right, wrong)


def drawn_curves(
    confidence: FloatArray, correct: BoolArray, count: int, rng: np.random.Generator
) -> list[ErrorCurve]:
    """Curves drawn from what these documents leave possible.

    >>> confidence, rng = np.linspace(1, 0, 6), np.random.default_rng(0)
    >>> curves = drawn_curves(confidence, np.arange(6) < 4, 200, rng)
    >>> np.mean([curve.chance(confidence) for curve in curves], axis=0).round(1)
    array([0. , 0.1, 0.3, 0.5, 0.7, 1. ])
    """
    tally = Tally.of(confidence, correct)
    mode = _mode(tally)
    spread = np.linalg.inv(_information(mode, tally))
    spread[2] = spread[:, 2] = 0.0
    spread[2, 2] = 1.0 / PRECISION[2]
    normal = rng.standard_normal((PROPOSED, len(mode)))
    step = normal / np.sqrt(rng.chisquare(FREEDOM, PROPOSED) / FREEDOM)[:, None]
    points = mode + step @ np.linalg.cholesky(spread).T  # (proposed, parameters)
    power = (FREEDOM + len(mode)) / 2.0
    log_density = -power * np.log1p((step**2).sum(axis=1) / FREEDOM)
    log_weight = np.array([-_loss(point, tally)[0] for point in points]) - log_density
    log_weight[points[:, 1] < 0.0] = -np.inf
    weight = np.exp(log_weight - log_weight.max())
    chosen = rng.choice(PROPOSED, count, p=weight / weight.sum())
    return [_curve(point) for point in points[chosen]]


def _curve(point: FloatArray) -> ErrorCurve:
    a, b, logit_e = point.tolist()
    return ErrorCurve(a, b, logit_e)


def _log_odds(confidence: FloatArray) -> FloatArray:
    return np.asarray(logit(np.clip(confidence, CERTAIN, 1.0 - CERTAIN)))


def _mode(tally: Tally) -> FloatArray:
    found = minimize(_loss, CENTRE, args=(tally,), jac=True, method="L-BFGS-B", bounds=BOUNDS)
    return np.asarray(found.x)


def _loss(point: FloatArray, tally: Tally) -> tuple[float, FloatArray]:
    """Minus the log posterior, but for a constant, and its slope."""
    a, b, logit_e = point
    f, right, wrong = tally.f, tally.right, tally.wrong
    z = a - b * f
    e, s = expit(logit_e), expit(z)
    q = e + (1.0 - e) * s
    log_right = -np.logaddexp(0.0, z) - np.logaddexp(0.0, logit_e)  # log(1 - q)
    by_z = right * s - wrong * (1.0 - e) * s * (1.0 - s) / q
    by_e = right * e - wrong * e * (1.0 - e) * (1.0 - s) / q
    away = point - CENTRE
    value = PRECISION @ away**2 / 2.0 - right @ log_right - wrong @ np.log(q)
    return float(value), np.array([by_z.sum(), -by_z @ f, by_e.sum()]) + PRECISION * away


def _information(point: FloatArray, tally: Tally) -> FloatArray:
    """Fisher information of the documents and of the prior: (parameters, parameters)."""
    a, b, logit_e = point
    s, e = expit(a - b * tally.f), expit(logit_e)
    q = e + (1.0 - e) * s
    by_z = (1.0 - e) * s * (1.0 - s)
    slopes = np.column_stack([by_z, -by_z * tally.f, e * (1.0 - e) * (1.0 - s)])
    weight = (tally.right + tally.wrong) / (q * (1.0 - q))
    return np.asarray(slopes.T @ (slopes * weight[:, None]) + np.diag(PRECISION))


__all__ = ["ErrorCurve", "Tally", "drawn_curves"]
