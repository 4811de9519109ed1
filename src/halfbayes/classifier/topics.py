"""What documents about something are likely to say: a small thesaurus of everyday topics.

It is in ``topics.txt``, a line a topic: the words that it goes by, and words of documents about
it. English, in basic forms, which are stemmed as documents are; a topic is found by one of its
words, or else by the stem of one. Meanings of a word are not told
apart: ``shell`` is what a nut has and what takes commands, and of these words those that no
document has say nothing.
"""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Final

from halfbayes.text.stemming import stems_of_words

RESOURCE: Final = "topics.txt"
LANGUAGE: Final = "english"


def related(words: Iterable[str]) -> tuple[str, ...]:
    """Words of documents that are about one of ``words``; each once, without these.

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
    for line in files(__package__).joinpath(RESOURCE).read_text("ascii").splitlines():
        names, _, words = line.partition(":")
        if not line.startswith("#"):
            for name in names.split():
                topics[name] = (*topics.get(name, ()), *words.split())
    return topics


@cache
def _thesaurus_by_stem() -> dict[str, tuple[str, ...]]:
    names = [*thesaurus()]
    stems: dict[str, tuple[str, ...]] = {}
    for name, stem in zip(names, stems_of_words(names, LANGUAGE), strict=True):
        stems[stem] = (*stems.get(stem, ()), *thesaurus()[name])
    return stems


__all__ = ["LANGUAGE", "related", "thesaurus"]
