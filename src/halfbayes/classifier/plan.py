"""How much reading is left: documents a person must still look at, and when to stop labelling.

The forecast of ``core.forecast`` needs to know how much the model learns from more labels: the
exponents that ``core.learning_curve`` draws from the errors of the model learnt again from
parts of its documents (``relearnt``). Where there are no parts, every exponent is possible; the
model as it is has c = 0 alone.

The documents without labels count by their number only: how sure the model is of them is not
looked at, since most of the plan is about a model that has learnt more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import SEED, CheckedDocuments
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.relearnt import errors_so_far
from halfbayes.core.forecast import FORESEEN, WORLDS, Checked, ReadingPlan, best_plan
from halfbayes.core.guarantee import Promise
from halfbayes.core.learning_curve import learning_curve
from halfbayes.core.percent import asked_percent
from halfbayes.errors import InvalidParameterError
from halfbayes.types import FloatArray


@dataclass(frozen=True, slots=True)
class Learning:
    """What more labels teach a model: exponents that are possible; 0 where it is as it is."""

    labels: int  # at hand: all that were learnt, of which a sample may be checked
    exponents: Sequence[float] = (0.0,)
    learns: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """What is left to do for documents without labels."""

    asked: Asked
    reading: ReadingPlan
    learning: float  # c, on average of those that are possible
    learns: bool  # otherwise it is the plan of the model as it is
    n_labels: int  # at hand

    @property
    def statement(self) -> str:
        """The plan in words."""
        r, target = self.reading, asked_percent(self.asked.accuracy)
        as_it_is = "" if self.learns else " by the model as it is"
        further = f" {self._further}" if r.beyond and self.learns else ""
        if r.read >= r.n_documents:
            return (
                f"A person must read all {r.n_documents:,} documents: {self._who} is not "
                f"expected to answer any with {target} accuracy.{further}"
            )
        return (
            f"Of {r.n_documents:,} documents a person must read about {r.read:,.0f} "
            f"({r.low:,.0f} to {r.high:,.0f}) so that the rest is answered with "
            f"{target} accuracy{as_it_is}: {self._first}.{further} "
            "That is reckoned from the checked documents, and others may differ: predict tells "
            "what is answered of them today."
        )

    @property
    def _who(self) -> str:
        if not self.learns:
            return "the model"
        if self.reading.beyond:
            return f"even a model that has learnt from {FORESEEN} times the labels at hand"
        return "even a model that has learnt from them"

    @property
    def _first(self) -> str:
        r = self.reading
        if not r.labels:
            return "no further label pays"
        then = "and plan again" if r.beyond else "after that a further label no longer pays"
        return f"label {r.labels:,} of them first{',' if r.beyond else ';'} {then}"

    @property
    def _further(self) -> str:
        return (
            f"Still more labels may pay, but the {self.n_labels:,} at hand do not tell what "
            f"more than {FORESEEN} times as many would bring."
        )


def reading_plan(
    checked: CheckedDocuments, n_documents: int, asked: Asked, *, learning: Learning
) -> Plan:
    """The plan for ``n_documents`` documents without labels, of a model that learns so."""
    if isinstance(n_documents, bool) or n_documents < 1:
        raise InvalidParameterError(
            f"a plan is for one document without a label or more; got {n_documents!r}"
        )
    documents = Checked(checked.proba.max(axis=1), checked.correct, learning.exponents)
    promise, rng = Promise(asked.accuracy, asked.delta), np.random.default_rng(SEED)
    reading = best_plan(documents, n_documents, promise, rng=rng, labels=learning.labels)
    mean = float(np.mean(learning.exponents))
    return Plan(asked, reading, mean, learning.learns, learning.labels)


def learning_so_far(model: Any, learnt: Learnt, checked: CheckedDocuments) -> Learning:
    """What c may be, drawn from the errors so far; 0 where the model learns no more."""
    if not learnt.still_learns:
        return Learning(learnt.n_documents)
    seen = errors_so_far(model, learnt, checked)
    drawn: FloatArray = learning_curve(seen).drawn(WORLDS, np.random.default_rng(SEED))
    return Learning(learnt.n_documents, drawn.tolist(), learns=True)


__all__ = ["Learning", "Plan", "learning_so_far", "reading_plan"]
