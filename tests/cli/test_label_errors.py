import json

from cli.tables import call, read_rows, write_table

from halfbayes.classifier.size import SizeRule


def test_a_wrong_label_is_found_with_its_line(tmp_path):
    table = write_table(tmp_path / "t.csv", 150)
    lines = table.read_text("utf-8").splitlines()
    lines[4] = lines[4].replace("sport", "law", 1)
    table.write_text("\n".join(lines), "utf-8")
    options = ("--label", "topic", "--level", "0.3", "-q")
    listed = json.loads(call("label-errors", table, *options, "--json").stdout)
    assert "line 5 of t.csv" in [suspect["place"] for suspect in listed]
    result = call("label-errors", table, *options, "-o", tmp_path / "out.csv")
    assert f"{len(listed)} of 150 labels are worth a second look: less than 30" in result.stdout
    rows = read_rows(tmp_path / "out.csv")
    assert [row["place"] for row in rows] == [suspect["place"] for suspect in listed]
    assert list(rows[0])[:2] == ["topic", "title"]


def test_of_a_large_table_is_said_how_many_labels_were_looked_at(tmp_path, monkeypatch):
    table = write_table(tmp_path / "t.csv", 150)
    rule = SizeRule(documents=100, checked=40)
    monkeypatch.setattr("halfbayes.cli.learning.size_rule", lambda _options: rule)
    result = call("label-errors", table, "--label", "topic", "--level", "0.3", "-q")
    assert "of the 40 labels that were looked at (of 150) are worth a" in result.stdout


def test_an_output_of_unknown_format_is_refused(table):
    result = call("label-errors", table, "--label", "topic", "-o", "out.pdf")
    assert result.exit_code == 2
    assert "name it .csv" in result.stderr


def test_a_model_is_no_table(model):
    result = call("label-errors", model)
    assert result.exit_code == 2
    assert "is a model, and a table is expected there; name the table" in result.stderr
