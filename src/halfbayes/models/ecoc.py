"""Many classes by binary classifiers: error-correcting output codes.

    class of x = argmin over c of sum_j g(f_j(x) R_cj)                (Rennie 2001, eq. 4.1)

R is the code matrix (``core.codes``), f_j the score of the j-th binary classifier
(``models.bits``), g the loss of the decoding (``core.decoding``). Probabilities couple the
calibrated bit probabilities (``core.sigmoid``, ``core.coupling``). Law: one bit a class and
linear decoding is one-vs-all.
"""

from functools import partial
from typing import Any, Self

import numpy as np
from scipy.special import expit
from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.utils import check_random_state, get_tags
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted

from halfbayes.core.code_report import CodeReport, code_report
from halfbayes.core.codebook import named_code, sized_name
from halfbayes.core.codes import CodeMatrix, dense, exhaustive, given_code
from halfbayes.core.coupling import agreeing, coupled_probabilities
from halfbayes.core.decoding import LOSSES, code_losses
from halfbayes.core.sigmoid import fitted_slopes
from halfbayes.core.tuning import tuned_columns
from halfbayes.errors import InvalidInputError, InvalidParameterError, NoTrainingDataError
from halfbayes.models.base import GenerativeClassifier
from halfbayes.models.bits import (
    Bits,
    Calibration,
    generative_bits,
    held_out_scores,
    leave_one_out_scores,
    refitted_bits,
)
from halfbayes.models.validation import (
    encoded_labels,
    positions_among,
    require_choice,
    require_number,
    validated_labels,
    validated_matrix,
)
from halfbayes.types import FloatArray, IndexArray, LabelArray, Matrix

TWO_CLASSES = 2

POOL = 1_000
"""Random columns that a tuned code is chosen from."""

MAX_SMALL_POOL_CLASSES = 10
"""Up to so many classes the pool is every split there is (511)."""

CALIBRATION_DOCUMENTS = 1_000
"""Training documents scored without themselves, to calibrate two numbers a bit."""

TUNING_DOCUMENTS = 3_000
"""Training documents scored without themselves, to choose columns."""


def _has_probabilities(model: "OutputCodeClassifier") -> bool:
    inner = model.estimator
    known = isinstance(inner, GenerativeClassifier) or hasattr(inner, "predict_proba")
    return known or model.calibration_folds > 0


def _has_decisions(model: "OutputCodeClassifier") -> bool:
    return hasattr(model.estimator, "decision_function")


class OutputCodeClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Classifier for many classes around any binary classifier.

    ``code`` is "one-vs-all", "exhaustive", "dense-N", "bch-15", "bch-31", "bch-63", "bch-127",
    "tuned-N" (columns chosen from the data; the inner model must be one of our generative
    classifiers), or a matrix of -1 and +1, a row for each class in sorted order. ``decoding``
    is "hinge", "linear", "logistic" or "zero-one". ``calibration_folds`` is for inner models
    that have neither leave-one-out scores nor probabilities: their bit scores are calibrated
    on so many folds, each costing one more fit of all bits; 0 does without ``predict_proba``.

    >>> from halfbayes.models.naive_bayes import MultinomialNaiveBayes
    >>> X, y = [[3, 0, 0], [0, 3, 0], [0, 0, 3], [2, 1, 0]], ["law", "art", "sport", "law"]
    >>> model = OutputCodeClassifier(MultinomialNaiveBayes(), code="one-vs-all").fit(X, y)
    >>> model.predict([[0, 4, 0], [1, 0, 2]]).tolist()
    ['art', 'sport']
    >>> model.code_.tolist()
    [[1, -1, -1], [-1, 1, -1], [-1, -1, 1]]
    """

    def __init__(
        self,
        estimator: Any,
        *,
        code: Any = "bch-63",
        decoding: str = "hinge",
        calibration_folds: int = 3,
        random_state: Any = 0,
    ) -> None:
        self.estimator = estimator
        self.code = code
        self.decoding = decoding
        self.calibration_folds = calibration_folds
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Learn every bit of the code from documents X (documents, features), labels y."""
        matrix = self._validated(X, reset=True)
        self._check_parameters()
        self.classes_, numbers = encoded_labels(validated_labels(y, matrix.shape[0]))
        if len(self.classes_) == 1:
            msg = (
                "y holds only one class; an output code needs documents of two classes or more"
            )
            raise InvalidInputError(msg)
        rng = np.random.default_rng(check_random_state(self.random_state).randint(2**31))
        if isinstance(self.estimator, GenerativeClassifier):
            self._fit_generative(matrix, numbers, rng)
        else:
            self._fit_any(matrix, numbers, rng)
        return self

    def predict(self, X: Any) -> LabelArray:
        """The class whose code the bits contradict least."""
        losses = self.class_losses(X)
        return np.asarray(self.classes_[np.argmin(losses, axis=1)])

    def class_losses(self, X: Any) -> FloatArray:
        """Loss of every class's code against the bits, eq. 4.1: (documents, classes)."""
        return code_losses(self.bit_scores(X), self.code_, LOSSES[self.decoding])

    @available_if(_has_decisions)  # type: ignore[untyped-decorator]  # scikit-learn's
    def decision_function(self, X: Any) -> FloatArray:
        """Minus ``class_losses``: (documents, classes); for two classes their difference."""
        scores = -self.class_losses(X)
        return scores if len(self.classes_) > TWO_CLASSES else scores[:, 1] - scores[:, 0]

    @available_if(_has_probabilities)  # type: ignore[untyped-decorator]  # scikit-learn's
    def predict_proba(self, X: Any) -> FloatArray:
        """P(k|x) from the calibrated bits: (documents, classes); rows sum to one.

        The class of ``predict`` is the most probable one.
        """
        scores = self.bit_scores(X)
        if self._calibration is not None:
            return self._calibration.probabilities(scores)
        chosen = np.argmin(code_losses(scores, self.code_, LOSSES[self.decoding]), axis=1)
        return agreeing(coupled_probabilities(expit(scores), self.code_), chosen)

    def bit_scores(self, X: Any) -> FloatArray:
        """Score of every bit, positive for its +1 side: (documents, bits)."""
        check_is_fitted(self)
        return self._bits.scores(self._validated(X, reset=False))

    def code_report(self, X: Any = None, y: Any = None) -> CodeReport:
        """Distances of the code and difficulty of every bit.

        Measured on the documents given, or without any on training documents, each scored by
        bits fitted without it (where the model has such scores).
        """
        check_is_fitted(self)
        if X is None:
            if self._calibration is None:
                msg = (
                    "no training document was scored without itself: the inner model has no "
                    "leave-one-out scores; pass documents to measure on, code_report(X, y)"
                )
                raise NoTrainingDataError(msg)
            return self._calibration.report
        scores = self.bit_scores(X)
        names, numbers = encoded_labels(validated_labels(y, len(scores)))
        numbers = positions_among(self.classes_, names)[numbers]
        return code_report(self.code_, self.classes_, scores, numbers)

    def _fit_generative(self, X: Matrix, y: IndexArray, rng: np.random.Generator) -> None:
        model = clone(self.estimator).fit(X, self.classes_[y])
        if isinstance(self.code, str) and self.code.startswith("tuned-"):
            self.code_ = _tuned_code(model, X, y, n_bits=sized_name(self.code)[1], rng=rng)
        else:
            self.code_ = self._code(rng)
        bits = generative_bits(model, X, y, self.code_)
        self._bits: Bits = bits
        _ = bits.scorer  # ready to predict
        some = _some_documents(y, CALIBRATION_DOCUMENTS, rng)
        scores = partial(leave_one_out_scores, bits, X[some], y[some])
        self._calibration: Calibration | None = self._calibrated(y[some], scores)

    def _fit_any(self, X: Matrix, y: IndexArray, rng: np.random.Generator) -> None:
        if isinstance(self.code, str) and self.code.startswith("tuned-"):
            raise InvalidParameterError(
                f"code {self.code!r} is chosen by leave-one-out scores, which "
                f"{type(self.estimator).__name__} does not have; fit a code with "
                "MultinomialNaiveBayes inside and pass its code_ as code="
            )
        self.code_ = self._code(rng)
        self._bits = refitted_bits(self.estimator, X, y, self.code_)
        self._calibration = None
        if self.calibration_folds and not hasattr(self.estimator, "predict_proba"):
            folds = int(self.calibration_folds)
            scores = held_out_scores(self.estimator, X, y, self.code_, folds=folds)
            self._calibration = self._calibrated(y, scores)

    def _calibrated(self, y: IndexArray, held_out: Any) -> Calibration:
        loss = LOSSES[self.decoding]
        return Calibration(self.code_, self.classes_, loss, y, held_out)

    def _code(self, rng: np.random.Generator) -> CodeMatrix:
        n_classes = len(self.classes_)
        if isinstance(self.code, str):
            return named_code(self.code, n_classes, rng=rng)
        return given_code(self.code, n_classes)

    def _check_parameters(self) -> None:
        require_choice("decoding", self.decoding, list(LOSSES))
        require_number("calibration_folds", self.calibration_folds, low=0.0)
        if self.calibration_folds == 1:
            msg = "calibration_folds must be 0, or at least 2; got 1"
            raise InvalidParameterError(msg)

    def _validated(self, X: Any, *, reset: bool) -> Matrix:
        missing = get_tags(self.estimator).input_tags.allow_nan
        return validated_matrix(self, X, reset=reset, allow_missing=missing)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        inner = get_tags(self.estimator)
        tags.input_tags = inner.input_tags
        tags.classifier_tags.poor_score = inner.classifier_tags.poor_score
        return tags


def _tuned_code(
    model: GenerativeClassifier,
    X: Matrix,
    y: IndexArray,
    *,
    n_bits: int,
    rng: np.random.Generator,
) -> CodeMatrix:
    n_classes = len(model.classes_)
    if n_classes <= MAX_SMALL_POOL_CLASSES:
        pool = exhaustive(n_classes)
    else:
        pool = dense(n_classes, max(POOL, 4 * n_bits), rng=rng)
    if n_bits > pool.shape[1]:
        raise InvalidParameterError(
            f"'tuned-{n_bits}' needs {n_bits} different splits, and {n_classes} classes have "
            f"{pool.shape[1]}; use 'exhaustive', which has each of them once"
        )
    some = _some_documents(y, TUNING_DOCUMENTS, rng)
    bits = generative_bits(model, X, y, pool)
    scores = leave_one_out_scores(bits, X[some], y[some])
    log_odds = scores * fitted_slopes(scores, pool[y[some]] == 1)
    chosen = tuned_columns(pool, log_odds, y[some], n_bits=n_bits)
    return np.ascontiguousarray(pool[:, chosen])


def _some_documents(y: IndexArray, most: int, rng: np.random.Generator) -> IndexArray:
    if len(y) <= most:
        return np.arange(len(y))
    return np.sort(rng.choice(len(y), size=most, replace=False))


__all__ = ["OutputCodeClassifier"]
