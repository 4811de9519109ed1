import codecs
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.encodings import decoded
from halfbayes.errors import InvalidInputError

TEXTS = st.text(st.characters(codec="utf-8"), max_size=60)
MARKED = {
    "utf-8": codecs.BOM_UTF8,
    "utf-16-le": codecs.BOM_UTF16_LE,
    "utf-16-be": codecs.BOM_UTF16_BE,
    "utf-32-le": codecs.BOM_UTF32_LE,
    "utf-32-be": codecs.BOM_UTF32_BE,
}


@given(TEXTS.map(lambda text: text.lstrip("\ufeff\x00")), st.sampled_from(sorted(MARKED)))
def test_a_mark_tells_the_encoding(text, encoding):
    assert decoded(MARKED[encoding] + text.encode(encoding), "a") == (text, ())


@given(st.binary(max_size=200))
def test_any_bytes_have_a_text_or_one_error(data):
    with suppress(InvalidInputError):
        assert isinstance(decoded(data, "a").text, str)


@given(TEXTS)
def test_utf_8_is_read_as_it_is_and_needs_no_note(text):
    text = text.replace("\x00", "").lstrip("\ufeff")
    assert decoded(text.encode(), "a") == (text, ())


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_is_told_without_a_mark(encoding):
    text = "label,text\nspam,naïve façade\n"
    assert decoded(text.encode(encoding), "a").text == text


def test_nul_characters_do_not_make_utf_16():
    assert decoded(b"label,text\nspam,a\x00b\n", "a").text == "label,text\nspam,a\x00b\n"


def test_a_guess_is_told_with_the_line_that_forced_it():
    text, notes = decoded(b"label\nna\xefve \x93quoted\x94\n", "old.csv")
    assert text == "label\nnaïve “quoted”\n"
    assert notes == ("old.csv is not UTF-8 (line 2); it is read as windows-1252",)
    assert "latin-1" in decoded(b"\xe9\x81", "old.csv").notes[0]


def test_an_encoding_that_is_named_is_used_or_refused():
    assert decoded(b"\xc1", "a", "koi8-r").text == "а"
    with pytest.raises(InvalidInputError, match="not utf-8 throughout"):
        decoded(b"\xff", "a", "utf-8")
    for name in ("klingon", "hex"):
        with pytest.raises(InvalidInputError, match=f"'{name}' is no encoding"):
            decoded(b"00", "a", name)
