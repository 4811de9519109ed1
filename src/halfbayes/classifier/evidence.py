"""From a table to what the hybrid model weighs: matrices, and the views that look at them.

    text       words, pairs, pieces, fields and writing (``text.representation``)
    numbers    brought to one scale, usual values told apart (``number_columns``); a Student's t
               event model, and, within the range of the training documents, in the discriminant
    categories one of the values seen, or none; a categorical event model, and in the
               discriminant

The generative side reads the words of the whole document by the complement model, of short
documents their pieces, too, numbers by Student's t, categories by their frequencies. The
discriminant reads everything but the writing. What only pays once there are labels enough to
weigh it (pairs, single fields, numbers, categories) enters with the share n / (n + 30 K) for n
documents of K classes; words and pieces with share 1.

How documents are written has a small discriminant of its own. In most corpora it says little,
and in some (advertisements that shout, pages of one author) more than the words: its weight is
expected to be small, and freer than the others to be what the documents say.

Word models are seen from halfway between the classes (``core.centre``), and so is, with few
documents, the discriminant of text. Numbers and categories are not: their densities are no
flatter where a class is wide, and the 11 tables of Ng & Jordan were as well told without. Nor
is the counted model: its many documents let go of the offsets, which then learn the same.
"""

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any, Final

import numpy as np
from scipy import sparse

from halfbayes.classifier.category_columns import Categories
from halfbayes.classifier.number_columns import Numbers, number_matrix
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table
from halfbayes.core.categorical import Categorical
from halfbayes.core.complement import Complement
from halfbayes.core.event_model import EventModel
from halfbayes.core.student import Student
from halfbayes.core.views import Discriminant, EventView, SoftmaxDiscriminant, View
from halfbayes.text.representation import Part, TextRepresentation
from halfbayes.text.stemming import checked_language
from halfbayes.types import CountMatrix, FloatArray

FEW_PER_CLASS: Final = 10.0
"""Documents per class at which the discriminant is seen half from its centre. With few of them
its own intercept, which is left out, would be wanted; with more the offsets are learnt."""

ENOUGH_PER_CLASS: Final = 30.0
"""Documents per class at which fine evidence has half its share in the discriminant."""

WORDS: Final = "words"

OPEN_TEXT: Final = ("words", "pieces", "field")
"""Kinds of text all terms of which are kept; of pairs, those that several documents have."""

FEW_PIECES: Final = 400
"""Different pieces of words that a short document has on average, at most; some 50 words have
as many. Of the corpora looked at, short ones have 16 words or fewer, or were cut to 30, and
long ones 100 or more."""

WRITING: Final = "writing"
WRITING_EXPECTED: Final = 0.15
WRITING_LEEWAY: Final = 1.0
"""Of the weight of how documents are written. With more of either, advertisements are told
from fewer labels (``benchmarks/bench_writing.py``), and now and then documents of a class that
happen to be written alike make a model of few labels far too sure."""

MANY_CLASSES: Final = 30
"""With more classes than this there is softmax regression beside least squares ..."""

LEAST_PER_CLASS: Final = 5
"""... and so many documents per class; with fewer it is hardly heard."""

MOST_FREEDOM: Final = 5.0
"""Degrees of freedom of numbers. With Gaussian numbers it costs .002 of log loss; with tails as
heavy as those of amounts it gains as much, and a number further out than any before decides
nothing (made-up tables of 20 to 2,000 documents)."""


@dataclass(frozen=True, slots=True, eq=False)
class Source:
    """One matrix of the evidence: where in the document it is from."""

    name: str  # what a person calls it
    kind: str  # words, pairs, pieces, field, numbers, categories
    X: Any  # (documents, features)
    n_flags: int = 0  # of the last features of numbers: whether the value is not usual


