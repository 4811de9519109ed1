"""Naive Bayes classifiers: each names an event model of ``core`` and its parameters."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from halfbayes.core.complement import Complement
from halfbayes.core.event_model import EventModel
from halfbayes.core.logspace import Matrix, log, log_sum_exp
from halfbayes.core.multinomial import Multinomial
from halfbayes.models.base import GenerativeClassifier
from halfbayes.models.validation import as_counts, require_choice, require_smoothing
from halfbayes.types import FloatArray

ESTIMATES: Mapping[str, float] = {"ml": 0.0, "map": 1.0, "mean": 0.0}
"""Least smoothing each estimate allows; below it the estimate does not exist."""


class MultinomialNaiveBayes(GenerativeClassifier):
    """Naive Bayes over word counts, or other numbers that are not negative.

    >>> X, y = [[2, 0], [1, 1], [0, 2]], ["sport", "sport", "law"]
    >>> model = MultinomialNaiveBayes().fit(X, y)
    >>> model.predict([[0, 3]]).tolist()
    ['law']
    >>> model.leave_one_out_proba_.round(3).tolist()
    [[0.2, 0.8], [0.5, 0.5], [0.429, 0.571]]
    """

    def __init__(
        self, *, smoothing: Any = 1.0, class_smoothing: float = 1.0, estimate: str = "mean"
    ) -> None:
        self.smoothing = smoothing
        self.class_smoothing = class_smoothing
        self.estimate = estimate

    def event_model(self, n_features: int) -> EventModel[Any]:
        """The word model of the chosen estimate."""
        estimate = require_choice("estimate", self.estimate, list(ESTIMATES))
        smoothing = require_smoothing(
            self.smoothing, n_features, low=ESTIMATES[estimate], strict=estimate == "mean"
        )
        return Multinomial(smoothing, estimate)

    def _prepared(self, X: Matrix) -> Matrix:
        return as_counts(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True  # on the checks' data, which are no counts
        return tags


class ComplementNaiveBayes(GenerativeClassifier):
    """Naive Bayes that knows each class by the words of all others (Rennie et al. 2003).

    >>> X, y = [[2, 0], [1, 1], [0, 2]], ["sport", "sport", "law"]
    >>> ComplementNaiveBayes().fit(X, y).predict([[0, 3]]).tolist()
    ['law']
    """

    def __init__(self, *, smoothing: Any = 1.0, class_smoothing: float = 1.0) -> None:
        self.smoothing = smoothing
        self.class_smoothing = class_smoothing

    def event_model(self, n_features: int) -> EventModel[Any]:
        """The complement word model."""
        return Complement(require_smoothing(self.smoothing, n_features, low=0.0, strict=True))

    def log_evidence(self, X: Any) -> FloatArray:
        """Log p(x) of the mixture of the complements, sum_k p(not k) p(x|not k).

        p(not k) is (1 - pi_k) / (K - 1), so the mixture is a distribution.
        """
        matrix = self._new_documents(X)
        pi = np.exp(self._learnt.log_prior)
        n_classes = len(pi)
        log_mixing = log((1.0 - pi) / (n_classes - 1)) if n_classes > 1 else np.zeros(1)
        return log_sum_exp(log_mixing - self._learnt.scorer(matrix))

    def _prepared(self, X: Matrix) -> Matrix:
        return as_counts(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.classifier_tags.poor_score = True  # on the checks' data, which are no counts
        return tags


__all__ = ["ComplementNaiveBayes", "MultinomialNaiveBayes"]
