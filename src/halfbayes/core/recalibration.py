"""Maps from a model's probabilities to ones that mean what they say, from few documents.

    temperature   p_k ~ exp(a log p_k), one a > 0 for all; a = exp(s), s ~ N(0, 1) beforehand
    sigmoid       p_k ~ 1 / (1 + exp(-(a_k l_k + b_k))), l_k = log p_k / (1 - p_k), a_k >= 0
    isotonic      p_k ~ a rising step function of p_k

(Guo et al. 2017; Platt 1999; Zadrozny & Elkan 2002.)

Each is fitted on probabilities of documents the model did not learn from. Sigmoid and isotonic
treat classes one against the rest and are brought to sum 1. So that two documents a class are
enough, nothing is ever certain: the targets are Platt's, (N+ + 1) / (N+ + 2) for documents of
the class and 1 / (N- + 2) for others, temperature has its prior, and a sigmoid is drawn towards
the identity (a, b) = (1, 0) by a normal prior of variance 1. Laws: temperature changes no
prediction; a map fitted on calibrated probabilities is close to the identity.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy.optimize import isotonic_regression, minimize, minimize_scalar
from scipy.special import expit

from halfbayes.core.logspace import log_normalise
from halfbayes.types import FloatArray, IndexArray

LEAST = 1e-12
"""Probabilities are kept this far from 0 and 1 before their logarithms are taken."""

WIDEST = 8.0
"""Temperatures are looked for between exp(-8) and exp(8)."""


class CalibrationMap(Protocol):
    """Probabilities to probabilities."""

    def __call__(self, proba: FloatArray, /) -> FloatArray:
        """The calibrated probabilities: (documents, classes), rows sum to 1."""


@dataclass(frozen=True, slots=True)
class Temperature:
    """All logits times one number."""

    slope: float  # a

    def __call__(self, proba: FloatArray) -> FloatArray:
        """Softmax of a log p."""
        return np.asarray(np.exp(log_normalise(self.slope * _log(proba))))


@dataclass(frozen=True, slots=True, eq=False)
class Sigmoids:
    """A sigmoid of the log odds of each class."""

    slope: FloatArray  # (classes,)
    offset: FloatArray  # (classes,)

    def __call__(self, proba: FloatArray) -> FloatArray:
        """Sigmoids, brought to sum 1."""
        return _shared(expit(self.slope * _log_odds(proba) + self.offset))


@dataclass(frozen=True, slots=True, eq=False)
class Steps:
    """A rising step function of each class's probability."""

    at: tuple[FloatArray, ...]  # places, in order, of each class
    value: tuple[FloatArray, ...]

    def __call__(self, proba: FloatArray) -> FloatArray:
        """Interpolated steps, brought to sum 1."""
        columns = [
            np.interp(proba[:, k], at, value)
            for k, (at, value) in enumerate(zip(self.at, self.value, strict=True))
        ]
        return _shared(np.column_stack(columns))


def fitted_temperature(proba: FloatArray, y: IndexArray) -> Temperature:
    """The temperature that makes the classes ``y`` likely.

    >>> sure = np.array([[0.99, 0.01], [0.99, 0.01], [0.99, 0.01], [0.01, 0.99]])
    >>> round(fitted_temperature(sure, np.array([0, 0, 1, 1])).slope, 2)
    0.41
    """
    log_proba = _log(proba)
    rows = np.arange(len(y))

    def loss(s: float) -> float:
        return float(0.5 * s**2 - log_normalise(np.exp(s) * log_proba)[rows, y].sum())

    best = minimize_scalar(loss, bounds=(-WIDEST, WIDEST), method="bounded")
    return Temperature(float(np.exp(best.x)))


def fitted_sigmoids(proba: FloatArray, y: IndexArray) -> Sigmoids:
    """A sigmoid for every class, one against the rest."""
    log_odds = _log_odds(proba)
    fits = np.array([_sigmoid(log_odds[:, k], _targets(y == k)) for k in range(proba.shape[1])])
    return Sigmoids(fits[:, 0], fits[:, 1])


def fitted_steps(proba: FloatArray, y: IndexArray) -> Steps:
    """A rising step function for every class, one against the rest."""
    at, values = [], []
    for k in range(proba.shape[1]):
        places, where = np.unique(proba[:, k], return_inverse=True)
        n = np.bincount(where).astype(np.float64)
        mean = np.bincount(where, weights=_targets(y == k)) / n
        at.append(places)
        values.append(np.asarray(isotonic_regression(mean, weights=n).x))
    return Steps(tuple(at), tuple(values))


MAPS: dict[str, Callable[[FloatArray, IndexArray], CalibrationMap]] = {
    "temperature": fitted_temperature,
    "sigmoid": fitted_sigmoids,
    "isotonic": fitted_steps,
}


def _sigmoid(f: FloatArray, target: FloatArray) -> FloatArray:
    def loss(point: FloatArray) -> tuple[float, FloatArray]:
        a, b = point
        z = a * f + b
        residual = expit(z) - target
        value = (np.logaddexp(0.0, z) - target * z).sum() + 0.5 * ((a - 1.0) ** 2 + b**2)
        return float(value), np.array([residual @ f + a - 1.0, residual.sum() + b])

    start = np.array([1.0, 0.0])
    best = minimize(loss, start, jac=True, bounds=[(0.0, None), (None, None)])
    return np.asarray(best.x)


def _targets(positive: np.ndarray) -> FloatArray:
    n_positive = int(positive.sum())
    high, low = (n_positive + 1) / (n_positive + 2), 1 / (len(positive) - n_positive + 2)
    return np.asarray(np.where(positive, high, low), dtype=np.float64)


def _log(proba: FloatArray) -> FloatArray:
    return np.asarray(np.log(np.maximum(proba, LEAST)))


def _log_odds(proba: FloatArray) -> FloatArray:
    p = np.clip(proba, LEAST, 1.0 - LEAST)
    return np.asarray(np.log(p) - np.log1p(-p))


def _shared(scores: FloatArray) -> FloatArray:
    return np.asarray(scores / scores.sum(axis=1, keepdims=True))


__all__ = [
    "MAPS",
    "CalibrationMap",
    "Sigmoids",
    "Steps",
    "Temperature",
    "fitted_sigmoids",
    "fitted_steps",
    "fitted_temperature",
]
