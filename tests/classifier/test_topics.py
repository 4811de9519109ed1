"""A thesaurus of everyday topics, and what it brings to names of classes."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from halfbayes import DocumentClassifier
from halfbayes.classifier.class_names import NO_SUBJECT, Called
from halfbayes.classifier.topics import related, thesaurus

DOCUMENTS = [
    "a late goal decided the match",
    "the coach praised his team",
    "the judge dismissed the case",
    "her lawyer will appeal",
]
LABELS = ["sports", "sports", "law", "law"]
NEW = ["the basketball tournament", "the jury reached a verdict"]


def given_views(model):
    views = model.learnt_.hybrid.views
    return [view for view in views if type(view).__name__ == "LearntGivenView"]


def test_the_thesaurus_is_of_plain_words_each_once():
    for name, words in thesaurus().items():
        assert all(word.isascii() and word.isalnum() and word.islower() for word in words), name
        assert name.isascii()
        assert name.islower()
        assert len(name) > 1
        assert name not in NO_SUBJECT
        assert len(words) >= 3
    assert len(thesaurus()) > 500


def test_words_of_several_topics_are_brought_together_without_the_names():
    together = related(["Oil", "gas"])
    assert set(together) == {*related(["oil"]), *related(["gas"])} - {"oil", "gas"}
    assert len(set(together)) == len(together)
    assert related(["xyzzy"]) == ()


def test_a_topic_is_found_by_the_stem_of_one_of_its_words():
    assert "billed" not in thesaurus()
    assert set(related(["billed"])) - {"bill"} == set(related(["bill"]))
    assert related([]) == ()


@pytest.mark.parametrize(
    ("topics", "language", "told"),
    [(True, "english", True), (False, "english", False), (True, "german", False)],
)
def test_topics_are_english_and_can_be_left_out(topics, language, told):
    classes = np.array(["hockey", "nonsense"])
    called = Called.of(class_names=True, classes=classes, topics=topics, language=language)
    assert called.names == ("hockey", "nonsense")
    assert bool(called.topics) is told
    none = Called.of(class_names=False, classes=classes, topics=topics, language=language)
    assert none == Called()


def test_a_name_brings_its_topic_with_it():
    """No document has any of the words of the new ones, nor is one a name."""
    without = DocumentClassifier(topics=False).fit(DOCUMENTS, LABELS)
    model = DocumentClassifier().fit(DOCUMENTS, LABELS)
    assert model.predict(NEW).tolist() == ["sports", "law"]
    own = np.searchsorted(model.classes_, ["sports", "law"])
    gained = (model.predict_proba(NEW) - without.predict_proba(NEW))[[0, 1], own]
    assert gained.min() > 0.1
    assert len(given_views(model)) == 2
    assert len(given_views(without)) == 1


def test_words_of_a_topic_add_up_to_the_log_odds():
    model = DocumentClassifier().fit(DOCUMENTS, LABELS)
    for told in model.explain(NEW):
        parts = sum(part.value for part in told.contributions)
        assert_allclose(told.offset + parts, told.logit, rtol=1e-9)
    assert model.explain(NEW)[0].supporting(1)[0][0] in {"tournament", "basketbal"}


def test_classes_of_no_known_topic_have_names_alone():
    model = DocumentClassifier().fit(DOCUMENTS, ["aaa", "aaa", "bbb", "bbb"])
    assert len(given_views(model)) == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [("coffee", "tea"), ("wine", "beer"), ("gold", "steel"), ("fishing", "hunting")],
)
def test_topics_of_their_own_are_told_apart(one, other):
    """A line that holds several would say the same of classes that are beside each other."""
    both, either = {*related([one])} & {*related([other])}, {*related([one]), *related([other])}
    assert len(both) < 0.5 * len(either)
