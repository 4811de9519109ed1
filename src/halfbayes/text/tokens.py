r"""What a token is, and what each Unicode character is for it.

A document is brought to NFC and, unless told otherwise, lower-cased (``str.lower``: may
lengthen). A *word character* is a letter, a digit or number, an underscore (together
``str.isalnum`` or ``_``, what ``\w`` matches in ``re``) or a combining mark. A *run* is a
maximal stretch of word characters; a word is a run of at least ``min_length`` characters.

Characters of scripts written without spaces (``UNSEGMENTED``) are no words: a stretch of them
gives its character n-grams, and the words on either side are separate runs. A mark
belongs to the character it stands on.

All classes of characters come from the running Python (``re``, ``str``, ``unicodedata``),
so that the kernel and the pure-Python twin cannot differ.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

Analyzer: TypeAlias = Literal["word", "char", "char_wb"]
ANALYZERS: Final[tuple[Analyzer, ...]] = ("word", "char", "char_wb")

NUMBER: Final = "NUMBER"
EMAIL: Final = "EMAILADDR"

# Longer words are not counted: no language has them, and encoded files are full of them.
LONGEST_WORD: Final = 1000

# Han, Hiragana, Katakana, Thai, Lao, Burmese, Khmer: Unicode blocks, first and last character.
UNSEGMENTED: Final = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x3005, 0x3007),  # Han iteration mark, closing mark, zero
    (0x3021, 0x3029),  # Hangzhou numerals
    (0x3031, 0x3035),  # kana repeat marks
    (0x3038, 0x303C),  # Hangzhou numerals, iteration marks
    (0x3041, 0x30FA),  # Hiragana, Katakana
    (0x30FC, 0x30FF),  # long vowel, iteration marks
    (0x31F0, 0x31FF),  # small Katakana
    (0x3400, 0x4DBF),  # Han
    (0x4E00, 0x9FFF),  # Han
    (0xA9E0, 0xA9FF),  # Burmese
    (0xAA60, 0xAA7F),  # Burmese
    (0xF900, 0xFAFF),  # Han, compatibility
    (0xFF66, 0xFF9F),  # halfwidth Katakana
    (0x1AFF0, 0x1B16F),  # kana
    (0x20000, 0x3FFFF),  # Han
)

# Bits of a character's class; the same in native/characters.h.
WORD, DECIMAL, NO_SPACES, SPACE, MARK, RECOMPOSE, CONTEXT_LOWER = 1, 2, 4, 8, 16, 32, 64

LATIN: Final = 0x100

# Sigma's lower case depends on its place in the word, dotted capital I becomes two characters.
_CONTEXT_LOWER = "\u03a3\u0130"

# Beyond these planes no character has a case, and no character but marks is part of a word.
_LAST_CASED, _LAST_WORD = 0x20000, 0x40000

# Where no character is a mark, decomposes or composes: Han and Hangul syllables fill most of
# the first plane, Han all of the next two but the compatibility characters.
_PLAIN_BLOCKS = ((0x3400, 0x4DC0), (0x4E00, 0xA000), (0xAC00, 0xD7A4), (0x20000, 0x2F800))


@dataclass(frozen=True, slots=True)
class TokenOptions:
    """How a document becomes terms, checked and complete."""

    analyzer: Analyzer = "word"
    ngram_range: tuple[int, int] = (1, 1)
    lowercase: bool = True
    min_length: int = 2
    numbers: bool = False
    emails: bool = False
    stop_words: frozenset[str] = frozenset()
    unsegmented: tuple[int, int] | None = (1, 2)

    @property
    def in_pairs(self) -> bool:
        """Whether the terms are words and pairs of words."""
        return self.analyzer == "word" and self.ngram_range == (1, 2)

    def prepared(self, text: str) -> str:
        """The text in NFC and, if asked, lower case."""
        text = unicodedata.normalize("NFC", text)
        return text.lower() if self.lowercase else text


def _characters(first: int, end: int) -> str:
    points = np.arange(first, end, dtype="<u4")
    return points.tobytes().decode("utf-32-le", "surrogatepass")


@cache
def mark_ranges() -> tuple[tuple[int, int], ...]:
    """First and last character of every stretch of combining marks (categories Mn, Mc, Me)."""
    characters = _irregular()
    categories = map(unicodedata.category, characters)
    marks = [ord(c) for c, kind in zip(characters, categories, strict=True) if kind[0] == "M"]
    starts = [c for c, before in zip(marks, [-2, *marks], strict=False) if c != before + 1]
    ends = [c for c, after in zip(marks, [*marks[1:], -1], strict=True) if after != c + 1]
    return tuple(zip(starts, ends, strict=True))


@cache
def _irregular() -> str:
    """The characters that may be marks, or compose or decompose."""
    ends = (
        0x300,
        *(end for block in _PLAIN_BLOCKS for end in block),
        0x2FA20,
        0xE0000,
        0xE1000,
    )
    return "".join(_characters(*ends[i : i + 2]) for i in range(0, len(ends), 2))


def _not_in_nfc() -> list[int]:
    """Characters that NFC may change, reorder or join to the one before."""
    characters = _irregular()
    classes = zip(characters, map(unicodedata.combining, characters), strict=True)
    found = {character for character, combining_class in classes if combining_class}
    parts = zip(characters, map(unicodedata.decomposition, characters), strict=True)
    for character, decomposition in parts:
        if decomposition and decomposition[0] != "<":
            if unicodedata.normalize("NFC", character) != character:
                found.add(character)
            found.update(chr(int(part, 16)) for part in decomposition.split()[1:])
    found.update(map(chr, range(0x1100, 0x1200)))  # Hangul letters: composed by rule, not table
    return sorted(map(ord, found))


@cache
def character_classes(limit: int) -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    """Class and lower case of every character below ``limit`` (``LATIN`` or all).

    >>> classes, lower = character_classes(LATIN)
    >>> bool(classes[ord("a")] & WORD), bool(classes[ord(" ")] & WORD), chr(lower[ord("A")])
    (True, False, 'a')
    """
    characters = _characters(0, min(limit, _LAST_WORD))
    classes = np.zeros(limit, dtype=np.uint8)
    for bit, pattern in ((WORD, r"\w+"), (DECIMAL, r"\d+"), (SPACE, r"\s+")):
        for match in re.finditer(pattern, characters):
            classes[slice(*match.span())] |= bit
    lower = np.arange(limit, dtype=np.uint32)
    one_to_one = "".join(
        " " if c in _CONTEXT_LOWER else c for c in characters[:_LAST_CASED]
    ).lower()
    lower[: len(one_to_one)] = np.frombuffer(
        one_to_one.encode("utf-32-le", "surrogatepass"), dtype=np.uint32
    )
    for c in _CONTEXT_LOWER if limit > LATIN else "":
        lower[ord(c)] = ord(c)
        classes[ord(c)] |= CONTEXT_LOWER
    if limit > LATIN:
        for first, last in mark_ranges():
            classes[first : last + 1] |= WORD | MARK
        for first, last in UNSEGMENTED:
            block = classes[first : last + 1]
            block[(block & WORD) > 0] |= NO_SPACES
        classes[_not_in_nfc()] |= RECOMPOSE
    return classes, lower


__all__ = [
    "ANALYZERS",
    "CONTEXT_LOWER",
    "DECIMAL",
    "EMAIL",
    "LATIN",
    "LONGEST_WORD",
    "MARK",
    "NO_SPACES",
    "NUMBER",
    "RECOMPOSE",
    "SPACE",
    "UNSEGMENTED",
    "WORD",
    "Analyzer",
    "TokenOptions",
    "character_classes",
    "mark_ranges",
]
