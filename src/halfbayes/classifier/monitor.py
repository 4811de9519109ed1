"""A monitor that takes documents as they come and says when accuracy cannot be trusted.

Three bets (``core.drift``) share the false-alarm rate alpha evenly; an alarm is a bet whose
capital reached 3 / alpha:

    confidence   new documents get less confidence than the training documents did
    typicality   new documents are less typical of the training documents
    audit        answers that a person checked were wrong more often than promised

If documents keep coming as the training documents did, and answers are as right as promised,
the probability that it ever raises an alarm, over any number of batches, is at most alpha.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np

from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import SEED
from halfbayes.classifier.novelty import NoveltyReport
from halfbayes.core.drift import AuditBet, ExchangeabilityBet
from halfbayes.core.percent import asked_percent
from halfbayes.errors import InvalidInputError
from halfbayes.models.labels import missing_places
from halfbayes.models.shares import require_share
from halfbayes.models.validation import validated_labels
from halfbayes.types import FloatArray, LabelArray

REASONS: Final = {
    "confidence": "the model is less sure of new documents than of the training documents",
    "typicality": "new documents are less typical of the training documents",
    "audit": "checked answers were wrong more often than promised",
}

KINDS: Final[Mapping[str, tuple[type, ...]]] = {
    "text": (str,),
    "numbers": (int, float, np.number, np.bool),
}
"""Types of labels that can be equal."""


class Watched(Protocol):
    """What the monitor asks of a model."""

    @property
    def classes_(self) -> LabelArray:
        """The classes, in order."""

    def predict_proba(self, table: Any, /) -> FloatArray:
        """Probabilities of new documents."""

    def novelty(self, table: Any, /) -> NoveltyReport:
        """How typical new documents are."""


@dataclass(frozen=True, slots=True)
class DriftStatus:
    """What the monitor has found so far."""

    documents: int
    reasons: tuple[str, ...]  # of REASONS, why there is an alarm; empty while all is well
    false_alarm: float

    @property
    def alarm(self) -> bool:
        """Whether accuracy can no longer be trusted."""
        return bool(self.reasons)

    @property
    def statement(self) -> str:
        """The same in words."""
        if not self.alarm:
            return f"{self.documents} documents: nothing speaks against the promised accuracy."
        why = "; ".join(REASONS[reason] for reason in self.reasons)
        return (
            f"{self.documents} documents: the promised accuracy can no longer be trusted: "
            f"{why}. Were nothing amiss, the chance of such an alarm, ever, would be at most "
            f"{asked_percent(self.false_alarm)}."
        )


class DriftMonitor:
    """Watches the stream of new documents; made by ``DocumentClassifier.monitor``."""

    def __init__(
        self, model: Watched, known: dict[str, FloatArray], asked: Asked, false_alarm: float
    ) -> None:
        self.false_alarm = require_share("false_alarm", false_alarm)
        self._model = model
        self._rng = np.random.default_rng(SEED)
        self._streams = {
            name: ExchangeabilityBet.against(scores) for name, scores in known.items()
        }
        self._audit = AuditBet(asked.accuracy)
        self._documents = 0

    def update(self, table: Any, labels: Any = None) -> DriftStatus:
        """Take a batch; ``labels`` where a person checked the answers, one a document.

        None or NaN stands for a document that nobody checked. A label that is no class of the
        model, but text or a number as these are, is an answer that was wrong.
        """
        proba = self._model.predict_proba(table)
        scores = {
            "confidence": proba.max(axis=1),
            "typicality": self._model.novelty(table).p_value,
        }
        if labels is not None:
            self._check(proba, labels)
        for name, bet in self._streams.items():
            bet.update(scores[name].tolist(), self._rng)
        self._documents += len(proba)
        return self.status

    @property
    def status(self) -> DriftStatus:
        """What has been found so far."""
        limit = len(REASONS) / self.false_alarm
        capital = {name: bet.highest for name, bet in self._streams.items()}
        capital["audit"] = self._audit.highest
        reasons = tuple(name for name in REASONS if capital[name] >= limit)
        return DriftStatus(self._documents, reasons, self.false_alarm)

    def _check(self, proba: FloatArray, labels: Any) -> None:
        given = validated_labels(labels, len(proba), allow_missing=True)
        if len(given) == 0:
            message = "labels of no documents were passed; pass None where nothing was checked"
            raise InvalidInputError(message)
        checked = np.delete(np.arange(len(given)), missing_places(given))
        true, classes = given[checked], self._model.classes_
        _require_alike(true, classes)
        predicted = classes[proba[checked].argmax(axis=1)]
        self._audit.update((predicted != true).tolist())


def _require_alike(labels: LabelArray, classes: LabelArray) -> None:
    """Text is never equal to a number: every answer would seem wrong."""
    found, known = _kinds(labels), _kinds(classes)
    if not found <= known:
        raise InvalidInputError(
            f"the labels are {' and '.join(sorted(found))}, the classes of the model "
            f"{' and '.join(sorted(known))}; pass labels as they are in classes_, and None "
            "where nothing was checked"
        )


def _kinds(labels: LabelArray) -> set[str]:
    return {_kind(found) for found in set(map(type, list(labels)))}


def _kind(found: type) -> str:
    return next((name for name, of in KINDS.items() if issubclass(found, of)), found.__name__)


__all__ = ["KINDS", "REASONS", "DriftMonitor", "DriftStatus", "Watched"]
