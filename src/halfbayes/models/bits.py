"""The binary classifiers behind an output code: one for every column of the code matrix.

With a generative classifier over counts inside, all columns share one pass over the documents:
the counts of "+1" and "-1" are sums of the class counts (``core.splits``), and the score of a
bit is the log-odds of the two-class model with these counts. Law: it is the score of the same
classifier fitted on the documents relabelled -1 and +1. Leave-one-out scores come from the
event model, as exact as any. (Other generative classifiers sum up their statistics once a bit.)

Any other classifier is fitted once for every different split: a column equal to another, or
its complement, costs nothing.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit
from sklearn.base import clone

from halfbayes.core.class_order import rank_within_class
from halfbayes.core.code_report import CodeReport, code_report
from halfbayes.core.codes import CodeMatrix, distinct_splits
from halfbayes.core.complement import Complement
from halfbayes.core.counts import ClassCounts
from halfbayes.core.coupling import (
    agreeing,
    coupled_probabilities,
    fitted_sharpness,
    sharpened,
)
from halfbayes.core.decoding import Loss, code_losses
from halfbayes.core.event_model import EventModel
from halfbayes.core.logspace import Scorer, log
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.prior import fictitious_counts, leave_one_out_log_prior, log_prior
from halfbayes.core.sigmoid import fitted_slopes
from halfbayes.core.splits import log_odds_weights, side_counts
from halfbayes.models.base import GenerativeClassifier
from halfbayes.models.validation import without_duplicates
from halfbayes.types import FloatArray, IndexArray, LabelArray, Matrix

Column: TypeAlias = NDArray[np.int8]
"""The side of every class in one bit: (classes,)."""

MAX_LOG_ODDS = 700.0
"""Log-odds of a probability that rounds to 0 or 1: about the least double."""

MAX_FINITE = 1e9
"""Stands for the log-odds of a document that one side finds impossible: losses must add up."""


class Bits(Protocol):
    """Fitted binary classifiers, one a column."""

    def scores(self, X: Any) -> FloatArray:
        """Score of every bit, positive for its +1 side: (documents, bits)."""


@dataclass(eq=False)
class GenerativeBits:
    """Bits of a generative classifier, from the statistics of its classes."""

    model: GenerativeClassifier  # fitted on the classes themselves
    code: CodeMatrix
    statistics: Sequence[Any] | None  # one a bit where class counts do not give them

    def __getstate__(self) -> dict[str, Any]:
        return {name: self.__dict__[name] for name in ("model", "code", "statistics")}

    @cached_property
    def scorer(self) -> Scorer:
        """Log-odds of every bit as a function of prepared documents."""
        event = self.model.event_model(self.model.n_features_in_)
        added = _added_counts(event)
        if added is None or added.min() <= 0.0:
            return _stacked_scorer(self.model, self.each())
        weights = log_odds_weights(self.model.statistics_, self.code, added)
        side = np.stack([self.code == -1, self.code == 1]).astype(np.float64)
        documents = self.model.statistics_.documents @ side + self.model.class_smoothing
        intercept = log(documents[1]) - log(documents[0])
        return lambda X: np.asarray(X @ weights) + intercept

    def scores(self, X: Any) -> FloatArray:
        """Log-odds of every bit: (documents, bits)."""
        return self.scorer(self.model.prepared(X))

    def each(self) -> Iterator[Any]:
        """Statistics of the -1 and +1 sides of each bit."""
        if self.statistics is not None:
            return iter(self.statistics)
        return side_counts(self.model.statistics_, self.code)


@dataclass(frozen=True, eq=False)
class RefittedBits:
    """Bits of any classifier, each fitted on the documents relabelled."""

    models: Sequence[Any]  # one a different split; None where all documents were on one side
    source: IndexArray  # (bits,): which of the models a column takes
    sign: FloatArray  # (bits,): -1 where it takes it upside down

    def scores(self, X: Any) -> FloatArray:
        """Score of every bit: (documents, bits)."""
        scores = [_score(model, X) for model in self.models]
        return np.stack(scores, axis=1)[:, self.source] * self.sign


@dataclass(eq=False)
class Calibration:
    """How far the bits can be trusted, from scores by bits fitted without the document.

    Worked out when first needed, from some of the training documents; a pickled calibration
    carries the scores and not the documents.
    """

    code: CodeMatrix
    classes: LabelArray
    loss: Loss
    y: IndexArray
    held_out: Callable[[], FloatArray] | FloatArray

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "held_out": self.scores}

    @cached_property
    def scores(self) -> FloatArray:
        """Score of every document and bit, by bits fitted without the document."""
        return self.held_out if isinstance(self.held_out, np.ndarray) else self.held_out()

    @cached_property
    def slopes(self) -> FloatArray:
        """What each bit's score is multiplied by to be log-odds: (bits,)."""
        return fitted_slopes(self.scores, self.code[self.y] == 1)

    @cached_property
    def sharpness(self) -> float:
        """The power of the coupled probabilities."""
        return fitted_sharpness(self._coupled(self.scores), self.y)

    def probabilities(self, scores: FloatArray) -> FloatArray:
        """P(k|x) from bit scores: (documents, classes)."""
        return sharpened(self._coupled(scores), self.sharpness)

    def _coupled(self, scores: FloatArray) -> FloatArray:
        chosen = np.argmin(code_losses(scores, self.code, self.loss), axis=1)
        return agreeing(coupled_probabilities(expit(scores * self.slopes), self.code), chosen)

    @cached_property
    def report(self) -> CodeReport:
        """Difficulty of every bit."""
        return code_report(self.code, self.classes, self.scores, self.y)


