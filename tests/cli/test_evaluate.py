import json

import pytest
from cli.tables import call, write_table

OPTIONS = ("--label", "topic", "--text", "title", "--text", "body")


def accuracy(*arguments) -> float:
    result = call("evaluate", *arguments, "--json", "-q")
    assert result.exit_code == 0
    return json.loads(result.stdout)["accuracy"]


def test_leave_one_out_needs_the_model_alone_and_equals_that_of_the_table(table, tmp_path):
    call("train", table, *OPTIONS, "-o", tmp_path / "m.hb", "-q")
    assert accuracy(tmp_path / "m.hb") == accuracy(table, *OPTIONS)


def test_a_test_table_judges_a_model_and_one_that_learns_from_a_table(table, tmp_path):
    new = write_table(tmp_path / "new.csv", 30, seed=3)
    call("train", table, *OPTIONS, "-o", tmp_path / "m.hb", "-q")
    of_model = accuracy(tmp_path / "m.hb", new, "--label", "topic")
    assert of_model == accuracy(table, new, *OPTIONS)


def test_the_only_column_with_classes_of_the_model_has_the_labels(model, tmp_path):
    new = write_table(tmp_path / "new.csv", 30, seed=3)
    result = call("evaluate", model, new)
    assert result.exit_code == 0
    assert "labels are those of column 'topic'" in result.stderr
    assert accuracy(model, new) == accuracy(model, new, "--label", "topic")
    assert call("evaluate", model, new, "--label", "subject").exit_code == 2  # as it was named


def test_a_model_is_not_judged_by_its_own_answers(model, tmp_path):
    new, bare = write_table(tmp_path / "new.csv", 30, seed=3), tmp_path / "bare.csv"
    lines = new.read_text("utf-8").splitlines()
    bare.write_text("\n".join(line.partition(",")[2] for line in lines), "utf-8")
    for source in (new, bare):
        call("predict", model, source, "--explain", "-q", "-o", source.with_stem("answered"))
        told = call("evaluate", model, source.with_stem("answered"))
        if source == bare:
            assert told.exit_code == 2
            assert "no column 'label' for the labels" in told.stderr
            assert "name the right one with --label" in told.stderr
        else:
            assert "labels are those of column 'topic'" in told.stderr
    assert accuracy(model, tmp_path / "answered.csv", "--label", "predicted") == 1.0


def test_folds_need_documents_and_are_the_same_from_model_and_table(table, model, tmp_path):
    guessed = accuracy(model, "--folds", 3)
    assert guessed == accuracy(table, "--folds", 3, "--label", "topic")
    call("train", table, *OPTIONS, "-o", tmp_path / "m.hb", "-q")
    refused = call("evaluate", tmp_path / "m.hb", "--folds", 3)
    assert refused.exit_code == 2
    assert "train it with --documents" in refused.stderr


def test_of_two_groups_there_are_two_folds_and_of_one_none(tmp_path):
    table = write_table(tmp_path / "t.csv", 40)
    head, *lines = table.read_text("utf-8").splitlines()
    for n_groups in (2, 1):
        rows = [f"{line},g{i // 3 % n_groups}" for i, line in enumerate(lines)]
        table.write_text("\n".join([f"{head},thread", *rows]), "utf-8")
        result = call("evaluate", table, *OPTIONS, "--groups", "thread", "--folds", 2)
        assert (result.exit_code == 0) == (n_groups == 2)
    assert "all 40 documents are in one group, 'g0'" in result.stderr
    assert "(--groups)" in call("evaluate", table, *OPTIONS, "--groups", "thread").stderr


def test_the_report_is_for_people(model):
    told = call("evaluate", model).stdout
    assert "% of 60 documents right" in told
    assert "precision" in told


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["x.csv", "--folds", "3"], "not by both"),
        (["--folds", "1"], "1 is not in the range"),
        (["none.csv"], "cannot read none.csv"),
    ],
)
def test_what_cannot_be_judged_is_one_sentence(model, arguments, message):
    result = call("evaluate", model, *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_label_the_model_does_not_know_is_named(model, table, tmp_path):
    renamed = table.read_text("utf-8").replace("law,", "music,")
    (tmp_path / "t.csv").write_text(renamed, "utf-8")
    result = call("evaluate", model, tmp_path / "t.csv", "--label", "topic")
    assert result.exit_code == 2
    assert "'music'" in result.stderr


@pytest.mark.parametrize(
    "option", ["--text", "--class-words", "--unlabelled", "--groups", "--language"]
)
@pytest.mark.parametrize("command", ["evaluate", "report"])
def test_a_model_does_not_learn_again(model, command, option):
    result = call(command, model, option, "body")
    assert result.exit_code == 2
    assert f"{option} is for learning from a table" in result.stderr


def test_judging_by_documents_it_learnt_from_is_told(table, model, tmp_path):
    told = call("evaluate", model, table, "--label", "topic").stderr
    assert "60 of the 60 rows are documents this model learnt from" in told
    new = write_table(tmp_path / "new.csv", 30, seed=3)
    assert "learnt from" not in call("evaluate", model, new, "--label", "topic").stderr
    mixed = tmp_path / "mixed.csv"
    mixed.write_text(new.read_text() + table.read_text().partition("\n")[2])
    told = call("evaluate", model, mixed, "--label", "topic").stderr
    assert "60 of the 90 rows are documents this model learnt from" in told
    call("train", table, *OPTIONS, "-o", tmp_path / "bare.hb", "-q")
    assert (
        "60 of the 60"
        in call("evaluate", tmp_path / "bare.hb", table, "--label", "topic").stderr
    )


def test_rows_of_a_test_without_a_label_are_counted(model, tmp_path):
    new = write_table(tmp_path / "new.csv", 30, seed=3)
    line = new.read_text().splitlines()[1]
    new.write_text(new.read_text() + line[line.index(",") :] + "\n")
    told = call("evaluate", model, new, "--label", "topic")
    assert "1 of 31 rows have no label and are left out" in told.stderr
    assert "of 30 documents right" in told.stdout


def test_a_spreadsheet_is_not_taken_for_a_damaged_model(tmp_path):
    (tmp_path / "book.xlsx").write_bytes(b"PK\x03\x04 and so on")
    result = call("evaluate", tmp_path / "book.xlsx")
    assert result.exit_code == 2
    assert "save a spreadsheet as CSV" in result.stderr
