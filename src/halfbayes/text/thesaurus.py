"""A small thesaurus of everyday topics: what documents about something are likely to say.

It is in ``topics.txt``, a line a topic: the words that it goes by, and words of documents about
it. English, in basic forms, which are stemmed as documents are. Meanings of a word are not told
apart: ``shell`` is what a nut has and what takes commands.

It is read in two ways: what a class is called brings with it the words of its topic
(``related``), and the words of a document say which topics it is about (``text.topics``).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from halfbayes.text.stemming import stems_of_words

RESOURCE: Final = "topics.txt"
LANGUAGE: Final = "english"


@dataclass(frozen=True, slots=True)
class Topic:
    """A line of the thesaurus."""

    names: tuple[str, ...]  # the words that it goes by
    words: tuple[str, ...]  # of documents about it


@cache
def everyday_topics() -> tuple[Topic, ...]:
    """The lines of the thesaurus."""
    lines = files(__package__).joinpath(RESOURCE).read_text("ascii").splitlines()
    told = (line.partition(":") for line in lines if not line.startswith("#"))
    return tuple(
        Topic(tuple(names.split()), tuple(words.split())) for names, _, words in told if names
    )


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


__all__ = ["LANGUAGE", "Topic", "everyday_topics", "related", "thesaurus"]
