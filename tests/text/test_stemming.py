"""Stemming the vocabulary is stemming the tokens."""

import numpy as np
import pandas as pd
import pytest
import Stemmer
from documents_strategy import corpora, word_options
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.errors import InvalidParameterError
from halfbayes.text.counter import TermCounter
from halfbayes.text.reference import terms_of
from halfbayes.text.stemming import (
    IN_KERNEL,
    UNCHANGED_ENDINGS,
    checked_language,
    stemmed,
    stems_of_words,
)
from halfbayes.text.tokens import EMAIL, NUMBER
from halfbayes.text.vocabulary import Vocabulary


@settings(max_examples=100, deadline=None)
@given(corpora, word_options)
def test_stemming_the_vocabulary_equals_stemming_every_token(corpus, options):
    counter = TermCounter(
        ngram_range=options.ngram_range,
        lowercase=options.lowercase,
        min_length=options.min_length,
        numbers=options.numbers,
        emails=options.emails,
        stop_words=options.stop_words,
        unsegmented=options.unsegmented,
        language="english",
    )
    X = counter.fit_transform(corpus)
    stemmer = Stemmer.Stemmer("english")

    def stem(word: str) -> str:
        return word if word in (NUMBER, EMAIL) else stemmer.stemWord(word) or word

    for text, row in zip(corpus, X.toarray(), strict=True):
        expected: dict[str, int] = {}
        for term in terms_of(text or "", options):
            stems = " ".join(stem(word) for word in term.split(" "))
            expected[stems] = expected.get(stems, 0) + 1
        present = zip(counter.vocabulary_, row, strict=True)
        assert {term: count for term, count in present if count} == expected
    assert np.array_equal(counter.transform(corpus).toarray(), X.toarray())


def test_new_forms_of_a_known_stem_count_in_transform():
    counter = TermCounter(language="english").fit(["running cats"])
    assert counter.transform(["runs run cat dog"]).toarray().tolist() == [[1, 2]]


@pytest.mark.parametrize("language", Stemmer.algorithms())
def test_every_language_of_the_stemmer_works(language):
    words = ["aus", "häuser", "courir", "дома", "καλημέρα", "s", "e", "東京"]
    stems, column = stemmed(Vocabulary.of_terms(words), language)
    assert stems.terms == sorted(stems.terms)
    assert "" not in stems
    assert [stems.terms[c] for c in column] == stems_of_words(words, language)


def test_replaced_tokens_keep_their_names():
    stems, column = stemmed(
        Vocabulary.of_terms(["NUMBER", "EMAILADDR", "numbers", "R"]), "porter"
    )
    assert [stems.terms[c] for c in column] == [NUMBER, EMAIL, "number", "R"]
    stems, column = stemmed(
        Vocabulary.of_terms(["NUMBER cats", "cats EMAILADDR", "cats"]), "english"
    )
    assert [stems.terms[c] for c in column] == ["NUMBER cat", "cat EMAILADDR", "cat"]


@given(st.lists(st.lists(st.text("abingsé東", min_size=1), min_size=1, max_size=4), min_size=1))
def test_the_stem_of_an_ngram_is_the_ngram_of_the_stems(ngrams):
    terms = sorted({" ".join(words) for words in ngrams})
    stems, column = stemmed(Vocabulary.of_terms(terms), "english")
    assert stems.terms == sorted(set(stems.terms))
    expected = [" ".join(stems_of_words(term.split(" "), "english")) for term in terms]
    assert [stems.terms[c] for c in column] == expected


@pytest.mark.parametrize("language", UNCHANGED_ENDINGS)
@settings(max_examples=1000)
@given(data=st.data())
def test_words_with_an_unchanged_ending_are_their_own_stems(language, data):
    parts = [
        "",
        "y",
        "s",
        "'",
        "ing",
        "ed",
        "ational",
        "iviti",
        "logi",
        "sky",
        "news",
        "é",
        "7",
    ]
    start = data.draw(st.lists(st.sampled_from([*parts, *"aeiouybdlmnrst"]), max_size=6))
    word = "".join(start).replace("'", "") + data.draw(
        st.sampled_from(UNCHANGED_ENDINGS[language])
    )
    assert stems_of_words([word], language) == [word]


