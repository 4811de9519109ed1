"""Gathers what the report of a model tells, as plain numbers and text.

Everything rests on the leave-one-out probabilities of the training documents. What needs the
documents themselves (learning curve, examples, novelty, labels to check) is left out, and said
to be, where a model was loaded without them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from halfbayes.classifier.adapt import class_weights
from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.growth import growth
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.measured import (
    automatic,
    confusions,
    coverage_curve,
    reliability,
    share,
    sorting,
)
from halfbayes.classifier.particulars import left_out, settings
from halfbayes.classifier.showcase import Showcase, class_words, document_excerpt
from halfbayes.classifier.spoken import spoken
from halfbayes.classifier.table import Table
from halfbayes.core.calibration import expected_calibration_error
from halfbayes.core.label_errors import LEVEL
from halfbayes.data.visible import excerpt
from halfbayes.report.findings import (
    ClassRow,
    Findings,
    Novelty,
    Oddity,
    Region,
    Suspicions,
)
from halfbayes.types import FloatArray

FIFTHS: Final = 5
LEAST_FIFTH: Final = 5
"""Documents of a fifth below which its error says nothing."""
MOST_ROWS: Final = 60
"""Classes of the table, the most frequent ones."""
MOST_NAME: Final = 60

REGIONS: Final = {
    "words": "words of the whole document",
    "pairs": "pairs of words",
    "pieces": "pieces of words",
    "topics": "what its words are about",
    "writing": "how it is written",
    "numbers": "numbers",
    "categories": "categories",
}
"""What a reader is told instead of the names of the evidence."""


NO_GROWTH: Final = (
    "There is no learning curve: there are too few documents, or half of them would not have "
    "every class."
)


def numbered(place: int) -> str:
    """A document by its place in a table, counted from 0 as everywhere in Python.

    >>> numbered(161)
    'document 161'
    """
    return f"document {place}"


@dataclass(frozen=True, slots=True)
class Called:
    """What documents are called by their places in the tables they came in."""

    learnt: Callable[[int], str] = numbered
    new: Callable[[int], str] = numbered


@dataclass(frozen=True, slots=True, eq=False)
class Gathering:
    """A fitted model, what its report is asked for, and how many documents it may show."""

    model: Any
    asked: Asked
    excerpts: int
    called: Called = Called()

    @property
    def learnt(self) -> Learnt:
        """All that the model has found."""
        found: Learnt = self.model.learnt_
        return found

    def summary(self) -> Findings:
        """What a card tells."""
        learnt, checked = self.learnt, _checked(self.learnt)
        told = Findings(
            learnt.n_documents,
            groups=_grouped(learnt),
            copies=str(self.model._copies() or ""),  # noqa: SLF001 (its card)
            regions=_regions(learnt),
        )
        if len(checked.y) == 0:
            return told
        return replace(
            told,
            accuracy=share(int(checked.correct.sum()), len(checked.y)),
            sorting=sorting(checked, class_names(learnt), self.asked, targets=()),
        )

    def findings(self, new: Table | None) -> Findings:
        """Everything a report tells."""
        learnt, checked = self.learnt, _checked(self.learnt)
        names = class_names(learnt)
        told = replace(
            self.summary(),
            classes=self._rows(checked, names),
            settings=settings(self.model, learnt),
            left_out=left_out(learnt, self.excerpts),
        )
        if len(checked.y) == 0:
            return told
        proba = None if new is None else self.model.predict_proba(new)
        shown = self._showcase(checked)
        growing = growth(self.model, learnt, checked, self.asked)
        if growing is None and learnt.can_be_parted:
            told = replace(told, left_out=(*told.left_out, NO_GROWTH))
        return replace(
            told,
            calibration_error=_calibration_error(checked),
            sorting=sorting(checked, names, self.asked, proba),
            curve=coverage_curve(checked, self.asked.confidence),
            growth=growing,
            bins=reliability(checked),
            confusions=confusions(checked, names),
            examples=shown.examples(self.model, self.excerpts) if shown else (),
            novelty=self._novelty(new),
            suspicions=self._suspicions(shown) if shown else None,
        )

    def _showcase(self, checked: CheckedDocuments) -> Showcase | None:
        learnt = self.learnt
        if learnt.training is None or learnt.shares is not None:
            return None
        written_as = spoken(_texts(learnt), learnt.evidence.language)
        return Showcase(learnt, checked, class_names(learnt), written_as, self._places())

    def _rows(self, checked: CheckedDocuments, names: Sequence[str]) -> tuple[ClassRow, ...]:
        learnt, K = self.learnt, len(names)
        own = np.bincount(checked.y, minlength=K)
        given = np.bincount(checked.predicted, minlength=K) if len(checked.y) else own
        right = np.bincount(checked.y[checked.correct], minlength=K) if len(checked.y) else own
        answered = automatic(checked, self.asked, K) if len(checked.y) else own
        frequent = np.sort(np.argsort(-own, kind="stable")[:MOST_ROWS]).tolist()
        words = class_words(learnt, frequent, spoken(_texts(learnt), learnt.evidence.language))
        return tuple(
            ClassRow(
                names[k], int(own[k]), int(given[k]), int(right[k]), int(answered[k]), told
            )
            for k, told in zip(frequent, words, strict=True)
        )

    def _novelty(self, new: Table | None) -> Novelty | None:
        learnt, checked = self.learnt, _checked_all(self.learnt)
        if learnt.training is None:
            return None
        typical: FloatArray = self.model._typicality().training  # noqa: SLF001 (its report)
        fifth = _fifths(typical)
        sizes = np.bincount(fifth, minlength=FIFTHS)
        wrong = np.bincount(fifth[~checked.correct], minlength=FIFTHS)
        pairs = zip(wrong.tolist(), sizes.tolist(), strict=True)
        errors = () if sizes.min() < LEAST_FIFTH else tuple(share(*pair) for pair in pairs)
        table, values, counts = learnt.training.table, typical, ()
        if new is not None:
            table, values = new, self.model.novelty(new).p_value
            counts = tuple(np.bincount(_fifths(values), minlength=FIFTHS).tolist())
        names, place = class_names(learnt), self._places()
        oddities = tuple(
            Oddity(
                place=self.called.new(row) if new is not None else place[row],
                excerpt=document_excerpt(learnt, table, row),
                label=None if new is not None else names[learnt.y[row]],
                less_typical=float(values[row]),
            )
            for row in np.argsort(values, kind="stable")[: self.excerpts].tolist()
        )
        if not (errors or oddities):
            return None
        return Novelty(errors, counts, oddities, new is not None)

    def _suspicions(self, shown: Showcase) -> Suspicions:
        found = self.model.label_errors()
        return Suspicions(len(found), LEVEL, shown.suspicions(found[: self.excerpts]))

    def _places(self) -> list[str | None]:
        """What each training document is called; a model file does not know."""
        known = self.learnt.places
        if known is None:
            return [None] * len(self.learnt.y)
        return [self.called.learnt(place) for place in known.tolist()]


def _checked_all(learnt: Learnt) -> CheckedDocuments:
    proba = np.asarray(np.exp(learnt.hybrid.leave_one_out_log_proba))
    return CheckedDocuments(proba, learnt.y)


def _checked(learnt: Learnt) -> CheckedDocuments:
    """Training documents as new ones come: thinned where the class shares are others."""
    weights = class_weights(learnt)
    checked = _checked_all(learnt)
    return checked if weights is None else checked.thinned(weights)


def _calibration_error(checked: CheckedDocuments) -> float:
    return expected_calibration_error(checked.proba.max(axis=1), checked.correct)


def _fifths(typical: FloatArray) -> Any:
    """0 for the least typical fifth of the training documents, 4 for the most typical."""
    return np.minimum((typical * FIFTHS).astype(np.intp), FIFTHS - 1)


def class_names(learnt: Learnt) -> list[str]:
    """The classes as they are shown."""
    return [excerpt(str(label), MOST_NAME) or "(empty)" for label in learnt.classes.tolist()]


def _grouped(learnt: Learnt) -> str | None:
    return learnt.roles.groups[0] if learnt.roles.groups else None


def _regions(learnt: Learnt) -> tuple[Region, ...]:
    """The say of each; none where none has any, as of a model of word lists alone."""
    if not any(region.share for region in learnt.regions):
        return ()
    fields = {name: f"field: {excerpt(name, MOST_NAME)}" for name in learnt.roles.text}
    called = {**REGIONS, **fields}
    return tuple(
        Region(called.get(r.region, r.region), r.share, r.length) for r in learnt.regions
    )


def _texts(learnt: Learnt) -> list[str | None]:
    if learnt.training is None:
        return []
    table = learnt.training.table
    return [text for name in learnt.roles.text for text in table.texts(name)]


__all__ = ["Called", "Gathering", "class_names", "numbered"]
