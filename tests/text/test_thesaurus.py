"""A thesaurus of everyday topics."""

import pytest

from halfbayes.classifier.class_names import NO_SUBJECT
from halfbayes.text.stemming import stems_of_words
from halfbayes.text.thesaurus import (
    FUNCTION_WORDS,
    everyday_topics,
    related,
    thesaurus,
    with_meaning,
)
from halfbayes.text.topics import topics_of_thesaurus


def test_the_thesaurus_is_of_plain_words_each_once():
    for topic in everyday_topics():
        assert len(set(topic.words)) == len(topic.words), topic.names
    for name, words in thesaurus().items():
        assert all(word.isascii() and word.isalnum() for word in words), name
        assert " ".join(words) == " ".join(words).lower()
        assert name.isascii()
        assert name.islower()
        assert len(name) > 1
        assert name not in NO_SUBJECT
        assert len(words) >= 3
    assert len(thesaurus()) > 500


def test_words_that_any_document_may_say_are_of_no_topic():
    """Nor are names that are written alike once they are stemmed."""
    assert "zeus" in related(["mythology"])
    assert not {"ares", "doe", "ats"} & {
        word for words in thesaurus().values() for word in words
    }
    assert with_meaning(["are", "ares", "doe", "rifle"]) == ("rifle",)
    stems = {*topics_of_thesaurus().stems.terms}
    assert not stems & {*stems_of_words([*FUNCTION_WORDS], "english")}


def test_no_two_topics_are_called_the_same():
    """By the first word that each goes by."""
    called = [topic.names[0] for topic in everyday_topics()]
    assert len(set(called)) == len(called)


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
    ("one", "other"),
    [("coffee", "tea"), ("wine", "beer"), ("gold", "steel"), ("fishing", "hunting")],
)
def test_topics_of_their_own_are_told_apart(one, other):
    """A line that holds several would say the same of classes that are beside each other."""
    both, either = {*related([one])} & {*related([other])}, {*related([one]), *related([other])}
    assert len(both) < 0.5 * len(either)
