"""Which documents can be answered without a person, and what is promised of them.

A document is answered when its confidence, max_k p(k|x), reaches a threshold that
``core.guarantee`` certified on leave-one-out probabilities of the training documents; with
``per_class`` each predicted class has its own, and the accuracy holds in all of them together.
With ``novelty`` a document is also sent to a person when no more than that share of the
training documents is less typical; checked documents are sent away by the same rule before the
threshold is certified.

After ``adapt`` the classes have other shares, and the checked documents are thinned
(``checked``): what is certified then also rests on the estimated shares.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import SEED, CheckedDocuments, scores_of
from halfbayes.classifier.copies import Copies
from halfbayes.core.forecast import Checked, Outlook, outlook
from halfbayes.core.guarantee import (
    Certificate,
    Promise,
    certified,
    certified_by_group,
    certified_instead,
    documents_needed,
)
from halfbayes.core.label_errors import LEVEL
from halfbayes.core.percent import asked_percent, percent
from halfbayes.types import BoolArray, FloatArray, LabelArray


@dataclass(frozen=True, eq=False)
class Decision:
    """A rule that answers documents or leaves them to a person, and its promise."""

    classes: LabelArray
    asked: Asked
    certificates: tuple[Certificate, ...]  # one, or one for every class
    checked: CheckedDocuments
    shifted: bool = False
    copies: Copies | None = None  # among the training documents, where they are many

    def __repr__(self) -> str:
        return f"<Decision: {self.statement}>"

    @property
    def thresholds(self) -> FloatArray:
        """Least confidence with which a predicted class is answered: (classes,)."""
        values = np.array([certificate.threshold for certificate in self.certificates])
        return np.broadcast_to(values, (len(self.classes),))

    @property
    def holds(self) -> bool:
        """Whether anything is promised."""
        return any(certificate.holds for certificate in self.certificates)

    @property
    def coverage(self) -> float:
        """Share of the checked documents that would be answered."""
        checked = sum(certificate.n_documents for certificate in self.certificates)
        return sum(c.answered for c in self.certificates) / checked if checked else 0.0

    @cached_property
    def together(self) -> Certificate | None:
        """Where no class by itself is certified, but all of them together: that certificate."""
        if self.holds or not self.asked.per_class:
            return None
        (found,) = _certificates(
            self.checked, len(self.classes), replace(self.asked, per_class=False)
        )
        return found if found.holds else None

    @cached_property
    def outlook(self) -> Outlook | None:
        """What more labels would do, where nothing is certified and nothing else would help.

        None also where nothing was checked: then nothing foretells it.
        """
        if self.holds or self.together is not None or len(self.checked.y) == 0:
            return None
        checked = Checked(self.checked.scores(self.asked.novelty), self.checked.correct)
        promise = Promise(self.asked.accuracy, self.asked.delta)
        return outlook(checked, promise, np.random.default_rng(SEED))

    @cached_property
    def instead(self) -> Certificate | None:
        """Where nothing is certified: what can be promised today (``certified_instead``)."""
        return None if self.holds else alternative(self.checked, self.asked)

    def accepted(self, proba: FloatArray, typical: FloatArray | None = None) -> BoolArray:
        """Which documents are answered; ``typical`` as in ``answers``."""
        score = scores_of(proba, typical, self.asked.novelty)
        return np.asarray(score >= self.thresholds[proba.argmax(axis=1)])

    def answers(self, proba: FloatArray, typical: FloatArray | None = None) -> list[Any]:
        """The class of each document, None where a person must look.

        A rule with ``novelty`` needs ``typical``: the p-values of ``model.novelty(table)``.
        """
        labels = self.classes[proba.argmax(axis=1)].tolist()
        answered = self.accepted(proba, typical).tolist()
        return [label if yes else None for label, yes in zip(labels, answered, strict=True)]

    @property
    def statement(self) -> str:
        """What is promised, exactly, or what would change it."""
        told = _promised(self) if self.holds else _refusal(self)
        return told if self.copies is None else f"{told} {self.copies}"


def decision(
    checked: CheckedDocuments,
    classes: LabelArray,
    asked: Asked,
    *,
    class_weights: FloatArray | None = None,
    copies: Copies | None = None,
) -> Decision:
    """The rule for ``asked``, certified on the checked documents.

    >>> proba = np.column_stack([np.linspace(0.99, 0.6, 100), np.linspace(0.01, 0.4, 100)])
    >>> checked = CheckedDocuments(proba, np.zeros(100, dtype=int))
    >>> rule = decision(checked, np.array(["yes", "no"]), Asked(accuracy=0.9))
    >>> rule.answers(np.array([[0.9, 0.1], [0.45, 0.55]]))
    ['yes', None]
    >>> print(rule.statement)  # doctest: +ELLIPSIS
    With 95 % confidence, at least 90 % of the answers are right, as long as new documents ...
    """
    if class_weights is not None:
        checked = checked.thinned(class_weights)
    certificates = _certificates(checked, len(classes), asked)
    shifted = class_weights is not None
    return Decision(classes, asked, certificates, checked, shifted, copies)


def alternative(checked: CheckedDocuments, asked: Asked) -> Certificate | None:
    """A lower accuracy that can be promised today, of all classes together; or None."""
    score = checked.scores(asked.novelty)
    return certified_instead(score, checked.correct, accuracy=asked.accuracy, delta=asked.delta)


def _certificates(
    checked: CheckedDocuments, n_classes: int, asked: Asked
) -> tuple[Certificate, ...]:
    score = checked.scores(asked.novelty)
    if asked.per_class:
        promise = Promise(asked.accuracy, asked.delta, n_classes)
        return tuple(
            certified_by_group(score, checked.correct, checked.predicted, promise=promise)
        )
    return (certified(score, checked.correct, accuracy=asked.accuracy, delta=asked.delta),)


def _promised(rule: Decision) -> str:
    """What is promised, exactly."""
    asked = rule.asked
    where = " in every class that is answered" if asked.per_class else ""
    condition = "as long as new documents come as the checked ones did"
    if rule.shifted:
        condition += ", but for the shares of the classes, which are taken as estimated"
    return (
        f"With {asked_percent(asked.confidence)} confidence, at least "
        f"{asked_percent(asked.accuracy)} of the answers are right{where}, "
        f"{condition}: {_passed(rule)}"
    )


def _passed(rule: Decision) -> str:
    """How the checked documents fared."""
    if not rule.asked.per_class:
        (c,) = rule.certificates
        return (
            f"those with confidence {c.threshold:.3f} or more, {percent(c.coverage)} of the "
            f"{c.n_documents:,} checked documents "
            f"({c.errors:,} of {c.answered:,} wrong)."
        )
    parts = [
        f"{name} from {c.threshold:.3f} on ({c.errors:,} of {c.answered:,} wrong)"
        for name, c in zip(rule.classes.tolist(), rule.certificates, strict=True)
        if c.holds
    ]
    left = len(rule.classes) - len(parts)
    rest = f"; {left} of the {len(rule.classes)} classes are left to a person" if left else ""
    return f"{', '.join(parts)}{rest}."


def _refusal(rule: Decision) -> str:
    """Why nothing is promised, and what would change it."""
    asked = rule.asked
    checked = sum(certificate.n_documents for certificate in rule.certificates)
    target, sure = asked_percent(asked.accuracy), asked_percent(asked.confidence)
    if len(rule.checked.y) == 0:
        return (
            f"Nothing is promised at {target} accuracy with {sure} confidence: no document "
            "was checked."
        )
    told = [
        f"{checked:,} checked documents certify nothing at {target} accuracy with {sure} "
        "confidence."
    ]
    together = rule.together
    if together is not None:
        told.append(
            f"One threshold for all classes would answer {percent(together.coverage)} of the "
            "documents today, with that accuracy in all of them together; leave out per_class "
            "(--per-class) for that."
        )
        return " ".join(told)
    told.append(_prospect(rule))
    if rule.checked.taught and (slips := _wrong_among_surest(rule)):
        told.append(slips)
    if rule.instead is not None:
        told.append(_today(rule, rule.instead))
    return " ".join(told)


def _wrong_among_surest(rule: Decision) -> str:
    """Errors among so many of the surest as would certify the accuracy, were all of them right.

    The rule looks at the surest first, and a single error there can end its search.
    """
    enough = documents_needed(0, rule.asked.accuracy, rule.asked.delta)
    surest = np.argsort(-rule.checked.scores(rule.asked.novelty), kind="stable")[:enough]
    wrong = surest[~rule.checked.correct[surest]]
    if len(wrong) == 0:
        return ""
    improbable = float(rule.checked.own[wrong].max())
    # To two decimals, above the most probable of these labels: each is less than a half.
    level = np.floor(100 * improbable + 1) / 100
    chosen = "" if improbable < LEVEL else f" with --level {level:g}"
    return (
        f"{len(wrong)} of the documents it is surest of {'has' if len(wrong) == 1 else 'have'} "
        "another label: where such a label is wrong, mending it does more than any new one "
        f"(label-errors{chosen} names {'it' if len(wrong) == 1 else 'them'})."
    )


def _today(rule: Decision, lower: Certificate) -> str:
    """What a lower accuracy allows, found by trying several, and had it been asked for."""
    score = rule.checked.scores(rule.asked.novelty)
    alone = certified(
        score, rule.checked.correct, accuracy=lower.accuracy, delta=rule.asked.delta
    )
    share, beforehand = percent(lower.coverage), percent(alone.coverage)
    more = "" if share == beforehand else f": {beforehand} had it been asked for beforehand"
    return (
        f"Today {share} can be answered with at least {asked_percent(lower.accuracy)} "
        "accuracy, with the same confidence (allowing for choosing the accuracy after "
        f"looking{more})."
    )


def _untaught(rule: Decision) -> str:
    """A caution, where what is promised would be the shares of the classes."""
    if rule.checked.taught:
        return ""
    return "; but nothing shows yet that the model tells classes better than their shares do"


def _prospect(rule: Decision) -> str:
    """What more labels would do."""
    if rule.outlook is not None:
        more = rule.outlook.labels
        each = " (one threshold for all classes)" if rule.asked.per_class else ""
        return (
            f"{more:,} more label{'' if more == 1 else 's'} like these would, more likely than "
            f"not, certify about "
            f"{percent(rule.outlook.coverage)} of the documents{each}{_untaught(rule)}."
        )
    if not rule.checked.taught:
        return (
            "Without a document the model guesses its class no better than the shares of the "
            f"classes do ({percent(float(np.mean(rule.checked.correct)))} are right): nothing "
            "shows yet that it has learnt anything. Label more documents; where that does not "
            "help, see whether a person could tell their classes by what is read of them."
        )
    if rule.checked.correct.all():
        return "All of them are right, but too few to foretell what more would certify."
    return (
        "The documents it is surest of are not right often enough, which more labels to check "
        "it by would not change; more labels to learn from may, and plan reckons with that."
    )


__all__ = ["Decision", "alternative", "decision"]
