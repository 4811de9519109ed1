"""Categorical event model: one category per feature, with exact leave-one-out.

    log p(x|k) = sum_j log theta_kj(x_j)      theta_kj(c) = (T_kj(c) + a_j) / (N_kj + a_j C_j)

x_j is a category 0, 1, 2, ...; T_kj(c) documents of class k have category c in feature j, N_kj
have any. C_j is one more than the highest category seen, or ``n_categories`` if that is more.
A missing value (NaN), and a category beyond C_j, contribute nothing to statistics or scores:
that is what missing data mean in a generative model.

Categories grow as documents come and shrink as they go: a document that alone has the highest
category takes that category with it, so that leave-one-out treats its value as unknown, exactly
as refitting without the document would. Cost O(documents * features * classes).

Source: Straka 2021 (categorical distribution, Dirichlet prior).
"""

from dataclasses import dataclass
from typing import Self

import numpy as np
from scipy import sparse

from halfbayes.core.counts import Entries, class_counts, difference, own_sums
from halfbayes.core.event_model import EventModel
from halfbayes.core.logspace import Scorer, linear_scorer, log
from halfbayes.errors import NotLinearError
from halfbayes.types import CountMatrix, FloatArray, IndexArray


@dataclass(frozen=True, slots=True, eq=False)
class CategoryCounts:
    """Documents with each category of each feature, by class; features side by side.

    >>> one = Categorical().statistics(np.array([[0.0, 2.0]]), np.array([0]), n_classes=1)
    >>> one.n_categories, one.counts
    (array([1, 3]), array([[1., 0., 0., 1.]]))
    """

    counts: FloatArray  # (classes, categories of all features)
    n_categories: IndexArray  # highest category seen plus one: (features,)
    documents: FloatArray  # (classes,)

    def __add__(self, other: Self) -> Self:
        n = np.maximum(self.n_categories, other.n_categories)
        counts = self.widened(n).counts + other.widened(n).counts
        return type(self)(counts, n, self.documents + other.documents).trimmed()

    def __sub__(self, other: Self) -> Self:
        n = np.maximum(self.n_categories, other.n_categories)
        counts = difference(self.widened(n).counts, other.widened(n).counts)
        return type(self)(counts, n, difference(self.documents, other.documents)).trimmed()

    @property
    def overdrawn(self) -> bool:
        """Whether documents were taken away that had never been added."""
        return bool(np.any(self.documents < 0.0) or np.any(self.counts < 0.0))

    def placed(self, positions: IndexArray, n_classes: int) -> Self:
        """The same among ``n_classes`` classes: class k moves to ``positions[k]``."""
        counts, documents = np.zeros((n_classes, self.counts.shape[1])), np.zeros(n_classes)
        counts[positions], documents[positions] = self.counts, self.documents
        return type(self)(counts, self.n_categories, documents)

    def widened(self, n_categories: IndexArray) -> Self:
        """The same counts with room for more categories."""
        counts = np.zeros((len(self.counts), int(n_categories.sum())))
        counts[:, _columns(self.n_categories, n_categories)] = self.counts
        return type(self)(counts, n_categories, self.documents)

    def trimmed(self) -> Self:
        """The same counts without categories above the highest that any document has."""
        feature, category = _feature_and_category(self.n_categories)
        seen = np.where(self.counts.any(axis=0), category + 1, 0)
        n = np.zeros_like(self.n_categories)
        np.maximum.at(n, feature, seen)
        kept = category < n[feature]
        return type(self)(np.ascontiguousarray(self.counts[:, kept]), n, self.documents)