def generative_bits(
    model: GenerativeClassifier, X: Any, y: IndexArray, code: CodeMatrix
) -> GenerativeBits:
    """Bits of ``model``, which is fitted on ``X`` and the classes ``y``."""
    if isinstance(model.statistics_, ClassCounts):
        return GenerativeBits(model, code, None)
    prepared = model.prepared(X)
    statistics = [_statistics(model, prepared, y, column) for column in code.T]
    return GenerativeBits(model, code, statistics)


def leave_one_out_scores(bits: GenerativeBits, X: Any, y: IndexArray) -> FloatArray:
    """Scores of documents under the bits fitted without them: (documents, bits).

    The bits were fitted on documents that include the rows of ``X`` under the classes ``y``.
    """
    model = bits.model
    event = model.event_model(model.n_features_in_)
    prepared = without_duplicates(model.prepared(X))
    scores = np.empty((len(y), bits.code.shape[1]))
    for j, statistics in enumerate(bits.each()):
        side = (bits.code[y, j] == 1).astype(np.intp)
        log_joint = event.leave_one_out(prepared, side, statistics)
        log_joint += leave_one_out_log_prior(
            side, statistics.documents, smoothing=model.class_smoothing
        )
        scores[:, j] = _log_odds(log_joint)
    return scores


def refitted_bits(estimator: Any, X: Any, y: IndexArray, code: CodeMatrix) -> RefittedBits:
    """Bits of a clone of ``estimator`` for every different split of the classes."""
    first, source, sign = distinct_splits(code)
    models = [_fitted(estimator, X, (code[y, j] == 1).astype(np.intp)) for j in first]
    return RefittedBits(models, source, sign.astype(np.float64))


def held_out_scores(
    estimator: Any, X: Any, y: IndexArray, code: CodeMatrix, *, folds: int
) -> FloatArray:
    """Scores of each document by bits fitted without its fold: (documents, bits)."""
    fold = rank_within_class(y) % folds
    scores = np.zeros((len(y), code.shape[1]))
    for i in range(folds):
        out = fold == i
        if out.any() and not out.all():
            scores[out] = refitted_bits(estimator, X[~out], y[~out], code).scores(X[out])
    return scores


def _added_counts(event: EventModel[Any]) -> FloatArray | None:
    # What a word model that is multinomial for two classes adds to each count; else None.
    if isinstance(event, Complement):
        return np.asarray(event.smoothing, dtype=np.float64)
    if isinstance(event, Multinomial):
        return fictitious_counts(event.estimate, event.smoothing)
    return None


def _statistics(
    model: GenerativeClassifier, prepared: Matrix, y: IndexArray, column: Column
) -> Any:
    event = model.event_model(model.n_features_in_)
    return event.statistics(prepared, (column[y] == 1).astype(np.intp), n_classes=2)


def _stacked_scorer(model: GenerativeClassifier, bits: Iterator[Any]) -> Scorer:
    event = model.event_model(model.n_features_in_)
    pairs = [
        (event.scorer(s), log_prior(s.documents, smoothing=model.class_smoothing)) for s in bits
    ]
    return lambda X: np.stack([_log_odds(f(X) + prior) for f, prior in pairs], axis=1)


def _log_odds(log_joint: FloatArray) -> FloatArray:
    # A document that both sides find impossible says nothing; one is otherwise finite.
    possible = np.asarray(np.isfinite(log_joint).any(axis=1))
    log_joint = np.where(possible[:, None], log_joint, 0.0)
    return np.clip(log_joint[:, 1] - log_joint[:, 0], -MAX_FINITE, MAX_FINITE)


def _fitted(estimator: Any, X: Any, side: IndexArray) -> Any:
    return clone(estimator).fit(X, side) if 0 < side.sum() < len(side) else None


def _score(model: Any, X: Any) -> FloatArray:
    if model is None:
        return np.zeros(X.shape[0])
    if hasattr(model, "decision_function"):
        return np.asarray(model.decision_function(X), dtype=np.float64).reshape(X.shape[0])
    p = np.asarray(model.predict_proba(X), dtype=np.float64)[:, 1]
    with np.errstate(divide="ignore"):
        log_odds = np.log(p) - np.log1p(-p)
    return np.asarray(np.clip(log_odds, -MAX_LOG_ODDS, MAX_LOG_ODDS))


__all__ = [
    "Bits",
    "Calibration",
    "GenerativeBits",
    "RefittedBits",
    "generative_bits",
    "held_out_scores",
    "leave_one_out_scores",
    "refitted_bits",
]
