import csv
import json
import warnings

import numpy as np
import pytest
from cli.tables import call, read_rows, write_table

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.copies import Copies
from halfbayes.classifier.word_lists import UnlabelledClassWarning
from halfbayes.data.model_file import read_model_file
from halfbayes.data.parquet import parquet_bytes
from halfbayes.data.readers import read_table

MALFORMED = {
    "": "standard input is empty; it must name its columns",
    "a,b\n1,2\n": "no column 'label' for the labels; it has 'a', 'b'",
    "label,text\nx,hello world\nx,bye\n": "every one of the 2 documents is labelled 'x'",
    'label,text\na,"unclosed\nb,foo\n': "line 2 of standard input: a quote is opened",
    "label,text\na,one\nb\n": "line 3 of standard input: 1 cell where 2 are named",
    "label,text\n,one\n,two\n": "no document with a label (rows without one: 2); write labels",
    "label,label\na,b\n": "columns 1 and 2 of standard input are both named 'label'",
    "label,text\n": "no document with a label",
    '{"label": "a"}\n{"label"\n': "line 2 of standard input: not JSON",
    '[{"label": "a"}]': "write one object a line instead",
    '{"label": "a"}\n[1]\n': "line 2 of standard input: expected an object {...}, got list",
    '{"a":' * 100_000: "line 1 of standard input: not JSON that can be read: nested too deeply",
    "label,text\na,\nb,\na,\nb,\n": "no document has a word in 'text'; name other columns",
    "label\na\nb\n": "no column besides 'label'; add one with the text of the documents",
    "<!DOCTYPE html><p>404": "standard input is a web page, not a table",
    "PK\x03\x04spreadsheet": "a zip archive or a spreadsheet, not a table",
    "x" * 100_000 + "\n": "it has 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'; name the right one",
    "label,text,extra\na,one\n": "line 2 of standard input: 2 cells where 3 are named",
}


def test_a_model_is_saved_and_what_was_guessed_and_learnt_is_told(table, tmp_path):
    result = call("train", table, "--label", "topic", "-o", tmp_path / "m.hb")
    assert result.exit_code == 0
    assert "text: body; numbers: amount; categories: title, channel" in result.stderr
    assert "By leave-one-out" in result.stdout
    assert f"Saved to {tmp_path / 'm.hb'}." in result.stdout
    assert load(tmp_path / "m.hb").classes_.tolist() == ["food", "law", "sport"]


def test_named_columns_are_used_and_not_guessed(table, tmp_path):
    named = ("--text", "body", "--text", "title", "--numeric", "amount", "--language", "none")
    result = call("train", table, "--label", "topic", *named, "-o", tmp_path / "m.hb")
    assert result.exit_code == 0
    assert "guessed" not in result.stderr
    model = load(tmp_path / "m.hb")
    assert model.roles_.text == ("body", "title")
    assert model.language is None


def test_the_model_is_that_of_the_library(table, tmp_path):
    call("train", table, "--label", "topic", "--text", "body", "-o", tmp_path / "m.hb")
    sheet = read_table(str(table))
    library = load(tmp_path / "m.hb").fit(
        {"body": sheet.columns["body"]}, sheet.columns["topic"]
    )
    library.save(tmp_path / "library.hb")
    assert (tmp_path / "m.hb").read_bytes() == (tmp_path / "library.hb").read_bytes()


def test_the_same_model_comes_from_every_format(table, tmp_path):
    columns = dict(read_table(str(table)).columns)
    (tmp_path / "t.parquet").write_bytes(parquet_bytes(columns))
    lines = [
        json.dumps(dict(zip(columns, row, strict=True)))
        for row in zip(*columns.values(), strict=True)
    ]
    (tmp_path / "t.jsonl").write_text("\n".join(lines), "utf-8")
    (tmp_path / "u.csv").write_bytes(table.read_text("utf-8").encode("utf-16"))
    models = []
    for name in (table, "t.parquet", "t.jsonl", "u.csv"):
        options = ("--label", "topic", "--text", "body", "-q", "-o", tmp_path / "m.hb")
        assert call("train", tmp_path / name, *options).exit_code == 0
        models.append((tmp_path / "m.hb").read_bytes())
    assert len(set(models)) == 1


