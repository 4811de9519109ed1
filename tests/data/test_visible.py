from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.visible import HIDDEN, visible


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
