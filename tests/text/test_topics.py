"""Topics that the words of documents are about."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.describing import TOPICS_READ
from halfbayes.classifier.evidence import Source
from halfbayes.classifier.inspection import inspected, inspection_lines
from halfbayes.classifier.material import known_of
from halfbayes.classifier.parts import BASE
from halfbayes.errors import InvalidParameterError
from halfbayes.text import topics
from halfbayes.text.representation import TextRepresentation
from halfbayes.text.topics import TopicsOfStems, topics_of_thesaurus
from halfbayes.text.vocabulary import Vocabulary

lines = st.lists(
    st.lists(st.sampled_from(["cat", "dog", "naïf", "x", "東京"]), unique=True),
    min_size=1,
    max_size=5,
).map(lambda of_each: [(f"t{number}", stems) for number, stems in enumerate(of_each)])
words = st.lists(
    st.sampled_from(["cat", "cats", "dog", "naïf", "x", "東京", "y"]), unique=True, max_size=6
)


@given(lines, words)
def test_a_word_has_the_topics_that_its_stem_is_in_and_together_length_one(lines, words):
    within = TopicsOfStems.of_lines(lines).within(Vocabulary.of_terms(words)).toarray()
    assert within.shape == (len(words), len(lines))
    for word, row in zip(words, within, strict=True):
        has = np.array([word in stems for _, stems in lines])
        assert np.array_equal(row > 0.0, has)
        assert np.linalg.norm(row) == pytest.approx(float(has.any()))
        assert len(set(row[has])) <= 1


@given(lines, words)
def test_without_the_kernel_words_have_the_same_topics(lines, words):
    found, vocabulary = TopicsOfStems.of_lines(lines), Vocabulary.of_terms(words)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(topics, "kernel", None)
        slow = found.within(vocabulary)
    assert (slow != found.within(vocabulary)).nnz == 0


@given(lines)
def test_lines_come_back(lines):
    found = TopicsOfStems.of_lines(lines)
    again = TopicsOfStems.of_lines(found.lines())
    assert again.names == found.names
    assert again.stems == found.stems
    assert np.array_equal(again.starts, found.starts)
    assert np.array_equal(again.topics, found.topics)


def test_every_topic_of_the_thesaurus_has_words_and_some_words_several():
    found = topics_of_thesaurus()
    assert np.bincount(found.topics, minlength=len(found.names)).min() >= 3
    assert np.diff(found.starts).min() == 1
    assert np.diff(found.starts).max() > 3


@pytest.mark.parametrize(
    ("documents", "language", "asked"),
    [
        (["xyzzy", "plugh"], "english", True),  # about nothing
        (["a goal", "the court"], "german", True),
        (["a goal", "the court"], None, True),
        (["a goal", "the court"], "english", False),
    ],
)
def test_topics_are_left_out_where_there_are_none(documents, language, asked):
    text = TextRepresentation(language=language, topics=asked)
    seen = text.fit_transform({"text": documents})
    assert "topics" not in {part.kind for part in seen}
    assert text.topics is None


def test_nothing_is_left_of_the_topics_of_earlier_documents():
    text = TextRepresentation()
    text.fit_transform({"text": ["a goal", "the court"]})
    assert text.topics is not None
    text.fit_transform({"text": ["xyzzy", "plugh"]})
    assert text.topics is None


def test_documents_with_no_word_in_common_are_told_by_what_they_are_about():
    documents = ["the puck hit the ice", "a goalie was hurt", "the jury met", "a judge spoke"]
    labels = [0, 0, 1, 1]
    new = ["hockey tonight", "her lawyer appealed"]
    model = DocumentClassifier().fit(documents, labels)
    without = DocumentClassifier(topics=False).fit(documents, labels)
    own = [0, 1]
    assert model.predict(new).tolist() == own
    gained = (model.predict_proba(new) - without.predict_proba(new))[[0, 1], own]
    assert gained.min() > 0.1
    [told, _] = model.explain(new)
    assert told.shares["topics"] > 0.5
    assert told.supporting(1)[0][0] == "hockey"
    parts = sum(part.value for part in told.contributions)
    assert_allclose(told.offset + parts, told.logit, rtol=1e-9)


def test_what_topics_say_is_what_words_say_by_them():
    model = DocumentClassifier(class_names={0: "hockey", 1: "law"})
    model.fit(
        ["the puck hit the ice", "a goalie was hurt", "the jury met", "a judge"], [0, 0, 1, 1]
    )
    for told in model.explain(["hockey tonight, she sued", "", "xyzzy"]):
        by_words = [
            part.value
            for part in told.contributions
            if part.region == "topics" and part.term != BASE
        ]
        assert_allclose(sum(part.value for part in told.topics), sum(by_words), atol=1e-12)
    [told] = model.explain(["hockey tonight"])
    assert told.about(1)[0][0] == "hockey"
    assert f"about: hockey (+{told.topics[0].value:.2f})" in str(told)


def test_a_person_is_told_whether_words_are_known_to_be_about_the_same_thing(tmp_path):
    for asked in (True, False):
        model = DocumentClassifier(topics=asked).fit(["the puck", "the jury"], [0, 1])
        assert (TOPICS_READ in model.describe()) is asked
        model.save(tmp_path / "m.hb")
        found = inspected(str(tmp_path / "m.hb"))
        assert found["topics_read"] is asked
        assert (TOPICS_READ in inspection_lines(found)) is asked
        assert ("hockey" in found["vocabulary"]["topics"]) is asked


def test_a_saved_model_keeps_the_topics_it_was_learnt_with(tmp_path, monkeypatch):
    """Whatever another version knows."""
    documents, labels = ["the puck", "a goalie", "the jury", "a judge"], [0, 0, 1, 1]
    new = ["hockey tonight", "her lawyer"]
    model = DocumentClassifier().fit(documents, labels)
    model.save(tmp_path / "m.hb")
    monkeypatch.setattr(topics, "everyday_topics", lambda: ())
    topics_of_thesaurus.cache_clear()
    try:
        loaded = load(tmp_path / "m.hb")
        assert loaded.predict_proba(new).tolist() == model.predict_proba(new).tolist()
    finally:
        monkeypatch.undo()
        topics_of_thesaurus.cache_clear()


def test_a_document_left_out_has_its_topics_as_a_new_one_has():
    """They were known before it came: nothing of it is stretched."""
    source = Source("topics", "topics", sparse.csr_array([[1.0, 0.0], [0.6, 0.8]]))
    assert known_of(source, {}) is None


def test_what_is_not_true_or_false_is_refused():
    with pytest.raises(InvalidParameterError, match="topics must be True or False, got 'no'"):
        DocumentClassifier(topics="no").fit(["a", "b"], [0, 1])


ROWS = [
    {"title": "the puck", "body": "hit the ice", "thread": "a"},
    {"title": "a goalie", "body": "was hurt", "thread": "b"},
    {"title": "the jury", "body": "met again", "thread": "c"},
    {"title": "a judge", "body": "spoke", "thread": "d"},
]
NEW_ROWS = [{"title": "hockey", "body": None}, {"title": "she sued", "body": "her lawyer"}]


@pytest.mark.parametrize(
    ("settings", "given"),
    [
        ({}, {}),
        ({"class_words": {0: ["stick"], 1: ["court"]}}, {}),
        ({"groups": "thread"}, {}),
        ({}, {"unlabelled": [{"title": "skates", "body": "on ice"}, {"title": "an appeal"}]}),
    ],
    ids=["plain", "word lists", "groups", "unlabelled"],
)
def test_several_fields_say_what_they_are_about_whatever_else_is_learnt_from(
    settings, given, tmp_path
):
    model = DocumentClassifier(text=["title", "body"], **settings)
    model.fit(ROWS, [0, 0, 1, 1], **given)
    proba = model.predict_proba(NEW_ROWS)
    assert proba.argmax(axis=1).tolist() == [0, 1]
    for told in model.explain(NEW_ROWS):
        parts = sum(part.value for part in told.contributions)
        assert_allclose(told.offset + parts, told.logit, rtol=1e-9)
    assert_allclose(model.to_sklearn().predict_proba(NEW_ROWS), proba, atol=1e-9)
    model.save(tmp_path / "m.hb", documents=True)
    again = load(tmp_path / "m.hb").partial_fit(ROWS[:1], [0]).forget(ROWS[:1], [0])
    assert again.predict_proba(NEW_ROWS).tolist() == proba.tolist()
