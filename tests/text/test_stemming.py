"""Stemming the vocabulary is stemming the tokens."""

import numpy as np
import pytest
import Stemmer
from documents_strategy import corpora, word_options
from hypothesis import given, settings

from halfbayes.errors import InvalidParameterError
from halfbayes.text.counter import TermCounter
from halfbayes.text.reference import terms_of
from halfbayes.text.stemming import checked_language, stemmed, stems_of
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
        stemmer="english",
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
    counter = TermCounter(stemmer="english").fit(["running cats"])
    assert counter.transform(["runs run cat dog"]).toarray().tolist() == [[1, 2]]


@pytest.mark.parametrize("language", Stemmer.algorithms())
def test_every_language_of_the_stemmer_works(language):
    words = ["aus", "häuser", "courir", "дома", "καλημέρα", "s", "e", "東京"]
    stems, column = stemmed(Vocabulary.of_terms(words), language)
    assert stems.terms == sorted(stems.terms)
    assert "" not in stems
    assert [stems.terms[c] for c in column] == stems_of(words, language)


def test_replaced_tokens_keep_their_names():
    assert stems_of(["NUMBER", "EMAILADDR", "numbers"], "english") == [NUMBER, EMAIL, "number"]
    assert stems_of(["NUMBER cats", "cats EMAILADDR"], "english") == [
        "NUMBER cat",
        "cat EMAILADDR",
    ]


def test_an_unknown_language_lists_the_known_ones():
    with pytest.raises(InvalidParameterError, match=r"english, .*; got 'klingon'"):
        checked_language("klingon")