@dataclass(slots=True, eq=False)
class Evidence:
    """Learns how to read tables of given roles, and reads new ones the same way."""

    roles: Roles
    language: str | None = "english"
    threads: int | None = None
    text: TextRepresentation | None = field(default=None, init=False)
    numbers: Numbers | None = field(default=None, init=False)
    categories: "Categories | None" = field(default=None, init=False)

    def fit(self, table: Table) -> list[Source]:
        """Learn from a table, and read it."""
        parts: list[Part] = []
        if self.roles.text:
            if self.language is not None:
                checked_language(self.language, "language")
            self.text = TextRepresentation(language=self.language, threads=self.threads)
            parts = self.text.fit_transform(self.fields(table))
        if self.roles.numeric:
            self.numbers = Numbers.learnt(number_matrix(table, self.roles))
        if self.roles.categorical:
            columns = [table.categories(name) for name in self.roles.categorical]
            self.categories = Categories.learnt(columns)
        return self._sources(table, parts)

    def read(self, table: Table) -> list[Source]:
        """Read another table."""
        parts = [] if self.text is None else self.text.transform(self.fields(table))
        return self._sources(table, parts)

    def use_threads(self, threads: int | None) -> None:
        """Count words with so many threads from now on."""
        self.threads = threads
        if self.text is not None:
            self.text.threads = self.text.counter.threads = threads

    def only_text(self) -> "Evidence":
        """What is read of the text, alone."""
        alone = Evidence(Roles(text=self.roles.text), self.language, self.threads)
        alone.text = self.text
        return alone

    def without_text(self) -> "Evidence":
        """What is read besides the text."""
        alone = Evidence(replace(self.roles, text=()), self.language, self.threads)
        alone.numbers, alone.categories = self.numbers, self.categories
        return alone

    def names(self, source: Source) -> list[str]:
        """What a person calls the columns of ``source``."""
        if source.kind == "numbers" and self.numbers is not None:
            names = self.roles.numeric
            return [*names, *(names[j] for j in self.numbers.usual)]
        if source.kind == "number block":
            return list(self.roles.numeric)
        if source.kind == "categories":
            return list(self.roles.categorical)
        if source.kind == "category block" and self.categories is not None:
            return [*chain(*self.categories.called(self.roles.categorical))]
        return [] if self.text is None else self.text.names(source.kind)

    def pieces_as_words(
        self, table: Table, weights: FloatArray
    ) -> tuple[CountMatrix, FloatArray, list[str]]:
        """Weights of pieces told of words: documents by words, (words, classes), the words."""
        if self.text is None or self.text.pieces is None:
            return sparse.csr_array((table.n_rows, 0)), weights[:0], []
        words, counts = self.text.open_words(self.fields(table))
        documents, pieces = self.text.pieces.factors(words, counts)
        return documents, np.asarray(pieces @ weights), words.terms

    def _sources(self, table: Table, parts: list[Part]) -> list[Source]:
        sources = [Source(part.field or part.kind, part.kind, part.X) for part in parts]
        if self.numbers is not None:
            x, numbers = number_matrix(table, self.roles), self.numbers
            apart = numbers.apart(numbers.scaled(x))
            sources.append(Source("numbers", "numbers", apart, len(numbers.usual)))
            block = _filled(numbers.scaled(numbers.within(x)))
            sources.append(Source("numbers", "number block", block))
        if self.categories is not None:
            codes = self.categories.codes(
                [table.categories(name) for name in self.roles.categorical]
            )
            sources.append(Source("categories", "categories", codes))
            sources.append(
                Source("categories", "category block", self.categories.indicators(codes))
            )
        return sources

    def fields(self, table: Table) -> dict[str, list[str | None]]:
        """The columns of text."""
        return {name: table.texts(name) for name in self.roles.text}


EVENTS: Final[dict[str, EventModel[Any]]] = {
    "words": Complement(pooled=True),
    "numbers": Student(most_freedom=MOST_FREEDOM),
    "categories": Categorical(),
}
SHARED_FULLY: Final = ("words", "pieces")
ONLY_GENERATIVE: Final = ("numbers", "categories")
NOT_IN_THE_DISCRIMINANT: Final = (*ONLY_GENERATIVE, WRITING)


