import io
import json
import shutil

import pytest
from cli.tables import call

from halfbayes.cli.session import Session, check_model, sources
from halfbayes.data.delimited import read_delimited
from halfbayes.errors import InvalidInputError

BROKEN = "label,text\na,one\nb\nc,d,e\n"


def session(**options) -> Session:
    return Session.of({"quiet": False, "as_json": False, "bad_rows": "stop", **options})


def test_broken_rows_stop_with_the_first_and_the_number_of_the_others(tmp_path):
    (tmp_path / "t.csv").write_text(BROKEN, "utf-8")
    expected = (
        r"line 3 of t\.csv: 1 cell .* \(and 1 row more\); repair it, or .* --bad-rows skip"
    )
    with pytest.raises(InvalidInputError, match=expected):
        session().read(str(tmp_path / "t.csv"))


def test_broken_rows_are_set_aside_beside_the_table(tmp_path, capsys):
    source = str(tmp_path / "t.csv")
    (tmp_path / "t.csv").write_text(BROKEN, "utf-8")
    skipping = session(bad_rows="skip")
    assert skipping.settle(skipping.read(source), source) == 2
    told = capsys.readouterr().err
    assert "Note: line 3 of t.csv: 1 cell where 2 are named" in told
    assert f"2 rows set aside in {source}.bad, with the reasons" in told
    lines = (tmp_path / "t.csv.bad").read_text("utf-8").splitlines()
    assert [json.loads(line)["text"] for line in lines] == ["b", "c,d,e"]


def test_a_table_without_bad_rows_leaves_no_file(tmp_path):
    sheet = read_delimited("label,text\na,one\n", "t.csv")
    assert session(bad_rows="skip").settle(sheet, str(tmp_path / "t.csv")) == 0
    assert list(tmp_path.iterdir()) == []


def test_notes_go_to_standard_error_unless_quiet(capsys):
    session().note("one")
    session(quiet=True).note("two")
    assert capsys.readouterr() == ("", "Note: one\n")


def test_a_report_is_words_or_json(capsys):
    session().report(["a", "b\x1b"], {"a": 1})
    session(as_json=True).report(["a"], {"a": 1})
    words, _, plain = capsys.readouterr().out.partition("{")
    assert words == "a\nb\\x1b\n"
    assert json.loads("{" + plain) == {"a": 1}


def test_there_is_no_bar_where_nobody_watches(capsys):
    with session().bar(10, "document") as bar:
        bar.update(5)
    assert capsys.readouterr().err == ""


def test_what_is_read_is_all_that_options_name():
    options = {"table": "t.csv", "unlabelled": None, "class_words": "w.json", "output": "m.hb"}
    assert sources(options) == ["t.csv", "w.json"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["train", "t.csv", "--label", "topic", "-o", "t.csv"],
        ["train", "t.csv", "--label", "topic", "--class-words", "w.json", "-o", "w.json"],
        ["report", "m.hb", "-o", "m.hb"],
        ["report", "t.csv", "--label", "topic", "-o", "t.csv"],
        ["report", "m.hb", "t.csv", "-o", "t.csv"],
        ["predict", "m.hb", "t.csv", "-o", "t.csv"],
        ["label-errors", "t.csv", "--label", "topic", "-o", "t.csv"],
        ["label-errors", "t.csv", "--label", "topic", "--unlabelled", "u.csv", "-o", "u.csv"],
        ["export", "m.csv", "-o", "m.csv"],
        ["export", "m.json", "-o", "m.json"],
    ],
)
def test_no_command_writes_over_what_it_reads(table, model, tmp_path, monkeypatch, arguments):
    monkeypatch.chdir(tmp_path)
    for name in ("t.csv", "u.csv"):
        shutil.copy(table, name)
    for name in ("m.hb", "m.csv", "m.json"):
        shutil.copy(model, name)
    (tmp_path / "w.json").write_text('{"law": ["court"]}', "utf-8")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    result = call(*arguments)
    assert result.exit_code == 2
    assert f"cannot write {arguments[-1]}: it is read as" in result.stderr
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


class Terminal(io.StringIO):
    """Something to write to that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_what_is_done_is_said_to_a_terminal_for_as_long_as_it_is_done(monkeypatch):
    for quiet, first in ((False, "\rchecking ..."), (True, "")):
        monkeypatch.setattr("sys.stderr", terminal := Terminal())
        with session(quiet=quiet).doing("checking"):
            assert terminal.getvalue() == first
        assert terminal.getvalue().rsplit("\r", 1)[-1].strip() == ""


def test_a_table_in_the_place_of_a_model_is_told_by_its_name(table, model, tmp_path):
    with pytest.raises(InvalidInputError, match="comes first: halfbayes plan MODEL TABLE"):
        check_model(str(table), "plan MODEL TABLE")
    odd = shutil.copy(model, tmp_path / "model.csv")
    for source in (str(model), str(odd), "gone.hb"):
        check_model(source, "plan MODEL TABLE")


@pytest.mark.parametrize("command", ["inspect", "export", "plan", "explain"])
def test_every_command_that_takes_a_model_says_where_it_is_expected(command, table):
    result = call(command, table, *([table] if command in ("plan", "explain") else []))
    assert result.exit_code == 2
    assert "a model is expected there" in result.stderr
    assert f": halfbayes {command} MODEL" in result.stderr
