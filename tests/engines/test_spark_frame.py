"""Frames are looked at before any job."""

import pyarrow as pa
import pytest

frames = pytest.importorskip("halfbayes.engines.spark_frame", reason="pyspark is not installed")

from halfbayes.errors import InvalidInputError  # noqa: E402

pytestmark = pytest.mark.xdist_group("spark")


def test_what_is_no_frame_or_has_a_name_twice_is_refused(spark):
    with pytest.raises(InvalidInputError, match=r"Spark data frame and got builtins\.list"):
        frames.check_frame([])
    with pytest.raises(InvalidInputError, match="2 columns named 'body'; rename all but one"):
        frames.check_frame(spark.range(1).selectExpr("id as body", "id as body"))
    with pytest.raises(InvalidInputError, match="2 columns named 'body' and 'BODY'; rename"):
        frames.check_frame(spark.range(1).selectExpr("id as body", "id as BODY", "id as other"))


def test_capitals_tell_columns_apart_where_spark_says_so(spark):
    frame = spark.range(1).selectExpr("id as body")
    assert frames.as_spark_reads(frame, "Body") == "body"
    spark.conf.set("spark.sql.caseSensitive", "true")
    try:
        assert frames.as_spark_reads(frame, "Body") == "Body"
        frames.check_frame(spark.range(1).selectExpr("id as body", "id as BODY"))
    finally:
        spark.conf.unset("spark.sql.caseSensitive")


def test_a_stream_is_not_learnt_from(spark):
    frames.check_rests(spark.range(1))
    with pytest.raises(InvalidInputError, match="the frame is a stream"):
        frames.check_rests(spark.readStream.format("rate").load())


@pytest.mark.parametrize(
    ("cells", "kind"),
    [("parse_json('1')", "variant"), ("interval '1' month", "interval month")],
)
def test_types_that_are_read_as_nothing_are_refused(spark, cells, kind):
    frame = spark.range(1).selectExpr("id as number", f"{cells} as odd")
    frames.check_types(frame, ["number"])
    with pytest.raises(InvalidInputError, match=rf"column 'odd' is {kind}, which .* text nor"):
        frames.check_types(frame, frame.columns)


@pytest.mark.parametrize(
    ("kind", "cells"),
    [
        ("string", ["a", None]),
        ("double", [1.0, float("nan"), None]),
        ("boolean", [True, None]),
    ],
)
def test_the_filter_that_is_told_leaves_the_rows_with_a_label(spark, kind, cells):
    frame = spark.createDataFrame([(cell,) for cell in cells], f"`a.b` {kind}")
    kept = frame.filter(frames.filter_of_labels(frame, "a.b"))
    assert kept.toArrow().column(0).to_pylist() == cells[:1]


def test_the_frame_of_a_session_that_was_stopped_is_refused():
    class Stopped:
        _jsc = None

    class Session:
        _sc = Stopped()

    class Frame:
        sparkSession = Session()  # noqa: N815 (Spark's name)

    with pytest.raises(InvalidInputError, match="has been stopped; start one"):
        frames.check_frame(Frame())


@pytest.mark.parametrize("kind", ["date", "decimal(9,2)", "timestamp", "array<string>"])
def test_labels_that_name_no_class_are_refused(spark, kind):
    frame = spark.createDataFrame([], f"label {kind}, body string")
    with pytest.raises(InvalidInputError, match=r"column 'label' is \w+.*; write them as text"):
        frames.check_labels(frame, "label")


@pytest.mark.parametrize("kind", ["string", "bigint", "boolean", "double"])
def test_labels_that_name_classes_are_not(spark, kind):
    frames.check_labels(spark.createDataFrame([], f"label {kind}, body string"), "label")


def test_rows_with_a_label_are_counted(spark):
    rows = [("a",), (None,), ("",), (" \t\u2003",), (" b ",)]
    frame = spark.createDataFrame(rows, "`the.label` string")
    assert frames.counted_labels(frame, "the.label", blank_is_none=True) == (5, 2)
    assert frames.counted_labels(frame, "the.label", blank_is_none=False) == (5, 4)
    kept = frame.filter(frames.has_label(frame, "the.label", blank_is_none=True)).toArrow()
    assert kept.column(0).to_pylist() == ["a", " b "]
    numbers = spark.createDataFrame([(1.0,), (float("nan"),), (None,)], "label double")
    assert frames.counted_labels(numbers, "label", blank_is_none=True) == (3, 1)


def test_the_other_columns_of_any_name_are_kept(spark):
    frame = spark.range(1).selectExpr("id as `a.b`", "id as `c``d`", "id as e")
    assert frames.without(frame, ["a.b"]).columns == ["c`d", "e"]


def test_columns_of_any_name_are_mapped(spark):
    def same(batches):
        for batch in batches:
            assert batch.schema.names == ["a.b", "c`d"]
            yield pa.RecordBatch.from_pydict({"n": batch.column("c`d")})

    frame = spark.range(3).toDF("a.b").selectExpr("`a.b`", "`a.b` + 1 as `c``d`")
    assert frames.mapped(frame, same, "n bigint").toArrow().column("n").to_pylist() == [1, 2, 3]
