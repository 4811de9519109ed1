"""Logistic regression for any number of classes, by conditional likelihood or training error.

    p(k|x) = exp(b_k + w_k . x) / sum_l exp(b_l + w_l . x)

By likelihood it is the maximum a posteriori estimate under independent Gaussian priors, mean 0,
on the weights, which is L2 regularisation: ``precision`` is the inverse variance of the prior,
1/C of scikit-learn. The intercept has no prior. With two classes the prior is on the one vector
w_1 - w_0 of the logistic function, p(1|x) = 1 / (1 + exp(-(w_1 - w_0) . x - b)); with more on
each w_k.
"""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Self, TypeAlias

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from halfbayes.core.logspace import log_normalise
from halfbayes.core.minimise import SOLVERS, minimise
from halfbayes.core.objective import Stopping
from halfbayes.core.softmax import GaussianPrior, SoftmaxObjective
from halfbayes.core.training_error import least_error
from halfbayes.errors import InvalidInputError
from halfbayes.models.validation import (
    encoded_labels,
    require_choice,
    require_number,
    validated_labels,
    validated_matrix,
    validated_weights,
)
from halfbayes.types import FloatArray, LabelArray

TWO_CLASSES = 2
SAMPLED_HYPERPLANES = 100


@dataclass(frozen=True, slots=True, eq=False)
class _Fitted:
    intercept: FloatArray  # (classes,)
    weights: FloatArray  # (classes, terms)
    iterations: int
    sampled: tuple[FloatArray, FloatArray] | None = None


