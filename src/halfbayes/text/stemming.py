"""Stemming the vocabulary instead of the tokens: each distinct word once, then columns merge.

Snowball stemmers (Porter 1980, 2001) by PyStemmer, any of its languages. In an n-gram each
word is stemmed; NUMBER and EMAILADDR stay. English words of plain letters are stemmed in the
kernel, which has the same rules and needs no Python strings for it, and those that end in a
letter beyond ASCII are their own stems there: the law is that its stems are PyStemmer's.
"""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Final

import numpy as np
import Stemmer
from numpy.typing import NDArray

from halfbayes.errors import InvalidParameterError
from halfbayes.text.native_kernel import kernel
from halfbayes.text.tokens import EMAIL, NUMBER
from halfbayes.text.vocabulary import Vocabulary, sorted_union

IN_KERNEL: Final = "english"
"""The language whose stemmer the kernel has."""

CODES: Final[Mapping[str, str]] = {
    "de": "german",
    "en": "english",
    "es": "spanish",
    "fr": "french",
    "it": "italian",
    "nl": "dutch",
    "pt": "portuguese",
    "ru": "russian",
    "sv": "swedish",
}
"""Languages by codes they go by; other codes are guessed at as beginnings of names."""

BLANK: Final = ord(" ")
"""Between the words of an n-gram."""

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
    if (vocabulary.packed == BLANK).any():
        return _stemmed_ngrams(vocabulary, language)
    replaced, stems = stems_for_kernel(vocabulary, language)
    in_kernel = kernel is not None and language == IN_KERNEL
    return vocabulary.replaced(replaced, stems, others_stemmed=in_kernel)


def stems_for_kernel(
    words: Vocabulary, language: str | None
) -> tuple[NDArray[np.bool_], list[str]]:
    """Which words the kernel cannot stem and may differ from their stems; these stems."""
    if language is None:
        return np.zeros(len(words), dtype=bool), []
    if kernel is not None and language == IN_KERNEL:
        replaced = kernel.beyond_english(words.packed, words.offsets)
        if not replaced.any():
            return replaced, []
        replaced &= _may_change(words, language)
    else:
        replaced = _may_change(words, language)
    return replaced, stems_of_words(words.chosen(replaced), language)


def stems_of_words(words: list[str], language: str) -> list[str]:
    """The stem of each word."""
    # Words come once each: PyStemmer's own cache would only cost.
    stems: list[str] = Stemmer.Stemmer(checked_language(language), 0).stemWords(words)
    if "" in stems:
        stems = [stem or word for word, stem in zip(words, stems, strict=True)]
    return stems


def _stemmed_ngrams(ngrams: Vocabulary, language: str) -> tuple[Vocabulary, NDArray[np.uint32]]:
    """Stems of the distinct words, written into the n-grams in place of the words."""
    words, per_ngram = _words_of(ngrams)
    distinct, (place,) = sorted_union([words])
    stems, column = stemmed(distinct, language)
    stem = column[place]  # of each word, in the order of the n-grams
    length = np.diff(stems.offsets)[stem]
    last = np.cumsum(per_ngram) - 1  # the last word of each n-gram has no blank behind it
    size = length + 1
    size[last] -= 1
    ends = np.cumsum(size)
    # Byte by byte from the stems; one past the end of a stem stands where a blank goes.
    shift = stems.offsets[stem] - (ends - size)
    source = np.repeat(shift, size) + np.arange(ends[-1])
    packed = np.append(stems.packed, np.uint8(BLANK))[source]
    blanks = np.delete(ends, last) - 1
    packed[blanks] = BLANK
    offsets = np.concatenate([[0], ends[last]]).astype(np.int64)
    terms, (columns,) = sorted_union([Vocabulary(packed, offsets)])
    return terms, columns


def _words_of(ngrams: Vocabulary) -> tuple[Vocabulary, NDArray[np.int64]]:
    """The words of all n-grams in a row, and how many each n-gram has."""
    is_blank = ngrams.packed == BLANK
    before = np.concatenate([[0], np.cumsum(is_blank)])  # blanks before each byte
    cuts = np.concatenate([ngrams.offsets, np.flatnonzero(is_blank)])
    offsets = np.sort(cuts - before[cuts]).astype(np.int64)
    per_ngram = np.diff(before[ngrams.offsets]) + 1
    return Vocabulary(ngrams.packed[~is_blank], offsets), per_ngram


def checked_language(language: str, parameter: str = "language") -> str:
    """The language, if PyStemmer has it; ``parameter`` is what it was passed as."""
    languages = Stemmer.algorithms()
    if language not in languages:
        raise InvalidParameterError(
            f"{parameter} must be None or one of {', '.join(languages)}; got {language!r}"
            f"{_meant(language, languages)}"
        )
    return language


def _meant(language: object, languages: Sequence[str]) -> str:
    """A question in brackets after what is like a language, or begins or shortens its name."""
    small = str(language).strip().lower()
    if not small:
        return ""
    code = CODES.get(re.split("[-_]", small)[0])
    begin = [name for name in languages if name.startswith(small)]
    like = [*([code] if code else begin), *get_close_matches(small, languages, 1)]
    return f" (did you mean {like[0]!r}?)" if like else ""


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
    "BLANK",
    "IN_KERNEL",
    "UNCHANGED_ENDINGS",
    "checked_language",
    "stemmed",
    "stems_for_kernel",
    "stems_of_words",
]
