"""The same documents in every container are the same documents."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from documents_strategy import documents
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.errors import InvalidInputError
from halfbayes.text import columns
from halfbayes.text.columns import only_text, source, texts
from halfbayes.text.counter import TermCounter

TEXTS = [
    "one two",
    None,
    "",
    "naïve café",
    "a much longer text than twelve bytes",
    "東京 Σίσυφος",
    "two",
]
FILLED = [text or "" for text in TEXTS]

CONTAINERS = {
    "list": TEXTS,
    "tuple": tuple(TEXTS),
    "generator": (text for text in TEXTS),
    "object array": np.array(TEXTS, dtype=object),
    "fixed-width array": np.array(FILLED),
    "string array": np.array(FILLED, dtype=np.dtypes.StringDType()),
    "pandas": pd.Series(TEXTS, index=[5, 4, 3, 2, 1, 0, 9]),
    "pandas object with NaN": pd.Series(TEXTS, dtype=object).where(lambda s: s.notna(), np.nan),
    "pandas NA": pd.Series(TEXTS, dtype="string[python]"),
    "pandas category": pd.Series(TEXTS, dtype="category"),
    "polars": pl.Series(TEXTS),
    "polars categorical": pl.Series(TEXTS).cast(pl.Categorical),
    "polars slice": pl.Series(["x", *TEXTS, "y"]).slice(1, len(TEXTS)),
    "polars chunks": pl.concat([pl.Series(TEXTS[:3]), pl.Series(TEXTS[3:])], rechunk=False),
    "arrow": pa.array(TEXTS),
    "arrow large": pa.array(TEXTS, pa.large_string()),
    "arrow view": pa.array(TEXTS, pa.string_view()),
    "arrow slice": pa.array(["x", *TEXTS, "y"]).slice(1, len(TEXTS)),
    "arrow view slice": pa.array(["x", *TEXTS, "y"], pa.string_view()).slice(1, len(TEXTS)),
    "arrow chunks": pa.chunked_array([TEXTS[:2], [], TEXTS[2:]], pa.string()),
    "arrow dictionary": pa.array(TEXTS).dictionary_encode(),
}


@pytest.mark.parametrize("name", CONTAINERS)
def test_every_container_gives_the_same_counts(name):
    counter = TermCounter()
    X = counter.fit_transform(CONTAINERS[name])
    expected = TermCounter()
    assert np.array_equal(X.toarray(), expected.fit_transform(TEXTS).toarray())
    assert counter.vocabulary_ == expected.vocabulary_


@settings(max_examples=60)
@given(st.lists(st.one_of(documents, st.none()), max_size=6), st.integers(0, 6))
def test_arrow_bytes_are_read_as_the_strings_they_encode(corpus, cut):
    corpus = [
        t and t.encode("utf-8", "replace").decode() for t in corpus
    ]  # Arrow has no surrogates
    column = pa.chunked_array([corpus[:cut], corpus[cut:]], pa.string())
    ours, expected = TermCounter(), TermCounter()
    assert (ours.fit_transform(column) != expected.fit_transform(corpus)).nnz == 0
    assert ours.vocabulary_ == expected.vocabulary_


def test_a_column_of_nulls_is_as_many_empty_documents():
    assert TermCounter().fit_transform(pa.nulls(3)).shape == (3, 0)


def test_bytes_that_are_no_utf8_do_no_harm():
    ends, data = np.array([0, 4, 6], dtype=np.int32), b"ab\xff\xfe\xe9x"
    column = pa.StringArray.from_buffers(2, pa.py_buffer(ends), pa.py_buffer(data))
    assert TermCounter().fit(column).get_feature_names_out().tolist() == ["ab"]


def test_arrow_data_is_read_once():
    stream = pa.chunked_array([["a"]]).__arrow_c_stream__()

    class Once:
        def __arrow_c_stream__(self, requested_schema=None):
            del requested_schema
            return stream

    assert len(source(Once())) == 1


def test_a_document_too_long_for_the_kernel_is_refused():
    ends = np.array([0, 2**29], dtype=np.int64)
    data = np.empty(2**29, dtype=np.uint8)  # not touched: the kernel looks at the length first
    column = pa.LargeStringArray.from_buffers(1, pa.py_buffer(ends), pa.py_buffer(data))
    with pytest.raises(InvalidInputError, match="more than 536,870,911 characters; split"):
        TermCounter().fit(column)


def test_missing_values_are_empty_documents():
    missing = [None, float("nan"), np.float64("nan"), pd.NA, pd.NaT]
    assert texts(missing) == (None,) * 5


class Text(str):
    __slots__ = ()


def test_subclasses_of_str_are_str():
    assert texts([Text("ab"), np.str_("cd")]) == ("ab", "cd")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ("one text", r"got one str; put it in a list: \[text\]"),
        (b"one text", "got one bytes"),
        (["ok", 7], r"got int 7 at position 1; convert it with str\(\)"),
        (["ok", b"bytes"], "got bytes b'bytes' at position 1; decode it first"),
        (["ok", ["nested"]], "got list .* at position 1"),
        ([1.5, "x" * 3], "got float 1.5 at position 0"),
        ([["x" * 99]], "'xxx.*[.][.][.] at position 0"),
        (np.arange(3), "got int 0 at position 0"),
        (pa.array([1, 2]), "got int 1 at position 0"),
        (pl.Series([1.0]), "got float 1.0 at position 0"),
        (np.array([["a", "b"]]), r"got a ndarray of shape \(1, 2\); pass one column"),
        (pd.DataFrame({"text": ["a"]}), r"pass one column, such as table\['text'\]"),
        (pl.DataFrame({"text": ["a"]}), "pass one column"),
        (pa.table({"text": ["a"]}), "pass one column"),
        (np.array("scalar"), "pass one column"),
        ({"a": "b"}, "got dict"),
        (7, "got int"),
        (None, "got NoneType"),
    ],
)
def test_what_is_no_list_of_texts_is_refused_with_a_remedy(wrong, message):
    with pytest.raises(InvalidInputError, match=message):
        TermCounter().fit(wrong)
    with pytest.raises(InvalidInputError, match=message):
        TermCounter(vocabulary=["a"]).transform(wrong)


def test_a_column_that_cannot_be_lent_is_read_by_its_values():
    class WithoutPyarrow(list):
        def __arrow_c_stream__(self):
            raise ImportError  # as pandas does

    counted = TermCounter().fit_transform(WithoutPyarrow(["one two", "two"]))
    assert counted.toarray().tolist() == [[1, 1], [0, 1]]


class Derived(str):
    """A str with something more to it."""


KINDS = st.sampled_from(["text", "", None, 1, 0.5, b"bytes", Derived("text"), np.str_("text")])


@given(st.lists(KINDS, max_size=5))
def test_only_text_is_text_or_nothing_and_nothing_else(values):
    assert only_text(values) == all(type(value) in {str, type(None)} for value in values)


def test_the_kernel_and_its_twin_agree_on_what_is_only_text(monkeypatch):
    cases = [[], ["a", None], ["a", 1], [Derived("a")]]
    with_kernel = [only_text(values) for values in cases]
    monkeypatch.setattr(columns, "kernel", None)
    assert [only_text(values) for values in cases] == with_kernel == [True, True, False, False]
