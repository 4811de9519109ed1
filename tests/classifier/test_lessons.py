from dataclasses import replace

import pytest

from halfbayes.classifier.lessons import (
    columns_of_labels,
    examination,
    lesson,
    parted,
    readable,
    require_columns,
)
from halfbayes.classifier.roles import Roles
from halfbayes.data.delimited import read_delimited
from halfbayes.data.mail import read_mbox
from halfbayes.errors import InvalidInputError

TABLE = read_delimited(
    "topic,subject,amount,channel\n"
    "law,the court has ruled,1.50,web\n"
    ",no label here at all,2,web\n"
    "art,the painter has died,NA,mail\n"
    "art,the painter was late,x,mail\n",
    "t.csv",
)


def test_roles_are_guessed_where_nobody_names_them():
    rows = "law,the court has ruled,1.50,web\nart,the painter has died,NA,mail\n" * 3
    task = lesson(
        read_delimited(f"topic,subject,amount,channel\n{rows}a,x y z,2,web\n", "t.csv"),
        "topic",
        Roles(),
    )
    assert task.guessed
    assert str(task.roles) == "text: subject; numbers: amount; categories: channel"
    assert task.columns["amount"] == [1.5, None, 1.5, None, 1.5, None, 2.0]
    assert task.labels == ["law", "art"] * 3 + ["a"]


def test_only_named_columns_are_read_and_as_what_they_are_named():
    task = lesson(TABLE, "topic", Roles(text=("subject", "amount")))
    assert not task.guessed
    assert task.columns["amount"] == ["1.50", "NA", "x"]
    assert list(task.columns) == ["subject", "amount"]


def test_rows_with_no_number_are_set_aside_with_their_lines():
    task = lesson(TABLE, "topic", Roles(text=("subject",), numeric=("amount",)))
    assert [str(bad) for bad in task.sheet.bad] == [
        "line 5 of t.csv: 'amount' is to be a number, but is 'x'"
    ]
    assert task.labels == ["law", "art"]


def test_mails_are_read_by_subject_and_body_alone():
    box = b"From a\nFrom: x@y\nSubject: hi\n\nbody\n"
    task = lesson(read_mbox(box, "in.mbox"), "file", Roles())
    assert task.roles.text == ("subject", "body")
    assert set(task.columns) == {"subject", "body"}


@pytest.mark.parametrize(
    ("label", "named", "message"),
    [
        ("class", Roles(), "no column 'class' for the labels; it has 'topic'"),
        ("Topics", Roles(), r"'Topics' for the labels \(did you mean 'topic'\?\); it has"),
        ("topic", Roles(text=("topic",)), "cannot be both the label and read by the model"),
        ("topic", Roles(text=("body",)), "no column 'body'"),
    ],
)
def test_columns_that_do_not_fit_are_refused(label, named, message):
    with pytest.raises(InvalidInputError, match=message):
        lesson(TABLE, label, named)


@pytest.mark.parametrize("text", ["label,text\n", "label,text\n,one\n"])
def test_a_table_without_labelled_documents_is_refused(text):
    with pytest.raises(InvalidInputError, match="no document with a label"):
        lesson(read_delimited(text, "t.csv"), "label", Roles())


def test_a_test_table_is_read_by_the_roles_of_the_model():
    task = examination(TABLE, "topic", Roles(text=("subject",), numeric=("amount",)))
    assert task.labels == ["law", "art"]
    kept, columns = readable(TABLE, Roles(text=("channel",)))
    assert columns == {"channel": ["web", "web", "mail", "mail"]}
    assert kept.bad == ()


def test_labels_are_in_columns_of_classes_that_the_model_does_not_read():
    text = "body,kind,topic,note,more\nlaw,law,law,x,\nart,art,,law,\n"
    found = read_delimited(text, "t.csv")
    roles = Roles(text=("body",), categorical=("kind",))
    assert columns_of_labels(found, ["art", "law"], roles) == ["topic"]
    assert columns_of_labels(found, ["art"], roles) == []


def test_answers_of_a_model_are_no_labels():
    roles = Roles(text=("body",))
    names = "topic,predicted,probability,decision,predicted_2"
    sheet = read_delimited(f"{names}\nlaw,law,0.9,accept,art\n", "t.csv")
    assert columns_of_labels(sheet, ["art", "law"], roles) == ["topic"]
    alone = read_delimited("body,predicted\nlaw,law\n", "t.csv")
    assert columns_of_labels(alone, ["art", "law"], roles) == []


