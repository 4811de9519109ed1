import pandas as pd
import pytest
from classifier.corpus import invented
from cli.tables import call


def written(path, labels):
    rows, _ = invented(60)
    frame = pd.DataFrame(rows)[["body"]].assign(label=labels)
    frame.to_csv(path, index=False)
    return path


@pytest.mark.parametrize("size", [(), ("--whole-up-to", 5)])
def test_a_column_with_a_label_for_nearly_every_row_is_told_once(tmp_path, size):
    table = written(tmp_path / "a.csv", [f"c{max(i, 20)}" for i in range(60)])
    arguments = ("train", table, *size, "--text", "body", "-o", tmp_path / "m.hb")
    told = call(*arguments).stderr
    assert "column 'label' has 40 different labels in 60 rows, fewer than two rows" in told
    assert told.count("fewer than two") == 1
    assert "fewer than two" not in call(*arguments, "-q").stderr


@pytest.mark.parametrize("size", [(), ("--whole-up-to", 5)])
def test_a_label_that_may_say_that_there_is_none_is_a_class_and_told(tmp_path, size):
    table = written(tmp_path / "a.csv", ["law", "n/a", "art"] * 19 + ["-", "law", "art"])
    result = call("train", table, *size, "--text", "body", "-o", tmp_path / "m.hb")
    assert "19 rows have the label 'n/a', which is taken as a class" in result.stderr
    assert "1 row has the label '-'" in result.stderr
    assert "60 documents of 4 classes" in result.stdout


@pytest.mark.parametrize("command", ["evaluate", "label-errors", "report"])
def test_whatever_learns_tells_it(tmp_path, command):
    table = written(tmp_path / "a.csv", ["law", "nan"] * 30)
    options = ("-o", tmp_path / "page.html") if command == "report" else ()
    told = call(command, table, "--text", "body", *options).stderr
    assert "30 rows have the label 'nan'" in told


@pytest.mark.parametrize("size", [(), ("--whole-up-to", 5)])
def test_numbers_with_commas_are_told(tmp_path, size):
    rows, labels = invented(60)
    frame = pd.DataFrame(rows)[["body"]].assign(label=labels)
    frame["price"] = [f"{i % 17},{i % 10}5" for i in range(60)]
    frame.to_csv(tmp_path / "a.csv", index=False, sep=";")
    arguments = ("train", tmp_path / "a.csv", *size, "-o", tmp_path / "m.hb")
    told = "column 'price' is not read as numbers: it has '0,05' with a comma"
    assert told in call(*arguments).stderr
    assert "comma" not in call(*arguments, "--text", "body").stderr
    named = call(*arguments, "--text", "body", "--numeric", "price")
    assert named.exit_code == 2
    assert "'price' is to be a number, but is '0,05' with a comma" in named.stderr
