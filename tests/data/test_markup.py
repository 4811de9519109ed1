import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.markup import text_of_markup


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>one</p><p>two</p>", "one two"),
        ("a<br/>b", "a b"),
        ("<STYLE>p {x}</STYLE>seen", "seen"),
        ("<script>if (a < b) {}</script >seen", "seen"),
        ("<!-- <p>not</p> -->seen", "seen"),
        ("1 < 2 &amp; 3 > 2", "1 < 2 & 3 > 2"),
        ("never <b closed", "never"),
        ("&lt;script&gt; is text", "<script> is text"),
        ("&#00065;&#66 &#x43;", "AB C"),
        ("&#0000;&#99999999;", "\ufffd\ufffd"),
        (f"&#{'0' * 5000}65;", "A"),
        (f"a &#{'9' * 5000}; b", "a \ufffd b"),
    ],
)
def test_only_what_a_reader_sees_is_left(markup, text):
    assert text_of_markup(markup) == text


@given(st.text("<>/!-abscript &;"))
def test_any_markup_gives_text_no_longer_than_itself(markup):
    assert len(text_of_markup(markup)) <= len(markup)


@pytest.mark.parametrize(
    "hostile", ["<", "<a", "<!--", "<script>", "</script", "&", "&#0", "&#00"]
)
def test_much_hostile_markup_is_read_to_its_end(hostile):
    """In time that grows as its square this would take many minutes."""
    assert len(text_of_markup(hostile * 100_000)) <= len(hostile) * 100_000
