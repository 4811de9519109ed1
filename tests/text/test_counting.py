"""The kernel and its twin are the same function."""

import numpy as np
import pytest
from documents_strategy import corpora, documents, token_options, word_options
from hypothesis import example, given, settings
from hypothesis import strategies as st

from halfbayes.text.counting import Counts, all_cores, counted, matrix, places
from halfbayes.text.reference import ReferenceCounts
from halfbayes.text.tokens import LONGEST_WORD, TokenOptions
from halfbayes.text.vocabulary import ABSENT, Vocabulary

HOSTILE = {
    "nothing": [],
    "empty documents and None": ["", None, "", "one two", None],
    "NUL is data": ["a\x00b aa\x00bb", "\x00", "aa\x00\x00bb"],
    "lone surrogates": ["aa\ud800bb", "\udfff\ud83d", "\ud800 word", "é\udc80é"],
    "accents apart": [
        "cafe\u0301 cafe\u0301s",
        "café",
        "e\u0301",
        "\u0301\u0301",
        "q\u0301\u0323q",
    ],
    "right to left": ["שלום עולם", "مرحبا بالعالم ١٢٣", "\u202eabc\u202c def"],
    "a token of 5 MB": ["x" * 5_000_000 + " end", "é" * 1_000_000 + " end"],
    "tokens at the limit": [
        letter * length for letter in "aé東" for length in (LONGEST_WORD, LONGEST_WORD + 1)
    ],
    "chains of dots": ["a." * 50_000 + "@" + "b-" * 50_000, "a@" * 50_000, "1," * 50_000],
    "capital sigma": ["ΟΔΥΣΣΕΥΣ ΑΣ. Σ ΑΣ\u0301Σ", "ΑΣ"],
    "dotted I": ["İİ İstanbul DİYARBAKIR"],
    "blocks of 64": ["a" * n + " " + "b" * n for n in range(60, 70)]
    + [" " * 64 + "ab", "ab" * 32],
}


def terms_and_rows(counts: Counts) -> tuple[list[str], list[dict[int, int]]]:
    vocabulary = Vocabulary(*counts.sorted_terms())
    counts.arrange(None, len(vocabulary))
    X = matrix(counts, len(vocabulary), keep=None, binary=False, dtype=np.int64)
    rows = np.split(np.stack([X.indices, X.data], axis=1), X.indptr[1:-1]) if X.shape[0] else []
    return vocabulary.terms, [row.tolist() for row in rows]


@settings(max_examples=400, deadline=None)
@given(corpora, token_options, st.integers(1, 3))
def test_kernel_and_twin_count_the_same(corpus, options, threads):
    kernel = terms_and_rows(counted(corpus, options, threads=threads))
    assert kernel == terms_and_rows(ReferenceCounts(corpus, options))


@pytest.mark.parametrize("numbers_and_emails", [False, True])
@pytest.mark.parametrize("name", HOSTILE)
def test_kernel_and_twin_agree_on_hostile_documents(name, numbers_and_emails):
    corpus = HOSTILE[name]
    options = TokenOptions(numbers=numbers_and_emails, emails=numbers_and_emails)
    kernel = terms_and_rows(counted(corpus, options))
    assert kernel == terms_and_rows(ReferenceCounts(corpus, options))


@pytest.mark.parametrize("analyzer", ["char", "char_wb"])
@pytest.mark.parametrize("name", [n for n in HOSTILE if "MB" not in n and "chains" not in n])
def test_kernel_and_twin_agree_on_hostile_characters(name, analyzer):
    corpus, options = HOSTILE[name], TokenOptions(analyzer=analyzer, ngram_range=(1, 4))
    kernel = terms_and_rows(counted(corpus, options))
    assert kernel == terms_and_rows(ReferenceCounts(corpus, options))


def test_a_million_distinct_words_are_counted():
    corpus = [
        " ".join(f"w{i:06d}" for i in range(start, start + 1000))
        for start in range(0, 10**6, 1000)
    ]
    counts = counted(corpus, TokenOptions(), threads=2)
    vocabulary = Vocabulary(*counts.sorted_terms())
    counts.arrange(None, len(vocabulary))
    X = matrix(counts, len(vocabulary), keep=None, binary=False, dtype=np.int64)
    assert X.shape == (1000, 10**6)
    assert np.array_equal(X.indices, np.arange(10**6))
    assert (X.data == 1).all()
    assert vocabulary.terms[123_456] == "w123456"


@settings(max_examples=50, deadline=None)
@given(st.lists(documents, max_size=4), word_options)
def test_a_fixed_vocabulary_gives_the_columns_of_the_learnt_one(corpus, options):
    counts = counted(corpus, options)
    vocabulary = Vocabulary(*counts.sorted_terms())
    counts.arrange(None, len(vocabulary))
    learnt = matrix(counts, len(vocabulary), keep=None, binary=False, dtype=np.int64)
    for fixed_counts in (
        counted(corpus, options, fixed=vocabulary, threads=2),
        ReferenceCounts(corpus, options, vocabulary),
    ):
        fixed_counts.arrange(None, len(vocabulary))
        X = matrix(fixed_counts, len(vocabulary), keep=None, binary=False, dtype=np.int64)
        assert (learnt != X).nnz == 0


@settings(max_examples=50, deadline=None)
@given(corpora, word_options, st.data())
def test_columns_can_be_merged_dropped_and_renumbered(corpus, options, data):
    results = []
    choice = data.draw(st.randoms(use_true_random=False))
    columns: list[int] = []
    for counts in (counted(corpus, options, threads=2), ReferenceCounts(corpus, options)):
        n_terms = len(counts.sorted_terms()[1]) - 1
        if not columns:
            columns = [choice.choice([0, 1, 2, ABSENT]) for _ in range(n_terms)]
        counts.arrange(np.array(columns, dtype=np.uint32), 3)
        frequencies = [values.tolist() for values in counts.frequencies()]
        keep = np.array([1, ABSENT, 0], dtype=np.uint32)
        X = matrix(counts, 2, keep=keep, binary=True, dtype=np.float64)
        results.append((frequencies, X.toarray().tolist()))
    assert results[0] == results[1]


def test_counts_above_one_byte_and_long_terms_survive():
    corpus = ["word " * 70_000 + "antidisestablishmentarianism " * 3]
    terms, rows = terms_and_rows(counted(corpus, TokenOptions()))
    assert terms == ["antidisestablishmentarianism", "word"]
    assert rows == [[[0, 3], [1, 70_000]]]


@given(st.lists(documents, max_size=5, unique=True), st.lists(documents, max_size=5))
@example(["a\x00", "a", "b" * 15, "b" * 16], ["a", "a\x00", "b" * 16, "b" * 17])
def test_places_are_those_of_the_terms(terms, others):
    found = places(Vocabulary.of_terms(terms), Vocabulary.of_terms(others))
    expected = [terms.index(term) if term in terms else ABSENT for term in others]
    assert found.tolist() == expected


def test_there_is_a_core():
    assert all_cores() >= 1


def test_the_kernel_refuses_to_be_used_out_of_turn():
    counts = counted(["one two"], TokenOptions())
    with pytest.raises(ValueError, match="once each, in turn"):
        counts.arrange(None, 2)
    counts.sorted_terms()
    with pytest.raises(ValueError, match="once each, in turn"):
        counts.sorted_terms()
    with pytest.raises(ValueError, match="columns below their number"):
        counts.arrange(np.array([0, 2], dtype=np.uint32), 2)
