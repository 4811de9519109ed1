"""Stemming the vocabulary instead of the tokens: each distinct word once, then columns merge.

Snowball stemmers (Porter 1980, 2001) by PyStemmer, any of its languages. In an n-gram each
word is stemmed; NUMBER and EMAILADDR stay.
"""

import numpy as np
import Stemmer
from numpy.typing import NDArray

from halfbayes.errors import InvalidParameterError
from halfbayes.text.tokens import EMAIL, NUMBER
from halfbayes.text.vocabulary import Vocabulary, sorted_union


def stemmed(vocabulary: Vocabulary, language: str) -> tuple[Vocabulary, NDArray[np.uint32]]:
    """The stems in order, and the column there of each term of ``vocabulary``.

    >>> words = Vocabulary.of_terms(["cat", "cats", "run", "running"])
    >>> stems, column = stemmed(words, "english")
    >>> stems.terms, column.tolist()
    (['cat', 'run'], [0, 0, 1, 1])
    """
    stems, (column,) = sorted_union([Vocabulary.of_terms(stems_of(vocabulary.terms, language))])
    return stems, column


def stems_of(terms: list[str], language: str) -> list[str]:
    """The stem of each term; of an n-gram the stems of its words."""
    # Words come once each: PyStemmer's own cache would only cost.
    stemmer = Stemmer.Stemmer(checked_language(language), 0)
    if not any(" " in term for term in terms):
        stems: list[str] = stemmer.stemWords(terms)
        return _repaired(terms, stems)
    words = sorted({word for term in terms for word in term.split(" ")})
    stem = dict(zip(words, _repaired(words, stemmer.stemWords(words)), strict=True))
    return [" ".join(stem[word] for word in term.split(" ")) for term in terms]


def checked_language(language: str) -> str:
    """The language, if PyStemmer has it."""
    languages = Stemmer.algorithms()
    if language not in languages:
        raise InvalidParameterError(
            f"stemmer must be None or one of {', '.join(languages)}; got {language!r}"
        )
    return language


def _repaired(words: list[str], stems: list[str]) -> list[str]:
    """NUMBER and EMAILADDR as they were, and no empty stem."""
    if "" in stems:
        stems = [stem or word for word, stem in zip(words, stems, strict=True)]
    for token in (NUMBER, EMAIL):
        if token in words:
            stems[words.index(token)] = token
    return stems


__all__ = ["checked_language", "stemmed", "stems_of"]
