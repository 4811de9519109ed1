"""A small thesaurus of everyday topics: what documents about something are likely to say.

It is in ``topics.txt``, a line a topic: the words that it goes by, and words of documents about
it. English, in basic forms, which are stemmed as documents are. Meanings of a word are not told
apart: ``shell`` is what a nut has and what takes commands.

It is read in two ways: what a class is called brings with it the words of its topic
(``related``), and the words of a document say which topics it is about (``text.topics``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from halfbayes.text.stemming import stems_of_words

RESOURCE: Final = "topics.txt"
LANGUAGE: Final = "english"


FUNCTION_WORDS: Final = frozenset(
    word
    for line in (
        "a about above across after again against ago all almost along already also although",
        "always am among an and another any anybody anyone anything are around as at away",
        "back be became because become been before behind being below beside besides between",
        "beyond both but by came can cannot come could did do does doing done down during",
        "each either else enough etc even ever every everybody everyone everything far few",
        "for from further gave get give go goes gone got had has have having he hence her",
        "here hers herself him himself his how however i if in indeed instead into is it its",
        "itself just keep kept least less let lot made make many may me might more most much",
        "must my myself near neither never no nobody none nor not nothing now nowhere of off",
        "often on once one only onto or other others ought our ours ourselves out over own",
        "per perhaps put quite rather really said same saw say see seem seen several shall",
        "she should since so some somebody someone something sometimes soon still such take",
        "than that the their theirs them themselves then there therefore these they thing",
        "this those though through thus to together too took toward towards two under unless",
        "until up upon us use very via was way we well went were what whatever when whenever",
        "where whether which while who whoever whole whom whose why will with within without",
        "would yes yet you your yours yourself",
    )
    for word in line.split()
)
"""Words that any document may say: they are of no topic, whatever else they, or a name with the
same stem, may mean (*are* and *Ares*, *does* and *doe*)."""


@dataclass(frozen=True, slots=True)
class Topic:
    """A line of the thesaurus."""

    names: tuple[str, ...]  # the words that it goes by
    words: tuple[str, ...]  # of documents about it


@cache
def everyday_topics() -> tuple[Topic, ...]:
    """The lines of the thesaurus, without words that any document may say."""
    lines = files(__package__).joinpath(RESOURCE).read_text("ascii").splitlines()
    told = (line.partition(":") for line in lines if not line.startswith("#"))
    return tuple(
        Topic(tuple(names.split()), with_meaning(words.split()))
        for names, _, words in told
        if names
    )


def with_meaning(words: Sequence[str]) -> tuple[str, ...]:
    """The words that have not the stem of a function word.

    >>> with_meaning(["zeus", "ares"])
    ('zeus',)
    """
    stems = stems_of_words([*words], LANGUAGE)
    return tuple(
        word for word, stem in zip(words, stems, strict=True) if stem not in _function_stems()
    )


@cache
def _function_stems() -> frozenset[str]:
    return frozenset(stems_of_words([*FUNCTION_WORDS], LANGUAGE))


def related(words: Iterable[str]) -> tuple[str, ...]:
    """Words of documents that are about one of ``words``; each once, without these.

    A topic is found by one of the words it goes by, or else by the stem of one.

    >>> related(["Hockey", "rink"])[:3]
    ('puck', 'goal', 'goalie')
    """
    given = [word.lower() for word in words]
    stems = stems_of_words(given, LANGUAGE)
    topics, by_stem = thesaurus(), _thesaurus_by_stem()
    found = (
        topics.get(name) or by_stem.get(stem, ())
        for name, stem in zip(given, stems, strict=True)
    )
    return tuple(dict.fromkeys(word for told in found for word in told if word not in given))


@cache
def thesaurus() -> dict[str, tuple[str, ...]]:
    """The words of each topic, by every word that the topic goes by."""
    topics: dict[str, tuple[str, ...]] = {}
    for topic in everyday_topics():
        for name in topic.names:
            topics[name] = (*topics.get(name, ()), *topic.words)
    return topics


@cache
def _thesaurus_by_stem() -> dict[str, tuple[str, ...]]:
    names = [*thesaurus()]
    stems: dict[str, tuple[str, ...]] = {}
    for name, stem in zip(names, stems_of_words(names, LANGUAGE), strict=True):
        stems[stem] = (*stems.get(stem, ()), *thesaurus()[name])
    return stems


__all__ = [
    "FUNCTION_WORDS",
    "LANGUAGE",
    "Topic",
    "everyday_topics",
    "related",
    "thesaurus",
    "with_meaning",
]