@pytest.mark.parametrize("text", MALFORMED)
def test_a_malformed_table_ends_in_one_sentence_that_helps(text, tmp_path):
    result = call("train", "-", "-o", tmp_path / "m.hb", stdin=text)
    assert result.exit_code == 2
    *_, sentence = result.stderr.splitlines()
    assert sentence.startswith("Error: ")
    assert MALFORMED[text] in sentence
    assert "Traceback" not in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_bad_rows_are_set_aside_when_asked(tmp_path):
    rows = "label,text\n" + "a,sun moon\nb,red green\n" * 5 + "a\0,nobody\na\n"
    (tmp_path / "t.csv").write_text(rows, "utf-8")
    result = call(
        "train", tmp_path / "t.csv", "--bad-rows", "skip", "--json", "-o", tmp_path / "m.hb"
    )
    assert result.exit_code == 0
    assert json.loads(result.stdout)["bad_rows"] == 2
    assert "2 rows set aside in" in result.stderr
    lines = (tmp_path / "t.csv.bad").read_text("utf-8").splitlines()
    assert [json.loads(line)["number"] for line in lines] == [13, 12]


def test_documents_are_kept_only_when_asked(table, model, tmp_path):
    call("train", table, "--label", "topic", "-o", tmp_path / "m.hb", "-q")
    assert "documents" not in read_model_file(tmp_path / "m.hb")[0]
    assert "documents" in read_model_file(model)[0]


def test_quiet_says_nothing_and_json_is_json(table, tmp_path):
    options = ("--label", "topic", "-o", tmp_path / "m.hb")
    quiet = call("train", table, *options, "--quiet")
    assert (quiet.stdout, quiet.stderr) == ("", "")
    plain = json.loads(call("train", table, *options, "--json", "-q").stdout)
    assert plain["documents"] == 60
    assert plain["roles"]["numeric"] == ["amount"]
    assert 0.0 <= plain["leave_one_out"]["accuracy"] <= 1.0


@pytest.mark.parametrize(
    ("output", "message"),
    [("-", "a model is saved to a file"), ("no/folder/m.hb", "there is no folder no/folder")],
)
def test_an_output_that_cannot_be_written_is_refused_before_reading(output, message):
    result = call("train", "no-such-table.csv", "-o", output)
    assert result.exit_code == 2
    assert message in result.stderr


def test_a_folder_for_each_class_needs_no_label(tmp_path):
    for label, words in (("day", "sun sky light"), ("night", "moon stars dark")):
        (tmp_path / "docs" / label).mkdir(parents=True)
        for i in range(4):
            text = f"{words} number {i}"
            (tmp_path / "docs" / label / f"{i}.txt").write_text(text, "utf-8")
    result = call("train", tmp_path / "docs", "-o", tmp_path / "m.hb")
    assert result.exit_code == 0
    model = load(tmp_path / "m.hb")
    assert model.roles_.text == ("text",)
    assert model.predict(["stars and moon"])[0] == "night"


def test_words_of_classes_teach_a_model(table, tmp_path):
    words = tmp_path / "words.json"
    words.write_text('{"sport": ["marathon"], "chess": ["checkmate"]}', "utf-8")
    model = tmp_path / "m.hb"
    options = ["--text", "body", "--class-words", words, "--class-words-weight", 5]
    with warnings.catch_warnings():
        warnings.simplefilter("default", UnlabelledClassWarning)
        result = call("train", table, "--label", "topic", *options, "-o", model)
    assert result.exit_code == 0
    assert "Note: class_words has words for 'chess'" in result.stderr
    learnt = load(model)
    assert learnt.predict([{"body": "checkmate"}]) == ["chess"]
    assert learnt.class_words_weight == 5.0


def test_documents_without_labels_teach_a_model(table, tmp_path):
    others = write_table(tmp_path / "others.csv", 80, seed=9)
    model = tmp_path / "m.hb"
    options = ["--text", "body", "--unlabelled", others]
    assert call("train", table, "--label", "topic", *options, "-o", model).exit_code == 0
    assert load(model).unlabelled_.documents == 80


def test_whole_groups_are_left_out(table, tmp_path):
    rows = read_rows(table)
    labels = [row["topic"] for row in rows]
    texts = [{"body": row["body"], "channel": row["channel"]} for row in rows]
    model = DocumentClassifier(text="body", groups="channel").fit(texts, labels)
    right = model.classes_[model.leave_one_out_proba_.argmax(axis=1)] == np.array(labels)
    options = ["--label", "topic", "--text", "body", "--groups", "channel"]
    path = tmp_path / "m.hb"
    told = call("train", table, *options, "--documents", "-o", path, "--json")
    assert json.loads(told.stdout)["leave_one_out"]["accuracy"] == pytest.approx(right.mean())
    assert load(path).groups == "channel"
    by_table = call("evaluate", table, *options, "--folds", 3, "--json")
    by_model = call("evaluate", path, "--folds", 3, "--json")
    assert (
        json.loads(by_model.stdout)["confusions"] == json.loads(by_table.stdout)["confusions"]
    )
    too_many = call("evaluate", path, "--folds", 4)
    assert "no more than the groups, 3" in too_many.stderr


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--groups", "thread"], "no column 'thread' for the groups; it has 'topic'"),
        (["--groups", "body", "--text", "body"], "cannot both tell the groups"),
        (["--groups", "topic"], "cannot be both the label"),
        (["--class-words", "nowhere.json"], "cannot read the class words"),
        (["--class-words-weight", "5"], "name the file with --class-words"),
        (["--unlabelled", "nowhere.csv"], "nowhere.csv"),
    ],
)
def test_what_cannot_teach_is_told_in_a_sentence(table, tmp_path, options, words):
    result = call("train", table, "--label", "topic", *options, "-o", tmp_path / "m.hb")
    assert result.exit_code == 2
    assert words in result.stderr


