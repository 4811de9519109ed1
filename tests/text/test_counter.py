"""``TermCounter`` against its laws and against scikit-learn's ``CountVectorizer``."""

import pickle
import re
import sys
import unicodedata
from functools import cache
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from documents_strategy import corpora, word_options
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.pipeline import make_pipeline
from sklearn.utils.validation import check_is_fitted

from halfbayes.errors import InvalidInputError
from halfbayes.text.counter import TermCounter
from halfbayes.text.tokens import LONGEST_WORD, mark_ranges
from halfbayes.text.vocabulary import TermStatistics, Vocabulary
from halfbayes.text.weighting import TermWeighter

TEXTS = ["The cat sat.", "the cats sat on a mat", "", "Dogs and cats and dogs"]


def parameters_of(options) -> dict[str, object]:
    names = (
        "ngram_range",
        "lowercase",
        "min_length",
        "numbers",
        "emails",
        "stop_words",
        "unsegmented",
    )
    return {name: getattr(options, name) for name in names}


def same(X: sparse.csr_array, Y: sparse.csr_array) -> bool:
    """Equal to the byte, types included."""
    parts = ("indptr", "indices", "data")
    return X.shape == Y.shape and all(
        getattr(X, part).dtype == getattr(Y, part).dtype
        and np.array_equal(getattr(X, part), getattr(Y, part))
        for part in parts
    )


@settings(max_examples=80, deadline=None)
@given(corpora, word_options, st.integers(0, 6), st.sampled_from([None, "english"]))
def test_cutting_the_corpus_does_not_change_the_result(corpus, options, cut, language):
    counter = TermCounter(**parameters_of(options), language=language, threads=2)
    X = counter.fit_transform(corpus)
    chunks = [corpus[:cut], corpus[cut:]]
    total = counter.statistics(chunks[0]) + counter.statistics(chunks[1])
    assert total == counter.statistics(corpus)
    in_chunks = clone(counter).fit_statistics(total)
    assert in_chunks.vocabulary_ == counter.vocabulary_
    rows = [in_chunks.transform(chunk) for chunk in chunks]
    assert np.array_equal(np.vstack([part.toarray() for part in rows]), X.toarray())


@settings(max_examples=40, deadline=None)
@given(corpora, word_options)
def test_threads_do_not_change_a_byte(corpus, options):
    many = corpus * 40  # enough for every thread to have some
    one = TermCounter(**parameters_of(options), threads=1)
    four = TermCounter(**parameters_of(options), threads=4)
    assert same(one.fit_transform(many), four.fit_transform(many))
    assert pickle.dumps(one.vocabulary_) == pickle.dumps(four.vocabulary_)
    assert same(one.transform(many), four.transform(many))


@settings(max_examples=40, deadline=None)
@given(corpora, word_options)
def test_fit_then_transform_is_fit_transform(corpus, options):
    counter = TermCounter(**parameters_of(options))
    X = counter.fit_transform(corpus)
    assert same(clone(counter).fit(corpus).transform(corpus), X)
    assert counter.get_feature_names_out().tolist() == sorted(counter.vocabulary_)


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"ngram_range": (1, 3)},
        {"stop_words": "english", "ngram_range": (1, 2)},
        {"min_df": 2, "max_df": 0.7},
        {"max_df": 2, "binary": True},
        {"min_df": 0.3},
        {"lowercase": False},
        {"analyzer": "char", "ngram_range": (1, 4)},
        {"analyzer": "char_wb", "ngram_range": (2, 9)},
        {"vocabulary": ["cats", "the", "zebra"]},
        {"vocabulary": {"cats": 1, "mat": 0}},
        {"vocabulary": {"cats", "mat", "an"}},
    ],
)
def test_options_mean_what_they_mean_in_scikit_learn(options):
    ours, theirs = TermCounter(**options), CountVectorizer(**options)
    assert np.array_equal(
        ours.fit_transform(TEXTS).toarray(), theirs.fit_transform(TEXTS).toarray()
    )
    assert list(ours.get_feature_names_out()) == list(theirs.get_feature_names_out())
    assert np.array_equal(ours.transform(TEXTS).toarray(), theirs.transform(TEXTS).toarray())