@pytest.mark.parametrize("label", ["predicted", "topic"])
def test_answers_are_no_part_of_a_document_whichever_column_has_the_labels(label):
    names = "body,topic,predicted,probability,decision,novelty"
    rows = [
        f"a long text {i % 7} and {i},{t},{t},0.{i},{('accept', 'review')[i % 2]},0.{99 - i}"
        for i, t in enumerate(["law", "art"] * 15, 10)
    ]
    sheet = read_delimited("\n".join([names, *rows, ""]), "t.csv")
    kept = sheet if label == "topic" else replace(sheet, columns=without(sheet, "topic"))
    found = lesson(kept, label, Roles()).roles
    assert found.used == ("body",)
    assert set(found.ignored) == {*kept.columns} - {"body", label}


def without(sheet, name):
    return {other: cells for other, cells in sheet.columns.items() if other != name}


def test_the_model_has_the_roles_of_the_lesson():
    task = lesson(TABLE, "topic", Roles(text=("subject",)))
    model = task.model(language=None, threads=1)
    assert model.text == ["subject"]
    assert model.language is None


def test_rows_without_a_label_are_kept_apart_and_the_others_stay_in_order():
    text = "topic,subject\nlaw,one\n,two\nart,three\n \t,four\nb\0,five\n"
    task = lesson(read_delimited(text, "t.csv"), "topic", Roles(text=("subject",)))
    assert task.labels == ["law", "art"]
    assert task.unlabelled.columns["subject"] == ["two", "four"]
    assert [str(bad) for bad in task.sheet.bad] == [
        "line 6 of t.csv: the label 'topic' ends in a NUL character"
    ]
    assert task.unlabelled.bad == ()


def test_rows_with_and_without_a_label_are_all_rows():
    with_label, without = parted(TABLE, "topic")
    assert with_label.n_rows + len(with_label.bad) + without.n_rows == TABLE.n_rows
    assert {*with_label.numbers, *without.numbers} <= set(TABLE.numbers)


def test_a_guess_is_no_parameter_of_the_model_and_keeps_what_it_ignored():
    rows = "".join(f"{'law' if i % 2 else 'art'},r{i},a long text {i}\n" for i in range(30))
    sheet = read_delimited(f"topic,record,body\n{rows}", "t.csv")
    task = lesson(sheet, "topic", Roles())
    model = task.as_asked(task.model(threads=1).fit(task.columns, task.labels))
    assert (model.text, model.numeric, model.categorical) == (None, None, None)
    assert model.threads == 1
    assert model.roles_ == task.roles == Roles(text=("body",), ignored=("record",))
    named = lesson(sheet, "topic", Roles(text=("body",)))
    assert named.as_asked(named.model().fit(named.columns, named.labels)).text == ["body"]


def test_all_columns_that_are_missing_are_named():
    roles = Roles(text=("subjects", "body"), numeric=("amount",))
    expected = (
        r"t has no column 'subjects' \(did you mean 'subject'\?\) nor 'body'; "
        r"it has 'subject', 'amount'$"
    )
    with pytest.raises(InvalidInputError, match=expected):
        require_columns(roles, ["subject", "amount"], "t")
    require_columns(Roles(text=("subject",)), ["subject", "amount"], "t")


def test_a_group_that_is_missing_is_guessed_at():
    with pytest.raises(InvalidInputError, match=r"groups \(did you mean 'channel'\?\)"):
        lesson(TABLE, "topic", Roles(groups=("channels",)))


@pytest.mark.parametrize("label", ["topic", "7"])
def test_a_first_line_that_names_no_columns_is_told(label):
    sheet = read_delimited("7,the court has ruled\n8,the painter\n", "t.csv")
    told = "the first line of a table must name its columns, and does not seem to"
    with pytest.raises(InvalidInputError, match=told):
        lesson(sheet, label, Roles(text=("subject",)))
    with pytest.raises(InvalidInputError, match=told):
        readable(sheet, Roles(text=("subject",)))
    with pytest.raises(InvalidInputError) as error:
        readable(sheet, Roles(text=("subject", "7")))
    assert "first line" not in str(error.value)
