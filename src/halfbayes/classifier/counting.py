"""What is added up of the documents of a large corpus: sums of words, numbers and categories.

Words that a user has listed for a class count in the sums as a document of that class that has
them in every field, ``weight`` times; they are kept even where no document has them.
"""

from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from halfbayes.classifier.evidence import Evidence, Source
from halfbayes.classifier.evidence_views import EVENTS
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import Labelled
from halfbayes.classifier.word_lists import WordLists
from halfbayes.core.grid import GridRows, WholeArray, class_units
from halfbayes.engines.base import Cells
from halfbayes.models.validation import positions_among
from halfbayes.text.frequencies import WordFrequencies
from halfbayes.types import FloatArray, IndexArray, LabelArray

TEXT: Final = ("words", "field")
"""Kinds of sources that the counted model has a word model for."""

COLUMNS: Final = ("numbers", "categories")


@dataclass(frozen=True, slots=True, eq=False)
class ReadDocuments:
    """Documents as matrices: of words, on the grid, and of numbers and categories."""

    y: IndexArray
    text: tuple[GridRows, ...]
    columns: tuple[FloatArray, ...]

    @property
    def n_bytes(self) -> int:
        """What it takes in memory."""
        columns = sum(X.nbytes for X in self.columns)
        return self.y.nbytes + sum(rows.n_bytes for rows in self.text) + columns

    def within(self, most: int) -> "list[ReadDocuments]":
        """The same documents in blocks of about so many bytes at most, or of one document."""
        if self.n_bytes <= most:
            return [self]
        step = max(1, len(self.y) * most // self.n_bytes)
        starts = range(0, len(self.y), step)
        return [self.rows(slice(start, start + step)) for start in starts]

    def rows(self, rows: slice) -> "ReadDocuments":
        """Some of the documents."""
        text = tuple(some.rows(rows) for some in self.text)
        return ReadDocuments(self.y[rows], text, tuple(X[rows] for X in self.columns))


@dataclass(frozen=True, slots=True, eq=False)
class Statistics:
    """Statistics of numbers and categories; they add up."""

    parts: tuple[Any, ...]

    def __add__(self, other: "Statistics") -> "Statistics":
        pairs = zip(self.parts, other.parts, strict=True)
        return Statistics(tuple(mine + theirs for mine, theirs in pairs))


@dataclass(frozen=True, slots=True, eq=False)
class Counting:
    """Chunks of documents to matrices, and these to what is added up of them."""

    evidence: Evidence
    classes: LabelArray

    def read(self, chunk: Labelled) -> ReadDocuments:
        """The documents of a chunk as matrices."""
        y = positions_among(self.classes, np.array(chunk.labels, dtype=object))
        return self.of_sources(self.evidence.read(chunk.table), y)

    def of_sources(self, sources: list[Source], y: IndexArray) -> ReadDocuments:
        """Documents of classes ``y`` that were read already."""
        text = tuple(GridRows.of(source.X) for source in sources if source.kind in TEXT)
        columns = tuple(source.X for source in sources if source.kind in COLUMNS)
        return ReadDocuments(y, text, columns)

    def small(self, documents: ReadDocuments) -> Statistics | None:
        """The statistics of numbers and categories, where there are any."""
        roles = self.evidence.roles
        kinds = [
            kind
            for kind, names in zip(COLUMNS, (roles.numeric, roles.categorical), strict=True)
            if names
        ]
        if not kinds:
            return None
        pairs = zip(kinds, documents.columns, strict=True)
        K = len(self.classes)
        return Statistics(
            tuple(EVENTS[kind].statistics(X, documents.y, n_classes=K) for kind, X in pairs)
        )

    def cells(self, documents: ReadDocuments) -> Cells:
        """Sums of the weights of words, by view and word and class."""
        K = len(self.classes)
        found = [rows.class_units(documents.y, K) for rows in documents.text]
        return _one_after_another(found, [K * rows.n_terms for rows in documents.text])


def _one_after_another(
    found: list[tuple[NDArray[np.int64], WholeArray]], sizes: list[int]
) -> Cells:
    places, sums = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    first = 0
    for (place, value), size in zip(found, sizes, strict=True):
        places.append(place + first)
        sums.append(value)
        first += size
    return Cells(np.concatenate(places), np.concatenate(sums))


def listed_cells(lists: WordLists, evidence: Evidence, classes: LabelArray) -> Cells:
    """Sums of the words that a user has listed."""
    y, K = positions_among(classes, lists.labels), len(classes)
    sources = evidence.only_text().read(lists.table(evidence.roles))
    matrices = [source.X for source in sources if source.kind in TEXT]
    found = [class_units(lists.weight * X, y, K) for X in matrices]
    return _one_after_another(found, [K * X.shape[1] for X in matrices])


def with_listed(
    words: WordFrequencies, lists: WordLists, roles: Roles, language: str | None
) -> WordFrequencies:
    """The words that are kept, and those listed that are not among them.

    These have as many documents as there are lists that have them.
    """
    table = lists.table(roles)
    own = WordFrequencies.of({name: table.texts(name) for name in roles.text}, language, 1)
    known = set(words.vocabulary.terms)
    new = np.array([term not in known for term in own.vocabulary.terms], dtype=np.bool_)
    return words + own.chosen(new)


__all__ = [
    "COLUMNS",
    "TEXT",
    "Counting",
    "ReadDocuments",
    "Statistics",
    "listed_cells",
    "with_listed",
]
