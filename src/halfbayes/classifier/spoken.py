"""Words as people write them, for stems and other terms of the model; and words in a text.

A model knows stems (*charg*). Where documents are at hand, a stem is shown by the word most of
them write it with (*charged*), and the words of a text are found again by their stems.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from halfbayes.report.findings import Piece
from halfbayes.text.counter import TermCounter
from halfbayes.text.stemming import stems_of_words
from halfbayes.text.tokens import UNSEGMENTED
from halfbayes.text.writing import TOLD

MOST_TEXTS: Final = 5000
"""Texts that are looked at for how a stem is written."""

STRENGTHS: Final = (0.15, 0.3, 0.6)
"""Shares of the strongest word of a text above which a word is marked, and how strongly."""

VISIBLE: Final = "LNPS"
"""First letters of the categories of letters, numbers, punctuation and signs."""

_NO_SPACES = "".join(f"{chr(first)}-{chr(last)}" for first, last in UNSEGMENTED)
WORD: Final = re.compile(rf"[{_NO_SPACES}]|[^\W{_NO_SPACES}]+")


@dataclass(frozen=True, slots=True)
class Spoken:
    """How terms are written, and the language of their stems."""

    language: str | None
    written: Mapping[str, str]  # stem to word

    def word(self, term: str) -> str:
        """A term as people write it, or as it is called; words of an n-gram one by one.

        >>> Spoken("english", {"charg": "charged"}).word("charg twice")
        'charged twice'
        >>> Spoken(None, {}).word("\ufe0f")  # makes the sign before it a picture
        'U+FE0F'
        """
        if term in TOLD:  # a name, and no term of the document
            return term
        return " ".join(_visible(self.written.get(part, part)) for part in term.split(" "))

    def pieces(self, text: str, values: Mapping[str, float]) -> tuple[Piece, ...]:
        """The text cut into stretches, words marked by the values of their stems.

        >>> Spoken(None, {}).pieces("a cat!", {"cat": 2.0})
        (Piece(text='a ', leaning=0), Piece(text='cat', leaning=3), Piece(text='!', leaning=0))
        """
        strongest = max((abs(value) for value in values.values()), default=0.0)
        found = list(WORD.finditer(text))
        stems = _stems([match[0] for match in found], self.language)
        pieces, end = [], 0
        for match, stem in zip(found, stems, strict=True):
            leaning = _leaning(values.get(stem, 0.0), strongest)
            if leaning:
                pieces += [Piece(text[end : match.start()]), Piece(match[0], leaning)]
                end = match.end()
        return tuple(piece for piece in (*pieces, Piece(text[end:])) if piece.text)


def spoken(texts: Iterable[str | None], language: str | None) -> Spoken:
    """How the stems of these texts are written there."""
    some = [text for text, _ in zip(texts, range(MOST_TEXTS), strict=False) if text]
    if language is None or not some:
        return Spoken(language, {})
    counter = TermCounter(min_length=1)
    counts = np.asarray(counter.fit_transform(some).sum(axis=0)).ravel()
    terms = counter.vocabulary_.terms
    # The rarest first, so that the most frequent word of a stem is the one that stays.
    words = [terms[place] for place in np.argsort(counts, kind="stable").tolist()]
    return Spoken(language, dict(zip(stems_of_words(words, language), words, strict=True)))


def _visible(word: str) -> str:
    """The word, or the numbers of its characters where by themselves they show nothing."""
    if not word or any(unicodedata.category(c)[0] in VISIBLE for c in word):
        return word
    return " ".join(f"U+{ord(c):04X}" for c in word)


def _stems(words: list[str], language: str | None) -> list[str]:
    lower = [unicodedata.normalize("NFC", word).lower() for word in words]
    # Half characters, which no stemmer takes, are no part of a word that a model knows.
    return stems_of_words(lower, language) if language else lower


def _leaning(value: float, strongest: float) -> int:
    if strongest == 0.0:
        return 0
    strength = sum(abs(value) / strongest >= least for least in STRENGTHS)
    return strength if value > 0.0 else -strength


__all__ = ["Spoken", "spoken"]
