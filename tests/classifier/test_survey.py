from functools import reduce
from operator import add

from classifier.corpus import invented

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import Bounds, Labelled
from halfbayes.classifier.size import Size
from halfbayes.classifier.survey import SizeOf, SurveyOf, WordsOf
from halfbayes.classifier.table import as_table

ROLES = Roles(("title", "body"), ("amount",), ("channel",))


def corpus(n):
    rows, labels = invented(n)
    return Labelled(as_table(rows), labels)


def chunks(documents, size):
    n = documents.table.n_rows
    return [documents.rows(range(i, min(i + size, n))) for i in range(0, n, size)]


def test_a_survey_adds_up():
    documents = corpus(30)
    survey = SurveyOf(ROLES, Bounds(10, 10_000))
    whole, parts = survey(documents), [survey(chunk) for chunk in chunks(documents, 7)]
    total = reduce(add, parts[::-1])
    assert total.size == whole.size == SizeOf(ROLES)(documents)
    assert total.labels == whole.labels == {"sport": 10, "law": 10, "food": 10}
    assert total.categories == whole.categories == (frozenset({"web", "mail", "phone"}),)
    assert total.fingerprint == whole.fingerprint
    assert total.sample.digests == whole.sample.digests
    assert total.n_classes == 3


def test_documents_without_a_label_are_counted_and_are_no_class():
    survey = SurveyOf(ROLES, Bounds(10, 10_000))(
        Labelled(corpus(3).table, ["sport", None, None])
    )
    assert survey.labels[None] == 2
    assert survey.n_classes == 1


def test_words_are_those_of_all_fields():
    documents = Labelled(as_table({"title": ["cats", None], "body": ["dog", "a cat"]}), [0, 1])
    words = WordsOf(Roles(("title", "body")), "english", 1)(documents)
    assert words.vocabulary.terms == ["a", "cat", "dog"]
    assert words.documents[0].tolist() == [1, 2, 1]
    assert SizeOf(Roles(("title", "body")))(documents) == Size(2, 12)
