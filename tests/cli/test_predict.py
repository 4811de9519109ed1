import csv
import io
import json
import signal
import subprocess
import sys
import time

import pyarrow.parquet as pq
import pytest
from cli.tables import call, read_rows, write_table

from halfbayes import load
from halfbayes.data.readers import read_table

ADDED = ["predicted", "probability", "decision", "novelty"]


def test_all_columns_are_kept_and_the_answers_added(model, tmp_path):
    new = write_table(tmp_path / "new.csv", 30, seed=5)
    result = call("predict", model, new, "--accuracy", "0.8", "-o", tmp_path / "out.csv")
    assert result.exit_code == 0
    before, after = read_rows(new), read_rows(tmp_path / "out.csv")
    assert list(after[0]) == [*before[0], *ADDED]
    assert [{name: row[name] for name in before[0]} for row in after] == before
    fitted = load(model)
    columns = {n: [row[n] or None for row in before] for n in fitted.roles_.used}
    assert [row["predicted"] for row in after] == fitted.predict(columns).tolist()
    decided = fitted.decide(columns, accuracy=0.8)
    assert [row["decision"] for row in after] == [
        "review" if label is None else "accept" for label in decided
    ]
    review = decided.count(None)
    told = f"{30 - review} of 30 answers accepted, {review} to review; written to"
    assert told in result.stderr


def test_standard_input_to_standard_output(model, table):
    result = call("predict", model, "-", "-q", stdin=table.read_bytes())
    assert result.exit_code == 0
    assert result.stderr == ""
    rows = list(csv.DictReader(io.StringIO(result.stdout)))
    assert len(rows) == 60
    assert 0.0 < float(rows[0]["probability"]) <= 1.0


@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.jsonl", "out.parquet", "o.csv.gz"])
def test_every_format_holds_the_same_answers(model, table, tmp_path, name):
    assert call("predict", model, table, "-o", tmp_path / name, "-q").exit_code == 0
    columns = read_table(str(tmp_path / name)).columns
    expected = load(model).predict(dict(read_typed(table))).tolist()
    assert list(columns["predicted"]) == expected


def read_typed(table):
    columns = read_table(str(table)).columns
    return {name: [cell or None for cell in cells] for name, cells in columns.items()}


def test_parquet_columns_keep_their_types(model, table, tmp_path):
    call("predict", model, table, "-o", tmp_path / "a.parquet", "-q")
    call("predict", model, tmp_path / "a.parquet", "-o", tmp_path / "b.parquet", "-q")
    first, second = (pq.read_table(tmp_path / f"{n}.parquet") for n in "ab")
    assert second.select(first.column_names).equals(first)
    assert second.column_names[-4:] == [f"{name}_2" for name in ADDED]


def test_safe_csv_leaves_no_formula(model, table, tmp_path):
    hostile = table.read_text("utf-8").replace("sport,", "=2+5,").replace("channel", "@name", 1)
    hostile = hostile.replace("@name", "channel", 1)
    (tmp_path / "t.csv").write_text(hostile, "utf-8")
    for option in ([], ["--safe-csv"]):
        call("predict", model, tmp_path / "t.csv", "-o", tmp_path / "o.csv", "-q", *option)
        topics = {row["topic"] for row in read_rows(tmp_path / "o.csv")}
        assert ("=2+5" in topics) is not bool(option)


def test_explanations_are_added_when_asked(model, table, tmp_path):
    call("predict", model, table, "--explain", "-o", tmp_path / "o.jsonl", "-q")
    row = json.loads((tmp_path / "o.jsonl").read_text("utf-8").splitlines()[0])
    assert "rather than" in row["explanation"]


def test_a_table_without_rows_has_the_columns_of_answers(model, table):
    head = table.read_text("utf-8").splitlines()[0]
    result = call("predict", model, "-", "-q", stdin=f"{head}\n")
    assert result.stdout == f"{head},{','.join(ADDED)}\n"


def test_novelty_needs_no_training_documents_in_the_model(table, tmp_path):
    call("train", table, "--label", "topic", "-o", tmp_path / "m.hb", "-q")
    result = call("predict", tmp_path / "m.hb", table, "-q")
    assert "novelty" in result.stdout.splitlines()[0]
    assert call("predict", tmp_path / "m.hb", table, "--novelty", "0.05").exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["{model}", "none.csv"], "cannot read none.csv: No such file"),
        (["none.hb", "{table}"], "cannot read none.hb: No such file"),
        (["{model}", "{model}"], "is a model, and a table is expected there"),
        (["{model}", "{table}", "-o", "out.xls"], "name it .csv, .tsv, .jsonl or .parquet"),
        (["{model}", "{table}", "--json"], "name a file -o"),
        (["{table}", "{model}"], "the model comes first: halfbayes predict MODEL TABLE"),
        (["{model}", "{table}", "--accuracy", "95"], "; write 0.95 for 95 %."),
        (["{model}", "{table}", "--novelty", "1%"], "; write 0.01 for 1 %."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(model, table, arguments, message):
    filled = [argument.format(model=model, table=table) for argument in arguments]
    result = call("predict", *filled)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_column_that_is_missing_is_named(model):
    result = call("predict", model, "-", stdin="title,body\na,b\n")
    assert result.exit_code == 2
    assert (
        "the table has no column 'amount' nor 'channel'; it has 'title', 'body'"
        in result.stderr
    )
    result = call("predict", model, "-", stdin="title,Body,amounts,channel\na,b,1,c\n")
    assert "no column 'body' (did you mean 'Body'?) nor 'amount' (did you" in result.stderr


def test_ctrl_c_ends_with_130_and_leaves_what_was_there(model, tmp_path):
    target = tmp_path / "out.csv"
    target.write_text("before", "utf-8")
    program = [sys.executable, "-m", "halfbayes", "predict", model, "-", "-o", target]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        # It has read the model, and waits for the table, once it takes this much of it.
        running.stdin.write("title,body,amount,channel\n" + "a,b,1,web\n" * 20_000)
        running.stdin.flush()
        time.sleep(0.5)
        running.send_signal(signal.SIGINT)
        try:
            told = running.communicate(timeout=60)[1]
        finally:
            running.kill()
    assert running.returncode == 130
    assert told.strip().endswith("interrupted; files are as they were before")
    assert [path.name for path in tmp_path.iterdir()] == ["out.csv"]
    assert target.read_text("utf-8") == "before"


def test_the_accuracy_can_be_promised_inside_every_class(model, table, tmp_path):
    told = {}
    for flags in ((), ("--per-class",)):
        options = ["--accuracy", 0.6, *flags, "-o", tmp_path / "out.csv", "--json"]
        told[flags] = json.loads(call("predict", model, table, *options).stdout)["promise"]
    assert told[()] != told["--per-class",]
    assert "class" in told["--per-class",]


def test_documents_that_were_learnt_are_told(model, table, tmp_path):
    result = call("predict", model, table, "-o", tmp_path / "out.csv")
    assert "60 of the 60 rows are equal to documents this model learnt from" in result.stderr


def test_the_column_novelty_and_the_option_are_two_sides_of_one_share(model, table, tmp_path):
    """With --novelty 0.05 everything with 0.95 or more in the column is left to a person."""
    out = tmp_path / "out.csv"
    arguments = ["--accuracy", "0.5", "--novelty", "0.2", "-o", out]
    assert call("predict", model, table, *arguments).exit_code == 0
    rows = list(csv.DictReader(out.read_text("utf-8").splitlines()))
    novel = [row for row in rows if float(row["novelty"]) >= 0.8]
    assert novel
    assert {row["decision"] for row in novel} == {"review"}
