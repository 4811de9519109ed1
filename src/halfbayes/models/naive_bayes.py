"""Naive Bayes classifiers: each names an event model of ``core`` and its parameters."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np
from scipy import sparse

from halfbayes.core.bernoulli import Bernoulli
from halfbayes.core.categorical import Categorical
from halfbayes.core.complement import Complement
from halfbayes.core.dirichlet import DirichletMultinomial
from halfbayes.core.event_model import EventModel
from halfbayes.core.gaussian import Gaussian
from halfbayes.core.learned_dirichlet import learned_dirichlet
from halfbayes.core.logspace import log, log_sum_exp
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.quality import EstimateQuality
from halfbayes.errors import InvalidInputError
from halfbayes.models.base import GenerativeClassifier
from halfbayes.models.validation import (
    as_codes,
    as_counts,
    as_presence,
    require_categories,
    require_choice,
    require_number,
    require_smoothing,
    without_duplicates,
)
from halfbayes.models.words import TopWord, model_quality, top_words
from halfbayes.types import FloatArray, IndexArray, Matrix

ESTIMATES: Mapping[str, Callable[[Any], EventModel[Any]]] = {
    "ml": lambda smoothing: Multinomial(smoothing, "ml"),
    "map": lambda smoothing: Multinomial(smoothing, "map"),
    "mean": lambda smoothing: Multinomial(smoothing, "mean"),
    "bayes": DirichletMultinomial,
}
"""Word models by the name of the estimate."""

LEAST_SMOOTHING: Mapping[str, tuple[float, bool]] = {
    "ml": (0.0, False),
    "map": (1.0, False),
    "mean": (0.0, True),
    "bayes": (0.0, True),
}
"""Smallest hyper-parameter with which an estimate exists, and whether it must be above it."""


LEARNED: Sequence[Any] = ("mean", "bayes")
"""Estimates whose smoothing can be learned."""


def _is_learned(smoothing: Any) -> bool:
    """Whether the smoothing is to be learned from the documents."""
    return isinstance(smoothing, str) and smoothing == "learned"


class MultinomialNaiveBayes(GenerativeClassifier):
    """Naive Bayes over word counts, or other numbers that are not negative.

    ``smoothing`` is the hyper-parameter alpha of the Dirichlet prior over words, one number or
    one per word, or "learned" (``core.learned_dirichlet``, for the estimates "mean" and
    "bayes"): strength and base measure by the leave-one-out likelihood of the documents given
    to ``fit``, or first to ``partial_fit``, kept as ``smoothing_`` and not learnt again.
    ``class_smoothing`` is added to the number of documents of each class; ``estimate`` is
    "mean" (expected value, additive smoothing), "map", "ml" or "bayes".

    >>> X, y = [[2, 0], [1, 1], [0, 2]], ["sport", "sport", "law"]
    >>> model = MultinomialNaiveBayes().fit(X, y)
    >>> model.predict([[0, 3]]).tolist()
    ['law']
    >>> model.leave_one_out_proba_.round(3).tolist()
    [[0.2, 0.8], [0.5, 0.5], [0.429, 0.571]]
    """

    discrete: ClassVar[bool] = True

    def __init__(
        self, *, smoothing: Any = 1.0, class_smoothing: float = 1.0, estimate: str = "mean"
    ) -> None:
        self.smoothing = smoothing
        self.class_smoothing = class_smoothing
        self.estimate = estimate

    def event_model(self, n_features: int) -> EventModel[Any]:
        """The word model of the chosen estimate."""
        estimate = require_choice("estimate", self.estimate, list(ESTIMATES))
        low, strict = LEAST_SMOOTHING[estimate]
        given = self.smoothing_ if _is_learned(self.smoothing) else self.smoothing
        smoothing = require_smoothing(given, n_features, low=low, strict=strict)
        return ESTIMATES[estimate](smoothing)

    def _look_at(self, X: Matrix, y: IndexArray, weights: FloatArray | None) -> None:
        if _is_learned(self.smoothing):
            if weights is not None:
                message = (
                    "a prior is learned from documents that count alike; learn it without "
                    "sample_weight, and pass its smoothing_ as smoothing"
                )
                raise InvalidInputError(message)
            how = require_choice("estimate with a learned smoothing", self.estimate, LEARNED)
            n_classes = int(y.max()) + 1
            found = learned_dirichlet(sparse.csr_array(X), y, n_classes, estimate=how)
            self.smoothing_ = found.smoothing

    def top_words(self, n: int = 10, *, names: Any = None) -> dict[Any, list[TopWord]]:
        """The words that speak loudest for each class (Rennie 2001, eq. 3.11), best first."""
        return top_words(self, n, names=names)

    def estimate_quality(self, X: Any = None) -> EstimateQuality:
        """Which class's few examples dominate the variance of the scores.

        Of the mean training document, or on average over documents X.
        """
        return model_quality(self, X)

    def _prepared(self, X: Matrix) -> Matrix:
        counts = as_counts(X)
        return without_duplicates(counts) if self.estimate == "bayes" else counts


class ComplementNaiveBayes(GenerativeClassifier):
    """Naive Bayes that knows each class by the words of all others (Rennie et al. 2003).

    >>> X, y = [[2, 0], [1, 1], [0, 2]], ["sport", "sport", "law"]
    >>> ComplementNaiveBayes().fit(X, y).predict([[0, 3]]).tolist()
    ['law']
    """

    discrete: ClassVar[bool] = True

    def __init__(self, *, smoothing: Any = 1.0, class_smoothing: float = 1.0) -> None:
        self.smoothing = smoothing
        self.class_smoothing = class_smoothing

    def event_model(self, n_features: int) -> EventModel[Any]:
        """The complement word model."""
        return Complement(require_smoothing(self.smoothing, n_features, low=0.0, strict=True))

    def top_words(self, n: int = 10, *, names: Any = None) -> dict[Any, list[TopWord]]:
        """The words that speak loudest for each class (Rennie 2001, eq. 3.11), best first."""
        return top_words(self, n, names=names)

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


class BernoulliNaiveBayes(GenerativeClassifier):
    """Naive Bayes over which words occur and which do not.

    A word occurs where its value is above ``binarize`` (None: where it is not zero).

    >>> X, y = [[2, 0], [1, 1], [0, 2]], ["sport", "sport", "law"]
    >>> BernoulliNaiveBayes().fit(X, y).predict([[0, 3]]).tolist()
    ['law']
    """

    def __init__(
        self,
        *,
        smoothing: Any = 1.0,
        class_smoothing: float = 1.0,
        estimate: str = "mean",
        binarize: float | None = 0.0,
    ) -> None:
        self.smoothing = smoothing
        self.class_smoothing = class_smoothing
        self.estimate = estimate
        self.binarize = binarize

    def event_model(self, n_features: int) -> EventModel[Any]:
        """The Bernoulli word model of the chosen estimate."""
        estimate = require_choice("estimate", self.estimate, list(LEAST_SMOOTHING))
        low, strict = LEAST_SMOOTHING[estimate]
        smoothing = require_smoothing(self.smoothing, n_features, low=low, strict=strict)
        return Bernoulli(smoothing, estimate)

    def top_words(self, n: int = 10, *, names: Any = None) -> dict[Any, list[TopWord]]:
        """The words that speak loudest for each class (Rennie 2001, eq. 3.11), best first."""
        return top_words(self, n, names=names)

    def _prepared(self, X: Matrix) -> Matrix:
        return as_presence(X, self.binarize)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # on the checks' data, which are not binary
        return tags


class CategoricalNaiveBayes(GenerativeClassifier):
    """Naive Bayes over categories 0, 1, 2, ...; NaN, or a category never seen, is missing.

    ``n_categories`` is the least number of categories of each feature, one number or one per
    feature; by default as many as were seen.

    >>> X, y = [[0, 1], [0, 2], [1, 0]], ["sport", "sport", "law"]
    >>> CategoricalNaiveBayes().fit(X, y).predict([[1, float("nan")]]).tolist()
    ['law']
    """

    discrete: ClassVar[bool] = True
    allow_missing: ClassVar[bool] = True

    def __init__(
        self,
        *,
        smoothing: Any = 1.0,
        class_smoothing: float = 1.0,
        n_categories: Any = None,
    ) -> None:
        self.smoothing = smoothing
        self.class_smoothing = class_smoothing
        self.n_categories = n_categories

    def event_model(self, n_features: int) -> EventModel[Any]:
        """The categorical model."""
        smoothing = require_smoothing(self.smoothing, n_features, low=0.0, strict=True)
        return Categorical(smoothing, require_categories(self.n_categories, n_features))

    def _prepared(self, X: Matrix) -> Matrix:
        return as_codes(X)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        return tags


class GaussianNaiveBayes(GenerativeClassifier):
    """Naive Bayes over numbers; NaN is missing.

    ``variance`` is "class" (one per class) or "shared" (linear); ``variance_smoothing`` is the
    share of the largest variance added to all; ``variance_shrinkage`` the number of
    pseudo-documents with which the variance of a class is drawn to the pooled one.

    >>> X, y = [[0.0], [1.0], [5.0], [7.0]], ["low", "low", "high", "high"]
    >>> GaussianNaiveBayes().fit(X, y).predict([[6.0], [0.2]]).tolist()
    ['high', 'low']
    """

    allow_missing: ClassVar[bool] = True

    def __init__(
        self,
        *,
        variance: str = "class",
        variance_smoothing: float = 1e-9,
        variance_shrinkage: float = 1.0,
        class_smoothing: float = 1.0,
    ) -> None:
        self.variance = variance
        self.variance_smoothing = variance_smoothing
        self.variance_shrinkage = variance_shrinkage
        self.class_smoothing = class_smoothing

    def event_model(self, n_features: int) -> EventModel[Any]:
        """The Gaussian model; ``n_features`` makes no difference to it."""
        del n_features
        return Gaussian(
            require_choice("variance", self.variance, ["class", "shared"]),
            require_number("variance_smoothing", self.variance_smoothing, low=0.0),
            require_number("variance_shrinkage", self.variance_shrinkage, low=0.0),
        )

    def _prepared(self, X: Matrix) -> Matrix:
        return without_duplicates(X) if sparse.issparse(X) else X


__all__ = [
    "BernoulliNaiveBayes",
    "CategoricalNaiveBayes",
    "ComplementNaiveBayes",
    "GaussianNaiveBayes",
    "MultinomialNaiveBayes",
]
