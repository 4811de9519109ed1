"""Parameters out of range are refused, with the range."""

import numpy as np
import pytest

from halfbayes.errors import InvalidParameterError
from halfbayes.text.counter import TermCounter
from halfbayes.text.options import (
    LONGEST_NGRAM,
    MOST_THREADS,
    fixed_vocabulary,
    thread_count,
    token_options,
    value_type,
)
from halfbayes.text.tokens import TokenOptions
from halfbayes.text.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"analyzer": "words"}, "analyzer must be one of word, char, char_wb; got 'words'"),
        ({"ngram_range": (2, 1)}, r"ngram_range must go from 1 or more .* got \(2, 1\)"),
        ({"ngram_range": (0, 1)}, "ngram_range must go from 1"),
        ({"ngram_range": (1, LONGEST_NGRAM + 1)}, "or less"),
        ({"ngram_range": 2}, r"must be a pair such as \(1, 2\); got 2"),
        ({"ngram_range": (1, 2.0)}, "must be a pair"),
        ({"ngram_range": (True, 2)}, "must be a pair"),
        ({"unsegmented": (1, 2, 3)}, "unsegmented must be a pair"),
        ({"min_length": 0}, "min_length must be an integer of 1 or more; got 0"),
        ({"min_length": 1001}, "min_length must be 1000 or less, .* got 1001"),
        ({"threads": 0}, "threads must be an integer of 1 or more; got 0"),
        ({"threads": 1.5}, "threads must be"),
        ({"stop_words": "german"}, "stop_words must be None, 'english' or a collection"),
        ({"language": "klingon"}, "language must be None or one of"),
        ({"dtype": np.int8}, "dtype must be int32, int64 or float64"),
        (
            {"analyzer": "char", "numbers": True, "stop_words": ["a"]},
            "numbers, stop_words: for words",
        ),
        ({"analyzer": "char_wb", "language": "english"}, "language: for words only"),
        ({"vocabulary": "abc"}, "collection of terms, got the str 'abc'"),
        ({"vocabulary": ["a", 1]}, "str only; got 1"),
        ({"vocabulary": ["a", "b", "a"]}, "'a' more than once"),
        ({"vocabulary": {"a": 0, "b": 2}}, "columns 0 to 1, each once"),
        ({"min_df": 2.5}, "min_df must be an int"),
        ({"max_df": -1}, "max_df must be an int"),
    ],
)
def test_a_wrong_parameter_says_what_is_right(parameters, message):
    with pytest.raises(InvalidParameterError, match=message):
        TermCounter(**parameters).fit_transform(["a text"])


def test_options_are_complete_by_default():
    assert token_options(TermCounter()) == TokenOptions()


def test_english_stop_words_are_scikit_learns():
    words = token_options(TermCounter(stop_words="english")).stop_words
    assert {"the", "of", "whereas"} <= words
    assert len(words) == 318


def test_threads_are_all_cores_or_as_many_as_asked():
    assert thread_count(None) >= 1
    assert thread_count(7) == 7
    assert thread_count(999_999) == MOST_THREADS


def test_value_types_may_be_named_in_any_way():
    assert value_type("float64") is np.float64
    assert value_type(int) is np.int64


def test_a_vocabulary_may_be_a_list_a_set_or_a_mapping():
    assert fixed_vocabulary(["b", "a"]).terms == ["b", "a"]
    assert fixed_vocabulary({"b", "a"}).terms == ["a", "b"]
    assert fixed_vocabulary({"b": 0, "a": 1}).terms == ["b", "a"]
    given = Vocabulary.of_terms(["x"])
    assert fixed_vocabulary(given) is given