@given(st.lists(st.text(st.characters(max_codepoint=0x2FF)), max_size=5))
def test_latin_documents_count_as_in_scikit_learn(texts):
    texts = [*texts, "one word"]  # scikit-learn refuses an empty vocabulary
    ours, theirs = TermCounter(), CountVectorizer()
    X, Y = ours.fit_transform(texts), theirs.fit_transform(texts)
    if any("\u0307" in text.lower() for text in texts):
        return  # dotted capital I, a deliberate difference
    assert np.array_equal(X.toarray(), Y.toarray())
    assert ours.vocabulary_ == theirs.vocabulary_


CORPORA = (
    *("ag_news_test_only", "amazon_multidomain", "bbc_news", "clinc150", "disaster_tweets"),
    *(
        "github_issues_nlbse2024",
        "liar",
        "movie_reviews",
        "ohsumed_single23",
        "reuters_r52_raw",
    ),
    *("sms_spam", "spamassassin", "stackoverflow_titles", "trec_questions", "webkb"),
    "zh_thucnews_titles",
)


@cache
def usual_and_unusual(folder: Path, name: str) -> tuple[list[str], list[str]]:
    """The texts of a corpus: those that must count as in scikit-learn, and the others."""
    table = pd.read_parquet(folder / "text" / f"{name}.parquet")
    fields = ["keyword", "location", "subject", "title", "statement", "context", "text", "body"]
    columns = [table[field].fillna("") for field in fields if field in table]
    texts = [" ".join(parts) for parts in zip(*columns, strict=True)]
    unusual = [text for text in texts if differs_on_purpose(text)]
    return [text for text in texts if not differs_on_purpose(text)], unusual


MARK = re.compile(f"[{''.join(f'{chr(a)}-{chr(b)}' for a, b in mark_ranges())}]")


def differs_on_purpose(text: str) -> bool:
    """The documented differences: not in NFC, marks (İ becomes one), words above the limit."""
    if text.isascii():
        return max(map(len, text.split()), default=0) > LONGEST_WORD
    return (
        not unicodedata.is_normalized("NFC", text)
        or MARK.search(text.lower()) is not None
        or re.search(rf"\w{{{LONGEST_WORD + 1}}}", text) is not None
    )


def assert_counts_alike(ours: TermCounter, theirs: CountVectorizer, texts: list[str]) -> None:
    X, Y = ours.set_params(dtype=np.int64).fit_transform(texts), theirs.fit_transform(texts)
    assert ours.get_feature_names_out().tolist() == theirs.get_feature_names_out().tolist()
    Y.sort_indices()  # scikit-learn leaves rows in order of appearance
    assert same(X, sparse.csr_array(Y))


@pytest.mark.data
@pytest.mark.parametrize("name", CORPORA)
def test_real_corpora_count_as_in_scikit_learn(data_folder, name):
    usual, unusual = usual_and_unusual(data_folder, name)
    assert len(usual) > 9 * len(unusual)
    assert_counts_alike(TermCounter(unsegmented=None), CountVectorizer(), usual)


@pytest.mark.data
@pytest.mark.parametrize("name", CORPORA)
def test_real_corpora_differ_from_scikit_learn_only_as_documented(data_folder, name):
    usual, unusual = usual_and_unusual(data_folder, name)
    marks = MARK.pattern[1:-1]
    theirs = CountVectorizer(
        preprocessor=lambda text: unicodedata.normalize("NFC", text).lower(),
        token_pattern=rf"(?<![\w{marks}])[\w{marks}]{{2,{LONGEST_WORD}}}(?![\w{marks}])",
    )
    assert_counts_alike(TermCounter(unsegmented=None), theirs, unusual[:300] + usual[:300])


