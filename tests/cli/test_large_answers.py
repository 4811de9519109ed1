import json

import pytest
from classifier.corpus import invented
from cli.tables import call, read_rows, write_table

from halfbayes.cli.large_answers import large_table
from halfbayes.cli.session import Session
from halfbayes.data.readers import read_table


@pytest.fixture
def new(tmp_path):
    return write_table(tmp_path / "new.csv", 25, seed=3)


def test_a_table_in_portions_is_answered_as_at_once(model, new, tmp_path):
    at_once, in_portions = tmp_path / "a.csv", tmp_path / "b.csv"
    assert call("predict", model, new, "-o", at_once, "-q").exit_code == 0
    options = ["-o", in_portions, "--whole-up-to", 7, "--json", "-q"]
    result = call("predict", model, new, *options)
    assert result.exit_code == 0
    assert json.loads(result.stdout)["documents"] == 25
    assert read_rows(in_portions) == read_rows(at_once)


def test_rows_that_cannot_be_read_stop_it_or_are_set_aside(model, new, tmp_path):
    with new.open("a") as file:
        file.write("too,few\n")
    options = ["-o", tmp_path / "b.csv", "--whole-up-to", 7, "-q"]
    stopped = call("predict", model, new, *options)
    assert stopped.exit_code == 2
    assert "line 27 of new.csv" in stopped.stderr
    assert not (tmp_path / "b.csv").exists()
    assert call("predict", model, new, *options, "--bad-rows", "skip").exit_code == 0
    assert len(read_rows(tmp_path / "b.csv")) == 25
    assert (tmp_path / "new.csv.bad").exists()


def written(path, lines):
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def json_rows(n_rows=25):
    rows, labels = invented(n_rows, seed=3)
    return [{"topic": label, **row} for label, row in zip(labels, rows, strict=True)]


def without(row, name):
    return {key: cell for key, cell in row.items() if key != name}


@pytest.mark.parametrize("suffix", ["jsonl", "csv", "parquet"])
def test_a_key_that_a_whole_portion_lacks_is_an_empty_cell(model, tmp_path, suffix):
    rows = [without(row, "amount") if 7 <= i < 16 else row for i, row in enumerate(json_rows())]
    new = written(tmp_path / "new.jsonl", map(json.dumps, rows))
    at_once, in_portions = tmp_path / f"a.{suffix}", tmp_path / f"b.{suffix}"
    assert call("predict", model, new, "-o", at_once, "-q").exit_code == 0
    result = call("predict", model, new, "-o", in_portions, "--whole-up-to", 7, "-q")
    assert (result.exit_code, result.stderr) == (0, "")
    assert read_table(str(in_portions)).columns == read_table(str(at_once)).columns


def test_a_key_that_no_line_has_is_told_as_at_once(model, tmp_path):
    lines = [json.dumps(without(row, "amount")) for row in json_rows()]
    new, target = written(tmp_path / "new.jsonl", lines), tmp_path / "b.jsonl"
    for options in ([], ["--whole-up-to", 7]):
        result = call("predict", model, new, "-o", target, "-q", *options)
        assert result.exit_code == 2
        assert "the table has no column 'amount'" in result.stderr
    assert not target.exists()


def test_lines_that_are_no_objects_are_set_aside_even_if_a_portion_has_no_others(
    model, tmp_path
):
    lines = [json.dumps(row) for row in json_rows()]
    lines[14:21] = ["[1,2]"] * 7
    new, target = written(tmp_path / "new.jsonl", lines), tmp_path / "b.csv"
    options = ["-o", target, "--whole-up-to", 7, "--bad-rows", "skip", "-q"]
    result = call("predict", model, new, *options)
    assert (result.exit_code, result.stderr) == (0, "")
    assert len(read_rows(target)) == 18
    bad = (tmp_path / "new.jsonl.bad").read_text("utf-8").splitlines()
    assert [json.loads(line)["number"] for line in bad] == list(range(15, 22))


def test_how_a_large_table_is_read_is_noted_as_that_of_a_small_one(model, tmp_path):
    cells = 'law,title,"the \\"court\\" ruled",1.5,mail'
    folder = tmp_path / "parts"
    folder.mkdir()
    for number in range(5):
        written(folder / f"{number}.csv", ["topic,title,body,amount,channel", *[cells] * 9])
    for options in ([], ["--whole-up-to", 4]):
        result = call("predict", model, folder, "-o", tmp_path / "a.csv", *options)
        assert result.exit_code == 0
        assert result.stderr.count("is read with a backslash before quotes") == 3
        assert result.stderr.count("(and 2 more of the kind)") == 1


def test_small_tables_are_read_at_once(new):
    session = Session.of({})
    assert large_table(session, str(new), {}) is None
    assert large_table(session, str(new), {"whole_up_to": 3}) is not None