@dataclass(frozen=True, slots=True, eq=False)
class Categorical(EventModel[CategoryCounts]):
    """Categorical event model with a Dirichlet prior for each feature.

    >>> X, y = np.array([[0.0], [0.0], [1.0]]), np.array([0, 0, 1])
    >>> counts = Categorical().statistics(X, y, n_classes=2)
    >>> np.exp(Categorical().log_likelihood(X, counts))[0].round(4)
    array([0.75  , 0.3333])
    """

    smoothing: float | FloatArray = 1.0  # a, one for all features or one per feature
    n_categories: IndexArray | None = None  # at least so many categories: (features,)

    def statistics(
        self,
        X: FloatArray,
        y: IndexArray,
        *,
        n_classes: int,
        weights: FloatArray | None = None,
    ) -> CategoryCounts:
        """Category counts of the rows of ``X``; NaN is missing."""
        highest = np.max(np.where(np.isnan(X), -1.0, X), axis=0, initial=-1.0)
        n_categories = highest.astype(np.intp) + 1
        counts = class_counts(
            _one_hot(X, n_categories), y, n_classes=n_classes, weights=weights
        )
        terms = np.ascontiguousarray(counts.terms)
        return CategoryCounts(terms, n_categories, counts.documents).trimmed()

    def log_theta(self, statistics: CategoryCounts) -> FloatArray:
        """Log probability of each category in each class: (classes, categories)."""
        wide = self._wide(statistics)
        feature, _ = _feature_and_category(wide.n_categories)
        a, total = self._smoothing(len(wide.n_categories)), self._totals(wide)
        return np.asarray(log(wide.counts + a[feature]) - log(total)[:, feature])

    def scorer(self, statistics: CategoryCounts) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        n_categories = self._wide(statistics).n_categories
        scores = linear_scorer(self.log_theta(statistics))
        return lambda X: scores(_one_hot(X, n_categories))

    def leave_one_out(
        self,
        X: FloatArray,
        y: IndexArray,
        statistics: CategoryCounts,
        weights: FloatArray | None = None,
    ) -> FloatArray:
        """``log_likelihood`` of each row of ``X`` under ``statistics`` without that row."""
        w = np.ones(len(y)) if weights is None else weights
        wide = self._wide(statistics)
        known = np.where(self._alone_at_the_top(X, statistics, w), np.nan, X)
        hot = _one_hot(known, wide.n_categories)
        feature, _ = _feature_and_category(wide.n_categories)
        a, total = self._smoothing(X.shape[1]), self._totals(wide)

        def value(entries: Entries) -> FloatArray:
            j = feature[entries.terms]
            k, w_own = np.repeat(y[entries.rows], entries.lengths), entries.of_documents(w)
            return log(entries.counts + a[j]) - log(total[k, j] - w_own)

        scores = linear_scorer(self.log_theta(statistics))(hot)
        scores[np.arange(len(y)), y] = own_sums(hot, y, wide.counts, value, weights)
        return scores

    def sample(
        self, y: IndexArray, statistics: CategoryCounts, *, rng: np.random.Generator
    ) -> FloatArray:
        """A new document for each class in ``y``; NaN in features without any category."""
        theta, n = np.exp(self.log_theta(statistics)), self._wide(statistics).n_categories
        start = np.concatenate([[0], np.cumsum(n)])
        X = np.full((len(y), len(n)), np.nan)
        for j, size in enumerate(n):
            if size:
                cumulative = np.cumsum(theta[:, start[j] : start[j] + size], axis=1)
                draws = rng.random((len(y), 1)) * cumulative[y, -1:]
                X[:, j] = (draws >= cumulative[y, :-1]).sum(axis=1)
        return X

    def linear_weights(self, statistics: CategoryCounts) -> tuple[FloatArray, FloatArray]:
        """Not linear in the category numbers (only in one column per category)."""
        message = (
            f"a categorical model of {len(statistics.n_categories)} features is not linear in "
            "category numbers; "
            "one column per category and BernoulliNaiveBayes or logistic regression are"
        )
        raise NotLinearError(message)

    def _smoothing(self, n_features: int) -> FloatArray:
        return np.broadcast_to(np.asarray(self.smoothing, dtype=np.float64), (n_features,))

    def _wide(self, statistics: CategoryCounts) -> CategoryCounts:
        if self.n_categories is None:
            return statistics
        return statistics.widened(np.maximum(statistics.n_categories, self.n_categories))

    def _totals(self, wide: CategoryCounts) -> FloatArray:
        """N_kj + a_j C_j: (classes, features)."""
        feature, _ = _feature_and_category(wide.n_categories)
        n_features = len(wide.n_categories)
        member = sparse.csr_array(
            (np.ones(len(feature)), (np.arange(len(feature)), feature)),
            shape=(len(feature), n_features),
        )
        total = np.asarray(wide.counts @ member)
        total += self._smoothing(n_features) * wide.n_categories
        return total

    def _alone_at_the_top(
        self, X: FloatArray, statistics: CategoryCounts, weights: FloatArray
    ) -> FloatArray:
        """Whether a value is the highest category of its feature and no other document's."""
        n = statistics.n_categories
        last = np.cumsum(n) - 1
        held = statistics.counts.sum(axis=0)
        others = np.where(n > 0, held[last] if len(held) else 0.0, 0.0) - weights[:, None]
        least = 0 if self.n_categories is None else self.n_categories
        return np.asarray((n - 1 == X) & (others <= 0.0) & (n > least))


def _feature_and_category(n_categories: IndexArray) -> tuple[IndexArray, IndexArray]:
    """Feature and category of each column of counts."""
    feature = np.repeat(np.arange(len(n_categories)), n_categories)
    start = np.cumsum(n_categories) - n_categories
    return feature, np.arange(len(feature)) - start[feature]


def _columns(narrow: IndexArray, wide: IndexArray) -> IndexArray:
    """Where the columns of a narrow layout stand in a wide one."""
    feature, category = _feature_and_category(narrow)
    return np.asarray((np.cumsum(wide) - wide)[feature] + category)


def _one_hot(X: FloatArray, n_categories: IndexArray) -> CountMatrix:
    """One column per category; nothing where a value is missing or beyond the known ones."""
    with np.errstate(invalid="ignore"):
        known = n_categories > X  # False for NaN
    start = np.cumsum(n_categories) - n_categories
    columns = (np.where(known, X, 0.0).astype(np.intp) + start)[known]
    indptr = np.concatenate([[0], np.cumsum(known.sum(axis=1))])
    shape = (X.shape[0], int(n_categories.sum()))
    return sparse.csr_array((np.ones(len(columns)), columns, indptr), shape=shape)


__all__ = ["Categorical", "CategoryCounts"]
