"""Words and pairs of words go their own way through the kernel, to the same result."""

import numpy as np
import pytest
from documents_strategy import PIECES, corpora, word_options
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.text.arranging import learn_columns, take_columns
from halfbayes.text.counting import Counts, counted, matrix
from halfbayes.text.native_kernel import kernel
from halfbayes.text.reference import ReferenceCounts
from halfbayes.text.tokens import TokenOptions
from halfbayes.text.vocabulary import Vocabulary

PAIRS = TokenOptions(ngram_range=(1, 2), min_length=1)

languages = st.sampled_from([None, "english", "german"])
pair_options = word_options.filter(lambda options: options.in_pairs)
vocabularies = st.lists(
    st.lists(
        st.sampled_from(["", " ", "the", "cat", "cats", "42", "東", *PIECES]), max_size=3
    ).map(" ".join),
    unique=True,
    max_size=12,
).map(Vocabulary.of_terms)


def rows(counts: Counts, n_columns: int) -> tuple[list[int], list[int], list[int]]:
    X = matrix(counts, n_columns, keep=None, binary=False, dtype=np.int64)
    return X.indptr.tolist(), X.indices.tolist(), X.data.tolist()


@settings(max_examples=300, deadline=None)
@given(corpora, pair_options, languages, st.integers(1, 3))
def test_kernel_and_twin_learn_the_same_pairs(corpus, options, language, threads):
    results = []
    for counts in (counted(corpus, options, threads=threads), ReferenceCounts(corpus, options)):
        vocabulary = learn_columns(counts, language)
        results.append((vocabulary.terms, rows(counts, len(vocabulary))))
    assert results[0] == results[1]
    assert results[0][0] == sorted(results[0][0])


@settings(max_examples=300, deadline=None)
@given(corpora, pair_options, languages, st.integers(1, 3), vocabularies)
def test_kernel_and_twin_find_the_same_known_pairs(
    corpus, options, language, threads, vocabulary
):
    results = []
    for counts in (counted(corpus, options, threads=threads), ReferenceCounts(corpus, options)):
        take_columns(counts, vocabulary, language)
        results.append(rows(counts, len(vocabulary)))
    assert results[0] == results[1]


@pytest.mark.parametrize("language", [None, "english"])
def test_terms_learnt_are_all_found_again(language):
    corpus = [f"w{i % 7} walks walked {'x' * (i % 40)} {i} 東京 w{i % 11}" for i in range(300)]
    counts = counted(corpus, PAIRS, threads=2)
    vocabulary = learn_columns(counts, language)
    again = counted(corpus, PAIRS, threads=3)
    take_columns(again, vocabulary, language)
    assert rows(again, len(vocabulary)) == rows(counts, len(vocabulary))


def test_a_word_is_followed_by_its_pairs_and_then_by_longer_words():
    vocabulary = learn_columns(counted(["a b a_ a a0", "ab a é a"], PAIRS), None)
    expected = "a,a a0,a b,a é,a0,a_,a_ a,ab,ab a,b,b a_,é,é a"
    assert ",".join(vocabulary.terms) == expected


def test_a_pair_reaches_over_words_that_do_not_count_but_not_over_a_stretch():
    options = TokenOptions(ngram_range=(1, 2), stop_words=frozenset({"the"}))
    vocabulary = learn_columns(counted(["see x the cat 東 sat"], options), None)
    assert vocabulary.terms == ["cat", "sat", "see", "see cat", "東"]


def test_a_word_known_only_from_pairs_has_no_column():
    counts = counted(["new york is new", "york new"], PAIRS)
    take_columns(counts, Vocabulary.of_terms(["new york", "is"]), None)
    assert rows(counts, 2) == ([0, 2, 2], [0, 1], [1, 1])


@pytest.mark.skipif(kernel is None, reason="there is no kernel to misuse")
def test_the_kernel_refuses_pairs_out_of_turn_or_without_a_number_for_each_word():
    table = Vocabulary.of_terms(["a b"]).pair_table
    assert len(table) == 1
    counts = counted(["a b c"], PAIRS)
    numbers = np.zeros(3, dtype=np.uint32)
    with pytest.raises(ValueError, match="in turn"):
        counts.pair_known(table, numbers)
    counts.distinct_terms()
    with pytest.raises(ValueError, match="in turn"):
        counts.arrange(None, 1)
    for wrong in (numbers[:2], numbers + 2):
        other = counted(["a b c"], PAIRS)
        other.distinct_terms()
        with pytest.raises(ValueError, match="number"):
            other.pair_known(table, wrong)
