from collections import Counter

import numpy as np
import pytest
from documents_strategy import documents
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.text.analyzers import PairAnalyzer, PieceAnalyzer, StemAnalyzer, stems
from halfbayes.text.counter import TermCounter
from halfbayes.text.options import token_options

languages = st.sampled_from([None, "english", "german"])
fields = st.lists(st.one_of(documents, st.none()), min_size=1, max_size=3)


def counter(language):
    return TermCounter(ngram_range=(1, 2), min_length=1, language=language)


def counted(language, fields):
    """Terms of all fields and how often each is there, by the counter."""
    found = counter(language)
    X = found.fit_transform(fields)
    return dict(zip(found.vocabulary_.terms, X.sum(axis=0).tolist(), strict=True))


@given(fields, languages)
@settings(max_examples=60, deadline=None)
def test_words_and_pairs_are_those_that_the_counter_counts(fields, language):
    options = token_options(counter(language))
    words, pairs = StemAnalyzer(options, language), PairAnalyzer(options, language)
    assert Counter(words(fields)) + Counter(pairs(fields)) == counted(language, fields)


@given(fields, languages)
@settings(max_examples=40, deadline=None)
def test_a_piece_has_what_its_words_give_it(fields, language):
    in_words = TermCounter(analyzer="char_wb", ngram_range=(3, 5), dtype=np.float64)
    words = StemAnalyzer(token_options(counter(language)), language)
    amounts = PieceAnalyzer(words, token_options(in_words))(fields)
    counts = Counter(words(fields))
    X = in_words.fit_transform(list(counts))
    expected = (1.0 + np.log(list(counts.values()))) @ X if counts else []
    assert list(amounts) == [] or sorted(amounts) == in_words.vocabulary_.terms
    for term, amount in zip(in_words.vocabulary_.terms, expected, strict=True):
        assert amounts[term] == pytest.approx(amount, rel=1e-12)


def test_without_a_language_words_stay_as_they_are():
    assert stems(["cats"], None) == ["cats"]
    assert stems(["cats"], "english") == ["cat"]