class LogisticRegression(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Linear classifier whose scores are log odds.

    ``criterion`` is "conditional-likelihood" or "error": 0-1 training error, with inputs
    rescaled to [0, 1]; separable data are then classified by the mean of separating
    hyperplanes drawn at random, kept in ``hyperplanes_`` (Ng & Jordan 2001, footnote 2).
    ``solver`` is one of ``halfbayes.core.minimise.SOLVERS``; all find the same weights.
    ``tolerance`` bounds every entry of the gradient, per document. Both, and
    ``max_iterations``, are of the likelihood: the training error is searched in its own way.

    >>> X, y = [[0.0], [1.0], [2.0], [3.0]], ["low", "low", "high", "high"]
    >>> model = LogisticRegression(precision=0.1).fit(X, y)
    >>> model.predict([[0.5], [2.5]]).tolist()
    ['low', 'high']
    >>> model.predict_proba([[1.5]]).round(6).tolist()
    [[0.5, 0.5]]
    """

    def __init__(  # noqa: PLR0913 -- scikit-learn: one argument per hyper-parameter
        self,
        *,
        precision: float = 1.0,
        fit_intercept: bool = True,
        solver: str = "conjugate-gradient",
        criterion: str = "conditional-likelihood",
        tolerance: float = 1e-7,
        max_iterations: int = 1000,
        random_state: Any = None,
    ) -> None:
        self.precision = precision
        self.fit_intercept = fit_intercept
        self.solver = solver
        self.criterion = criterion
        self.tolerance = tolerance
        self.max_iterations = max_iterations
        self.random_state = random_state

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn the weights from documents X (documents, terms) with labels y."""
        matrix = validated_matrix(self, X, reset=True)
        self.classes_, numbers = encoded_labels(validated_labels(y, matrix.shape[0]))
        precision = require_number("precision", self.precision, low=0.0)
        n_classes = len(self.classes_)
        rows = 2.0 if n_classes == TWO_CLASSES else 1.0
        objective = SoftmaxObjective(
            matrix,
            numbers,
            n_classes,
            prior=GaussianPrior(rows * precision),
            fit_intercept=self.fit_intercept,
            sample_weight=validated_weights(sample_weight, matrix),
        )
        criterion = require_choice("criterion", self.criterion, list(CRITERIA))
        fitted = CRITERIA[criterion](self, objective)
        self.intercept_, self.coef_ = fitted.intercept, fitted.weights
        if n_classes == TWO_CLASSES:
            self.intercept_ = fitted.intercept[1:] - fitted.intercept[:1]
            self.coef_ = fitted.weights[1:] - fitted.weights[:1]
        self.n_iter_ = fitted.iterations
        self.hyperplanes_ = fitted.sampled
        return self

    def decision_function(self, X: Any) -> FloatArray:
        """Scores b_k + w_k . x: (documents, classes); of two classes, the log odds."""
        check_is_fitted(self)
        matrix = validated_matrix(self, X, reset=False)
        scores = np.asarray(matrix @ self.coef_.T) + self.intercept_
        return scores[:, 0] if len(self.classes_) == TWO_CLASSES else scores

    def predict_log_proba(self, X: Any) -> FloatArray:
        """Log p(k|x): (documents, classes), in the order of ``classes_``."""
        scores = self.decision_function(X)
        if scores.ndim == 1:
            scores = np.column_stack([-scores / 2, scores / 2])
        return log_normalise(scores)

    def predict_proba(self, X: Any) -> FloatArray:
        """P(k|x): (documents, classes), in the order of ``classes_``; rows sum to one."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: Any) -> LabelArray:
        """Most probable class of each document."""
        check_is_fitted(self)
        return np.asarray(self.classes_[np.argmax(self.predict_log_proba(X), axis=1)])

    def linear_weights(self) -> tuple[FloatArray, FloatArray]:
        """Intercepts b_k and weights w_k of log p(k|x) = b_k + w_k . x + constant.

        The constant depends on x only.
        """
        check_is_fitted(self)
        if len(self.classes_) != TWO_CLASSES:
            return self.intercept_, self.coef_
        half = np.array([-0.5, 0.5])
        return half * self.intercept_, half[:, np.newaxis] * self.coef_

    def sampled_predictions(self, X: Any) -> LabelArray:
        """Classes by each sampled hyperplane: (hyperplanes, documents).

        Their mean error is what Ng & Jordan report for separable data.
        """
        check_is_fitted(self)
        if self.hyperplanes_ is None:
            message = (
                "no hyperplanes were sampled: that takes criterion='error' and linearly "
                "separable training data; use predict"
            )
            raise InvalidInputError(message)
        matrix = validated_matrix(self, X, reset=False)
        best = [
            np.argmax(matrix @ weights.T + intercept, axis=1)
            for intercept, weights in zip(*self.hyperplanes_, strict=True)
        ]
        return np.asarray(self.classes_[np.stack(best)])

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def _by_likelihood(model: LogisticRegression, objective: SoftmaxObjective) -> _Fitted:
    s = objective.sample_weight
    total = float(objective.n_samples if s is None else s.sum())
    tolerance = require_number("tolerance", model.tolerance, low=0.0, strict=True)
    iterations = int(require_number("max_iterations", model.max_iterations, low=1.0))
    result = minimise(
        objective,
        np.zeros(objective.size),
        solver=require_choice("solver", model.solver, list(SOLVERS)),
        stopping=Stopping(tolerance * total, iterations),
        rng=_generator(model.random_state),
    )
    if result.iterations >= iterations and not result.converged:
        warnings.warn(
            f"the solver {model.solver!r} stopped after {iterations} iterations at a gradient "
            f"of {result.gradient_norm / total:.1e} per document, above the tolerance "
            f"{tolerance:.1e}; raise max_iterations or precision, or scale the inputs",
            ConvergenceWarning,
            stacklevel=3,
        )
    weights, intercept = objective.parameters(result.point)
    return _Fitted(intercept, weights, result.iterations)


def _by_error(model: LogisticRegression, objective: SoftmaxObjective) -> _Fitted:
    if objective.n_classes == 1:
        return _by_likelihood(model, objective)
    rng = _generator(model.random_state)
    fit = least_error(objective, samples=SAMPLED_HYPERPLANES, rng=rng)
    separable = len(fit.sampled_intercept) > 0
    sampled = (fit.sampled_intercept, fit.sampled_weights) if separable else None
    return _Fitted(fit.intercept, fit.weights, 1, sampled)


def _generator(random_state: Any) -> np.random.Generator:
    return np.random.default_rng(check_random_state(random_state).randint(2**31))


_Criterion: TypeAlias = Callable[[LogisticRegression, SoftmaxObjective], _Fitted]
CRITERIA: Mapping[str, _Criterion] = MappingProxyType(
    {"conditional-likelihood": _by_likelihood, "error": _by_error}
)

__all__ = ["LogisticRegression"]
