"""The hybrid model: counted word models and a discriminant, weighed on leave-one-out scores.

    z_k(x) = log pi_k + c_k + sum_j theta_j f_jk(x)          p(k|x) = softmax_k z_k(x)

f_j are the views of ``core.views``: event models of the regions (generative) and the
least-squares discriminant (discriminative), each scored on every training document without that
document, exactly. The small fit of ``core.view_weights`` decides how much each counts. Naive
Bayes (theta = 1, c = 0), the hybrid of Raina et al. 2003 (one length-normalised word model per
region, eq. 7-11) and a purely discriminative model are settings of one family; ``dial`` says
where the documents put it: 0 generative, 1 discriminative. It is the discriminant's share in
the spread of the logits over the classes.

A document with nothing in it gets the class prior (times what the offsets c add to it).
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from halfbayes.core.prior import log_prior
from halfbayes.core.view_weights import (
    HELD,
    FreeWeights,
    TiedWeights,
    ViewWeights,
    fitted_weights,
    given_weights,
)
from halfbayes.core.views import Documents, LearntView, View
from halfbayes.types import FloatArray


@dataclass(frozen=True, slots=True)
class SmallFit:
    """How the weights of the views and the offsets of the classes are found."""

    leave_one_out: bool = True  # eq. 11; otherwise on the training fit, eq. 10 (biased)
    tied: bool = True  # positive and tied by a prior; otherwise plain logistic regression
    offsets: bool = True  # fit c_k; otherwise c = 0 (eq. 8)
    theta: tuple[float, ...] | None = None  # given, not fitted
    class_smoothing: float = 1.0


@dataclass(frozen=True, slots=True, eq=False)
class Hybrid:
    """A fitted hybrid model."""

    views: tuple[LearntView, ...]
    weights: ViewWeights
    dial: float

    def view_scores(self, regions: Sequence[Any]) -> FloatArray:
        """What each view says of new documents: (views, documents, classes)."""
        return np.stack([view.scores(regions) for view in self.views])

    def log_proba(self, regions: Sequence[Any]) -> FloatArray:
        """Log p(k|x) of new documents: (documents, classes)."""
        return self.weights.log_proba(self.weights.evidence(self.view_scores(regions)))

    @property
    def leave_one_out_log_proba(self) -> FloatArray:
        """Log p(k|x_i) of each training document by the model without it."""
        return self.weights.log_proba(self.weights.leave_one_out)


def fitted_hybrid(views: Sequence[View], documents: Documents, fit: SmallFit) -> Hybrid:
    """The hybrid of ``documents`` over ``views``.

    >>> from scipy import sparse
    >>> from halfbayes.core.multinomial import Multinomial
    >>> from halfbayes.core.views import EventView
    >>> X = sparse.csr_array([[2.0, 0.0], [3.0, 1.0], [0.0, 2.0], [1.0, 2.0]])
    >>> documents = Documents([X], np.array([0, 0, 1, 1]), n_classes=2)
    >>> words = EventView(0, Multinomial(), exponent=1.0)
    >>> model = fitted_hybrid([words], documents, SmallFit())
    >>> np.exp(model.log_proba([X])).round(2)[0]
    array([0.85, 0.15])
    """
    learnt = tuple(view.learnt(documents) for view in views)
    if fit.leave_one_out:
        scores = np.stack([view.leave_one_out(documents) for view in learnt])
    else:
        scores = np.stack([view.scores(documents.regions) for view in learnt])
    counts = np.bincount(
        documents.y, weights=documents.weights, minlength=documents.n_classes
    ).astype(np.float64)
    prior = log_prior(counts, smoothing=fit.class_smoothing)
    weights = _weights(views, scores, documents, prior, fit)
    return Hybrid(learnt, weights, _dial(views, weights.theta, scores))


def _weights(
    views: Sequence[View],
    scores: FloatArray,
    documents: Documents,
    prior: FloatArray,
    fit: SmallFit,
) -> ViewWeights:
    if fit.theta is not None:
        return given_weights(scores, np.asarray(fit.theta, dtype=np.float64), prior)
    spread: TiedWeights | FreeWeights
    if fit.tied:
        spread = TiedWeights(np.array([view.expected for view in views]))
    else:
        spread = FreeWeights(len(views))
    if not fit.offsets:
        spread = replace(spread, offset_precision=HELD)
    return fitted_weights(scores, documents.y, prior, spread, documents.weights)


def _dial(views: Sequence[View], theta: FloatArray, scores: FloatArray) -> float:
    """Share of the discriminative views in the spread of the logits over classes."""
    spread = theta * scores.std(axis=2).mean(axis=1)  # (views,)
    discriminative = np.array([view.discriminative for view in views])
    total = float(np.abs(spread).sum())
    return float(np.abs(spread[discriminative]).sum()) / total if total > 0.0 else 0.0


__all__ = ["Hybrid", "SmallFit", "fitted_hybrid"]
