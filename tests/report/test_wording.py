from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.samples import findings, promised, sorting

from halfbayes.report.findings import Findings, Instead, Measured
from halfbayes.report.wording import (
    basis,
    growth_sentence,
    headline,
    of_hundred,
    percent,
    step_sentence,
)


@given(st.floats(0.0, 1.0), st.integers(0, 2))
def test_only_all_is_written_as_all_and_only_none_as_none(share, digits):
    written = percent(share, digits).removesuffix("\xa0%")
    if written.startswith(("<", ">")):
        assert 0.0 < share < 1.0
        return
    assert (float(written) == 100.0) == (share == 1.0)
    assert (float(written) == 0.0) == (share == 0.0)


@given(st.floats(0.0, 1.0, exclude_min=True))
def test_only_all_is_all_of_hundred(share):
    assert (of_hundred(share) == "all") == (share == 1.0)


def test_the_headline_is_a_promise_where_one_holds():
    told = findings(sorting=sorting(accuracy=0.75))
    assert headline(told) == (
        "Of 100 new documents like these, 42 can be labelled automatically; "
        "at least 75 of 100 of those will be right."
    )
    assert "60 documents whose label is known" in basis(told)


def test_the_headline_says_what_holds_instead():
    told = headline(findings(sorting=sorting(accuracy=0.95)))
    assert told.startswith("At 95\xa0% accuracy a person must still read every document")
    assert "at 90\xa0%, 17 of 100 can be labelled automatically" in told
    assert "every document" in headline(findings(sorting=sorting(holds=False)))
    assert "nothing can be promised" in headline(Findings(documents=0))


def test_what_choosing_after_looking_costs_is_told_where_it_costs():
    chosen = sorting(accuracy=0.95)
    assert "beforehand" not in basis(findings(sorting=chosen))  # 10 either way
    dearer = replace(chosen, instead=Instead(0.9, 4))
    told = basis(findings(sorting=dearer))
    assert "That 90\xa0% was found by trying several costs answers: asked for" in told
    assert told.endswith("beforehand, it would be 17 of 100.")
    between = replace(chosen, instead=Instead(0.83, 4))  # no step of the table
    assert "beforehand" not in basis(findings(sorting=between))


def test_what_was_left_out_together_is_named():
    assert "nor any other of its author" in basis(findings(groups="author"))


@pytest.mark.parametrize("accuracy", [0.5, 0.9, 0.95])
def test_a_step_says_where_every_document_goes(accuracy):
    told = sorting(accuracy=accuracy)
    sentence = step_sentence(told, told.asked)
    if told.asked.holds:
        automatic = sum(told.asked.piles)
        assert f"{automatic} of the 60 checked documents" in sentence
        assert f"{60 - automatic} go to a person" in sentence
    else:
        assert "Every document goes to a person" in sentence


def test_growth_says_what_twice_the_labels_would_bring():
    told = findings()
    assert "With 120 labels in place of 60" in growth_sentence(told)
    guess = (
        "could then be promised at 90\xa0% accuracy: 20\xa0% of the documents (10 to 20\xa0%"
    )
    assert guess in growth_sentence(told)
    nothing = replace(told.growth, answered=promised(0.0, 0.0, 0.0))
    assert "Even then nothing" in growth_sentence(replace(told, growth=nothing))
    later = replace(told.growth, answered=promised(0.0, 0.3, 0.4))
    assert "nothing today" in growth_sentence(replace(told, growth=later))
    assert growth_sentence(replace(told, growth=None)) == ""


def test_where_nothing_is_promised_no_promise_is_told():
    told = basis(findings(sorting=sorting(holds=False)))
    assert told.startswith("Nothing can be promised with 95\xa0% confidence. That rests on 60")
    assert "Promised" not in told
    assert basis(findings(sorting=sorting(accuracy=0.95))).startswith("Promised with 95\xa0%")


def test_copies_are_told_with_what_the_headline_rests_on():
    told = basis(findings(copies="4 of the 60 documents are copies of others."))
    assert "had not seen it. 4 of the 60 documents are copies of others." in told


def test_where_nothing_is_wrong_more_labels_are_not_said_to_do_harm():
    told = findings()
    perfect = replace(told.growth, measured=((60, Measured(0.0, 0.0, 0.05, 60)),))
    sentence = growth_sentence(replace(told, growth=perfect))
    assert "With 120 labels in place of 60, no gain in accuracy can be seen" in sentence
    assert "would be wrong" not in sentence


def test_a_promise_that_is_not_seen_to_grow_is_not_said_to_fall():
    told = findings()
    lucky = replace(told.growth, answered=promised(0.9, 0.8, 0.8))
    sentence = growth_sentence(replace(told, growth=lucky))
    assert "no gain can be seen: it is 90\xa0% of the documents today" in sentence
