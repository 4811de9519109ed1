"""Linear regression by least squares: the normal equations, or the LMS rule.

    y = b + w . x + e,  e Gaussian        (w, b) = arg min 1/2 sum_i s_i (y_i - b - w . x_i)^2

Inputs and target are centred (if there is an intercept) and scaled to unit variance before the
fit, and the weights scaled back: the solution is the same, and the LMS rule, which moves along
the inputs as they are, would otherwise crawl. With dependent columns all three solvers take the
shortest solution in these units.
"""

import warnings
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Self, TypeAlias

import numpy as np
from sklearn.base import BaseEstimator, RegressorMixin
from sklearn.exceptions import ConvergenceWarning
from sklearn.utils.validation import check_is_fitted, validate_data

from halfbayes.core.least_squares import LeastSquares, lms_batch, lms_online, normal_equations
from halfbayes.models.validation import require_choice, require_number, validated_weights
from halfbayes.types import FloatArray


class LinearRegression(RegressorMixin, BaseEstimator):  # type: ignore[misc]
    """Least squares, by ``solver`` "normal-equations", "lms-batch" or "lms-online".

    The maximum likelihood estimate under Gaussian noise. All solvers find the same weights;
    the LMS rule takes passes over the documents until no weight moves by more than
    ``tolerance`` of the largest, and the on-line rule extrapolates to vanishing steps.

    >>> X, y = [[0.0], [1.0], [2.0]], [1.0, 3.0, 5.0]
    >>> model = LinearRegression().fit(X, y)
    >>> model.coef_.round(6), model.intercept_.round(6)
    (array([2.]), np.float64(1.0))
    """

    def __init__(
        self,
        *,
        solver: str = "normal-equations",
        fit_intercept: bool = True,
        tolerance: float = 1e-10,
        max_iterations: int = 10_000,
    ) -> None:
        self.solver = solver
        self.fit_intercept = fit_intercept
        self.tolerance = tolerance
        self.max_iterations = max_iterations

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from rows X (documents, terms) with numbers y."""
        X, y = validate_data(self, X, y, dtype=np.float64, y_numeric=True)
        weights = validated_weights(sample_weight, X)
        s = np.ones(len(y)) if weights is None else weights
        y = np.asarray(y, dtype=np.float64)
        x_centre, x_scale = self._units(X, s)
        y_centre, y_scale = self._units(y[:, np.newaxis], s)
        root = np.sqrt(s)
        rows = root[:, np.newaxis] * ((X - x_centre) / x_scale)
        targets = root * ((y - y_centre) / y_scale)
        solver = SOLVERS[require_choice("solver", self.solver, list(SOLVERS))]
        found = solver(
            rows,
            targets,
            require_number("tolerance", self.tolerance, low=0.0, strict=True),
            int(require_number("max_iterations", self.max_iterations, low=1.0)),
        )
        if not found.converged:
            warnings.warn(
                f"{self.solver} has not settled after {found.passes} passes; raise "
                "max_iterations or tolerance, or use solver='normal-equations'",
                ConvergenceWarning,
                stacklevel=2,
            )
        self.coef_ = found.weights * y_scale / x_scale
        self.intercept_ = y_centre[0] - self.coef_ @ x_centre
        self.n_iter_ = found.passes
        return self

    def predict(self, X: Any) -> FloatArray:
        """Expected value of y for each row of X."""
        check_is_fitted(self)
        X = validate_data(self, X, reset=False, dtype=np.float64)
        return np.asarray(X @ self.coef_ + self.intercept_)

    def _units(self, X: FloatArray, s: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Centre and scale of each column; the centre is 0 if there is no intercept."""
        total = s.sum() or 1.0
        centre = s @ X / total if self.fit_intercept else np.zeros(X.shape[1])
        scale = np.sqrt(s @ (X - centre) ** 2 / total)
        # A column that is constant up to rounding carries nothing; blowing it up would.
        negligible = 1e-12 * np.abs(X).max(axis=0)
        return centre, np.where(scale > negligible, scale, 1.0)


def _normal_equations(
    X: FloatArray, y: FloatArray, _tolerance: float, _max_passes: int
) -> LeastSquares:
    return LeastSquares(normal_equations(X, y), passes=1, converged=True)


def _lms_batch(X: FloatArray, y: FloatArray, tolerance: float, max_passes: int) -> LeastSquares:
    return lms_batch(X, y, tolerance=tolerance, max_passes=max_passes)


def _lms_online(
    X: FloatArray, y: FloatArray, tolerance: float, max_passes: int
) -> LeastSquares:
    return lms_online(X, y, tolerance=tolerance, max_passes=max_passes)


_Solver: TypeAlias = Callable[[FloatArray, FloatArray, float, int], LeastSquares]
SOLVERS: Mapping[str, _Solver] = MappingProxyType(
    {
        "normal-equations": _normal_equations,
        "lms-batch": _lms_batch,
        "lms-online": _lms_online,
    }
)

__all__ = ["LinearRegression"]
