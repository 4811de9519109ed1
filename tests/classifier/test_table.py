from datetime import UTC, datetime
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from scipy import sparse

from halfbayes import DocumentClassifier
from halfbayes.classifier.table import as_table
from halfbayes.data.columns import values
from halfbayes.data.parquet import parquet_bytes, read_parquet
from halfbayes.errors import InvalidInputError

ROWS = [{"a": "x", "n": 1.5, "c": True}, {"a": None, "n": None, "c": False}]


@pytest.mark.parametrize(
    "table", [ROWS, pd.DataFrame(ROWS), pl.DataFrame(ROWS), pa.Table.from_pylist(ROWS)]
)
def test_every_kind_of_table_reads_the_same(table):
    read = as_table(table)
    assert read.texts("a") == ["x", None]
    assert np.array_equal(read.numbers("n"), [1.5, np.nan], equal_nan=True)
    assert read.categories("c") == ["True", "False"]
    assert read.n_rows == 2


def test_a_table_is_a_table_already():
    table = as_table(["a"])
    assert as_table(table) is table


def test_columns_in_a_mapping_must_be_equally_long():
    with pytest.raises(InvalidInputError, match="equally long"):
        as_table({"a": [1], "b": [1, 2]})


@pytest.mark.parametrize("document", [{"a": "x", "n": [1]}, {"n": 1.5}, {"a": None}])
def test_one_document_is_no_table(document):
    with pytest.raises(InvalidInputError, match=r"put a single document in a list"):
        as_table(document)


def test_a_word_among_numbers_is_named():
    with pytest.raises(InvalidInputError, match="'many'"):
        as_table([{"n": 1}, {"n": "many"}]).numbers("n")


@pytest.mark.parametrize(
    ("value", "told"),
    [("12,50", "'12,50' with a comma"), (float("inf"), "'inf', which is not finite")],
)
def test_what_is_no_number_is_told_to_a_model_that_is_fitted_and_one_that_is_not(value, told):
    model = DocumentClassifier(text="body", numeric="n")
    rows = [{"body": "one more", "n": 1.0}, {"body": "and another", "n": 2.0}] * 3
    advice = "repair the value or leave it empty, or fit a model to the column as text"
    with pytest.raises(InvalidInputError, match=f"it has {told}.*; {advice}"):
        model.fit([{**row, "n": value} for row in rows], ["a", "b"] * 3)
    model.fit(rows, ["a", "b"] * 3)
    with pytest.raises(InvalidInputError, match=f"it has {told}.*; {advice}"):
        model.predict([{"body": "one", "n": value}])


def test_texts_are_told_from_a_table_where_columns_are_named():
    frame = pd.DataFrame({"body": ["one more", "and another"] * 3})
    model = DocumentClassifier(text="body")
    for texts in (frame["body"], frame["body"].tolist()):
        with pytest.raises(InvalidInputError, match=r"'body'.* such as df\[\['body'\]\]"):
            model.fit(texts, ["a", "b"] * 3)
    model.fit(frame[["body"]], ["a", "b"] * 3)
    with pytest.raises(InvalidInputError, match=r"such as df\[\['body'\]\]"):
        model.predict(frame["body"])


def test_numbers_written_as_text_are_numbers():
    assert as_table([{"n": "1.5"}, {"n": "-2"}]).numbers("n").tolist() == [1.5, -2.0]


def test_whole_numbers_name_the_same_category_as_integers_and_as_floats():
    assert as_table([{"c": 3}, {"c": 3.0}]).categories("c") == ["3", "3"]


def test_joined_tables_are_empty_where_only_one_has_a_column():
    both = as_table([{"a": "x"}]).joined(as_table([{"b": "y"}]))
    assert both.columns == {"a": ["x", None], "b": [None, "y"]}


@pytest.mark.parametrize("wrong", ["one document", b"bytes", 7, [1, "two"]])
def test_what_is_no_table_is_refused_in_words(wrong):
    with pytest.raises(InvalidInputError, match="expected"):
        as_table(wrong)


def test_a_lazy_frame_is_refused_with_what_to_do():
    with pytest.raises(InvalidInputError, match=r"lazy LazyFrame; call \.collect\(\)"):
        as_table(pl.LazyFrame({"text": ["one"]}))


