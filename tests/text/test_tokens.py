"""Classes of characters against their definitions, character by character."""

import sys
import unicodedata

import numpy as np
import pytest

from halfbayes.text.tokens import (
    CONTEXT_LOWER,
    DECIMAL,
    LATIN,
    MARK,
    NO_SPACES,
    RECOMPOSE,
    SPACE,
    WORD,
    TokenOptions,
    character_classes,
    mark_ranges,
)

ALL_CHARACTERS = sys.maxunicode + 1
CLASSES, LOWER = character_classes(ALL_CHARACTERS)
CHARACTERS = [chr(c) for c in range(ALL_CHARACTERS)]


def is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


def has_class(bit: int) -> list[bool]:
    return ((CLASSES & bit) > 0).tolist()


def test_word_characters_are_letters_digits_underscore_and_marks():
    assert has_class(WORD) == [c.isalnum() or c == "_" or is_mark(c) for c in CHARACTERS]


@pytest.mark.parametrize(
    ("bit", "definition"), [(DECIMAL, str.isdecimal), (SPACE, str.isspace), (MARK, is_mark)]
)
def test_digits_spaces_and_marks_are_as_python_says(bit, definition):
    assert has_class(bit) == list(map(definition, CHARACTERS))


def test_lower_case_is_pythons_except_where_the_context_decides():
    others = [c for c in CHARACTERS if not CLASSES[ord(c)] & CONTEXT_LOWER]
    assert [c.lower() for c in others] == [chr(LOWER[ord(c)]) for c in others]
    assert [chr(c) for c in np.flatnonzero(CLASSES & CONTEXT_LOWER)] == ["İ", "Σ"]


def test_every_character_that_nfc_may_change_or_join_is_known():
    stable = [c for c in CHARACTERS if not CLASSES[ord(c)] & RECOMPOSE]
    assert all(unicodedata.combining(c) == 0 for c in stable)
    assert unicodedata.is_normalized("NFC", "".join(stable))
    # A stable character does not join any first half of a composition.
    compositions = [unicodedata.decomposition(c).split() for c in CHARACTERS]
    seconds = {chr(int(p[1], 16)) for p in compositions if len(p) == 2 and p[0][0] != "<"}
    assert seconds.isdisjoint(stable)


def test_scripts_without_spaces_are_known_by_name():
    scripts = (
        "CJK UNIFIED",
        "HIRAGANA LETTER",
        "KATAKANA LETTER",
        "THAI CHARACTER",
        "LAO LETTER",
    )
    scripts += ("KHMER LETTER", "MYANMAR LETTER")
    for character in CHARACTERS:
        named = unicodedata.name(character, "").startswith(scripts)
        if named and CLASSES[ord(character)] & WORD:
            assert CLASSES[ord(character)] & NO_SPACES, hex(ord(character))
    for character in "aéяשم한हΩ7_":
        assert not CLASSES[ord(character)] & NO_SPACES


def test_the_small_table_is_the_start_of_the_large_one():
    classes, lower = character_classes(LATIN)
    assert np.array_equal(classes, CLASSES[:LATIN])
    assert np.array_equal(lower, LOWER[:LATIN])


def test_mark_ranges_are_apart_and_in_order():
    ends = [end for pair in mark_ranges() for end in pair]
    assert ends == sorted(ends)


def test_preparation_composes_then_lowers():
    assert TokenOptions().prepared("E\u0301ΣAΣ") == "éσaς"
    assert TokenOptions(lowercase=False).prepared("E\u0301") == "É"
