from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.regions import RegionWeight


def test_a_region_that_says_nothing_has_no_say():
    rows, labels = invented(45)
    rows = [{**row, "title": "same"} for row in rows]
    model = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    say = {weight.region: weight.share for weight in model.region_weights_}
    assert say["title"] < 1e-9 < say["body"]


def test_the_say_is_told_in_times_of_the_length():
    assert str(RegionWeight("title", 0.23, 0.1)) == (
        "title 23% (2.3 times its share of the words)"
    )
    assert str(RegionWeight("numbers", 0.05)) == "numbers 5%"