def test_cells_of_any_kind_read_as_those_of_a_file():
    """A model that learnt from one kind of table answers the same from another."""
    rows = [
        {
            "price": Decimal("1.00"),
            "at": datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC),
            "tags": ["a", "b"],
        },
        {"price": None, "at": None, "tags": None},
    ]
    arrow = pa.Table.from_pylist(rows)
    columns = arrow.to_pydict()
    sheet = read_parquet(parquet_bytes(columns, arrow), "t.parquet")
    from_file = {name: values(sheet, name) for name in rows[0]}
    for table in (rows, pd.DataFrame(rows), pl.DataFrame(rows), arrow, from_file):
        read = as_table(table)
        assert read.columns == from_file
        assert np.array_equal(read.numbers("price"), [1.0, np.nan], equal_nan=True)
        assert read.categories("price") == ["1", None]
        assert read.texts("at") == ["2024-01-02 03:04:05", None]
        assert read.texts("tags") == ['["a", "b"]', None]


@pytest.mark.parametrize("wrong", [float("inf"), "inf", -np.inf, 10**400])
def test_what_is_not_finite_is_no_number(wrong):
    with pytest.raises(InvalidInputError, match=r"to be numbers, but it has '-?(inf|10+)"):
        as_table([{"n": 1.0}, {"n": wrong}]).numbers("n")


def test_nothing_can_be_written_in_many_ways():
    found = as_table({"n": [1, "n/a", None, "NA", np.nan, pd.NA, " - "]}).numbers("n")
    assert np.isnan(found).tolist() == [False, *[True] * 6]
    assert as_table(pd.DataFrame({"t": ["a", pd.NA]}, dtype="string")).texts("t") == ["a", None]
    assert as_table(pd.Series(["a", pd.NA])).texts("text") == ["a", None]


def test_one_column_of_an_array_is_documents():
    assert as_table(np.array([["one"], [None]], dtype=object)).columns == {
        "text": ["one", None]
    }


def test_columns_may_be_numbered_as_those_of_a_file_without_a_header():
    read = as_table(pd.DataFrame({0: ["a", "b"], 7: [1, 2], "x": ["c", "d"]}))
    assert read.columns == {"0": ["a", "b"], "7": [1, 2], "x": ["c", "d"]}


@pytest.mark.parametrize("names", [["a", "a"], [0, "0"]])
def test_two_columns_of_one_name_are_refused(names):
    with pytest.raises(InvalidInputError, match="rename"):
        as_table(pd.DataFrame([["x", "y"]], columns=names))


@pytest.mark.parametrize("matrix", [np.eye(3), sparse.csr_array(np.eye(3))])
def test_a_matrix_of_numbers_is_for_another_model(matrix):
    with pytest.raises(InvalidInputError, match="HybridClassifier"):
        as_table(matrix)


def test_missing_columns_are_all_named():
    with pytest.raises(InvalidInputError, match="no column 'b' nor 'c'; it has 'a'"):
        as_table({"a": ["x"]}).require(["a", "b", "c"])


@pytest.mark.parametrize("nothing", [[], {"subject": [], "amount": []}, pd.DataFrame()])
def test_a_table_without_rows_lacks_no_column(nothing):
    table = as_table(nothing)
    table.require(["subject", "amount"])
    assert table.n_rows == len(table.texts("subject")) == len(table.numbers("amount")) == 0


def test_text_that_is_not_utf_8_is_refused_with_its_column():
    pa = pytest.importorskip("pyarrow")
    offsets = pa.py_buffer(np.array([0, 1, 2], dtype=np.int32))
    broken = pa.Array.from_buffers(pa.string(), 2, [None, offsets, pa.py_buffer(b"a\xff")])
    with pytest.raises(InvalidInputError, match="column 'body' has text that is not UTF-8"):
        as_table(pa.table({"title": ["a", "b"], "body": broken}))


def test_columns_and_batches_of_pyarrow_are_read():
    texts = ["a b", None, "c"]
    assert as_table(pa.array(texts)).columns == as_table(texts).columns
    assert as_table(pa.chunked_array([texts[:1], texts[1:]])).columns == as_table(texts).columns
    rows = [{"title": "a", "n": 1.5}, {"title": None, "n": 2.0}]
    assert as_table(pa.RecordBatch.from_pylist(rows)).columns == as_table(rows).columns
