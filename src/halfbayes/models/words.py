"""What the words of a fitted word model say: which speak loudest, and how sure they are.

Top words are those of highest log-odds score (``core.association``, Rennie 2001, eq. 3.11); how
sure the estimates are is ``core.quality``.
"""

from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from halfbayes.core.association import log_odds
from halfbayes.core.bernoulli import Bernoulli
from halfbayes.core.complement import Complement
from halfbayes.core.counts import ClassCounts
from halfbayes.core.dirichlet import DirichletMultinomial
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.prior import fictitious_counts
from halfbayes.core.quality import EstimateQuality, estimate_quality
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.models.base import GenerativeClassifier
from halfbayes.types import FloatArray


class TopWord(NamedTuple):
    """A word, its log-odds score for a class and its probability in the class."""

    word: str
    log_odds: float
    probability: float


def top_words(
    model: GenerativeClassifier, n: int = 10, *, names: Any = None
) -> dict[Any, list[TopWord]]:
    """The ``n`` words of highest log-odds for every class, best first.

    ``names`` are the names of the columns; by default those of the data frame given to ``fit``,
    else their numbers.

    >>> from halfbayes.models.naive_bayes import MultinomialNaiveBayes
    >>> model = MultinomialNaiveBayes().fit([[4, 1, 0], [0, 1, 4]], ["law", "art"])
    >>> best = top_words(model, 1, names=["court", "the", "paint"])
    >>> best["art"][0].word, round(best["art"][0].log_odds, 3)
    ('paint', 1.006)
    """
    statistics: ClassCounts = model.statistics_
    theta = word_probabilities(model.event_model(model.n_features_in_), statistics)
    columns = _column_names(model, names)
    scores = log_odds(theta)
    best = np.argsort(-scores, axis=1, kind="stable")[:, :n]
    return {
        label: [TopWord(str(columns[w]), float(scores[k, w]), float(theta[k, w])) for w in row]
        for k, (label, row) in enumerate(zip(model.classes_.tolist(), best, strict=True))
    }


def model_quality(model: GenerativeClassifier, X: Any = None) -> EstimateQuality:
    """Variance of every class score and the class that contributes most to it.

    For the mean training document, or the mean over documents ``X`` of their variances.
    """
    statistics: ClassCounts = model.statistics_
    event: Any = model.event_model(model.n_features_in_)
    added = _added(event)
    if added.min() <= 0.0:
        msg = (
            "an estimate that adds nothing to the counts has no finite variance in logarithms; "
            "use estimate='mean', or 'map' with smoothing above 1"
        )
        raise InvalidParameterError(msg)
    document = None
    if X is not None:
        squares: Any = sparse.csr_array(model.prepared(X)).power(2)
        document = np.sqrt(np.asarray(squares.mean(axis=0)).ravel())
    return estimate_quality(statistics, model.classes_, added, document)


def word_probabilities(event: Any, statistics: ClassCounts) -> FloatArray:
    """p(w|k) of a word model, its own words for the complement model: (classes, terms)."""
    if isinstance(event, Bernoulli):
        return np.exp(event.log_thetas(statistics)[0])
    if isinstance(event, Complement | DirichletMultinomial):
        event = Multinomial(event.smoothing, "mean")
    return np.asarray(np.exp(event.log_theta(statistics)))


def _added(event: Any) -> FloatArray:
    return fictitious_counts(getattr(event, "estimate", "mean"), event.smoothing)


def _column_names(model: GenerativeClassifier, names: Any) -> Any:
    if names is None:
        names = getattr(model, "feature_names_in_", np.arange(model.n_features_in_))
    if len(names) != model.n_features_in_:
        raise InvalidInputError(
            f"{len(names)} names for {model.n_features_in_} terms; pass one a column, in order"
        )
    return names


__all__ = ["TopWord", "model_quality", "top_words", "word_probabilities"]
