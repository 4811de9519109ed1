"""Linear classifiers fitted by 0-1 training error (Ng & Jordan 2001, section 2 and footnote 2).

1. Inputs are rescaled to [0, 1]; the weights returned are for the inputs as they came.
2. If the documents are linearly separable, hyperplanes are sampled from all separating ones,
   and the mean of the samples is the classifier (``core.separable``).
3. If not, the weights of greatest conditional likelihood, with the prior and with weaker ones,
   are improved by exact line searches on the training error (``core.zero_one``); the best of
   them is the classifier.
4. The 0-1 error leaves the length of the weights free. It is set to the one of greatest
   penalised likelihood, so that probabilities mean something; no prediction changes by it.

Documents of weight zero take no part. Without an intercept inputs are only scaled, not shifted:
to shift them would be to move the origin that all hyperplanes go through.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse
from scipy.optimize import minimize_scalar

from halfbayes.core.design import Design
from halfbayes.core.minimise import minimise
from halfbayes.core.separable import VersionSpace
from halfbayes.core.softmax import SoftmaxObjective
from halfbayes.core.zero_one import fewer_errors, training_error
from halfbayes.types import FloatArray, Matrix

PRIOR_SHARES = (1.0, 1e-2, 1e-4)  # the error has no prior: nearer to none often errs less
MAX_LOG_LENGTH = 10.0  # without a prior, separable documents ask for weights without end


@dataclass(frozen=True, slots=True, eq=False)
class LeastErrorFit:
    """Weights of few training errors; with separable documents also the sampled ones."""

    intercept: FloatArray  # (classes,)
    weights: FloatArray  # (classes, terms)
    sampled_intercept: FloatArray  # (samples, classes); no samples if not separable
    sampled_weights: FloatArray  # (samples, classes, terms)


@dataclass(frozen=True, slots=True, eq=False)
class UnitRange:
    """The map x -> (x - low) / width of every term to [0, 1]."""

    low: FloatArray
    width: FloatArray

    @classmethod
    def of(cls, X: Matrix, *, shifted: bool) -> "UnitRange":
        """Range of each term; if not ``shifted`` from 0 to the largest absolute value."""
        low, high = _extremes(X)
        if not shifted:
            low, high = np.zeros(X.shape[1]), np.maximum(-low, high)
        width = high - low
        return cls(low, np.where(width > 0, width, 1.0))

    def scaled(self, X: Matrix) -> Matrix:
        """X rescaled; a sparse X stays sparse if nothing is shifted."""
        if not self.low.any() and isinstance(X, sparse.csr_array):
            return sparse.csr_array(X.multiply(1.0 / self.width))
        dense = X.toarray() if isinstance(X, sparse.csr_array) else X
        return np.asarray((dense - self.low) / self.width)

    def undone(self, W: FloatArray, intercept: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Intercept and weights for X of those for the rescaled X; any leading axes."""
        weights = W / self.width
        return intercept - weights @ self.low, weights


def least_error(
    objective: SoftmaxObjective, *, samples: int, rng: np.random.Generator
) -> LeastErrorFit:
    """Classifier of few training errors on the documents of ``objective``."""
    if objective.sample_weight is not None:
        objective = _without_weightless(objective)
    inputs = UnitRange.of(objective.X, shifted=objective.fit_intercept)
    problem = replace(objective, X=inputs.scaled(objective.X))
    K, n_terms = problem.n_classes, problem.X.shape[1]
    design = Design(problem.X, problem.fit_intercept)
    space = VersionSpace.of(design, problem.y, K)
    inside = space.inner_point()
    if inside is None:
        sampled = np.empty((0, problem.size))
        point = _searched(problem, design, rng)
    else:
        sampled = space.sample(inside, samples, rng)
        point = sampled.mean(axis=0)
    intercept, weights = inputs.undone(*_split(_scaled(problem, point), K, n_terms))
    return LeastErrorFit(intercept, weights, *inputs.undone(*_split(sampled, K, n_terms)))


def _searched(
    problem: SoftmaxObjective, design: Design, rng: np.random.Generator
) -> FloatArray:
    s = problem.sample_weight
    s = np.ones(problem.n_samples) if s is None else s
    starts = [_likeliest(problem, share) for share in PRIOR_SHARES]
    searched = [fewer_errors(design, problem.y, W, sample_weight=s, rng=rng) for W in starts]
    errors = [training_error(design.product(W), problem.y, s) for W in searched]
    W = searched[int(np.argmin(errors))]
    return np.asarray(W - W.mean(axis=1, keepdims=True)).ravel()


def _likeliest(problem: SoftmaxObjective, share: float) -> FloatArray:
    """Weights (columns, classes) of greatest posterior under a share of the prior."""
    weaker = replace(problem.prior, precision=share * np.asarray(problem.prior.precision))
    start = np.zeros(problem.size)
    found = minimise(replace(problem, prior=weaker), start, solver="conjugate-gradient")
    return found.point.reshape(-1, problem.n_classes)


def _scaled(problem: SoftmaxObjective, point: FloatArray) -> FloatArray:
    """The multiple of ``point`` of greatest penalised likelihood."""

    def loss(log_length: float) -> float:
        return problem.value_and_gradient(np.exp(log_length) * point)[0]

    limits = (-MAX_LOG_LENGTH, MAX_LOG_LENGTH)
    found = minimize_scalar(loss, bounds=limits, method="bounded")
    return np.asarray(np.exp(found.x) * point)


def _split(points: FloatArray, n_classes: int, n_terms: int) -> tuple[FloatArray, FloatArray]:
    """Weights (..., classes, terms) and intercepts (..., classes) of flat points."""
    shape = (*points.shape[:-1], points.shape[-1] // n_classes, n_classes)
    W = np.swapaxes(points.reshape(shape), -1, -2)
    if W.shape[-1] == n_terms:
        return W, np.zeros(W.shape[:-1])
    return W[..., :n_terms], W[..., n_terms]


def _without_weightless(objective: SoftmaxObjective) -> SoftmaxObjective:
    s = np.asarray(objective.sample_weight)
    kept = np.flatnonzero(s > 0)
    return replace(objective, X=objective.X[kept], y=objective.y[kept], sample_weight=s[kept])


def _extremes(X: Matrix) -> tuple[FloatArray, FloatArray]:
    """Least and largest value of each term."""
    if isinstance(X, sparse.csr_array):
        return X.min(axis=0).toarray().ravel(), X.max(axis=0).toarray().ravel()
    return X.min(axis=0), X.max(axis=0)


__all__ = ["LeastErrorFit", "UnitRange", "least_error"]
