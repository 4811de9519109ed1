"""The same model from Spark as from memory, and what is told when it cannot be."""

import hashlib
import subprocess
import sys
from decimal import Decimal
from functools import partial

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from classifier.corpus import invented
from cli.tables import call

hb_spark = pytest.importorskip(
    "halfbayes.spark", reason="pyspark is not installed", exc_type=ImportError
)

from sklearn.exceptions import NotFittedError  # noqa: E402

from halfbayes import DocumentClassifier, load  # noqa: E402
from halfbayes.classifier.size import STANDARD, SizeRule  # noqa: E402
from halfbayes.errors import InvalidInputError  # noqa: E402

pytestmark = pytest.mark.xdist_group("spark")

COLUMNS = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}
COUNTED = SizeRule(documents=50, checked=40)


@pytest.fixture(scope="module")
def table():
    rows, labels = invented(120)
    return pd.DataFrame(rows).assign(label=labels)


@pytest.fixture(scope="module")
def frame(spark, table, tmp_path_factory):
    folder = tmp_path_factory.mktemp("frame")
    pq.write_table(pa.Table.from_pandas(table), folder / "a.parquet")
    return spark.read.parquet(str(folder))


def digest(model, folder):
    model.save(folder / "m.hb", documents=True)
    return hashlib.sha256((folder / "m.hb").read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("rule", "partitions"),
    [
        (STANDARD, (5,)),
        (COUNTED, (1,)),
        (COUNTED, (7, "label")),  # three labels: some partitions are empty
    ],
)
def test_any_partitioning_gives_the_model_of_memory(frame, table, rule, partitions, tmp_path):
    in_memory = DocumentClassifier(**COLUMNS).sized(rule).fit(table, table["label"])
    found = hb_spark.fit(frame.repartition(*partitions), label="label", rule=rule, **COLUMNS)
    assert digest(found, tmp_path) == digest(in_memory, tmp_path)


def test_copies_do_not_crowd_the_sample_out(spark, table, tmp_path):
    copies = pd.concat([table, *[table[:1]] * 600], ignore_index=True)
    rule = SizeRule(documents=50, checked=100)
    in_memory = DocumentClassifier(text="body").sized(rule).fit(copies, copies["label"])
    frame = spark.createDataFrame(
        copies[["label", "body"]].values.tolist(), "label string, body string"
    )
    found = hb_spark.fit(frame, label="label", text="body", rule=rule)
    assert digest(found, tmp_path) == digest(in_memory, tmp_path)
    assert len(found.learnt_.y) == 100


def test_answers_on_spark_are_those_in_memory(frame, table):
    model = DocumentClassifier(**COLUMNS).fit(table, table["label"])
    answers = hb_spark.transform(model, frame, accuracy=0.7).toArrow().to_pydict()
    assert answers["predicted"] == model.predict(table).tolist()
    np.testing.assert_allclose(
        answers["probability"], model.predict_proba(table).max(axis=1), atol=5e-7
    )
    typical = model.novelty(table).p_value
    np.testing.assert_allclose(answers["novelty"], 1.0 - typical, atol=5e-7)
    accepted = [answer is not None for answer in model.decide(table, accuracy=0.7)]
    assert [decision == "accept" for decision in answers["decision"]] == accepted
    assert model.decision_.statement == model.promise(accuracy=0.7).statement
    for name in ("decision", "Decision"):
        with pytest.raises(InvalidInputError, match=f"column '{name}' already"):
            hb_spark.transform(model, frame.withColumn(name, frame["title"]))


def test_rules_of_decide_hold_on_spark(frame, table):
    model = DocumentClassifier(**COLUMNS).fit(table, table["label"])
    rules = {"accuracy": 0.6, "per_class": True, "novelty": 0.2}
    answers = hb_spark.transform(model, frame, **rules).toArrow().to_pydict()
    accepted = [answer is not None for answer in model.decide(table, **rules)]
    assert [decision == "accept" for decision in answers["decision"]] == accepted
    assert 0 < sum(accepted) < len(accepted)


