"""What a fitted model says of its own answers: curves, decisions, plans, sets, novelty, shift.

All rest on the leave-one-out probabilities of the training documents: no label is set aside.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from sklearn.base import clone

from halfbayes.classifier.adapt import (
    ShareReport,
    class_weights,
    share_report,
    with_shares,
    without_shares,
)
from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.copies import Copies, many_copies
from halfbayes.classifier.decide import Decision, decision
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.monitor import DriftMonitor
from halfbayes.classifier.novelty import NoveltyReport, Typicality, learnt_typicality
from halfbayes.classifier.plan import Plan, learning_so_far, reading_plan
from halfbayes.classifier.table import as_table
from halfbayes.classifier.training import TrainingSet
from halfbayes.core.label_errors import LEVEL, ranked_label_errors
from halfbayes.core.prediction_sets import ClassRanks
from halfbayes.errors import NoTrainingDataError
from halfbayes.evaluate.curves import CoverageReport, coverage_report
from halfbayes.models.validation import require_number
from halfbayes.types import FloatArray, LabelArray


@dataclass(frozen=True, slots=True)
class SuspectLabel:
    """A training document whose label is probably wrong."""

    document: int  # place in the training documents
    label: Any
    probability: float  # of that label, by the model without the document
    suggested: Any


class Trust:
    """The part of ``DocumentClassifier`` that says how far its answers can be trusted."""

    decision_: Decision
    _learnt: Learnt
    _typical: tuple[Learnt, Typicality]
    _copied: tuple[Learnt, Copies | None]

    def coverage_curve(self, *, confidence: float = 0.95) -> CoverageReport:
        """Accuracy against coverage, with a band that holds at all thresholds at once.

        After ``adapt`` it is that of documents with the new shares of the classes, as far as
        these are estimated right.
        """
        self._fitted().taught()
        checked = self._checked_as_new(with_novelty=False)
        return coverage_report(checked.proba.max(axis=1), checked.correct, level=confidence)

    def promise(
        self,
        *,
        accuracy: float = 0.95,
        confidence: float = 0.95,
        per_class: bool = False,
        novelty: float | None = None,
    ) -> Decision:
        """The rule that ``decide`` follows; ``statement`` says what it promises."""
        asked = Asked(accuracy, confidence, per_class, novelty)
        learnt = self._fitted()
        checked = self._checked(with_novelty=novelty is not None)
        return decision(
            checked,
            learnt.classes,
            asked,
            class_weights=class_weights(learnt),
            copies=self._copies(),
        )

    def decide(
        self,
        table: Any,
        *,
        accuracy: float = 0.95,
        confidence: float = 0.95,
        per_class: bool = False,
        novelty: float | None = None,
    ) -> list[Any]:
        """The class of each document, None where a person must look.

        With probability ``confidence`` at least ``accuracy`` of the answers are right
        (``per_class``: in every predicted class), as long as new documents come as the training
        documents did. ``novelty`` also leaves documents to a person that are less typical than
        all but this share of the training documents. ``decision_.statement`` says it exactly.
        """
        rule = self.promise(
            accuracy=accuracy, confidence=confidence, per_class=per_class, novelty=novelty
        )
        documents = as_table(table)
        typical = None if novelty is None else self.novelty(documents).p_value
        self.decision_ = rule
        return rule.answers(self.predict_proba(documents), typical)

    def plan(self, table: Any, *, accuracy: float = 0.95, confidence: float = 0.95) -> Plan:
        """How many documents of ``table`` (or of so many) a person must still read.

        After ``adapt``, of documents with the new shares of the classes, by the model as it is.
        """
        asked, learnt = Asked(accuracy, confidence), self._fitted().taught()
        n_documents = table if isinstance(table, int) else as_table(table).n_rows
        checked = self._checked_as_new(with_novelty=False)
        learning = learning_so_far(self, learnt, checked)
        return reading_plan(checked, n_documents, asked, learning=learning)

    def predict_set(self, table: Any, *, confidence: float = 0.9) -> list[tuple[Any, ...]]:
        """Classes that hold the true one with probability ``confidence``, in every class.

        A set may be empty: the document is like none of the classes.
        """
        checked, asked = self._checked(with_novelty=False), Asked(confidence=confidence)
        ranks = ClassRanks.of(checked.proba, checked.y)
        inside = ranks.p_values(self.predict_proba(table)) > asked.delta
        classes = self._fitted().classes
        return [tuple(classes[row].tolist()) for row in inside]

    def novelty(self, table: Any) -> NoveltyReport:
        """How unlike the training documents each document is, from p(x)."""
        return self._typicality().report(self._fitted().evidence, as_table(table))

    def class_shares(self, table: Any) -> ShareReport:
        """Shares of the classes among documents without labels, beside those learnt.

        A class without training documents is left out: its share stays 0.
        """
        base = clone(self)
        base._learnt = learnt = without_shares(self._fitted().taught())  # noqa: SLF001 (its own kind)
        return share_report(learnt, base.predict_proba(table))

    def adapt(self, table: Any) -> Self:
        """A model whose class shares are those of ``table``, documents without labels.

        Where ``class_shares`` does not prove a change, they stay as learnt. A class without
        training documents keeps the offset it has.
        """
        learnt, found = without_shares(self._fitted()), self.class_shares(table)
        adapted: Self = clone(self)
        adapted._learnt = with_shares(learnt, found.shift.shares) if found.changed else learnt
        return adapted

    def monitor(self, *, accuracy: float = 0.95, false_alarm: float = 0.01) -> DriftMonitor:
        """A monitor of new documents that raises a false alarm, ever, with this probability.

        After ``adapt`` new documents are expected to have the new shares of the classes.
        """
        checked = self._checked_as_new(with_novelty=True)
        known = {"confidence": checked.proba.max(axis=1), "typicality": checked.typical}
        return DriftMonitor(self, known, Asked(accuracy), false_alarm)

    def label_errors(self, *, level: float = LEVEL) -> list[SuspectLabel]:
        """Training documents whose label has a probability below ``level``, worst first.

        ``document`` counts from 0 in the table that was given to ``fit``. A model from a file
        has its documents in an order of its own, as in ``leave_one_out_proba_``.
        """
        learnt, checked = self._fitted(), self._checked(with_novelty=False)
        require_number("level", level, low=0.0, high=1.0)
        found = ranked_label_errors(checked.proba, checked.y)
        names = learnt.classes.tolist()
        place = (np.arange(len(learnt.y)) if learnt.places is None else learnt.places).tolist()
        return [
            SuspectLabel(
                place[i], names[checked.y[i]], float(found.own[i]), names[found.suggested[i]]
            )
            for i in found.implausible(level).tolist()
        ]

    def _checked(self, *, with_novelty: bool) -> CheckedDocuments:
        learnt = self._fitted()
        proba = np.asarray(np.exp(learnt.hybrid.leave_one_out_log_proba))
        typical = self._typicality().training if with_novelty else None
        return CheckedDocuments(proba, learnt.y, typical)

    def _checked_as_new(self, *, with_novelty: bool) -> CheckedDocuments:
        """Training documents as new ones come: thinned where the class shares are others."""
        weights = class_weights(self._fitted())
        checked = self._checked(with_novelty=with_novelty)
        if weights is None:
            return checked
        thinned = checked.thinned(weights)
        if len(thinned.y) == 0:
            message = (
                "no checked document is of the classes that the new documents have, so nothing "
                "tells of these; pass labelled documents of them to fit"
            )
            raise NoTrainingDataError(message)
        return thinned

    def _typicality(self) -> Typicality:
        learnt = self._fitted().taught()
        if learnt.typicality is not None:
            return learnt.typicality
        if not hasattr(self, "_typical") or self._typical[0] is not learnt:
            table, n_classes = self._training().table, len(learnt.classes)
            learnt_of = learnt_typicality(learnt.evidence, table, learnt.y, n_classes)
            self._typical = learnt, learnt_of
        return self._typical[1]

    def _known_typicality(self) -> Typicality | None:
        """What is typical of the training documents; None where nothing tells of them."""
        learnt = self._fitted()
        known = learnt.training is not None or learnt.typicality is not None
        return self._typicality() if known and len(learnt.y) else None

    def _copies(self) -> Copies | None:
        """Copies among the training documents: counted once for what was learnt."""
        learnt = self._fitted()
        if not hasattr(self, "_copied") or self._copied[0] is not learnt:
            self._copied = learnt, many_copies(learnt)
        return self._copied[1]

    def _training(self) -> TrainingSet:
        training = self._fitted().training
        if training is None:
            message = (
                "the training documents are needed for this and are not in the model file; "
                "save the model with documents=True (on the command line: train it with "
                "--documents)"
            )
            raise NoTrainingDataError(message)
        return training

    def _fitted(self) -> Learnt:
        raise NotImplementedError

    @property
    def classes_(self) -> LabelArray:
        """The classes, in order."""
        return self._fitted().classes

    def predict_proba(self, table: Any) -> FloatArray:
        """Probabilities of new documents."""
        raise NotImplementedError


__all__ = ["SuspectLabel", "Trust"]
