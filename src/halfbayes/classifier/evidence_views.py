"""The views of a model over its evidence, and what each is expected to weigh.

The generative side reads the words of the whole document by the complement model, of short
documents their pieces, too, numbers by Student's t, categories by their frequencies. The
discriminant reads everything but the writing. What only pays once there are labels enough to
weigh it (pairs, single fields, numbers, categories) enters with the share n / (n + 30 K) for n
documents of K classes; words and pieces with share 1. What words are about (``text.topics``)
tells most while labels are few and most words are new: its share is 2 times 10 K / (n + 10 K).

How documents are written has a small discriminant of its own. In most corpora it says little,
and in some (advertisements that shout, pages of one author) more than the words: its weight is
expected to be small, and freer than the others to be what the documents say.

Classes have names, and the words of a name speak for its class before any document does: a view
of their own (``core.given_view``), by the words of documents and by their pieces alike. What
documents about such things say (``text.thesaurus``) is another, by words and by what these are
about. They are expected to weigh little, and wrong names are soon heard less.

Word models are seen from halfway between the classes (``core.centre``), and so are, with few
documents, the discriminants of text. Numbers and categories are not: their
densities are no flatter where a class is wide, and the 11 tables of Ng & Jordan were as well
told without. Nor is the counted model: its many documents let go of the offsets, which then
learn the same.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from halfbayes.classifier.evidence import OPEN_TEXT, TOPICS, WORDS, WRITING, Source
from halfbayes.core.categorical import Categorical
from halfbayes.core.complement import Complement
from halfbayes.core.event_model import EventModel
from halfbayes.core.student import Student
from halfbayes.core.views import (
    Discriminant,
    EventView,
    GivenView,
    SoftmaxDiscriminant,
    View,
)
from halfbayes.types import CountMatrix

FEW_PER_CLASS: Final = 10.0
"""Documents per class at which the discriminant is seen half from its centre. With few of them
its own intercept, which is left out, would be wanted; with more the offsets are learnt. (Always
from its centre, classes of unequal size are told worse: of two newsgroups, 250 postings drawn
at random, log loss goes from .027 to .032.)"""

TOPICS_SHARE: Final = 2.0
"""Of what words are about, beside words, where there are hardly any labels. With 1 error is one
to two hundredths of it higher with 3 and 10 labels per class, and as much higher with 100 where
the share is kept however many labels there are (``benchmarks/bench_topics.py``)."""

ENOUGH_PER_CLASS: Final = 30.0
"""Documents per class at which fine evidence has half its share in the discriminant."""

FEW_PIECES: Final = 400
"""Different pieces of words that a short document has on average, at most; some 50 words have
as many. Of the corpora looked at, short ones have 16 words or fewer, or were cut to 30, and
long ones 100 or more."""

WRITING_EXPECTED: Final = 0.15
WRITING_LEEWAY: Final = 1.0
"""Of the weight of how documents are written. With more of either, advertisements are told
from fewer labels (``benchmarks/bench_writing.py``), and now and then documents of a class that
happen to be written alike make a model of few labels far too sure."""

NAMES_EXPECTED: Final = 2.0
"""Of the weight of the names of classes. With 3 or 5 error falls a little further where names
are good words; log loss does not, and few labels follow misleading names further."""

RELATED_EXPECTED: Final = 4.0
"""Of the weight of what names bring with them, words and topics: each says a little."""

GIVEN_LEEWAY: Final = 1.0
"""Of both. With half of it wrong names cost half as much again with 10 or 30 labels per class;
right ones bring about as much (``benchmarks/bench_names.py``)."""

MANY_CLASSES: Final = 30
"""With more classes than this there is softmax regression beside least squares ..."""

LEAST_PER_CLASS: Final = 5
"""... and so many documents per class; with fewer it is hardly heard."""

MOST_FREEDOM: Final = 5.0
"""Degrees of freedom of numbers. With Gaussian numbers it costs .002 of log loss; with tails as
heavy as those of amounts it gains as much, and a number further out than any before decides
nothing (made-up tables of 20 to 2,000 documents)."""

EVENTS: Final[dict[str, EventModel[Any]]] = {
    "words": Complement(pooled=True),
    "numbers": Student(most_freedom=MOST_FREEDOM),
    "categories": Categorical(),
}
SHARED_FULLY: Final = ("words", "pieces")
ABOUT: Final = (WORDS, TOPICS)
"""What tells documents about the topic of a name."""
ONLY_GENERATIVE: Final = ("numbers", "categories")
NOT_IN_THE_DISCRIMINANT: Final = (*ONLY_GENERATIVE, WRITING)


def views_of(
    sources: list[Source],
    n_documents: int,
    n_classes: int,
    names: Mapping[str, CountMatrix] | None = None,
) -> list[View]:
    """The views of the hybrid over these sources; the discriminant is last.

    ``names`` are the names of the classes, and then the words related to them if there are
    any, as documents, by the kind of text.
    """
    return [
        *_counted(sources),
        *_given(sources, n_classes, names or {}),
        *_discriminants(sources, n_documents, n_classes),
    ]


def _counted(sources: list[Source]) -> list[View]:
    """The event models."""
    counted = [
        (place, source)
        for place, source in enumerate(sources)
        if source.kind in EVENTS or _pieces_of_short(source)
    ]
    n_views = sum(source.kind in SHARED_FULLY for _, source in counted)
    return [
        EventView(
            place,
            event_of(source),
            expected=expected_weight(source, n_views),
            centred=float(source.kind in SHARED_FULLY),
        )
        for place, source in counted
    ]


def _given(
    sources: list[Source], n_classes: int, names: Mapping[str, CountMatrix]
) -> list[View]:
    """What names of classes say of words and pieces; what is related of words and topics."""
    places = {source.kind: i for i, source in enumerate(sources) if source.kind in names}
    seen = [kind for kind in SHARED_FULLY if kind in places]
    if not seen:
        return []
    told = tuple(names[kind][:n_classes] for kind in seen)
    regions = tuple(places[kind] for kind in seen)
    views: list[View] = [_given_view(regions, told, NAMES_EXPECTED)]
    if names[WORDS].shape[0] == n_classes:
        return views
    about = [kind for kind in ABOUT if kind in places]
    told = tuple(names[kind][n_classes:] for kind in about)
    return [*views, _given_view(tuple(places[kind] for kind in about), told, RELATED_EXPECTED)]


def _given_view(
    regions: tuple[int, ...], told: tuple[CountMatrix, ...], expected: float
) -> GivenView:
    return GivenView(regions, told, expected=expected, leeway=GIVEN_LEEWAY)


def _discriminants(sources: list[Source], n_documents: int, n_classes: int) -> list[View]:
    """That of how documents are written, if there is text, and that of all else."""
    fine = n_documents / (n_documents + ENOUGH_PER_CLASS * n_classes)
    few = FEW_PER_CLASS * n_classes / (n_documents + FEW_PER_CLASS * n_classes)
    of_kind = {**dict.fromkeys(SHARED_FULLY, 1.0), TOPICS: TOPICS_SHARE * few}
    blocks = [
        (place, of_kind.get(source.kind, fine))
        for place, source in enumerate(sources)
        if source.kind not in NOT_IN_THE_DISCRIMINANT
    ]
    places, shares = zip(*blocks, strict=True)
    views: list[View] = [
        Discriminant(
            (place,), (1.0,), expected=WRITING_EXPECTED, centred=few, leeway=WRITING_LEEWAY
        )
        for place, source in enumerate(sources)
        if source.kind == WRITING
    ]
    # Where there is text, the offsets count for documents that have words.
    text = tuple(place for place, source in enumerate(sources) if source.kind in SHARED_FULLY)
    centred = few if text else 0.0
    return [*views, Discriminant(places, shares, centred=centred, bearing=text or None)]


def views_of_many(
    views: list[View], sources: list[Source], n_documents: int, n_classes: int
) -> list[View]:
    """The views, and where there are many classes softmax regression after the discriminant.

    Few labels cannot tell the two apart: it is expected to weigh the square of the share of
    fine evidence. It is for text: its left-out scores go by the coefficients of documents,
    which over a few numbers and categories, where documents depend on one another, may be
    anything.
    """
    last = views[-1]
    few = n_classes <= MANY_CLASSES or n_documents < LEAST_PER_CLASS * n_classes
    has_text = any(source.kind in SHARED_FULLY for source in sources)
    if few or not has_text or not isinstance(last, Discriminant):
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


__all__ = [
    "EVENTS",
    "LEAST_PER_CLASS",
    "MANY_CLASSES",
    "counted_views",
    "event_of",
    "expected_weight",
    "views_of",
    "views_of_many",
]