def test_what_cannot_be_answered_is_told_before_any_job(frame, table):
    model = DocumentClassifier(text="body").fit(table, table["label"])
    with pytest.raises(InvalidInputError, match=r"no column 'body'; it has .* the model reads"):
        hb_spark.transform(model, frame.drop("body"))
    with pytest.raises(InvalidInputError, match=r"Spark data frame and got pandas\.DataFrame"):
        hb_spark.transform(model, table)
    with pytest.raises(InvalidInputError, match=r"use halfbayes\.DocumentClassifier"):
        hb_spark.fit(table, label="label", text="body")
    with pytest.raises(NotFittedError):
        hb_spark.transform(DocumentClassifier(), frame)
    with pytest.raises(InvalidInputError, match=r"got str; a model in a file is opened with"):
        hb_spark.transform("a.hb", frame)


def test_columns_may_have_any_name_but_not_the_same(frame, table, tmp_path):
    odd = {"title": "the.title", "body": "the`body"}
    renamed, other = frame.withColumnsRenamed(odd), table.rename(columns=odd)
    for rule in (STANDARD, COUNTED):
        model = hb_spark.fit(renamed, label="label", rule=rule)
        in_memory = DocumentClassifier().sized(rule)
        in_memory.fit(other.drop(columns="label"), other["label"])
        assert digest(model, tmp_path) == digest(in_memory, tmp_path)
    answers = hb_spark.transform(model, renamed).toArrow()
    assert answers.column("the`body").to_pylist() == table["body"].tolist()
    assert answers.column("predicted").to_pylist() == model.predict(other).tolist()
    twice = frame.selectExpr("*", "body as body")
    for asked in (
        partial(hb_spark.fit, twice, label="label"),
        partial(hb_spark.transform, model, twice),
    ):
        with pytest.raises(InvalidInputError, match="2 columns named 'body'"):
            asked()


def test_labels_are_names_of_classes(frame):
    dated = frame.selectExpr("date'2024-01-02' as label", "body")
    with pytest.raises(InvalidInputError, match="the column 'label' is date; write them as"):
        hb_spark.fit(dated, label="label", text="body")


def test_without_spark_the_extra_is_named():
    code = "import sys; sys.modules['pyspark'] = None; import halfbayes.spark"
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True
    )
    assert "MissingExtraError: halfbayes.spark needs pyspark" in done.stderr
    assert "pip install 'halfbayes[spark]'" in done.stderr


@pytest.mark.parametrize("rule", [STANDARD, COUNTED])
@pytest.mark.parametrize(
    ("labels", "words"),
    [
        ([None, "b"] * 60, r'60 of 120 documents .*filter\("`label` is not null"\)'),
        (["a"] * 120, "every one of the 120 documents is labelled 'a'"),
    ],
)
def test_labels_that_cannot_be_learnt_are_told(spark, rule, labels, words):
    rows = [(label, f"text {i}") for i, label in enumerate(labels)]
    frame = spark.createDataFrame(rows, "label string, body string")
    with pytest.raises(InvalidInputError, match=words):
        hb_spark.fit(frame, label="label", text="body", rule=rule)


def test_a_label_that_appears_once_is_a_class(spark):
    rows = [("rare" if i == 77 else "ab"[i % 2], f"word{i % 9} text") for i in range(120)]
    frame = spark.createDataFrame(rows, "label string, body string")
    model = hb_spark.fit(frame, label="label", text="body", rule=COUNTED)
    assert dict(zip(model.classes_, model.learnt_.by_class, strict=True))["rare"] == 1


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"label": "topic", "text": "body"}, "no column 'topic' for the labels"),
        (
            {"label": "lable"},
            r"'lable' for the labels \(did you mean 'label'\?\); it has 'title'",
        ),
        ({"label": "label", "text": "subject"}, "no column 'subject'"),
        ({"label": "label", "text": ["label", "body"]}, "cannot be both the label and read"),
        ({"label": "label", "text": "body", "groups": "label"}, "cannot be both the label"),
        ({"label": "label", "text": "body", "groups": "body"}, "cannot both tell the groups"),
    ],
)
def test_a_missing_column_is_named_with_those_that_are_there(frame, asked, words):
    with pytest.raises(InvalidInputError, match=words):
        hb_spark.fit(frame, **asked)


@pytest.mark.parametrize("rule", [STANDARD, COUNTED])
def test_columns_are_guessed_as_in_memory(frame, table, rule, tmp_path):
    model = hb_spark.fit(frame.repartition(3), label="label", rule=rule)
    guessed = DocumentClassifier().sized(rule)
    guessed.fit(table.drop(columns="label"), table["label"])
    assert model.roles_ == guessed.roles_
    assert digest(model, tmp_path) == digest(guessed, tmp_path)


