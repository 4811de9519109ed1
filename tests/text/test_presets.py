"""The preparations of the papers."""

import pandas as pd
import pytest

from halfbayes.errors import InvalidParameterError
from halfbayes.text.presets import PRESETS, preset, rennie_regions

POSTING = (
    "From: ann@example.org\nSubject: Re: running cats\nLines: 3\n\n"
    "I saw 1,000 cats; write to bob@site.co.uk or 555.\n"
)


def test_raina_keeps_the_subject_and_replaces_numbers_and_addresses():
    raina = preset("raina2003")
    assert raina.regions(POSTING).subject == "Re: running cats"
    counter = raina.counter()
    X = counter.fit_transform(raina.prepared([POSTING]))
    row = dict(zip(counter.get_feature_names_out(), X.toarray()[0], strict=True))
    assert row == {
        "EMAILADDR": 1,
        "NUMBER": 2,
        "cat": 2,
        "or": 1,
        "re": 1,
        "run": 1,
        "saw": 1,
        "to": 1,
        "write": 1,
    }


def test_rennie_drops_headers_and_words_that_occur_once():
    rennie = preset("rennie2001")
    counter = rennie.counter().fit(rennie.prepared([POSTING, "the cats and the mice"]))
    assert counter.get_feature_names_out().tolist() == ["cats", "the"]
    assert rennie_regions(POSTING).subject == ""


def test_parameters_of_a_preset_can_be_replaced():
    assert preset("rennie2001").counter(min_count=3, threads=1).min_count == 3


def test_an_unknown_preset_lists_the_known_ones():
    with pytest.raises(InvalidParameterError, match="raina2003, rennie2001; got 'x'"):
        preset("x")
    assert list(PRESETS) == ["raina2003", "rennie2001"]


@pytest.mark.data
def test_rennies_vocabulary_has_nearly_the_published_size(data_folder):
    bodies = pd.read_parquet(data_folder / "20newsgroups.parquet")["body"]
    rennie = preset("rennie2001")
    terms = rennie.counter().fit(rennie.prepared(bodies)).vocabulary_
    assert len(terms) == pytest.approx(62_061, rel=0.01)  # Rennie 2001, appendix A
