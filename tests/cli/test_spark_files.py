"""Files that Spark reads as the file route does, or refuses."""

import bz2
import gzip
import lzma

import pandas as pd
import pytest
from classifier.corpus import invented

spark_files = pytest.importorskip("halfbayes.cli.spark_files", reason="pyspark is missing")

from halfbayes.cli.sparking import read_frame  # noqa: E402
from halfbayes.data.dialects import Dialect  # noqa: E402
from halfbayes.errors import InvalidInputError  # noqa: E402

pytestmark = pytest.mark.xdist_group("spark")


@pytest.fixture(autouse=True)
def _as_at_first(spark):
    """A session that no other test has told to read any encoding."""
    spark.conf.unset(spark_files.ANY_CHARSET)


@pytest.fixture(scope="module")
def table():
    rows, labels = invented(30)
    frame = pd.DataFrame(rows)[["title", "body"]].assign(label=labels)
    return frame.fillna("none").assign(body=frame["body"].fillna("none") + " thé")


def cells(frame):
    rows = frame.select("title", "body", "label").toArrow().to_pylist()
    return sorted(tuple(row.values()) for row in rows)


def rows_of(table):
    return sorted(map(tuple, table[["title", "body", "label"]].to_numpy()))


def test_columns_of_another_order_are_found_by_name(spark, table, tmp_path):
    table[:10].to_csv(tmp_path / "a.csv", index=False)
    table.loc[10:, ["label", "body", "title"]].to_csv(tmp_path / "b.csv", index=False)
    frame, typed = read_frame(spark, str(tmp_path), {})
    assert not typed
    assert cells(frame) == rows_of(table)


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_a_file_that_lacks_a_column_is_named(spark, table, kind, tmp_path):
    for name, part in (("a", table), ("b", table.drop(columns="title"))):
        path = tmp_path / f"{name}.{kind}"
        part.to_csv(path, index=False) if kind == "csv" else part.to_parquet(path)
    with pytest.raises(InvalidInputError, match=rf"b\.{kind} has no column 'title'.*a\.{kind}"):
        read_frame(spark, str(tmp_path), {})


@pytest.mark.parametrize(
    ("separator", "encoding"),
    [
        *((";", "utf-8"), ("|", "utf-8-sig"), (",", "utf-16"), ("\t", "utf-16-le")),
        *((",", "utf-16-be"), (",", "utf-32"), (",", "utf-32-le")),
    ],
)
def test_delimiter_and_unicode_are_found_out(spark, table, separator, encoding, tmp_path):
    path, named = tmp_path / "t.csv", {}
    table.to_csv(path, index=False, sep=separator, encoding=encoding)
    if encoding.endswith(("-le", "-be")):  # which have no mark
        named = {"encoding": encoding}
    assert cells(read_frame(spark, str(path), named)[0]) == rows_of(table)


@pytest.mark.parametrize("encoding", ["windows-1252", "latin-1", "iso8859-15"])
def test_other_encodings_are_to_be_named(spark, table, encoding, tmp_path):
    path = tmp_path / "t.csv"
    table.to_csv(path, index=False, encoding=encoding)
    with pytest.raises(InvalidInputError, match=r"t\.csv is not UTF-8 \(line 2\); name its"):
        read_frame(spark, str(path), {})
    assert cells(read_frame(spark, str(path), {"encoding": encoding})[0]) == rows_of(table)


def test_ascii_may_be_named(spark, table, tmp_path):
    plain = table.replace("thé", "the", regex=True)
    plain.to_csv(tmp_path / "t.csv", index=False)
    frame, _ = read_frame(spark, str(tmp_path / "t.csv"), {"encoding": "ascii"})
    assert cells(frame) == rows_of(plain)


@pytest.mark.parametrize(("pack", "suffix"), [(gzip, "gz"), (bz2, "bz2")])
def test_compressed_files_are_told_by_their_name(spark, table, pack, suffix, tmp_path):
    data = table.to_csv(index=False, sep=";").encode()
    (tmp_path / f"t.csv.{suffix}").write_bytes(pack.compress(data))
    (tmp_path / "t.csv").write_bytes(pack.compress(data))
    found, _ = read_frame(spark, str(tmp_path / f"t.csv.{suffix}"), {})
    assert cells(found) == rows_of(table)
    with pytest.raises(InvalidInputError, match=r"t\.csv is compressed, and Spark would not"):
        read_frame(spark, str(tmp_path / "t.csv"), {})


def test_what_spark_cannot_unpack_is_refused(spark, table, tmp_path):
    (tmp_path / "t.csv.xz").write_bytes(lzma.compress(table.to_csv(index=False).encode()))
    with pytest.raises(InvalidInputError, match=r"t\.csv\.xz is compressed, and Spark"):
        read_frame(spark, str(tmp_path / "t.csv.xz"), {})


def test_files_written_in_two_ways_are_refused(spark, table, tmp_path):
    table.to_csv(tmp_path / "a.csv", index=False)
    table.to_csv(tmp_path / "b.csv", index=False, sep=";")
    with pytest.raises(InvalidInputError, match=r"b\.csv is not written as a\.csv is"):
        read_frame(spark, str(tmp_path), {})


def test_a_folder_below_is_not_passed_over_in_silence(spark, table, tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "_logs").mkdir()
    (tmp_path / "_logs" / "x.csv").write_text("a\n1\n")
    table[:10].to_parquet(tmp_path / "a.parquet")
    assert read_frame(spark, str(tmp_path), {})[0].count() == 10
    table[10:].to_parquet(tmp_path / "more" / "b.parquet")
    with pytest.raises(InvalidInputError, match=r"b\.parquet is in the folder more below"):
        read_frame(spark, str(tmp_path), {})
    assert cells(read_frame(spark, f"{tmp_path}/[a-z]*", {})[0]) == rows_of(table)


def test_partitions_are_read(spark, table, tmp_path):
    for name, part in table.groupby("label"):
        (tmp_path / f"label={name}").mkdir()
        part[["title", "body"]].to_parquet(tmp_path / f"label={name}" / "a.parquet")
    assert cells(read_frame(spark, str(tmp_path), {})[0]) == rows_of(table)


def test_an_empty_file_has_no_columns(spark, tmp_path):
    (tmp_path / "t.csv").write_text("")
    with pytest.raises(InvalidInputError, match=r"t\.csv is empty; it must name its columns"):
        read_frame(spark, str(tmp_path / "t.csv"), {})


def test_a_dialect_is_told_from_the_beginning():
    file = spark_files.SparkFile("t.csv", "/t.csv", "name;text\n1;a, b\n".encode("utf-16"))
    found = spark_files.written(file, None, None)
    assert found == spark_files.Written("UTF-16LE", Dialect(";"), ("name", "text"))


def test_rows_that_could_not_be_read_are_counted(spark, table, tmp_path):
    path = tmp_path / "t.csv"
    head = table.to_csv(index=False).encode()
    padding = f"x,{'y' * spark_files.HEAD},{table['label'][0]}\n".encode()
    path.write_bytes(head + padding + "x,thé,a\n".encode("latin-1"))
    frame, _ = read_frame(spark, str(path), {})
    assert spark_files.unread_rows(frame) == 1
    named, _ = read_frame(spark, str(path), {"encoding": "latin-1"})
    assert spark_files.unread_rows(named) == 0
