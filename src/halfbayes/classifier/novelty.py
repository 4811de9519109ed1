"""How unlike the training documents a document is, by region and altogether.

    words, fields         directions of their weighted words; new words are unlike anything
    pieces                directions of pieces of words
    numbers, categories   their event models

Each gives log p(x) (``core.outliers``); its p-value is the share of training documents that are
less typical, each scored by the model without it. Pairs of words are left out: most pairs of
any document are new. So are what words are about and how documents are written: all of that has
been known before.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Final, Protocol

import numpy as np
from scipy import sparse

from halfbayes.classifier.evidence import OPEN_TEXT, Evidence, Source
from halfbayes.classifier.evidence_views import EVENTS
from halfbayes.classifier.table import Table
from halfbayes.core.event_model import EventModel, Statistics
from halfbayes.core.known import Known
from halfbayes.core.outliers import Directions, TypicalityRanks, mixture_log_density
from halfbayes.core.percent import percent
from halfbayes.core.prior import log_prior
from halfbayes.text.representation import TextRepresentation
from halfbayes.types import FloatArray, IndexArray

MODELLED: Final = ("numbers", "categories")

FEW: Final = 0.1
"""Share of the training documents up to which a person is told that it is small."""

MOST_CELLS: Final = 20_000_000
"""Classes times columns beyond which a region is left out: 160 MB of sums."""


@dataclass(frozen=True, slots=True, eq=False)
class NoveltyReport:
    """Share of training documents less typical than each new one; small is novel.

    ``halfbayes predict`` writes the other way round, 1 - p, so that near 1 is novel.
    """

    p_value: FloatArray  # all regions together: (documents,)
    regions: Mapping[str, FloatArray]  # by the name of the region: (documents,)

    def sentence(self, document: int) -> str:
        """What a person is told of one document."""
        strangest = min(self.regions, key=lambda name: float(self.regions[name][document]))
        share = float(self.p_value[document])
        return (
            f"{'only ' if share <= FEW else ''}{percent(share, 1)} of the training documents "
            f"are less typical (most unusual: {strangest})"
        )


class RegionDensity(Protocol):
    """Log p(x) of one region."""

    def of_new(self, source: Source, known: FloatArray | None, /) -> FloatArray:
        """Of new documents; ``known`` is the share of their length that training words have."""


@dataclass(frozen=True, slots=True, eq=False)
class TextDensity:
    """Of weighted words or pieces."""

    directions: Directions

    def of_new(self, source: Source, known: FloatArray | None) -> FloatArray:
        """By the directions of the classes."""
        return self.directions.log_density(source.X, known)


@dataclass(frozen=True, slots=True, eq=False)
class EventDensity:
    """Of numbers or categories."""

    event: EventModel[Any]
    statistics: Statistics
    log_prior: FloatArray

    def of_new(self, source: Source, known: FloatArray | None) -> FloatArray:
        """By the event model."""
        del known
        scorer = self.event.scorer(self.statistics)
        return mixture_log_density(self.log_prior, scorer(source.X))


@dataclass(frozen=True, eq=False)
class Typicality:
    """What is typical of the training documents."""

    densities: Mapping[tuple[str, str], RegionDensity]  # by kind and name of the source
    left_out: FloatArray  # log p(x_i) without document i: (documents, regions)

    @cached_property
    def ranks(self) -> TypicalityRanks:
        """The training documents in order of how typical they are."""
        return TypicalityRanks.of(self.left_out)

    @cached_property
    def training(self) -> FloatArray:
        """Leave-one-out p-values of the training documents: (documents,)."""
        return self.ranks.p_value(self.left_out)

    def report(self, evidence: Evidence, table: Table) -> NoveltyReport:
        """How typical new documents are."""
        sources = {(source.kind, source.name): source for source in _read(evidence, table)}
        columns = [
            density.of_new(sources[key], _known_of_new(evidence, sources[key], table))
            for key, density in self.densities.items()
        ]
        log_densities = np.column_stack(columns)
        by_region = self.ranks.p_values(log_densities)
        names = [name for _, name in self.densities]
        return NoveltyReport(
            self.ranks.p_value(log_densities), dict(zip(names, by_region.T, strict=True))
        )


def learnt_typicality(
    evidence: Evidence, table: Table, y: IndexArray, n_classes: int
) -> Typicality:
    """What is typical of the documents of ``table``, which have the classes ``y``.

    Some of the ``n_classes`` may have no document here.
    """
    sources = _read(evidence, table)
    densities: dict[tuple[str, str], RegionDensity] = {}
    left_out = []
    for source in sources:
        density: RegionDensity
        if source.kind in OPEN_TEXT and n_classes * source.X.shape[1] <= MOST_CELLS:
            directions = Directions.of(source.X, y, n_classes)
            density = TextDensity(directions)
            known = Known.of(sources[0].X).share if source.kind == "pieces" else None
            left_out.append(directions.leave_one_out(source.X, y, known))
        elif source.kind in MODELLED:
            density, scores = _event_density(source, y, n_classes)
            left_out.append(scores)
        else:
            continue
        densities[source.kind, source.name] = density
    return Typicality(densities, np.column_stack(left_out))


def _read(evidence: Evidence, table: Table) -> list[Source]:
    """The sources; of numbers all values, for the usual one is the most typical."""
    return [
        replace(source, X=evidence.numbers.together(source.X), n_flags=0)
        if source.kind == "numbers" and evidence.numbers is not None
        else source
        for source in evidence.read(table)
    ]


def _event_density(
    source: Source, y: IndexArray, n_classes: int
) -> tuple[EventDensity, FloatArray]:
    """The density of numbers or categories, and that of each training document without it."""
    event: Any = EVENTS[source.kind]
    statistics = event.statistics(source.X, y, n_classes=n_classes)
    prior = log_prior(np.bincount(y, minlength=n_classes).astype(np.float64), smoothing=1.0)
    left_out = mixture_log_density(prior, event.leave_one_out(source.X, y, statistics))
    return EventDensity(event, statistics, prior), left_out


def _known_of_new(evidence: Evidence, source: Source, table: Table) -> FloatArray | None:
    """Share of each new document's length in words that training documents have."""
    if evidence.text is None or source.kind not in OPEN_TEXT:
        return None
    weighters = evidence.text.weighters
    if source.kind == "field":
        fields = {source.name: table.texts(source.name)}
        return _known_share(evidence.text, fields, weighters["field", source.name].idf_)
    fields = {name: table.texts(name) for name in evidence.roles.text}
    return _known_share(evidence.text, fields, weighters["words", None].idf_)


def _known_share(
    text: TextRepresentation, fields: Mapping[str, list[str | None]], idf: FloatArray
) -> FloatArray:
    vocabulary, counts = text.open_words(fields)
    place = {term: column for column, term in enumerate(text.words.terms)}
    columns = np.array([place.get(term, -1) for term in vocabulary.terms], dtype=np.intp)
    # A word nobody has weighs as much as one that a single document has.
    weight = np.where(columns >= 0, idf[columns], idf.max(initial=1.0))
    squared = ((1.0 + np.log(counts.data)) * weight[counts.indices]) ** 2
    lengths = sparse.csr_array((squared, counts.indices, counts.indptr), shape=counts.shape)
    total = np.asarray(lengths @ np.ones(len(columns)))
    known = np.asarray(lengths @ (columns >= 0).astype(np.float64))
    return np.asarray(np.sqrt(known / np.where(total > 0.0, total, 1.0)))


__all__ = [
    "EventDensity",
    "NoveltyReport",
    "RegionDensity",
    "TextDensity",
    "Typicality",
    "learnt_typicality",
]
