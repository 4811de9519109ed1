"""Stemming the vocabulary instead of the tokens: each distinct word once, then columns merge.

Snowball stemmers (Porter 1980, 2001) by PyStemmer, any of its languages. In an n-gram each
word is stemmed; NUMBER and EMAILADDR stay.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
import Stemmer
from numpy.typing import NDArray

from halfbayes.errors import InvalidParameterError
from halfbayes.text.tokens import EMAIL, NUMBER
from halfbayes.text.vocabulary import Vocabulary

# No rule of these stemmers has a suffix that ends so: such words are their own stems, and with
# numbers and serial codes they are nearly half of a vocabulary.
UNCHANGED_ENDINGS: Final[Mapping[str, str]] = {
    "english": "0123456789_abfhjkopquvwxz",
    "porter": "0123456789_abfhjkopqvwxz",
}


def stemmed(vocabulary: Vocabulary, language: str) -> tuple[Vocabulary, NDArray[np.uint32]]:
    """The stems in order, and the column there of each term of ``vocabulary``.

    >>> words = Vocabulary.of_terms(["cat", "cats", "run", "running"])
    >>> stems, column = stemmed(words, "english")
    >>> stems.terms, column.tolist()
    (['cat', 'run'], [0, 0, 1, 1])
    """
    if (vocabulary.packed == ord(" ")).any():
        every = np.ones(len(vocabulary), dtype=bool)
        return vocabulary.replaced(every, stems_of_ngrams(vocabulary.terms, language))
    may_change = _may_change(vocabulary, language)
    stems = stems_of_words(vocabulary.chosen(may_change), language)
    return vocabulary.replaced(may_change, stems)


def stems_of_words(words: list[str], language: str) -> list[str]:
    """The stem of each word."""
    # Words come once each: PyStemmer's own cache would only cost.
    stems: list[str] = Stemmer.Stemmer(checked_language(language), 0).stemWords(words)
    if "" in stems:
        stems = [stem or word for word, stem in zip(words, stems, strict=True)]
    return stems


def stems_of_ngrams(terms: list[str], language: str) -> list[str]:
    """The stems of the words of each term."""
    words = sorted({word for term in terms for word in term.split(" ")})
    stem = dict(zip(words, stems_of_words(words, language), strict=True))
    stem |= {NUMBER: NUMBER, EMAIL: EMAIL}
    return [" ".join(stem[word] for word in term.split(" ")) for term in terms]


def checked_language(language: str) -> str:
    """The language, if PyStemmer has it."""
    languages = Stemmer.algorithms()
    if language not in languages:
        raise InvalidParameterError(
            f"stemmer must be None or one of {', '.join(languages)}; got {language!r}"
        )
    return language


def _may_change(vocabulary: Vocabulary, language: str) -> NDArray[np.bool_]:
    """Whether each word may differ from its stem."""
    ends = vocabulary.offsets[1:]
    changing = np.ones(256, dtype=bool)
    changing[list(UNCHANGED_ENDINGS.get(language, "").encode())] = False
    may_change: NDArray[np.bool_] = changing[vocabulary.packed[ends - 1]]
    # NUMBER and EMAILADDR end in a capital R, as few other words do.
    for place in np.flatnonzero(vocabulary.packed[ends - 1] == ord("R")):
        start, end = vocabulary.offsets[place : place + 2]
        if vocabulary.packed[start:end].tobytes().decode() in {NUMBER, EMAIL}:
            may_change[place] = False
    return may_change


__all__ = [
    "UNCHANGED_ENDINGS",
    "checked_language",
    "stemmed",
    "stems_of_ngrams",
    "stems_of_words",
]
