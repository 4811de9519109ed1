import pytest
from report.samples import HOSTILE, findings

from halfbayes.report.card import card
from halfbayes.report.wording import headline


def test_a_card_has_the_headline_the_error_and_the_classes():
    told = card(findings(), ["law", "art"])
    assert headline(findings()) in told
    assert "20.0\xa0%" in told
    assert "2 classes: law, art" in told


def test_of_many_classes_some_are_named():
    told = card(findings(), [f"class {k}" for k in range(40)])
    assert "and 28 more" in told
    assert "class 39" not in told


@pytest.mark.parametrize("text", HOSTILE[:-1])
def test_hostile_names_stay_text(text):
    told = card(findings(name=text), [text])
    told.encode("utf-8")
    assert "<script" not in told
    assert "<img" not in told
    assert "\x00" not in told
    assert "\u202e" not in told
