"""The hybrid model: counted word models and a discriminant, weighed on leave-one-out scores.

    z_k(x) = log pi_k + r(x) c_k + sum_j theta_j f_jk(x)          p(k|x) = softmax_k z_k(x)

f_j are the views of ``core.views``: event models of the regions (generative) and the
least-squares discriminant (discriminative), each scored on every training document without that
document, exactly; softmax regression, which may stand beside it, nearly so; views that ask for
it are seen from halfway between the classes (``core.centre``). The small fit of
``core.small_fit`` decides how much each counts. Naive Bayes (theta = 1, c = 0), the hybrid of
Raina et al. 2003 (one length-normalised word model per region, eq. 7-11) and a purely
discriminative model are settings of one family; ``dial`` says where the documents put it: 0
generative, 1 discriminative. It is the share of the discriminative views in the spread of the
logits over the classes.

A document with nothing in it gets the class prior: the offsets c are borne by what it has
(``core.offsets``).

Leave-one-out is exact for all views but softmax regression (``softmax_steps``), of text as new
text is seen (``known``), and one Newton step for the small fit (``small_fit``; weights fitted
on the training fit, or given, are taken as they are). The class prior is that of all documents.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from halfbayes.core.centre import seen_from_centres
from halfbayes.core.counts import ROUNDING, documents_by_class
from halfbayes.core.offsets import bearer, borne, offset_share
from halfbayes.core.prior import log_prior
from halfbayes.core.small_fit import HELD, SmallObjective
from halfbayes.core.view_weights import ViewWeights, given_weights
from halfbayes.core.views import Documents, LearntView, RegionWeights, View, learnt_views
from halfbayes.core.weight_priors import FreeWeights, TiedWeights
from halfbayes.errors import InvalidInputError
from halfbayes.types import FloatArray


@dataclass(frozen=True, slots=True)
class SmallFit:
    """How the weights of the views and the offsets of the classes are found."""

    leave_one_out: bool = True  # eq. 11; otherwise on the training fit, eq. 10 (biased)
    tied: bool = True  # positive and tied by a prior; otherwise plain logistic regression
    offsets: bool = True  # fit c_k; otherwise c = 0 (eq. 8)
    theta: tuple[float, ...] | None = None  # given, not fitted
    class_smoothing: float = 1.0
    class_documents: tuple[float, ...] | None = None  # where others were counted than weighed

    @property
    def bears(self) -> bool:
        """Whether a view can bear the offsets: if they are fitted, and no weight is zero."""
        return self.tied and self.offsets and self.theta is None


@dataclass(frozen=True, slots=True, eq=False)
class Hybrid:
    """A fitted hybrid model."""

    views: tuple[LearntView, ...]
    weights: ViewWeights
    dial: float

    def view_scores(self, regions: Sequence[Any]) -> FloatArray:
        """What each view says of new documents: (views, documents, classes)."""
        return np.stack([view.scores(regions) for view in self.views])

    def logits(self, regions: Sequence[Any]) -> FloatArray:
        """Z of new documents, before it is averaged over the temperature."""
        return self.weights.offsets + self.weights.evidence(self.view_scores(regions))

    def linear_weights(self) -> dict[int, RegionWeights]:
        """The logits as weights by region, or ``NotLinearError``.

        z_k = offset_k + sum over regions r that are not empty of b_rk + w_rk . x^r
        """
        total: dict[int, RegionWeights] = {}
        for theta, view in zip(self.weights.theta, self.views, strict=True):
            for region, found in view.linear_weights().items():
                b, w = theta * found.intercept, theta * found.terms
                if region in total:
                    b, w = b + total[region].intercept, w + total[region].terms
                total[region] = RegionWeights(b, w)
        return total

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
    array([0.87, 0.13])
    """
    return weighed_views(views, documents, fit).settled()


def weighed_views(views: Sequence[View], documents: Documents, fit: SmallFit) -> "Weighed":
    """The same before the offsets are borne."""
    learnt = learnt_views(views, documents)
    left_out = np.stack([view.leave_one_out(documents) for view in learnt])
    if fit.leave_one_out or fit.theta is not None:
        return weighed_scores(views, learnt, left_out, documents, fit)
    scores = np.stack([view.scores(documents.regions) for view in learnt])
    found = weighed_scores(views, learnt, scores, documents, fit)
    seen, _ = seen_from_centres(views, left_out, documents)
    weights = found.hybrid.weights
    honest = replace(weights, leave_one_out=weights.evidence(seen))
    return replace(found, hybrid=replace(found.hybrid, weights=honest))


