"""The counted model: what is fitted to a corpus that is too large for the discriminant.

    z_k(x) = log pi_k + c_k + sum_j theta_j f_jk(x)

with one complement word model for the whole document and one for each of several fields, on
weights (1 + log tf) idf of unit length; Gaussians for numbers; frequencies for categories. All
statistics are sums over documents, taken by an engine in two passes; class priors are those of
all documents. Weights of words are added up on a grid (``core.grid``), so that no bit depends
on how the corpus is cut, and documents are left out exactly, to the grid.

The weights theta and offsets c are few: they are fitted on the exact leave-one-out scores of a
sample of the documents (``sample``), and the same documents are those on which decisions are
certified. Medians and spreads of numbers, which only scale them, are the sample's too.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from halfbayes.classifier.digests import canonical, document_digests
from halfbayes.classifier.evidence import (
    EVENTS,
    Categories,
    Evidence,
    Numbers,
    Source,
    counted_views,
    number_matrix,
)
from halfbayes.classifier.learnt import Learnt, Whole
from halfbayes.classifier.regions import region_weights
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import ABOVE_ALL, Bounds, Labelled
from halfbayes.classifier.size import STANDARD, SizeRule
from halfbayes.classifier.survey import Survey, SurveyOf, WordsOf
from halfbayes.classifier.training import TrainingSet
from halfbayes.core.counts import ClassCounts
from halfbayes.core.grid import MOST_DOCUMENTS, WholeArray, class_units, from_units, on_grid
from halfbayes.core.hybrid import Hybrid, SmallFit, weighed_hybrid
from halfbayes.core.views import Documents, LearntEventView
from halfbayes.engines.base import Cells, Engine
from halfbayes.errors import InvalidInputError
from halfbayes.models.validation import encoded_labels, positions_among, validated_labels
from halfbayes.text.frequencies import WordFrequencies
from halfbayes.text.representation import TextRepresentation
from halfbayes.text.weighting import INVERSE_DOCUMENT_FREQUENCIES
from halfbayes.types import FloatArray, LabelArray

LEAST_ROOM = 1000
"""Words below which a model is not worth its name."""


@dataclass(frozen=True, slots=True)
class CountedSettings:
    """What a counted model is asked to be."""

    roles: Roles
    language: str | None = "english"
    threads: int | None = None
    rule: SizeRule = STANDARD


def counted_model(
    engine: Engine[Labelled],
    settings: CountedSettings,
    tell: Callable[[str, float], object],
    cut: bytes = ABOVE_ALL,
) -> Learnt:
    """The counted model of the documents of ``engine``; digests below ``cut`` are sampled."""
    tell("counting words", 0.0)
    survey, words = _surveyed(engine, settings, cut)
    classes = _classes(survey)
    evidence = _evidence(survey, words, settings)
    tell("adding up", 0.5)
    views = _views(engine, evidence, classes, survey)
    tell("weighing", 0.9)
    return _weighed(views, evidence, classes, survey, settings.rule)


@dataclass(frozen=True, slots=True, eq=False)
class CellsOf:
    """Documents to sums of the weights of their words, by view and class and word."""

    evidence: Evidence
    classes: LabelArray

    def __call__(self, chunk: Labelled) -> Cells:
        """The sums of a chunk."""
        y = positions_among(self.classes, np.array(chunk.labels, dtype=object))
        places, sums, first = [], [], 0
        for source in self.evidence.read(chunk.table):
            place, value = class_units(source.X, y, len(self.classes))
            places.append(place + first)
            sums.append(value)
            first += len(self.classes) * source.X.shape[1]
        return Cells(np.concatenate(places), np.concatenate(sums))


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """Statistics of numbers and categories; they add up."""

    parts: tuple[Any, ...]

    def __add__(self, other: "Statistics") -> "Statistics":
        pairs = zip(self.parts, other.parts, strict=True)
        return Statistics(tuple(mine + theirs for mine, theirs in pairs))


@dataclass(frozen=True, slots=True, eq=False)
class StatisticsOf:
    """Documents to the statistics of their numbers and categories."""

    evidence: Evidence
    classes: LabelArray

    def __call__(self, chunk: Labelled) -> Statistics:
        """The statistics of a chunk."""
        y = positions_among(self.classes, np.array(chunk.labels, dtype=object))
        return Statistics(
            tuple(
                EVENTS[source.kind].statistics(source.X, y, n_classes=len(self.classes))
                for source in self.evidence.read(chunk.table)
                if source.kind in EVENTS
            )
        )


def _surveyed(
    engine: Engine[Labelled], settings: CountedSettings, cut: bytes
) -> tuple[Survey, WordFrequencies | None]:
    roles, rule = settings.roles, settings.rule
    bounds = Bounds(rule.checked, rule.checked_bytes)
    words = WordsOf(roles, settings.language, settings.threads) if roles.text else None

    def room(survey: Survey) -> int:
        return rule.room(survey.n_classes, _n_views(roles))

    survey, found = engine.survey(SurveyOf(roles, bounds, cut), words, room)
    if not survey.sample.settled(cut):
        survey, _ = engine.survey(SurveyOf(roles, bounds), None, room)
    if found is not None and room(survey) < min(LEAST_ROOM, len(found.vocabulary) + 1):
        raise InvalidInputError(
            f"{survey.n_classes} classes leave room for {room(survey)} words in "
            f"{rule.memory / 2**30:.3g} GB of memory; allow more, or merge classes"
        )
    return survey, found


def _classes(survey: Survey) -> LabelArray:
    """The classes in order; an error where that cannot be learnt from."""
    missing = survey.labels[None]
    if missing:
        raise InvalidInputError(
            f"{missing:,} of {survey.size.documents:,} documents have no label; leave them out"
        )
    if survey.size.documents >= MOST_DOCUMENTS:
        raise InvalidInputError(
            f"{survey.size.documents:,} documents are more than the {MOST_DOCUMENTS - 1:,} "
            "whose weights can be added up; learn from a part of them"
        )
    labels = validated_labels(list(survey.labels), len(survey.labels))
    classes, _ = encoded_labels(labels)
    if len(classes) == 1:
        raise InvalidInputError(
            f"every one of the {survey.size.documents:,} documents is labelled "
            f"{classes.tolist()[0]!r}; a classifier needs documents of two classes or more"
        )
    return classes


def _evidence(
    survey: Survey, words: WordFrequencies | None, settings: CountedSettings
) -> Evidence:
    """How the documents are read, from document frequencies and the sample."""
    roles = settings.roles
    evidence = Evidence(roles, settings.language, settings.threads)
    if words is not None:
        text = TextRepresentation(language=settings.language, threads=settings.threads)
        no_pairs = np.zeros(len(words.vocabulary), dtype=np.bool_)
        text.assemble(roles.text, words.vocabulary, no_pairs, None)
        idf = INVERSE_DOCUMENT_FREQUENCIES["smooth"]
        n_documents = float(survey.size.documents)
        text.assemble_weights([idf(n_documents, row * 1.0) for row in words.documents])
        evidence.text = text
    if roles.numeric:
        evidence.numbers = Numbers.learnt(number_matrix(survey.sample.documents.table, roles))
    if roles.categorical:
        evidence.categories = Categories(
            tuple(tuple(sorted(values)) for values in survey.categories)
        )
    return evidence


def _views(
    engine: Engine[Labelled], evidence: Evidence, classes: LabelArray, survey: Survey
) -> list[LearntEventView]:
    """The event models with the statistics of all documents, in the order of the sources."""
    K, text = len(classes), evidence.text
    n_words = 0 if text is None else len(text.words)
    n_views = 0 if text is None else len(text.weighted)
    of_text, of_columns = evidence.only_text(), evidence.without_text()
    small, sums = engine.sums(
        StatisticsOf(of_columns, classes) if of_columns.roles.used else None,
        CellsOf(of_text, classes) if of_text.roles.used else None,
        n_views * K * n_words,
    )
    documents = np.array([survey.labels[label] for label in classes.tolist()], dtype=np.float64)
    by_view: list[WholeArray] = list(sums.reshape(n_views, K, n_words)) if n_views else []
    statistics: list[Any] = [
        ClassCounts(np.asfortranarray(from_units(cells)), documents) for cells in by_view
    ]
    statistics += [] if small is None else small.parts
    views = counted_views(evidence.read(survey.sample.first(1).table))
    pairs = zip(views, statistics, strict=True)
    return [LearntEventView(view, found) for view, found in pairs]


def _weighed(
    views: list[LearntEventView],
    evidence: Evidence,
    classes: LabelArray,
    survey: Survey,
    rule: SizeRule,
) -> Learnt:
    """Weights and offsets, fitted on the leave-one-out scores of the sample."""
    drawn = survey.sample.first(max(1, rule.checked_cells // len(classes)))
    labels = validated_labels(list(drawn.labels), drawn.table.n_rows)
    y = positions_among(classes, labels)
    order = canonical(y, document_digests(drawn.table, evidence.roles, drawn.labels)).tolist()
    checked = TrainingSet(drawn.table, labels).rows(order)
    y = y[order]
    sources = [_on_grid(source) for source in evidence.read(checked.table)]
    documents = Documents([source.X for source in sources], y, len(classes))
    by_class = np.array([survey.labels[label] for label in classes.tolist()], dtype=np.int64)
    with threadpool_limits(limits=1, user_api="blas"):
        scores: FloatArray = np.stack([view.leave_one_out(documents) for view in views])
        fit = replace(SmallFit(), class_documents=tuple(by_class.astype(float).tolist()))
        hybrid: Hybrid = weighed_hybrid(
            [view.view for view in views], views, scores, documents, fit
        )
        regions = region_weights(evidence, hybrid, checked.table, sources)
    whole = Whole(by_class, f"{survey.fingerprint:032x}")
    return Learnt(classes, y, evidence.roles, evidence, hybrid, regions, checked, whole=whole)


def _on_grid(source: Source) -> Source:
    return source if isinstance(source.X, np.ndarray) else replace(source, X=on_grid(source.X))


def _n_views(roles: Roles) -> int:
    return 1 if len(roles.text) == 1 else 1 + len(roles.text)


__all__ = [
    "CellsOf",
    "CountedSettings",
    "Statistics",
    "StatisticsOf",
    "counted_model",
]
