import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.arrivals import arrival_notes


@pytest.fixture(scope="module")
def learnt():
    rows, labels = invented(60)
    columns = {"text": ["title", "body"], "categorical": ["channel"]}
    return DocumentClassifier(**columns, threads=1).fit(rows, labels).learnt_


def as_columns(rows):
    return {name: [row[name] for row in rows] for name in rows[0]}


def test_new_documents_like_the_others_are_not_worth_a_word(learnt):
    assert arrival_notes(learnt, as_columns(invented(20, seed=5)[0])) == []


def test_documents_that_were_learnt_are_counted(learnt):
    mixed = [*invented(60)[0][:7], *invented(20, seed=5)[0]]
    [note] = arrival_notes(learnt, as_columns(mixed))
    assert note.startswith("7 of the 27 rows are equal to documents this model learnt from")
    assert arrival_notes(learnt.without_documents, as_columns(mixed)) == []


@pytest.mark.parametrize(("strange", "told"), [(9, False), (10, True), (20, True)])
def test_categories_that_nobody_has_seen_are_told_where_most_are(learnt, strange, told):
    rows = invented(20, seed=5)[0]
    new = [row | {"channel": "pigeon"} for row in rows[:strange]] + rows[strange:]
    notes = arrival_notes(learnt, as_columns([*new, rows[0] | {"channel": None}]))
    assert [note.split(" that")[0] for note in notes] == (
        [f"{strange} of 20 rows have a 'channel'"] if told else []
    )