@pytest.mark.data
@pytest.mark.parametrize("name", CORPORA)
@pytest.mark.parametrize(
    "options",
    [
        {"ngram_range": (1, 2), "stop_words": "english"},
        {"analyzer": "char_wb", "ngram_range": (3, 4)},
    ],
)
def test_ngrams_of_real_corpora_are_scikit_learns(data_folder, name, options):
    texts = usual_and_unusual(data_folder, name)[0][::7][:200]
    assert_counts_alike(
        TermCounter(unsegmented=None, **options), CountVectorizer(**options), texts
    )


def test_types_are_those_asked_for():
    X = TermCounter().fit_transform(TEXTS)
    assert {X.data.dtype, X.indices.dtype, X.indptr.dtype} == {np.dtype(np.int32)}
    assert X.sum(axis=0).dtype == np.int64  # sums do not overflow
    assert isinstance(X, sparse.csr_array)
    assert X.has_canonical_format
    for dtype in (np.int64, np.float64):
        assert TermCounter(dtype=dtype).fit_transform(TEXTS).data.dtype == dtype


def test_dropped_terms_are_not_kept_anywhere():
    secret = "hunter2password"
    counter = TermCounter(min_df=2).fit([*TEXTS, secret])
    counter.transform(TEXTS)
    assert secret.encode() not in pickle.dumps(counter)
    assert all(secret not in repr(value) for value in vars(counter).values())


def test_a_pickled_counter_counts_the_same():
    counter = TermCounter(ngram_range=(1, 2), language="english").fit(TEXTS)
    counter.transform(TEXTS)
    copy = pickle.loads(pickle.dumps(counter))
    assert same(copy.transform(TEXTS), counter.transform(TEXTS))
    assert copy.get_params() == counter.get_params()


def test_before_fitting_there_is_no_vocabulary():
    for use in (TermCounter().transform, lambda _: TermCounter().get_feature_names_out()):
        with pytest.raises(NotFittedError, match="call fit, or pass vocabulary="):
            use(TEXTS)
    with pytest.raises(NotFittedError):
        check_is_fitted(TermCounter())


def test_a_fixed_vocabulary_needs_no_fit():
    counter = TermCounter(vocabulary=["sat", "cat"])
    assert counter.transform(["cat cat sat dog"]).toarray().tolist() == [[1, 2]]
    assert clone(counter).get_feature_names_out().tolist() == ["sat", "cat"]
    check_is_fitted(TermCounter(vocabulary=["a"]))


def test_it_works_in_a_pipeline_with_weights():
    weights = make_pipeline(TermCounter(), TermWeighter.smart("ltc"))
    W = weights.fit_transform(TEXTS)
    assert W.shape == (4, 8)
    assert weights.get_feature_names_out().tolist() == sorted(weights[0].vocabulary_)


def test_documents_without_terms_give_a_matrix_without_columns():
    assert TermCounter().fit_transform(["", None, "!"]).shape == (3, 0)
    assert TermCounter().fit_transform([]).shape == (0, 0)
    assert TermCounter(min_df=2).fit_transform([""]).shape == (1, 0)
    with pytest.raises(InvalidInputError, match="none of the 2 terms is left by min_df=2"):
        TermCounter(min_df=2).fit(["one", "two"])


def test_strings_are_left_as_they_were():
    text = "ünïcode tëxt " * 50
    before = sys.getsizeof(text)
    TermCounter().fit_transform([text])
    assert sys.getsizeof(text) == before  # no UTF-8 copy stays inside


def test_statistics_can_be_made_by_hand():
    ones = np.ones(2, dtype=np.int64)
    statistics = TermStatistics(Vocabulary.of_terms(["a", "b"]), ones, ones, n_documents=1)
    counter = TermCounter(min_length=1).fit_statistics(statistics)
    assert counter.transform(["b a b"]).toarray().tolist() == [[1, 2]]
