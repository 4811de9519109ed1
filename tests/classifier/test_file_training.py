import hashlib
import json

import pandas as pd
import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.counted import CountedSettings
from halfbayes.classifier.document import holding
from halfbayes.classifier.file_training import (
    FileLesson,
    LabelledPortions,
    counted_from_files,
    task_of,
)
from halfbayes.classifier.roles import Roles, guessed_roles
from halfbayes.classifier.size import SizeRule
from halfbayes.classifier.table import as_table
from halfbayes.data.streams import TableFiles, streamed
from halfbayes.data.workspace import Workspace
from halfbayes.errors import ChangedInputError, InvalidInputError

COLUMNS = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}
ROLES = Roles(("title", "body"), ("amount",), ("channel",))
RULE = SizeRule(documents=50, checked=40)
SETTINGS = CountedSettings(ROLES, rule=RULE, threads=1)


def table(n=120):
    rows, labels = invented(n)
    return pd.DataFrame(rows).assign(label=labels)


def learnt(lesson, folder, settings=SETTINGS):
    store = Workspace(folder)
    return counted_from_files(lesson, settings, store, lambda _stage, _share: None)


def digest(model, folder):
    model.save(folder / "m.hb")
    return hashlib.sha256((folder / "m.hb").read_bytes()).hexdigest()


@pytest.fixture(scope="module")
def in_memory(tmp_path_factory):
    frame = table()
    model = DocumentClassifier(**COLUMNS).sized(RULE).fit(frame, frame["label"])
    return digest(model, tmp_path_factory.mktemp("memory"))


def write(frame, folder, kind, n_files):
    folder.mkdir()
    for number in range(n_files):
        part, name = frame.iloc[number::n_files], folder / f"{number}.{kind}"
        if kind == "parquet":
            part.to_parquet(name)
        elif kind == "csv":
            part.to_csv(name, index=False)
        else:
            rows = part.to_dict("records")  # pandas would round numbers
            name.write_text("".join(f"{json.dumps(row)}\n" for row in rows))


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
@pytest.mark.parametrize(("n_files", "rows"), [(1, 1000), (4, 7)])
def test_files_however_cut_give_the_model_of_memory(tmp_path, in_memory, kind, n_files, rows):
    write(table(), tmp_path / "parts", kind, n_files)
    lesson = FileLesson(streamed(str(tmp_path / "parts"), rows=rows), "label", ROLES)
    assert lesson.is_counted(RULE)
    assert not lesson.is_counted(SizeRule())
    found, bad = learnt(lesson, tmp_path)
    assert bad == []
    assert digest(holding(found, **COLUMNS), tmp_path) == in_memory


def test_rows_that_cannot_be_used_stop_or_are_set_aside(tmp_path, in_memory):
    frame = table()
    frame.loc[len(frame)] = {"title": "a", "body": "b", "amount": 1.0, "label": None}
    frame.to_csv(tmp_path / "a.csv", index=False)
    with (tmp_path / "a.csv").open("a") as file:
        file.write("too,few\n")
    lesson = FileLesson(streamed(str(tmp_path / "a.csv"), rows=50), "label", ROLES)
    with pytest.raises(InvalidInputError, match=r"line 123 of a\.csv: 2 cells where 5"):
        learnt(lesson, tmp_path)
    skipping = FileLesson(lesson.files, "label", ROLES, skip_bad=True)
    found, bad = learnt(skipping, tmp_path)
    assert [row.number for row in bad] == [123]
    assert LabelledPortions(skipping, Workspace(tmp_path)).n_unlabelled() == 1
    assert digest(holding(found, **COLUMNS), tmp_path) == in_memory


def test_a_file_without_a_column_is_named(tmp_path):
    write(table(), tmp_path / "parts", "parquet", 2)
    table().drop(columns="amount").to_parquet(tmp_path / "parts" / "2.parquet")
    lesson = FileLesson(streamed(str(tmp_path / "parts")), "label", ROLES)
    with pytest.raises(InvalidInputError, match=r"2\.parquet has no column 'amount'.*; it has"):
        learnt(lesson, tmp_path)


