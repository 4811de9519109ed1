"""``Calibrator``: anybody's classifier with probabilities that mean what they say.

The classifier is fitted on all documents, unless it is frozen: then none of them may be one it
has seen. The map of ``core.recalibration`` is fitted on honest
probabilities of the same documents: the classifier's own ``leave_one_out_proba_`` where it has
one, else predictions of classifiers fitted without each of several parts. Every class is dealt
out over the parts, so that two documents of a class are enough: each is predicted by a
classifier that knows the other. A class with one document only is learnt and not scored.
"""

from typing import Any, Self

import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
from sklearn.frozen import FrozenEstimator
from sklearn.utils import _safe_indexing, check_random_state, indexable
from sklearn.utils.metadata_routing import MetadataRouter, MethodMapping
from sklearn.utils.validation import check_is_fitted

from halfbayes.core.logspace import log_normalise
from halfbayes.core.recalibration import MAPS, CalibrationMap, Temperature
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.models.validation import positions_among, require_number, validated_labels
from halfbayes.types import BoolArray, FloatArray, IndexArray, LabelArray


class Calibrator(ClassifierMixin, MetaEstimatorMixin, BaseEstimator):  # type: ignore[misc]
    """A classifier and a map that calibrates its probabilities.

    Parameters
    ----------
    estimator : a classifier with ``predict_proba`` or ``decision_function``; inside
        ``sklearn.frozen.FrozenEstimator`` it is not fitted again, and X, y, which it must not
        have seen, only calibrate it.
    method : "temperature" (one number, changes no prediction), "sigmoid" or "isotonic".
    folds : how many parts documents are dealt into, where there is no leave-one-out.
    random_state : of the dealing; fixed, so that the same documents give the same map.

    >>> from sklearn.naive_bayes import MultinomialNB
    >>> X, y = [[3, 0], [2, 1], [0, 3], [1, 2]], ["a", "a", "b", "b"]
    >>> Calibrator(MultinomialNB()).fit(X, y).predict_proba([[9, 0]]).round(2)
    array([[1., 0.]])
    """

    classes_: LabelArray
    map_: CalibrationMap

    def __init__(
        self,
        estimator: Any,
        *,
        method: str = "temperature",
        folds: int = 5,
        random_state: Any = 0,
    ) -> None:
        self.estimator = estimator
        self.method = method
        self.folds = folds
        self.random_state = random_state

    def fit(self, X: Any, y: Any) -> Self:
        """Fit the classifier on all documents, and the map on honest probabilities of them."""
        if self.method not in MAPS:
            raise InvalidParameterError(
                f"method must be one of {', '.join(map(repr, MAPS))}; got {self.method!r}"
            )
        folds = int(require_number("folds", self.folds, low=2.0))
        X, _ = indexable(X, None)
        self.estimator_ = clone(self.estimator).fit(X, y)
        self.classes_ = np.asarray(self.estimator_.classes_)
        labels = validated_labels(y, len(np.asarray(y)))
        numbers = positions_among(self.classes_, labels)
        proba, scored = self._honest(X, labels, numbers, folds)
        if scored.any() and len(self.classes_) > 1:
            self.map_ = MAPS[self.method](proba[scored], numbers[scored])
        else:
            self.map_ = Temperature(1.0)
        return self

    def predict_proba(self, X: Any) -> FloatArray:
        """Calibrated P(k|x): (documents, classes), in the order of ``classes_``."""
        check_is_fitted(self)
        return self.map_(raw_probabilities(self.estimator_, X))

    def predict(self, X: Any) -> LabelArray:
        """The most probable class of each document."""
        proba = self.predict_proba(X)
        return np.asarray(self.classes_[np.argmax(proba, axis=1)])

    @property
    def n_features_in_(self) -> int:
        """Features the classifier saw."""
        return int(self.estimator_.n_features_in_)

    def get_metadata_routing(self) -> MetadataRouter:
        """Nothing is passed on to the classifier but X and y."""
        mapping = MethodMapping().add(caller="fit", callee="fit")
        return MetadataRouter(owner=self).add(estimator=self.estimator, method_mapping=mapping)

    def _honest(
        self, X: Any, labels: LabelArray, numbers: IndexArray, parts: int
    ) -> tuple[FloatArray, BoolArray]:
        """Probabilities of documents the classifier did not see, and which have any."""
        everywhere = np.ones(len(labels), dtype=np.bool_)
        if isinstance(self.estimator, FrozenEstimator):  # it has seen none of them
            return raw_probabilities(self.estimator_, X), everywhere
        if hasattr(self.estimator_, "leave_one_out_proba_"):
            return np.asarray(self.estimator_.leave_one_out_proba_), everywhere
        part = dealt(numbers, parts, check_random_state(self.random_state))
        proba, scored = np.zeros((len(labels), len(self.classes_))), part >= 0
        for number in np.unique(part[scored]):
            out = np.flatnonzero(part == number)
            rest = np.flatnonzero(part != number)
            without = clone(self.estimator).fit(_safe_indexing(X, rest), labels[rest])
            columns = positions_among(self.classes_, np.asarray(without.classes_))
            proba[np.ix_(out, columns)] = raw_probabilities(without, _safe_indexing(X, out))
        return proba, scored

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        return tags


def raw_probabilities(estimator: Any, X: Any) -> FloatArray:
    """Probabilities of a fitted classifier; softmax of its scores where it has no other."""
    if hasattr(estimator, "predict_proba"):
        return np.asarray(estimator.predict_proba(X), dtype=np.float64)
    if not hasattr(estimator, "decision_function"):
        raise InvalidInputError(
            f"{type(estimator).__name__} has neither predict_proba nor decision_function; "
            "a classifier needs one of them to be calibrated"
        )
    scores = np.asarray(estimator.decision_function(X), dtype=np.float64)
    if scores.ndim == 1:
        scores = np.column_stack([-scores / 2, scores / 2])
    return np.asarray(np.exp(log_normalise(scores)))


def dealt(numbers: IndexArray, parts: int, rng: np.random.RandomState) -> IndexArray:
    """The part of each document, every class spread evenly; -1 for the only one of a class.

    >>> dealt(np.array([0, 0, 1, 1, 1, 2]), 2, np.random.RandomState(0)).tolist()
    [1, 0, 1, 0, 0, -1]
    """
    part = np.full(len(numbers), -1, dtype=np.intp)
    first = 0
    for k in np.unique(numbers):
        members = rng.permutation(np.flatnonzero(numbers == k))
        if len(members) > 1:
            part[members] = (first + np.arange(len(members))) % parts
            first += len(members)
    return part


__all__ = ["Calibrator", "dealt", "raw_probabilities"]