# Parts of words in which the rules of English stemming take an interest.
PARTS = (
    *(
        "s",
        "es",
        "ies",
        "ied",
        "sses",
        "us",
        "ss",
        "ed",
        "eed",
        "eedly",
        "edly",
        "ing",
        "ingly",
    ),
    *(
        "y",
        "ly",
        "ational",
        "tional",
        "ency",
        "ancy",
        "ably",
        "ently",
        "izer",
        "ization",
        "ation",
    ),
    *("ator", "alism", "ality", "ally", "fulness", "ously", "ousness", "iveness", "ivity"),
    *("bility", "bly", "logy", "ogist", "fully", "lessly", "icate", "icity", "ical", "ful"),
    *(
        "ness",
        "ative",
        "al",
        "ance",
        "ence",
        "er",
        "ic",
        "able",
        "ible",
        "ant",
        "ement",
        "ment",
    ),
    *(
        "ent",
        "ism",
        "ate",
        "ity",
        "ous",
        "ive",
        "ize",
        "sion",
        "tion",
        "e",
        "ll",
        "yed",
        "ying",
    ),
    *(
        "arsen",
        "commun",
        "emerg",
        "gener",
        "inter",
        "later",
        "organ",
        "past",
        "univers",
        "succ",
    ),
    *(
        "proc",
        "exc",
        "even",
        "cann",
        "inn",
        "earr",
        "herr",
        "out",
        "d",
        "egg",
        "ad",
        "sk",
        "sky",
    ),
    *("new", "bias", "earl", "onl", "ug", "gent"),
)
parts_of_words = st.sampled_from(PARTS) | st.text("aeiouybcdfgtlnrswxz1_é東", max_size=4)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.lists(parts_of_words, min_size=1, max_size=4).map("".join), min_size=1))
def test_the_stems_of_the_kernel_are_those_of_the_stemmer(words):
    words = [word or "y" for word in words]
    stems, column = stemmed(Vocabulary.of_terms(words), IN_KERNEL)
    assert [stems.terms[c] for c in column] == stems_of_words(words, IN_KERNEL)


@pytest.mark.data
def test_the_stems_of_the_kernel_are_those_of_the_stemmer_on_real_words(data_folder):
    bodies = pd.read_parquet(data_folder / "20newsgroups_bydate.parquet")["body"]
    words = TermCounter(min_length=1).fit(bodies).vocabulary_
    stems, column = stemmed(words, IN_KERNEL)
    assert [stems.terms[c] for c in column] == stems_of_words(words.terms, IN_KERNEL)


@pytest.mark.data
@pytest.mark.parametrize("language", UNCHANGED_ENDINGS)
def test_real_words_with_an_unchanged_ending_are_their_own_stems(data_folder, language):
    bodies = pd.read_parquet(data_folder / "20newsgroups_bydate.parquet")["body"]
    words = TermCounter().fit(bodies).vocabulary_.terms
    ending = [word for word in words if word[-1] in UNCHANGED_ENDINGS[language]]
    assert len(ending) > 0.4 * len(words)
    assert stems_of_words(ending, language) == ending


def test_an_unknown_language_lists_the_known_ones():
    with pytest.raises(InvalidParameterError, match=r"english, .*; got 'klingon'"):
        checked_language("klingon")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("en", "english"),
        ("EN-gb", "english"),
        ("de", "german"),
        ("English", "english"),
        ("germna", "german"),
        ("norw", "norwegian"),
    ],
)
def test_a_language_that_is_not_known_is_guessed_at(written, meant):
    with pytest.raises(InvalidParameterError, match=rf"\(did you mean '{meant}'\?\)$"):
        checked_language(written)


@pytest.mark.parametrize("written", ["klingon", "", None])
def test_a_language_like_none_is_not(written):
    with pytest.raises(InvalidParameterError, match=rf"got {written!r}$"):
        checked_language(written)