@pytest.mark.parametrize("columns", [{"text": ["body"]}, {}])
def test_groups_are_left_out_as_in_memory(frame, table, columns, tmp_path):
    in_memory = DocumentClassifier(**columns, groups="channel")
    in_memory.fit(table.drop(columns="label"), table["label"])
    found = hb_spark.fit(frame.repartition(2), label="label", **columns, groups="channel")
    assert digest(found, tmp_path) == digest(in_memory, tmp_path)
    with pytest.raises(InvalidInputError, match="120 documents are too many for groups"):
        hb_spark.fit(frame, label="label", text="body", groups="channel", rule=COUNTED)
    with pytest.raises(InvalidInputError, match="no column"):
        hb_spark.fit(frame, label="label", text="body", groups="thread")


def test_a_table_of_sums_is_joined_or_broadcast_and_words_listed(
    frame, table, monkeypatch, tmp_path
):
    """Both ways, with words listed for classes: the model of memory, to the byte."""
    asked = {**COLUMNS, "class_words": {table["label"][0]: ["verdict", "quux"]}}
    in_memory = DocumentClassifier(**asked).sized(COUNTED).fit(table, table["label"])
    expected = digest(in_memory, tmp_path)
    found = hb_spark.fit(frame, label="label", rule=COUNTED, **asked)
    assert digest(found, tmp_path) == expected
    monkeypatch.setattr(hb_spark, "SparkEngine", partial(hb_spark.SparkEngine, most_bytes=0))
    joined = hb_spark.fit(frame.repartition(3), label="label", rule=COUNTED, **asked)
    assert digest(joined, tmp_path) == expected


def test_no_rows_and_a_damaged_file_are_told(spark, frame, tmp_path):
    with pytest.raises(InvalidInputError, match="no column besides 'label'; add one"):
        hb_spark.fit(frame.select("label"), label="label")
    with pytest.raises(InvalidInputError, match="has no rows"):
        hb_spark.fit(frame.limit(0), label="label", text="body")
    for name in ("good", "damaged"):
        texts = np.random.default_rng(0).bytes(30_000).hex("\n").split("\n")
        labelled = pa.table({"label": ["a", "b"] * 15_000, "body": texts})
        pq.write_table(labelled, tmp_path / f"{name}.parquet", use_dictionary=False)
    data = bytearray((tmp_path / "damaged.parquet").read_bytes())
    data[5000:9000] = bytes(4000)
    (tmp_path / "damaged.parquet").write_bytes(data)
    damaged = spark.read.schema("label string, body string").parquet(str(tmp_path))
    with pytest.raises(InvalidInputError, match=r"damaged\.parquet"):
        hb_spark.fit(damaged, label="label", text="body", rule=COUNTED)


def test_documents_that_change_are_told_and_nothing_stays_persisted(spark, table, tmp_path):
    """Each look at the table has one row less, as one that others write to may."""
    looks = tmp_path / "looks"

    def fewer(batches):
        with looks.open("a") as file:
            file.write(".")
        for batch in batches:
            yield batch.slice(looks.stat().st_size)

    rows = table[["label", "body"]].values.tolist()
    frame = spark.createDataFrame(rows, "label string, body string").coalesce(1)
    changing = frame.mapInArrow(fewer, frame.schema)
    with pytest.raises(InvalidInputError, match="they changed while they were read"):
        hb_spark.fit(changing, label="label", text="body", rule=COUNTED)
    assert not dict(spark.sparkContext._jsc.getPersistentRDDs())


