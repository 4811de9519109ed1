"""Documents and words that a report shows: telling, odd and doubtful ones.

The examples are explained by the model learnt without them, as far as that costs little: what a
model says of its own training documents it has partly learnt by heart.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.evidence import WRITING
from halfbayes.classifier.explain import Explanation
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.spoken import Spoken
from halfbayes.classifier.table import Table
from halfbayes.classifier.training import TrainingSet
from halfbayes.classifier.unlearnt import MOST_LEARNT, fitted_to_part, unlearnt
from halfbayes.core.association import log_odds
from halfbayes.core.counts import ClassCounts
from halfbayes.core.views import LearntDiscriminant, LearntEventView
from halfbayes.data.columns import label_of
from halfbayes.data.visible import excerpt
from halfbayes.errors import NoTrainingDataError
from halfbayes.models.words import word_probabilities
from halfbayes.report.findings import Example, Piece, Suspicion
from halfbayes.text.writing import FEATURES
from halfbayes.types import FloatArray, IndexArray

WORDS_OF_CLASS: Final = 8
WRITING_OF_CLASS: Final = 3
WORDS_OF_EXAMPLE: Final = 5
LEAST_TOLD: Final = 0.05
"""Log odds below which a word says nothing."""

MOST_TEXT: Final = 420
MOST_EXCERPT: Final = 140

SURE_FROM: Final = 0.5
"""Sure is a confidence that is so far from chance, 1 / classes, to 1."""

SURE, UNSURE, WRONG = "Sure, and right", "Unsure", "Sure, and wrong"


@dataclass(frozen=True, slots=True, eq=False)
class Showcase:
    """The documents of a model, and how its terms are written."""

    learnt: Learnt
    checked: CheckedDocuments
    names: Sequence[str]  # of the classes
    spoken: Spoken
    places: Sequence[str | None]  # what the documents are called

    @property
    def training(self) -> TrainingSet:
        """The training documents."""
        if self.learnt.training is None:
            message = "the training documents are needed to show some, and are not at hand"
            raise NoTrainingDataError(message)
        return self.learnt.training

    def examples(self, model: Any, count: int) -> tuple[Example, ...]:
        """At most ``count`` documents: sure and right, unsure, sure and wrong."""
        kinds = _chosen(self.checked, count)
        rows = [row for places in kinds.values() for row in places]
        if not rows:
            return ()
        told = dict(zip(rows, self._explained(model, rows), strict=True))
        return tuple(
            self._example(kind, row, told[row])
            for kind, places in kinds.items()
            for row in places
        )

    def suspicions(self, found: Sequence[Any]) -> tuple[Suspicion, ...]:
        """Suspect labels with the documents that have them."""
        table = self.training.table
        known = self.learnt.places
        counted = range(len(self.places)) if known is None else known.tolist()
        row_of = {place: row for row, place in enumerate(counted)}
        return tuple(
            Suspicion(
                place=self.places[row_of[suspect.document]],
                excerpt=document_excerpt(self.learnt, table, row_of[suspect.document]),
                label=str(suspect.label),
                probability=suspect.probability,
                suggested=str(suspect.suggested),
            )
            for suspect in found
        )

    def _explained(self, model: Any, rows: list[int]) -> list[Explanation]:
        """Of the class each document is given by the model without it."""
        labels, table = self.training.labels, self.training.table
        given = self.learnt.classes[self.checked.predicted[rows]]
        others = np.setdiff1d(np.arange(len(labels)), rows)
        few = len(others) <= MOST_LEARNT and self.training.unlabelled is None
        if few and set(labels[others].tolist()) == set(self.learnt.classes.tolist()):
            model = fitted_to_part(unlearnt(model), self.training.rows(others.tolist()))
        told: list[Explanation] = model.explain(table.rows(rows), given)
        return told

    def _example(self, kind: str, row: int, told: Explanation) -> Example:
        everything = len(told.contributions)
        supporting, opposing = told.supporting(everything), told.opposing(everything)
        values = dict([*supporting, *opposing])
        roles, one = self.learnt.roles, self.training.table.rows([row])
        fields = [
            (name, self.spoken.pieces(excerpt(one.texts(name)[0] or "", MOST_TEXT), values))
            for name in roles.text
        ]
        fields += _other_fields(one, roles.numeric + roles.categorical)
        return Example(
            kind=kind,
            place=self.places[row],
            fields=tuple((name, pieces) for name, pieces in fields if pieces),
            label=self.names[self.checked.y[row]],
            given=self.names[self.checked.predicted[row]],
            probability=float(self.checked.proba[row].max()),
            against=str(told.against),
            supporting=self._terms(supporting),
            opposing=self._terms(opposing),
        )

    def _terms(self, terms: Sequence[tuple[str, float]]) -> tuple[tuple[str, float], ...]:
        return tuple(
            (self.spoken.word(term), value)
            for term, value in terms[:WORDS_OF_EXAMPLE]
            if abs(value) >= LEAST_TOLD
        )


def document_excerpt(learnt: Learnt, table: Table, row: int) -> str:
    """The beginning of a document, its fields one after the other."""
    one = table.rows([row])
    texts = [one.texts(name)[0] for name in learnt.roles.text]
    if not texts:
        names = learnt.roles.numeric + learnt.roles.categorical
        texts = [f"{name} = {label_of(one.columns[name][0])}" for name in names]
    return excerpt(" · ".join(text for text in texts if text), MOST_EXCERPT) or "(empty)"


def class_words(learnt: Learnt, shown: Sequence[int], spoken: Spoken) -> list[tuple[str, ...]]:
    """What points most to each class of ``shown``: words, and then how it is written."""
    words, writing = _words_of_classes(learnt, shown, spoken), _writing_of_classes(learnt)
    return [(*told, *writing[k]) for told, k in zip(words, shown, strict=True)]


def _writing_of_classes(learnt: Learnt) -> list[tuple[str, ...]]:
    """Of each class, what its documents have more of than others, as far as it says anything.

    A feature says w_k . (mean of it) of a document that has as much again as is usual.
    """
    n_classes, text = len(learnt.classes), learnt.evidence.text
    said = np.zeros((len(FEATURES), n_classes))
    if text is not None and text.writing is not None:
        place = text.keys.index((WRITING, None))
        for theta, view in zip(learnt.hybrid.weights.theta, learnt.hybrid.views, strict=True):
            if isinstance(view, LearntDiscriminant) and view.view.regions == (place,):
                w = theta * view.blocks[0].terms
                against = (w.sum(axis=1, keepdims=True) - w) / (n_classes - 1)
                said = text.writing.mean[:, None] * (w - against)
    best = np.argsort(-said, axis=0, kind="stable")[:WRITING_OF_CLASS]
    return [
        tuple(FEATURES[j] for j in best[:, k] if said[j, k] >= LEAST_TOLD)
        for k in range(n_classes)
    ]


def _words_of_classes(
    learnt: Learnt, shown: Sequence[int], spoken: Spoken
) -> list[tuple[str, ...]]:
    """Words that point most to each class of ``shown``, against all others together."""
    view = _word_view(learnt)
    if view is None or learnt.evidence.text is None:
        return [() for _ in shown]
    counts: ClassCounts = view.statistics
    names, total = learnt.evidence.text.names("words"), counts.terms.sum(axis=0)
    told = []
    for k in shown:
        terms = np.stack([counts.terms[k], np.maximum(total - counts.terms[k], 0.0)])
        both = ClassCounts(terms, np.ones(2))
        scores: FloatArray = log_odds(word_probabilities(view.view.event, both))[0]
        best = np.argsort(-scores, kind="stable")[: 3 * WORDS_OF_CLASS].tolist()
        words = [spoken.word(names[w]) for w in best if scores[w] > 0.0 and _tells(names[w])]
        told.append(tuple(words[:WORDS_OF_CLASS]))
    return told


def _tells(term: str) -> bool:
    """Whether a term says something to a reader.

    Single Latin letters and digits do not, nor marks without a letter, which cannot be seen.
    """
    return any(c.isalnum() for c in term) and (len(term) > 1 or not term.isascii())


def _word_view(learnt: Learnt) -> Any:
    """The counted word model among the views."""
    nothing = Table({name: [None] for name in learnt.roles.used}, 1)
    kinds = [source.kind for source in learnt.evidence.read(nothing)]
    views = [view for view in learnt.hybrid.views if isinstance(view, LearntEventView)]
    return next((view for view in views if kinds[view.view.region] == "words"), None)


def _chosen(checked: CheckedDocuments, count: int) -> Mapping[str, list[int]]:
    """At most a third of ``count`` of each kind, of different classes as far as there are."""
    each = max(1, count // 3) if count else 0
    confidence, right = checked.proba.max(axis=1), checked.correct
    chance = 1.0 / checked.proba.shape[1]
    sure = confidence >= chance + SURE_FROM * (1.0 - chance)
    surest = np.argsort(-confidence, kind="stable")
    kinds = {SURE: surest[(right & sure)[surest]], WRONG: surest[(~right & sure)[surest]]}
    chosen = {kind: _of_different_classes(rows, checked, each) for kind, rows in kinds.items()}
    taken = {row for rows in chosen.values() for row in rows}
    rest = [row for row in surest[::-1].tolist() if row not in taken and not sure[row]]
    return {SURE: chosen[SURE], UNSURE: rest[:each], WRONG: chosen[WRONG]}


def _of_different_classes(rows: IndexArray, checked: CheckedDocuments, each: int) -> list[int]:
    first: dict[int, int] = {}
    for row in rows.tolist():
        first.setdefault(int(checked.predicted[row]), row)
    different = list(first.values())[:each]
    more = [row for row in rows[: 2 * each].tolist() if row not in different]
    return (different + more)[:each]


def _other_fields(one: Table, names: Sequence[str]) -> list[Any]:
    values = [(name, one.columns[name][0]) for name in names]
    return [
        (name, (Piece(excerpt(label_of(value), MOST_EXCERPT)),))
        for name, value in values
        if value is not None
    ]


__all__ = ["Showcase", "class_words", "document_excerpt"]
