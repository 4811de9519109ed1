from classifier.corpus import invented
from numpy.testing import assert_allclose

from halfbayes import DocumentClassifier
from halfbayes.classifier.explain import Explanation
from halfbayes.classifier.parts import BASE, Contribution


def test_terms_of_several_regions_are_told_together_and_the_base_is_not_a_term():
    parts = (
        Contribution("title", "goal", 2.0),
        Contribution("body", "goal", 1.0),
        Contribution("body", "court", -1.5),
        Contribution("body", BASE, 9.0),
    )
    told = Explanation("sport", "law", 10.5, 0.0, parts)
    assert told.supporting() == [("goal", 3.0)]
    assert told.opposing() == [("court", -1.5)]
    assert_allclose(told.shares["title"], 2.0 / 13.5)
    assert str(told) == (
        "sport rather than law: log odds +10.50; for: goal (+3.00); against: court (-1.50)"
    )


def test_a_word_that_is_not_there_contributes_nothing():
    rows, labels = invented(45)
    model = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    [told] = model.explain([{"title": "goal", "body": "the match"}])
    assert {part.term for part in told.contributions} <= {
        "goal",
        "the",
        "match",
        "the match",
        BASE,
    }


def test_pieces_let_an_unseen_word_speak():
    rows, labels = invented(45)
    model = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    [told] = model.explain([{"title": None, "body": "strikers' leagues goalkeeping"}])
    assert "goalkeep" in {part.term for part in told.contributions}


def test_words_are_told_as_the_document_writes_them():
    mails = ["charged twice", "an error page", "charging again", "errors on pages"]
    model = DocumentClassifier().fit(mails, ["billing", "technical"] * 2)
    [told] = model.explain(["They charged me"])
    assert "charged (+" in str(told)
    assert told.supporting(1)[0][0] == "charg"


def test_a_category_is_told_once_by_its_value():
    rows, labels = invented(120)
    columns = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}
    model = DocumentClassifier(**columns).fit(rows, labels)
    row = next(row for row in rows if row["channel"] is not None)
    told, unseen = model.explain([row, row | {"channel": "pigeon"}])
    names = [part.term for part in told.contributions if part.region == "categories"]
    assert sorted(names) == [BASE, f"channel={row['channel']}"]
    assert not any(part.term.startswith("channel") for part in unseen.contributions)
