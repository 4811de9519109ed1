import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier, load
from halfbayes.classifier import copies
from halfbayes.classifier.copies import MANY, Copies, many_copies
from halfbayes.classifier.digests import n_copies
from halfbayes.classifier.size import SizeRule

ROWS, LABELS = invented(30)


def model(times, **parameters):
    fields = {"text": ["title", "body"], "threads": 1, **parameters}
    return DocumentClassifier(**fields).fit(ROWS * times, LABELS * times)


def test_copies_are_counted_and_distinct_documents_are_not():
    assert many_copies(model(4).learnt_) == Copies(90, 120)
    assert many_copies(model(1).learnt_) is None


def test_few_copies_are_not_worth_a_word():
    rows, labels = invented(100)
    one = DocumentClassifier(text="body", threads=1).fit([*rows, rows[0]], [*labels, labels[0]])
    assert MANY * 101 > 1
    assert many_copies(one.learnt_) is None


def test_the_promise_says_that_copies_flatter_it():
    """Each document four times: right when left out, since the others are known."""
    four = model(4)
    told = "90 of the 120 documents are copies of others, each judged by a model that knows"
    assert told in four.promise(accuracy=0.8).statement
    four.decide(ROWS)
    assert told in four.decision_.statement
    assert "copies" not in model(1).promise(accuracy=0.8).statement


def test_a_refusal_does_not_speak_of_a_promise():
    refused = model(4).promise(accuracy=0.999)
    assert not refused.holds
    said = "What is counted here is too good if new documents are not copies as often."
    assert refused.statement.endswith(f"knows another. {said}")


def test_copies_are_counted_once_for_what_was_learnt(tmp_path, monkeypatch):
    """By promises, cards and reports: all documents are read for it."""
    counted = []

    def counting(*given):
        counted.append(given)
        return n_copies(*given)

    monkeypatch.setattr(copies, "n_copies", counting)
    four = model(4)
    four.promise()
    four.promise(accuracy=0.8)
    four.report(tmp_path / "four.html", accuracy=0.8)
    assert "90 of the 120 documents are copies of others" in four._repr_html_()
    assert len(counted) == 1


def test_what_was_learnt_last_is_counted():
    four = model(4)
    four.promise()
    assert "copies" not in four.fit(ROWS, LABELS).promise().statement


def test_copies_are_not_told_where_they_are_left_out_or_cannot_be_known(tmp_path):
    four = model(4)
    four.save(tmp_path / "m.hb")
    assert many_copies(load(tmp_path / "m.hb").learnt_) is None
    assert many_copies(model(4, groups="channel").learnt_) is None
    large = DocumentClassifier(text="body", threads=1).sized(SizeRule(documents=60, checked=30))
    assert many_copies(large.fit(ROWS * 4, LABELS * 4).learnt_) is None


@pytest.mark.parametrize(("number", "verb"), [(1, "is a copy"), (2, "are copies")])
def test_one_copy_is_one(number, verb):
    assert f"{number} of the 8 documents {verb} of others" in str(Copies(number, 8))


def test_the_report_says_it_next_to_the_headline_and_at_its_end(tmp_path):
    model(4).report(tmp_path / "four.html", accuracy=0.8)
    page = (tmp_path / "four.html").read_text("utf-8")
    assert page.count("90 of the 120 documents are copies of others") == 2
    model(1).report(tmp_path / "one.html", accuracy=0.8)
    assert "copies" not in (tmp_path / "one.html").read_text("utf-8")