@dataclass(frozen=True, slots=True, eq=False)
class Weighed:
    """A hybrid whose offsets count for every document, and who is to bear them."""

    hybrid: Hybrid
    log_prior: FloatArray
    bearer: int | None
    offset_share: FloatArray | None  # r of the documents

    def settled(self) -> Hybrid:
        """The hybrid with the offsets where they belong."""
        weights = self.hybrid.weights
        c = weights.offsets - self.log_prior
        if self.bearer is None:
            return self.hybrid
        r = 1.0 if self.offset_share is None else self.offset_share[:, None]
        left_out = weights.leave_one_out + r * c
        views = borne(self.hybrid.views, self.bearer, weights.theta, c)
        weights = replace(weights, offsets=self.log_prior, leave_one_out=left_out)
        return replace(self.hybrid, views=views, weights=weights)


def weighed_scores(
    views: Sequence[View],
    learnt: Sequence[LearntView],
    scores: FloatArray,
    documents: Documents,
    fit: SmallFit,
) -> Weighed:
    """The hybrid of views that have learnt, weighed on ``scores``, before offsets are borne.

    They are (views, documents, classes), of each document by views that do not know its class.
    """
    if not np.isfinite(scores.sum()):
        message = (
            "a view gives a document probability zero: its scores are not finite and cannot be "
            "weighed; use an event model with smoothing"
        )
        raise InvalidInputError(message)
    scores, centres = seen_from_centres(views, scores, documents)
    counts = documents_by_class(documents.y, documents.n_classes, documents.weights)
    if fit.class_documents is not None:
        counts = np.array(fit.class_documents)
    prior = log_prior(counts, smoothing=fit.class_smoothing)
    spread = _spread(scores, documents.weights)
    place = bearer(views, documents.regions) if fit.bears else None
    r = None if place is None else offset_share(views[place], documents)
    tie = _tie(views, spread, fit)
    m = np.ones(len(documents.y)) if documents.weights is None else documents.weights
    weights = (
        SmallObjective(scores, documents.y, prior, tie, m, r).fitted()
        if fit.theta is None
        else given_weights(scores, np.asarray(fit.theta, dtype=np.float64), prior)
    )
    seen = tuple(
        known.seen_from(centre) if view.centred else known
        for view, known, centre in zip(views, learnt, centres, strict=True)
    )
    hybrid = Hybrid(seen, weights, _dial(views, np.abs(weights.theta) * spread))
    return Weighed(hybrid, prior, place, r)


def _tie(views: Sequence[View], spread: FloatArray, fit: SmallFit) -> TiedWeights | FreeWeights:
    tie: TiedWeights | FreeWeights = FreeWeights(len(views))
    if fit.tied:
        leeway = np.array([view.leeway for view in views])
        tie = TiedWeights(_expected(views, spread), leeway=leeway)
    return tie if fit.offsets else replace(tie, offset_precision=HELD)


def _spread(scores: FloatArray, weights: FloatArray | None) -> FloatArray:
    """Mean over documents of the standard deviation over classes: (views,).

    A view that says the same of every class has none: what rounding makes of it is no spread.
    """
    by_document = scores.std(axis=2)  # (views, documents)
    if by_document.shape[1] == 0:
        return np.zeros(len(scores))
    if weights is None or weights.sum() == 0.0:
        spread = by_document.mean(axis=1)
    else:
        spread = by_document @ (weights / weights.sum())
    return np.where(spread > ROUNDING * np.abs(scores).max(axis=(1, 2)), spread, 0.0)


def _expected(views: Sequence[View], spread: FloatArray) -> FloatArray:
    """What each weight is expected to be; unless a view knows, its logits spread by one."""
    scale = 1.0 / np.where(spread > 0.0, spread, 1.0)
    known = [view.expected for view in views]
    return np.array([t if e is None else e for e, t in zip(known, scale, strict=True)])


def _dial(views: Sequence[View], spread: FloatArray) -> float:
    """Share of the discriminative views in the spread of the logits over classes."""
    discriminative = np.array([view.discriminative for view in views])
    total = float(spread.sum())
    return float(spread[discriminative].sum()) / total if total > 0.0 else 0.0


__all__ = ["Hybrid", "SmallFit", "Weighed", "fitted_hybrid", "weighed_scores", "weighed_views"]
