import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.regions import RegionsOf, RegionWeight


def test_a_region_that_says_nothing_has_no_say():
    rows, labels = invented(45)
    rows = [{**row, "title": "same"} for row in rows]
    model = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    say = {weight.region: weight.share for weight in model.region_weights_}
    assert say["title"] < 1e-9 < say["body"]


def test_the_say_is_told_in_times_of_the_length():
    assert str(RegionWeight("title", 0.23, 0.1)) == (
        "title 23 % (2.3 times its share of the words)"
    )
    assert str(RegionWeight("numbers", 0.05)) == "numbers 5 %"


def test_the_say_is_worked_out_when_it_is_asked_for():
    rows, labels = invented(30)
    model = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    found = model.learnt_.regions
    assert isinstance(found, RegionsOf)
    assert "weights" not in vars(found)
    told = model.region_weights_
    assert list(found) == list(told) == [found[place] for place in range(len(found))]
    assert sum(weight.share for weight in told) == pytest.approx(1.0)
