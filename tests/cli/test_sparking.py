"""``train --spark``: what it reads, what it tells, and how it ends."""

import subprocess
import sys
from types import SimpleNamespace

import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from classifier.corpus import invented
from cli.tables import call

sparking = pytest.importorskip("halfbayes.cli.sparking", reason="pyspark is not installed")

from halfbayes.cli.session import Session  # noqa: E402
from halfbayes.errors import InvalidInputError  # noqa: E402

pytestmark = pytest.mark.xdist_group("spark")


@pytest.fixture(scope="module")
def table():
    rows, labels = invented(60)
    return pd.DataFrame(rows).assign(label=labels)


def train(source, *options):
    return call("train", source, "--spark", "local[2]", *options)


def test_what_is_not_for_spark_is_told():
    with pytest.raises(InvalidInputError, match="not for tables on Spark"):
        sparking.spark_model(Session.of({}), {"unlabelled": "x"})


def test_columns_that_are_missing_are_named_before_any_job():
    frame = SimpleNamespace(columns=["label", "title", "body"])
    named = {"text": ("bodi",), "numeric": ("n",), "categorical": (), "label": "label"}
    with pytest.raises(InvalidInputError, match=r"'bodi' \(did you mean 'body'\?\) nor 'n'"):
        sparking.fitted(frame, named, typed=True)


@pytest.mark.parametrize("kind", ["csv", "tsv", "json", "jsonl", "parquet"])
def test_a_folder_is_what_its_files_are(spark, table, kind, tmp_path):
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "_SUCCESS").touch()
    for number, part in enumerate((table[:30], table[30:])):
        path = folder / f"part-{number}.{kind}"
        if kind == "parquet":
            part.to_parquet(path)
        elif kind.startswith("json"):
            part.to_json(path, orient="records", lines=True)
        else:
            part.to_csv(path, sep="\t" if kind == "tsv" else ",", index=False)
    frame, typed = sparking.read_frame(spark, str(folder), {})
    assert typed is (kind not in {"csv", "tsv"})
    assert frame.columns == list(table.columns)
    assert frame.count() == 60
    assert sparking.read_frame(spark, f"{folder}/*1.{kind}", {})[0].count() == 30


@pytest.mark.usefixtures("spark")
def test_what_spark_cannot_read_ends_in_a_sentence(table, tmp_path):
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 and no more")
    (tmp_path / "empty").mkdir()
    (tmp_path / "mixed").mkdir()
    table.to_csv(tmp_path / "mixed" / "a.csv")
    table.to_parquet(tmp_path / "mixed" / "b.parquet")
    for source, words in [
        ("broken.parquet", "broken.parquet: [FAILED_READ_FILE"),
        ("empty", "found no file; name a file or a folder"),
        ("mixed", "found a.csv and b.parquet; name a file or a folder"),
        ("nowhere.parquet", "there is nothing at"),
        ("nosuch:///a.parquet", "Spark cannot read nosuch:"),
    ]:
        result = train(source if ":" in source else tmp_path / source, "-o", tmp_path / "m.hb")
        assert result.exit_code == 2, result.stderr
        assert words in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1


@pytest.mark.usefixtures("spark")
def test_a_guess_a_telltale_and_rows_without_a_label_are_told(table, tmp_path):
    blank = table.assign(stars=table["label"].map({"sport": 1.0, "law": 2.0, "food": 5.0}))
    blank.loc[blank.index[:4], "label"] = [None, "", "  ", None]
    pq.write_table(pa.Table.from_pandas(blank), tmp_path / "a.parquet")
    told = []
    for options in ((), ("--spark", "local[2]")):
        output = tmp_path / f"{len(told)}.hb"
        result = call("train", tmp_path / "a.parquet", "-o", output, *options)
        assert result.exit_code == 0, result.stderr
        told.append(result.stderr)
        assert "columns were guessed (text: body; numbers: amount, stars;" in result.stderr
        assert result.stderr.count("column 'stars' alone tells 100 % of the labels") == 1
        assert "4 of 60 rows have no label and are left out" in result.stderr
    assert (tmp_path / "0.hb").read_bytes() == (tmp_path / "1.hb").read_bytes()
    table.assign(label="").to_parquet(tmp_path / "b.parquet")
    none = train(tmp_path / "b.parquet", "-o", tmp_path / "m.hb")
    assert none.exit_code == 2
    assert "no document with a label (rows without one: 60)" in none.stderr
    misspelt = train(tmp_path / "a.parquet", "--label", "lable")
    assert "no column 'lable' for the labels (did you mean 'label'?)" in misspelt.stderr


@pytest.mark.usefixtures("spark")
def test_numbers_of_a_table_without_types_are_guessed_as_from_files(table, tmp_path):
    table.assign(record=[f"r{i}" for i in range(60)]).to_csv(tmp_path / "a.csv", index=False)
    for name, options in (("files", ()), ("spark", ("--spark", "local[2]"))):
        result = call("train", tmp_path / "a.csv", "-o", tmp_path / name, *options)
        assert result.exit_code == 0, result.stderr
        assert "numbers: amount; categories: title, channel; ignored: record" in result.stderr
    assert (tmp_path / "files").read_bytes() == (tmp_path / "spark").read_bytes()


def test_a_session_of_its_own_says_nothing_of_java(table, tmp_path):
    table.to_parquet(tmp_path / "a.parquet")
    command = [sys.executable, "-m", "halfbayes", "train", "--spark", "local[1]", "-q"]
    done = subprocess.run(
        [*command, str(tmp_path / "a.parquet"), "-o", str(tmp_path / "m.hb")],
        check=False,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
