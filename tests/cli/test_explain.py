import json
import os
import re
import subprocess
import sys

import pytest
from cli.tables import call, read_rows

from halfbayes import load


def test_words_for_and_against_are_told_for_the_first_rows(model, table):
    told = call("explain", model, table, "--first", "3").stdout.splitlines()
    places = [line for line in told if not line.startswith("  ")]
    assert [line.split(":")[0] for line in places] == [
        f"row {number - 1}, line {number} of mails.csv" for number in (2, 3, 4)
    ]
    assert any(line.startswith("  for it: ") for line in told)


def test_a_line_can_be_asked_for_and_json_has_the_numbers(model, table):
    result = call("explain", model, table, "--line", "5", "--words", "2", "--json")
    (told,) = json.loads(result.stdout)
    row = read_rows(table)[3]
    columns = {name: [row[name] or None] for name in load(model).roles_.used}
    assert told["place"] == "line 5 of mails.csv"
    assert told["predicted"] == load(model).predict(columns)[0]
    assert len(told["supporting"]) <= 2


def test_words_are_told_as_the_document_writes_them(tmp_path):
    rows = ["charged twice,bill", "charging me again,bill", "it crashed,bug", "a crash,bug"]
    (tmp_path / "t.csv").write_text("body,label\n" + "\n".join(rows), "utf-8")
    call("train", tmp_path / "t.csv", "--text", "body", "-o", tmp_path / "m.hb", "-q")
    told = call("explain", tmp_path / "m.hb", tmp_path / "t.csv").stdout.splitlines()
    supporting = [line for line in told if line.startswith("  for it: ")]
    assert "charged +" in supporting[0]
    assert "charging +" in supporting[1]
    plain = call("explain", tmp_path / "m.hb", tmp_path / "t.csv", "--json").stdout
    assert "charg" in json.loads(plain)[0]["supporting"]


def test_a_line_that_is_not_there_is_one_sentence(model, table):
    result = call("explain", model, table, "--line", "999")
    assert result.exit_code == 2
    assert "no row of the table begins on line 999; the last begins on line 61" in result.stderr


def test_a_line_inside_a_row_is_told_the_rows_around_it(model, tmp_path):
    text = 'title,body,amount,channel\na,"one\ntwo\nthree",1,web\nb,x,2,web\n'
    (tmp_path / "t.csv").write_text(text, "utf-8")
    result = call("explain", model, tmp_path / "t.csv", "--line", "3")
    assert "begins on line 3; the rows around it begin on lines 2 and 5" in result.stderr
    assert (
        "the first is line 2"
        in call("explain", model, tmp_path / "t.csv", "--line", "1").stderr
    )


def test_control_characters_of_documents_do_not_reach_the_terminal(model, table, tmp_path):
    hostile = table.read_text("utf-8").replace("web", "\x1b[2Jweb")
    (tmp_path / "t\x1b[2J.csv").write_text(hostile, "utf-8")
    result = call("explain", model, tmp_path / "t\x1b[2J.csv")
    assert result.exit_code == 0
    assert "\x1b" not in result.stdout + result.stderr
    assert "t\\x1b[2J.csv" in result.stdout


def test_a_row_is_named_by_its_place_in_the_table(model, table):
    by_row = call("explain", model, table, "--row", 3, "--row", 1, "--json")
    by_line = call("explain", model, table, "--line", 4, "--line", 2, "--json")
    assert json.loads(by_row.stdout) == json.loads(by_line.stdout)
    refused = call("explain", model, table, "--row", 61)
    assert refused.exit_code == 2
    assert "60 rows that can be read, and no row 61; the first is 1" in refused.stderr


def test_what_all_terms_say_adds_up_to_the_log_odds(model, table):
    told = call("explain", model, table, "--row", 2).stdout
    odds = float(re.search(r"log odds ([+-][\d.]+)", told)[1])
    parts = re.search(r"for it ([+-]\S+), \S+ against (\S+), and (\S+) whatever", told).groups()
    assert sum(map(float, parts)) == pytest.approx(odds, abs=0.03)


def test_a_line_of_several_files_is_not_guessed(model, table, tmp_path):
    for name in ("a.csv", "b.csv"):
        (tmp_path / name).write_bytes(table.read_bytes())
    result = call("explain", model, tmp_path, "--line", "2")
    assert result.exit_code == 2
    assert "several files have a row that begins on line 2; name one file" in result.stderr


def test_a_terminal_without_a_letter_shows_its_number(model, table):
    command = [sys.executable, "-m", "halfbayes", "explain", str(model), str(table)]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