def test_cells_of_every_kind_are_those_of_memory_and_of_files(spark, table, tmp_path):
    """Decimals, times, lists and numbers written as text; guessed, and named as they may be."""
    n = len(table)
    start = pd.Timestamp("2024-01-02 03:04:05.5", tz="America/New_York")
    rich = table[["label", "body"]].assign(
        price=[Decimal(i % 40) / 4 for i in range(n)],
        at=[start + pd.Timedelta(hours=i % 70) for i in range(n)],
        tags=[["a", "b"] if i % 3 else None for i in range(n)],
        amount=[str(i * 0.25) if i % 5 else "n/a" for i in range(n)],
    )
    pq.write_table(pa.Table.from_pandas(rich), tmp_path / "a.parquet")
    frame = spark.read.parquet(str(tmp_path / "a.parquet")).repartition(3)
    named = {"text": ["body", "at", "tags"], "numeric": ["amount"], "categorical": ["price"]}
    options = [("--text", "body", "--text", "at", "--text", "tags")]
    options += [("--numeric", "amount", "--categorical", "price")]
    for asked, flags in ((named, sum(options, ())), ({}, ())):
        in_memory = DocumentClassifier(**asked).fit(rich.drop(columns="label"), rich["label"])
        expected = digest(in_memory, tmp_path)
        assert digest(hb_spark.fit(frame, label="label", **asked), tmp_path) == expected
        output = tmp_path / "f.hb"
        saved = ("--documents", "-q", "-o", output)
        result = call("train", tmp_path / "a.parquet", *flags, *saved)
        assert result.exit_code == 0, result.stderr
        assert hashlib.sha256(output.read_bytes()).hexdigest() == expected
        from_files = load(output)
        answers = hb_spark.transform(from_files, frame.orderBy("at")).toArrow()
        probability = from_files.predict_proba(answers).max(axis=1)
        np.testing.assert_allclose(answers["probability"], probability, atol=5e-7)
    assert in_memory.roles_.numeric == ("price",)


@pytest.mark.parametrize("rule", [STANDARD, COUNTED])
def test_a_number_that_is_not_finite_is_refused(spark, table, rule, tmp_path):
    del spark
    endless = table[["label", "body"]].assign(amount=[np.inf, *[1.0] * (len(table) - 1)])
    endless.to_parquet(tmp_path / "a.parquet")
    frame = hb_spark.session().read.parquet(str(tmp_path / "a.parquet"))
    asked = {"text": "body", "numeric": "amount"}
    with pytest.raises(InvalidInputError, match="to be numbers, but it has 'inf'"):
        hb_spark.fit(frame, label="label", rule=rule, **asked)
    with pytest.raises(InvalidInputError, match="to be numbers, but it has 'inf'"):
        DocumentClassifier(**asked).sized(rule).fit(endless, endless["label"])


@pytest.mark.parametrize("whole_up_to", [None, 50])
def test_guessed_columns_give_the_same_file_from_memory_files_and_spark(
    spark, table, whole_up_to, tmp_path
):
    del spark  # the session there is
    table = table.assign(record=[f"r{i}" for i in range(len(table))])  # is ignored
    table.to_parquet(tmp_path / "a.parquet")
    rule = STANDARD if whole_up_to is None else SizeRule(documents=whole_up_to)
    in_memory = DocumentClassifier().sized(rule)
    in_memory.fit(table.drop(columns="label"), table["label"]).save(tmp_path / "m.hb")
    size = () if whole_up_to is None else ("--whole-up-to", whole_up_to)
    for options in ((), ("--spark", "local[2]")):
        output = tmp_path / "found.hb"
        result = call("train", tmp_path / "a.parquet", *size, *options, "-o", output)
        assert result.exit_code == 0, result.stderr
        assert output.read_bytes() == (tmp_path / "m.hb").read_bytes()
        assert load(output).text is None


def test_the_command_gives_the_model_of_the_command_without_spark(spark, table, tmp_path):
    del spark  # the session there is
    table.to_parquet(tmp_path / "a.parquet")
    table.to_csv(tmp_path / "a.csv", index=False)
    named = ["--text", "title", "--text", "body", "--whole-up-to", 50, "-q"]
    sources = [
        ("a.parquet", ()),
        ("a.parquet", ("--spark", "local[2]")),
        ("a.csv", ("--spark", "local[2]")),
    ]
    digests = set()
    for source, options in sources:
        output = tmp_path / "m.hb"
        result = call("train", tmp_path / source, *named, *options, "-o", output)
        assert result.exit_code == 0, result.stderr
        digests.add(hashlib.sha256(output.read_bytes()).hexdigest())
    assert len(digests) == 1
    assert load(tmp_path / "m.hb").learnt_.n_documents == 120
    missing = call("train", tmp_path / "none.parquet", "--spark", "local[2]", "-q")
    assert missing.exit_code == 2
    assert "none.parquet" in missing.stderr
