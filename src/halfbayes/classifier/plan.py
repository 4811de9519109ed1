"""How much reading is left: documents a person must still look at, and when to stop labelling.

The forecast of ``core.forecast`` needs to know how much the model learns from more labels. Two
random halves of the training documents are learnt by themselves; with leave-one-out errors
e_half and e of the whole,

    error ~ labels^-c        c = log2 (e_half + 1/n) / (e + 1/n), between 0 and 0.7

The documents without labels count by their number only: how sure the model is of them is not
looked at, since most of the plan is about a model that has learnt more.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from halfbayes.classifier.checked import SEED, CheckedDocuments
from halfbayes.classifier.decide import Asked
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.unlearnt import unlearnt
from halfbayes.core.forecast import Checked, ReadingPlan, best_plan
from halfbayes.core.guarantee import Promise
from halfbayes.core.learning_curve import STEEPEST
from halfbayes.core.percent import asked_percent
from halfbayes.errors import InvalidParameterError
from halfbayes.types import LabelArray

HALVES: Final = 2


@dataclass(frozen=True, slots=True)
class Plan:
    """What is left to do for documents without labels."""

    asked: Asked
    reading: ReadingPlan
    learning: float  # c

    @property
    def statement(self) -> str:
        """The plan in words."""
        r = self.reading
        target = asked_percent(self.asked.accuracy)
        if r.read >= r.n_documents:
            who = "even a model that has learnt from them" if self.learning else "the model"
            return (
                f"A person must read all {r.n_documents:,} documents: {who} is not expected to "
                f"answer any with {target} accuracy."
            )
        first = (
            f"label {r.labels:,} of them first; after that a further label no longer pays"
            if r.labels
            else "no further label pays"
        )
        return (
            f"Of {r.n_documents:,} documents a person must read about {r.read:,.0f} "
            f"({r.low:,.0f} to {r.high:,.0f}) so that the rest is answered with "
            f"{target} accuracy: {first}. "
            "That is reckoned from the checked documents, and others may differ: predict tells "
            "what is answered of them today."
        )


def reading_plan(
    checked: CheckedDocuments, n_documents: int, asked: Asked, *, learning: float
) -> Plan:
    """The plan for ``n_documents`` documents without labels."""
    if isinstance(n_documents, bool) or n_documents < 1:
        raise InvalidParameterError(
            f"a plan is for one document without a label or more; got {n_documents!r}"
        )
    documents = Checked(checked.proba.max(axis=1), checked.correct, learning)
    promise, rng = Promise(asked.accuracy, asked.delta), np.random.default_rng(SEED)
    return Plan(asked, best_plan(documents, n_documents, promise, rng=rng), learning)


def learning_exponent(model: Any, training: TrainingSet, error: float) -> float:
    """C, from halves of the training documents; 0 where they cannot be halved."""
    rng, n = np.random.default_rng(SEED), training.n_documents
    half_errors = []
    for _ in range(HALVES):
        rows = rng.permutation(n)[: n // 2]
        labels: LabelArray = training.labels[rows]
        if len(np.unique(labels)) == len(np.unique(training.labels)):
            half = unlearnt(model).fit(training.table.rows(rows.tolist()).columns, labels)
            predicted = half.classes_[half.leave_one_out_proba_.argmax(axis=1)]
            half_errors.append(float(np.mean(predicted != labels)))
    if not half_errors:
        return 0.0
    ratio = (np.mean(half_errors) + 1.0 / n) / (error + 1.0 / n)
    return float(np.clip(np.log2(ratio), 0.0, STEEPEST))


__all__ = ["Plan", "learning_exponent", "reading_plan"]