def views_of(sources: list[Source], n_documents: int, n_classes: int) -> list[View]:
    """The views of the hybrid over these sources; the discriminant is last."""
    counted = [
        (place, source)
        for place, source in enumerate(sources)
        if source.kind in EVENTS or _pieces_of_short(source)
    ]
    n_views = sum(source.kind in SHARED_FULLY for _, source in counted)
    views: list[View] = [
        EventView(
            place,
            event_of(source),
            expected=expected_weight(source, n_views),
            centred=float(source.kind in SHARED_FULLY),
        )
        for place, source in counted
    ]
    fine = n_documents / (n_documents + ENOUGH_PER_CLASS * n_classes)
    blocks = [
        (place, 1.0 if source.kind in SHARED_FULLY else fine)
        for place, source in enumerate(sources)
        if source.kind not in NOT_IN_THE_DISCRIMINANT
    ]
    places, shares = zip(*blocks, strict=True)
    few = FEW_PER_CLASS * n_classes / (n_documents + FEW_PER_CLASS * n_classes)
    views += [
        Discriminant(
            (place,), (1.0,), expected=WRITING_EXPECTED, centred=few, leeway=WRITING_LEEWAY
        )
        for place, source in enumerate(sources)
        if source.kind == WRITING
    ]
    return [*views, Discriminant(places, shares, centred=few if n_views else 0.0)]


def views_of_many(views: list[View], n_documents: int, n_classes: int) -> list[View]:
    """The views, and where there are many classes softmax regression after the discriminant.

    Few labels cannot tell the two apart: it is expected to weigh the square of the share of
    fine evidence.
    """
    last = views[-1]
    few = n_classes <= MANY_CLASSES or n_documents < LEAST_PER_CLASS * n_classes
    if few or not isinstance(last, Discriminant):
        return views
    fine = n_documents / (n_documents + ENOUGH_PER_CLASS * n_classes)
    return [*views, SoftmaxDiscriminant(last, expected=fine**2)]


def counted_views(sources: list[Source]) -> list[EventView]:
    """The views of the counted model over these sources: single fields are modelled too."""
    return [
        EventView(place, event_of(source), expected=expected_weight(source))
        for place, source in enumerate(sources)
        if source.kind in (*EVENTS, "field")
    ]


def _pieces_of_short(source: Source) -> bool:
    """Whether these are pieces of short documents.

    A short document has few words, and most of them are rare: what they look like tells more
    than which they are. In a long one pieces say again what its words have said.
    """
    n_documents = source.X.shape[0]
    return source.kind == "pieces" and bool(source.X.nnz <= FEW_PIECES * n_documents)


def event_of(source: Source) -> EventModel[Any]:
    """The event model of a source."""
    event = EVENTS[WORDS if source.kind in OPEN_TEXT else source.kind]
    return replace(event, n_flags=source.n_flags) if isinstance(event, Student) else event


def expected_weight(source: Source, n_views: int = 1) -> float:
    """What a view of the source is expected to weigh, before any document says otherwise.

    Words are brought to unit length, and weigh 1; words and pieces, ``n_views`` views of the
    same text, share it. Columns of numbers and categories are taken as independent, which would
    be right with weight 1, and are rarely so; J copies of one column would be right with weight
    1 / J. In between: J^-1/2.
    """
    if source.kind in ONLY_GENERATIVE:
        return float(max(source.X.shape[1] - source.n_flags, 1) ** -0.5)
    return 1.0 / n_views if source.kind in SHARED_FULLY else 1.0


def _filled(X: FloatArray) -> FloatArray:
    """Missing numbers at the median, over the root of the number of columns."""
    return np.asarray(np.nan_to_num(X, nan=0.0) * X.shape[1] ** -0.5)


__all__ = [
    "EVENTS",
    "Evidence",
    "Source",
    "counted_views",
    "event_of",
    "expected_weight",
    "views_of",
    "views_of_many",
]