def test_a_table_of_labels_alone_is_refused(tmp_path):
    write(table()[["label"]], tmp_path / "parts", "parquet", 2)
    lesson = FileLesson(streamed(str(tmp_path / "parts")), "label", Roles())
    with pytest.raises(InvalidInputError, match="no column besides 'label'; add one with"):
        lesson.with_roles()


@pytest.mark.parametrize(
    ("columns", "told"),
    [
        (["title", "body"], "b.csv has no column 'label' for the labels; it has 'title'"),
        (["label"], "b.csv has no column besides 'label'; add one"),
        (["label", "title"], "b.csv has no column 'body'; it has 'label', 'title', and a.csv"),
        (["label", "title", "body", "more"], "b.csv also has 'more', which a.csv has not"),
    ],
)
def test_where_columns_are_guessed_the_file_that_differs_from_most_is_named(
    tmp_path, columns, told
):
    frame = table()[["label", "title", "body"]].assign(more="x")
    for name in "abc":
        kept = columns if name == "b" else ["label", "title", "body"]
        frame[kept].to_csv(tmp_path / f"{name}.csv", index=False)
    lesson = FileLesson(streamed(str(tmp_path), rows=50), "label", Roles())
    with pytest.raises(InvalidInputError, match=told):
        lesson.with_roles()


def test_an_empty_file_has_no_documents(tmp_path, in_memory):
    write(table(), tmp_path / "parts", "parquet", 2)
    table()[:0].to_parquet(tmp_path / "parts" / "1a.parquet")
    lesson = FileLesson(streamed(str(tmp_path / "parts")), "label", ROLES)
    assert digest(holding(learnt(lesson, tmp_path)[0], **COLUMNS), tmp_path) == in_memory


@pytest.mark.parametrize("kind", ["parquet", "csv", "jsonl"])
@pytest.mark.parametrize("rows", [1000, 7])
def test_columns_are_guessed_as_in_memory_however_the_table_is_cut(tmp_path, kind, rows):
    write(table(), tmp_path / "parts", kind, 3)
    lesson = FileLesson(streamed(str(tmp_path / "parts"), rows=rows), "label", Roles())
    frame = table()
    in_memory = guessed_roles(as_table(frame.drop(columns="label")))
    guessed = lesson.with_roles()
    assert guessed.roles == in_memory
    assert guessed.with_roles() is guessed
    assert guessed.is_counted(RULE)


def test_progress_is_told_of_each_portion_and_never_falls(tmp_path):
    table().to_csv(tmp_path / "a.csv", index=False)
    lesson = FileLesson(streamed(str(tmp_path / "a.csv"), rows=20), "label", ROLES)
    told = []
    counted_from_files(lesson, SETTINGS, Workspace(tmp_path), lambda *stage: told.append(stage))
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert (told[0], told[-1]) == (("counting words", 0.0), ("done", 1.0))
    assert [stage for stage, _ in told].count("adding up") > 6  # portions of 20


def test_a_file_written_to_while_it_is_read_is_named(tmp_path):
    table().to_csv(tmp_path / "a.csv", index=False)
    lesson = FileLesson(streamed(str(tmp_path / "a.csv")), "label", ROLES)

    def tell(stage, _share):
        if stage == "weighing":
            with (tmp_path / "a.csv").open("a") as file:
                file.write("\n")

    with pytest.raises(ChangedInputError, match=r"a\.csv changed while it was read; train aga"):
        counted_from_files(lesson, SETTINGS, Workspace(tmp_path), tell)


def test_another_file_or_another_setting_is_another_task(tmp_path):
    table().to_csv(tmp_path / "a.csv", index=False)
    files = streamed(str(tmp_path / "a.csv"))
    task = task_of(FileLesson(files, "label", ROLES), SETTINGS)
    assert task == task_of(FileLesson(files, "label", ROLES), SETTINGS)
    others = [
        task_of(FileLesson(files, "topic", ROLES), SETTINGS),
        task_of(FileLesson(TableFiles(files.paths, rows=3), "label", ROLES), SETTINGS),
        task_of(FileLesson(files, "label", ROLES), CountedSettings(ROLES)),
    ]
    assert task not in others
