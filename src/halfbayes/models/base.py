"""The estimator every generative classifier is: an event model, class priors, Bayes' rule.

    log p(k|x) = log pi_k + log p(x|k) - log p(x)        pi_k = (N_k + b) / (N + b K)

``fit``, ``partial_fit``, ``forget``, predictions and leave-one-out are written once, here; a
subclass names its event model and prepares the matrix. Statistics are sums over documents, so
``partial_fit`` adds, ``forget`` subtracts, and new classes are new rows.
"""

from typing import Any, ClassVar, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.validation import check_is_fitted

from halfbayes.core.event_model import EventModel, Statistics
from halfbayes.core.logspace import log_posterior, log_sum_exp, posterior
from halfbayes.errors import InvalidInputError
from halfbayes.models.learnt import Learnt
from halfbayes.models.validation import (
    encoded_labels,
    positions_among,
    require_number,
    validated_labels,
    validated_matrix,
    validated_weights,
)
from halfbayes.types import FloatArray, IndexArray, LabelArray, Matrix

ANNOUNCE = (
    "correct the labels, leave these documents out, or announce new classes with "
    "partial_fit(..., classes=...)"
)
"""What to do about labels outside the classes announced earlier."""


class GenerativeClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Classifier over an event model; subclasses give ``event_model`` and ``_prepared``."""

    class_smoothing: float
    allow_missing: ClassVar[bool] = False
    discrete: ClassVar[bool] = False

    def event_model(self, n_features: int) -> EventModel[Any]:
        """The event model with this estimator's parameters, which are checked here."""
        raise NotImplementedError

    def _prepared(self, X: Matrix) -> Matrix:
        """The matrix as the event model reads it; an error where it cannot."""
        return X

    def _look_at(self, X: Matrix, y: IndexArray, weights: FloatArray | None) -> None:
        """Look at the first documents before any is counted."""

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Learn from documents X (documents, features) with labels y; forgets all before."""
        matrix = self._validated(X, reset=True)
        self.classes_, numbers = encoded_labels(validated_labels(y, matrix.shape[0]))
        self._announced = False
        weights = validated_weights(sample_weight, matrix)
        self._look_at(matrix, numbers, weights)
        statistics = self._statistics(matrix, numbers, weights)
        self._learn(statistics, (matrix, numbers, weights))
        _ = self._learnt.scorer  # ready to predict; partial_fit leaves this to the first use
        return self

    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, sample_weight: Any = None
    ) -> Self:
        """Learn from more documents; the result is that of ``fit`` on all of them.

        New labels become new classes. With ``classes``, now or earlier, the classes are only
        those announced, and any other label is an ``UnknownLabelError``.
        """
        first = not hasattr(self, "classes_")
        matrix = self._validated(X, reset=first)
        names, numbers = encoded_labels(validated_labels(y, matrix.shape[0]))
        weights = validated_weights(sample_weight, matrix)
        if first:
            self._look_at(matrix, numbers, weights)
        known = self._known_classes(names, classes, first=first)
        positions = positions_among(known, names, advice=ANNOUNCE)
        added = self._statistics(matrix, numbers, weights).placed(positions, len(known))
        if not first:
            added = self._placed_among(known) + added
        self.classes_ = known
        self._announced = classes is not None or (not first and self._announced)
        self._learn(added, None)
        return self

    def forget(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Unlearn documents learnt before: the exact inverse of ``partial_fit``.

        Classes stay, even without documents. Documents never learnt are an error where they
        would make a count negative.
        """
        matrix, numbers, weights = self._known_documents(X, y, sample_weight)
        self._learn(self._without(matrix, numbers, weights), None)
        return self

    def predict(self, X: Any) -> LabelArray:
        """Most probable class of each document."""
        check_is_fitted(self)
        return np.asarray(self.classes_[np.argmax(self.predict_log_proba(X), axis=1)])

    def predict_proba(self, X: Any) -> FloatArray:
        """P(k|x): (documents, classes), in the order of ``classes_``; rows sum to one."""
        matrix = self._new_documents(X)
        return posterior(self._learnt.log_prior, self._learnt.scorer(matrix))

    def predict_log_proba(self, X: Any) -> FloatArray:
        """Log p(k|x): (documents, classes); for a document without words, the prior."""
        matrix = self._new_documents(X)
        return log_posterior(self._learnt.log_prior, self._learnt.scorer(matrix))

    def log_evidence(self, X: Any) -> FloatArray:
        """Log p(x) = log sum_k pi_k p(x|k) of each document; low for documents unlike any."""
        matrix = self._new_documents(X)
        return log_sum_exp(self._learnt.scorer(matrix) + self._learnt.log_prior)

    @property
    def leave_one_out_proba_(self) -> FloatArray:
        """P(k|x_i) of each document given to ``fit``, by the model fitted without it.

        Worked out at first use from the matrix given to ``fit``, which must not have changed.
        """
        check_is_fitted(self)
        return self._learnt.leave_one_out_proba

    def leave_one_out_proba(self, X: Any, y: Any, sample_weight: Any = None) -> FloatArray:
        """P(k|x_i) of documents that were learnt, each by the model without it."""
        matrix, numbers, weights = self._known_documents(X, y, sample_weight)
        self._without(matrix, numbers, weights)
        return self._learnt.posterior_without_each(matrix, numbers, weights)

    def linear_weights(self) -> tuple[FloatArray, FloatArray]:
        """Intercepts b_k and weights w_k of log p(k|x) = b_k + w_k . x + constant.

        The constant depends on x only. ``NotLinearError`` where the model is not linear in x.
        """
        check_is_fitted(self)
        intercept, weights = self._learnt.event.linear_weights(self._learnt.statistics)
        return intercept + self._learnt.log_prior, weights

    def sample(
        self, labels: Any, *, random_state: Any = None, **options: Any
    ) -> tuple[Matrix, LabelArray]:
        """New documents and their labels: one for each label, or that many in all.

        With a number the classes are drawn from the prior. ``options`` go to the event model
        (``lengths`` for word models).
        """
        check_is_fitted(self)
        rng = _generator(random_state)
        if isinstance(labels, int | np.integer):
            p = np.exp(self._learnt.log_prior)
            numbers = rng.choice(len(p), size=int(labels), p=p / p.sum()).astype(np.intp)
        else:
            numbers = positions_among(self.classes_, np.asarray(labels))
        draw: Any = self._learnt.event.sample
        return draw(numbers, self._learnt.statistics, rng=rng, **options), self.classes_[
            numbers
        ]

    def prepared(self, X: Any) -> Matrix:
        """New documents, checked, as the event model reads them."""
        return self._new_documents(X)

    @property
    def statistics_(self) -> Any:
        """The sums over documents that the model consists of."""
        check_is_fitted(self)
        return self._learnt.statistics

    @property
    def class_log_prior_(self) -> FloatArray:
        """Log pi_k of each class."""
        check_is_fitted(self)
        return self._learnt.log_prior

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.allow_nan = self.allow_missing
        if self.discrete:
            tags.input_tags.positive_only = True
            tags.classifier_tags.poor_score = True  # on the checks' data, which are no counts
        return tags

    def _validated(self, X: Any, *, reset: bool) -> Matrix:
        matrix = validated_matrix(self, X, reset=reset, allow_missing=self.allow_missing)
        return self._prepared(matrix)

    def _new_documents(self, X: Any) -> Matrix:
        check_is_fitted(self)
        return self._validated(X, reset=False)

    def _known_documents(
        self, X: Any, y: Any, sample_weight: Any
    ) -> tuple[Matrix, IndexArray, FloatArray | None]:
        matrix = self._new_documents(X)
        names, numbers = encoded_labels(validated_labels(y, matrix.shape[0]))
        numbers = positions_among(self.classes_, names)[numbers]
        return matrix, numbers, validated_weights(sample_weight, matrix)

    def _statistics(self, X: Matrix, y: IndexArray, weights: FloatArray | None) -> Any:
        n_classes = int(y.max()) + 1
        event = self.event_model(self.n_features_in_)
        return event.statistics(X, y, n_classes=n_classes, weights=weights)

    def _learn(
        self,
        statistics: Statistics,
        training: tuple[Matrix, IndexArray, FloatArray | None] | None,
    ) -> None:
        b = require_number("class_smoothing", self.class_smoothing, low=0.0)
        self._learnt = Learnt(self.event_model(self.n_features_in_), statistics, b, training)

    def _without(self, X: Matrix, y: IndexArray, weights: FloatArray | None) -> Statistics:
        n_classes = len(self.classes_)
        removed = self._learnt.event.statistics(X, y, n_classes=n_classes, weights=weights)
        rest: Statistics = self._learnt.statistics - removed
        if rest.overdrawn:
            message = (
                "some of these documents were never learnt with these labels: a count would "
                "become negative; pass only documents given to fit or partial_fit"
            )
            raise InvalidInputError(message)
        return rest

    def _known_classes(self, names: LabelArray, classes: Any, *, first: bool) -> LabelArray:
        """Sorted classes after this portion: announced ones, old ones, and new labels."""
        announced = None if classes is None else encoded_labels(np.asarray(classes))[0]
        if first:
            return names if announced is None else announced
        if announced is not None:
            return _union(self.classes_, announced)
        return self.classes_ if self._announced else _union(self.classes_, names)

    def _placed_among(self, classes: LabelArray) -> Any:
        positions = positions_among(classes, self.classes_)
        return self._learnt.statistics.placed(positions, len(classes))


def _union(one: LabelArray, other: LabelArray) -> LabelArray:
    return encoded_labels(np.concatenate([one, other]))[0]


def _generator(random_state: Any) -> np.random.Generator:
    if isinstance(random_state, np.random.RandomState):
        return np.random.default_rng(random_state.randint(2**31))
    return np.random.default_rng(random_state)


__all__ = ["GenerativeClassifier"]