def half_labelled(folder):
    rows = read_rows(write_table(folder / "all.csv"))
    for place, row in enumerate(rows):
        row["topic"] = row["topic"] if place % 2 else ""
    for name, some in {"half": rows, "with": rows[1::2], "without": rows[::2]}.items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(some)


def test_rows_without_a_label_are_left_out_and_counted(tmp_path):
    half_labelled(tmp_path)
    options = ["--label", "topic", "--text", "title", "--text", "body"]
    result = call("train", tmp_path / "half.csv", *options, "-o", tmp_path / "half.hb")
    assert "30 of 60 rows have no label and are left out; --unlabelled" in result.stderr
    call("train", tmp_path / "with.csv", *options, "-o", tmp_path / "with.hb")
    assert (tmp_path / "half.hb").read_bytes() == (tmp_path / "with.hb").read_bytes()


def test_a_table_can_lend_its_rows_without_a_label(tmp_path):
    half_labelled(tmp_path)
    options = ["--label", "topic", "--text", "title", "--text", "body"]
    half, others = tmp_path / "half.csv", tmp_path / "without.csv"
    link = tmp_path / "link.csv"
    link.symlink_to(half)
    call("train", half, *options, "--unlabelled", link, "-o", tmp_path / "linked.hb")
    result = call("train", half, *options, "--unlabelled", half, "-o", tmp_path / "a.hb")
    assert "have no label" not in result.stderr
    apart = [*options, "--unlabelled", others]
    call("train", tmp_path / "with.csv", *apart, "-o", tmp_path / "b.hb")
    assert (tmp_path / "a.hb").read_bytes() == (tmp_path / "b.hb").read_bytes()
    assert (tmp_path / "linked.hb").read_bytes() == (tmp_path / "b.hb").read_bytes()
    whole = tmp_path / "with.csv"
    refused = call("train", whole, *options, "--unlabelled", whole, "-o", tmp_path / "c.hb")
    assert refused.exit_code == 2
    assert "every row of" in refused.stderr


def test_a_column_that_tells_the_label_by_itself_is_told(tmp_path):
    rows = "label,text,stars\n" + "a,it came late,1\nb,it came in time,5\n" * 15
    (tmp_path / "t.csv").write_text(rows, "utf-8")
    told = call("train", tmp_path / "t.csv", "-o", tmp_path / "m.hb").stderr
    assert "column 'stars' alone tells 100 % of the labels" in told
    named = call("train", tmp_path / "t.csv", "--text", "text", "-o", tmp_path / "m.hb").stderr
    assert "alone tells" not in named


@pytest.mark.parametrize("size", [(), ("--whole-up-to", 5)])
@pytest.mark.parametrize(
    ("named", "told"),
    [
        (["--text", "bodi", "--numeric", "x"], "'bodi' (did you mean 'body'?) nor 'x'; it has"),
        (["--text", "title,body"], "; repeat --text for each column"),
        (["--text", "body", "--categorical", "title, channel"], "; repeat --categorical for"),
    ],
)
def test_columns_that_are_missing_are_named_and_guessed_at(table, tmp_path, size, named, told):
    result = call("train", table, "--label", "topic", *named, *size, "-o", tmp_path / "m.hb")
    assert result.exit_code == 2
    assert told in result.stderr


def test_copies_are_told_where_there_are_many(tmp_path):
    table = write_table(tmp_path / "t.csv", 60)
    assert "copies" not in call("train", table, "--label", "topic", "-o", tmp_path / "m").stderr
    lines = table.read_text("utf-8").splitlines()
    table.write_text("\n".join([*lines, *lines[1:4]]), "utf-8")
    result = call("train", table, "--label", "topic", "-o", tmp_path / "m.hb")
    assert f"{Copies(3, 63)} Leave them out, or name what copies share" in result.stderr
