"""Feature selection by scores from class counts: one pass over the documents, any score.

    information-gain            by word occurrence (Rennie 2001, eq. 5.2)
    presence-information-gain   by presence in documents
    chi-squared                 as scikit-learn's chi2: expected counts by share of documents
    hypothesis-test             HT, eq. 5.3
    discriminative              S, eq. 5.6
    near-hypothesis-test        NHT, eq. 5.7: epsilon, metric and level are its parameters

Terms are kept by rank (``k``) or by significance level (``level``), where the score has one.

**Selection inside leave-one-out.** Words chosen with a document's own label in the counts make
its leave-one-out score look better than it is. ``leave_one_out_log_joint`` chooses the words
anew without each document: exact, at the cost of scoring all terms once a document. Law: it
equals fitting selector and classifier without the document.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from scipy.special import chdtrc
from sklearn.base import BaseEstimator, clone
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from halfbayes.core.counts import ClassCounts, class_counts
from halfbayes.core.neighbourhood import METRICS, near_hypothesis_test
from halfbayes.core.prior import log_prior
from halfbayes.core.significance import significance_level
from halfbayes.core.term_scores import (
    chi_squared,
    discriminative,
    hypothesis_test,
    information_gain,
)
from halfbayes.errors import InvalidParameterError
from halfbayes.models.base import GenerativeClassifier
from halfbayes.models.validation import (
    as_counts,
    encoded_labels,
    require_choice,
    require_number,
    validated_labels,
    validated_matrix,
    without_duplicates,
)
from halfbayes.text.matrix_output import MatrixOutput
from halfbayes.types import BoolArray, CountMatrix, FloatArray, IndexArray

DEFAULT_K = 1_000
"""Terms kept when neither k nor level is given."""


@dataclass(eq=False)
class Scored:
    """Score of every term, and how to work out its significance level."""

    scores: FloatArray
    level_of_each: Callable[[], FloatArray] | None = None

    @cached_property
    def levels(self) -> FloatArray | None:
        """Significance level of every term, for scores that have one; worked out when read."""
        return None if self.level_of_each is None else self.level_of_each()


def _neutral(counts: ClassCounts) -> FloatArray:
    words = counts.terms.sum(axis=1)
    total = words.sum()
    return np.asarray(words / total) if total > 0.0 else np.full(len(words), 1.0 / len(words))


def _information_gain(counts: ClassCounts, _: "TermSelector") -> Scored:
    return Scored(information_gain(counts.terms, counts.terms.sum(axis=1)))


def _presence_information_gain(counts: ClassCounts, _: "TermSelector") -> Scored:
    return Scored(information_gain(counts.terms, counts.documents))


def _chi_squared(counts: ClassCounts, _: "TermSelector") -> Scored:
    share = counts.documents / counts.documents.sum()
    scores = chi_squared(counts.terms, share)
    degrees = np.count_nonzero(share) - 1  # a class without documents has no freedom
    return Scored(
        scores, lambda: np.asarray(chdtrc(degrees, scores)) if degrees else scores + 1
    )


def _discriminative(counts: ClassCounts, _: "TermSelector") -> Scored:
    return Scored(discriminative(counts.terms[counts.documents > 0.0]))


def _hypothesis_test(counts: ClassCounts, _: "TermSelector") -> Scored:
    neutral = _neutral(counts)
    scores = hypothesis_test(counts.terms, neutral)
    return Scored(scores, lambda: significance_level(counts.terms, scores, neutral))


def _near_hypothesis_test(counts: ClassCounts, selector: "TermSelector") -> Scored:
    neutral = _neutral(counts)
    possible = neutral > 0.0  # a class without words cannot have a word
    terms = counts.terms[possible]
    scores, near = near_hypothesis_test(
        terms, neutral[possible], epsilon=selector.epsilon, metric=selector.metric
    )
    return Scored(scores, lambda: significance_level(terms, scores, near))


SCORES: Mapping[str, Callable[[ClassCounts, "TermSelector"], Scored]] = {
    "information-gain": _information_gain,
    "presence-information-gain": _presence_information_gain,
    "chi-squared": _chi_squared,
    "hypothesis-test": _hypothesis_test,
    "discriminative": _discriminative,
    "near-hypothesis-test": _near_hypothesis_test,
}

WITH_LEVEL = ("chi-squared", "hypothesis-test", "near-hypothesis-test")


class TermSelector(MatrixOutput, SelectorMixin, BaseEstimator):  # type: ignore[misc]
    """Keeps the terms that tell most about the class, from one pass over the documents.

    ``k`` terms of highest score, or all of significance ``level`` or below; 1,000 terms when
    neither is given. ``epsilon`` and ``metric`` ("total-variation", "hellinger",
    "kullback-leibler", "euclidean") belong to "near-hypothesis-test".

    >>> X, y = [[2, 0, 1], [3, 0, 1], [0, 4, 1]], ["sport", "sport", "law"]
    >>> selector = TermSelector("information-gain", k=2).fit(X, y)
    >>> selector.get_support().tolist()
    [True, True, False]
    >>> selector.transform(X).tolist()
    [[2, 0], [3, 0], [0, 4]]
    """

    def __init__(
        self,
        score: str = "information-gain",
        *,
        k: int | None = None,
        level: float | None = None,
        epsilon: float = 0.1,
        metric: str = "total-variation",
    ) -> None:
        self.score = score
        self.k = k
        self.level = level
        self.epsilon = epsilon
        self.metric = metric

    @property
    def score(self) -> str:
        """Not to be read: scikit-learn takes an attribute of this name for a method."""
        msg = "score is a parameter, no method; its value is in get_params()['score']"
        raise AttributeError(msg)

    @score.setter
    def score(self, name: str) -> None:
        """Keep the name of the score."""
        self.__dict__["score"] = name

    def get_params(self, deep: bool = True) -> dict[str, Any]:  # noqa: ARG002, FBT001, FBT002
        """The constructor's parameters; ``deep`` is scikit-learn's and changes nothing here."""
        return {name: vars(self)[name] for name in self._get_param_names()}

    def fit(self, X: Any, y: Any) -> Self:
        """Score every term of X (documents, terms) by the labels y."""
        matrix = as_counts(validated_matrix(self, X, reset=True))
        self._check_parameters()
        _, numbers = encoded_labels(validated_labels(y, matrix.shape[0]))
        counted = _counted(self, matrix)
        scored = _scored(self, class_counts(counted, numbers, n_classes=int(numbers.max()) + 1))
        self.scores_ = scored.scores
        if self.level is not None:
            self.levels_ = scored.levels
        self.support_ = _chosen(self, scored)
        return self

    def _get_support_mask(self) -> BoolArray:
        check_is_fitted(self)
        return self.support_

    def _check_parameters(self) -> None:
        score = require_choice("score", self.get_params()["score"], list(SCORES))
        require_choice("metric", self.metric, list(METRICS))
        require_number("epsilon", self.epsilon, low=0.0)
        if self.k is not None and self.level is not None:
            raise InvalidParameterError(
                f"both k={self.k} and level={self.level} are given; keep terms by rank or by "
                "significance level, not both"
            )
        if self.k is not None and require_number("k", self.k, low=1.0) % 1.0:
            raise InvalidParameterError(f"k must be a whole number of terms; got {self.k!r}")
        if self.level is not None:
            require_number("level", self.level, low=0.0, high=1.0, strict=True)
            if score not in WITH_LEVEL:
                raise InvalidParameterError(
                    f"score {score!r} has no significance level; use k=, or one of "
                    f"{', '.join(map(repr, WITH_LEVEL))}"
                )

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.target_tags.required = True
        return tags


def _counted(selector: TermSelector, X: CountMatrix) -> CountMatrix:
    """What the score counts: occurrences, or 1 for every document that has the term."""
    if selector.get_params()["score"] != "presence-information-gain":
        return X
    present = as_counts(without_duplicates(X)).copy()
    present.data = np.sign(present.data)
    return present


def _scored(selector: TermSelector, counts: ClassCounts) -> Scored:
    """Scores from the class counts of ``_counted`` documents."""
    return SCORES[selector.get_params()["score"]](counts, selector)


def _chosen(selector: TermSelector, scored: Scored) -> BoolArray:
    """Which terms to keep: (terms,)."""
    if selector.level is not None and scored.levels is not None:
        return np.asarray(scored.levels <= selector.level)
    k = DEFAULT_K if selector.k is None else int(selector.k)
    keep = np.zeros(len(scored.scores), dtype=np.bool_)
    keep[np.argsort(-scored.scores, kind="stable")[:k]] = True
    return keep


def leave_one_out_log_joint(
    selector: TermSelector, classifier: GenerativeClassifier, X: Any, y: Any
) -> FloatArray:
    """Log p(x_i, k) by selector and classifier fitted without document i: (documents, classes).

    Costs one scoring of all terms a document: O(documents x classes x terms).
    """
    whole = clone(classifier).fit(X, y)
    words = as_counts(without_duplicates(whole.prepared(X)))
    _, numbers = encoded_labels(validated_labels(y, words.shape[0]))
    chooser = clone(selector).fit(X, y)
    counted = _counted(chooser, words)
    counts = class_counts(counted, numbers, n_classes=len(whole.classes_))
    scores = [
        _log_joint_without(i, numbers, words[[i]], whole, _chosen(chooser, scored))
        for i, scored in enumerate(_scored_without_each(chooser, counts, counted, numbers))
    ]
    return np.array(scores)


def _scored_without_each(
    selector: TermSelector, counts: ClassCounts, counted: CountMatrix, y: IndexArray
) -> Any:
    for i, k in enumerate(y):
        # Laid out as counts are: sums then round as in a fit, and equal scores stay equal.
        rest = ClassCounts(counts.terms.copy(order="K"), counts.documents.copy())
        own = slice(counted.indptr[i], counted.indptr[i + 1])
        rest.terms[k, counted.indices[own]] -= counted.data[own]
        rest.documents[k] -= 1.0
        yield _scored(selector, rest)


def _log_joint_without(
    i: int, y: IndexArray, row: CountMatrix, model: GenerativeClassifier, keep: BoolArray
) -> FloatArray:
    event = model.event_model(int(keep.sum()))
    statistics = model.statistics_ - class_counts(row, y[[i]], n_classes=len(model.classes_))
    kept = ClassCounts(statistics.terms[:, keep], statistics.documents)
    prior = log_prior(kept.documents, smoothing=model.class_smoothing)
    return np.asarray(event.log_likelihood(row[:, np.flatnonzero(keep)], kept)[0] + prior)


__all__ = ["SCORES", "Scored", "TermSelector", "leave_one_out_log_joint"]
