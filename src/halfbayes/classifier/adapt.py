"""A model for documents whose classes come in other shares than those it learnt from.

The new shares q are estimated from documents without labels (``core.shift``); the offset of
class k moves by log q_k / pi_k. Nothing else changes: words within a class are taken to be as
they were. The leave-one-out probabilities move with it. Where a change is not proved (p above
.05) the shares stay as learnt: what a few documents have by chance would break the promise. pi
are the shares among all documents learnt from; a class without any is left out, and its offset
stays.
"""

from dataclasses import dataclass, replace

import numpy as np

from halfbayes.classifier.learnt import Learnt
from halfbayes.core.shift import ClassShift, class_shift, log_offsets, share_ratios
from halfbayes.errors import InvalidInputError
from halfbayes.types import FloatArray, LabelArray

SEED = 2002
PROVED = 0.05
"""p-value up to which a change of the shares counts as proved."""


@dataclass(frozen=True, slots=True, eq=False)
class ShareReport:
    """Shares of the classes before and now, and whether they differ at all."""

    classes: LabelArray
    shift: ClassShift
    n_documents: int

    @property
    def changed(self) -> bool:
        """Whether a change of the shares is proved."""
        return bool(self.shift.p_value <= PROVED)

    @property
    def statement(self) -> str:
        """The largest change, in words."""
        s = self.shift
        k = int(np.argmax(np.abs(s.shares - s.before)))
        sure = (
            f"the shares have changed (p = {s.p_value:.3g})"
            if self.changed
            else f"a change of the shares is not proved (p = {s.p_value:.3g})"
        )
        return (
            f"{self.n_documents} new documents: {sure}; {self.classes[k]} has "
            f"{100 * s.shares[k]:.3g} % of them and had {100 * s.before[k]:.3g} %."
        )


def share_report(learnt: Learnt, proba: FloatArray) -> ShareReport:
    """What new documents with probabilities ``proba`` by the model say of its shares."""
    if len(proba) == 0:
        message = (
            "shares of classes are estimated from documents, and the table has none; pass new "
            "documents, without labels"
        )
        raise InvalidInputError(message)
    known = np.asarray(np.exp(learnt.hybrid.leave_one_out_log_proba))
    before, rng = _learnt_shares(learnt), np.random.default_rng(SEED)
    shift = class_shift(proba, known, learnt.y, before=before, rng=rng)
    return ShareReport(learnt.classes, shift, len(proba))


def with_shares(learnt: Learnt, shares: FloatArray) -> Learnt:
    """The model where class k has the share ``shares[k]``, if it had any before."""
    weights = learnt.hybrid.weights
    offsets = weights.offsets + log_offsets(_learnt_shares(learnt), shares)
    moved = replace(weights, offsets=offsets)
    hybrid = replace(learnt.hybrid, weights=moved)
    return replace(learnt, hybrid=hybrid, shares=shares)


def without_shares(learnt: Learnt) -> Learnt:
    """The model with the shares it learnt; ``with_shares`` undone."""
    if learnt.shares is None:
        return learnt
    weights = learnt.hybrid.weights
    offsets = weights.offsets - log_offsets(_learnt_shares(learnt), learnt.shares)
    hybrid = replace(learnt.hybrid, weights=replace(weights, offsets=offsets))
    return replace(learnt, hybrid=hybrid, shares=None)


def class_weights(learnt: Learnt) -> FloatArray | None:
    """Q_k / pi_k of an adapted model, 1 where pi_k is 0; None of one that is not adapted."""
    if learnt.shares is None:
        return None
    return share_ratios(_learnt_shares(learnt), learnt.shares)


def _learnt_shares(learnt: Learnt) -> FloatArray:
    return np.asarray(learnt.by_class / learnt.n_documents)


__all__ = ["ShareReport", "class_weights", "share_report", "with_shares", "without_shares"]
