from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.visible import HIDDEN, excerpt, visible, visible_line


@given(st.text())
def test_nothing_that_changes_the_screen_is_left(text):
    shown = visible(text)
    assert HIDDEN.search(shown) is None
    shown.encode("utf-8")


@given(st.text(st.characters(categories=["L", "N", "P", "Zs"])))
def test_ordinary_text_stays_as_it_is(text):
    assert visible(text) == text


def test_lines_and_tabs_stay():
    assert visible("a\tb\nc") == "a\tb\nc"


@given(st.text(), st.integers(2, 50))
def test_an_excerpt_is_one_short_line_from_the_beginning(text, most):
    told = excerpt(text, most)
    assert len(told) <= most
    assert len(told.splitlines()) <= 1
    whole = " ".join(text.split())
    assert whole.startswith(told.removesuffix("…")) or told == whole


def test_an_excerpt_of_a_huge_word_is_short():
    assert excerpt("x" * 10**6, 20) == "x" * 19 + "…"


@given(st.text())
def test_a_line_is_one_line(text):
    assert "\n" not in visible_line(text)
    assert visible_line(text).replace("\\n", "\n") == visible(text).replace("\\n", "\n")
