"""Documents that belong together are left out together."""

import numpy as np
import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.training import OneGroupWarning
from halfbayes.errors import InvalidInputError


def answers(model, rows):
    return model.predict_log_proba(rows).tobytes()


def grouped(n_documents, *, seed=0):
    """Documents in groups whose members share a word that says nothing about the class."""
    rows, labels = invented(n_documents, seed=seed)
    for i, row in enumerate(rows):
        group = 3 * (i // 12) + i % 3  # all of one class
        row["thread"], row["body"] = f"t{group}", f"{row['body']} marker{group} marker{group}"
    return rows, labels


def test_leaving_groups_out_is_less_sure_where_groups_give_documents_away():
    rows, labels = grouped(72)
    alone = DocumentClassifier(text=["body"]).fit(rows, labels)
    by_group = DocumentClassifier(text=["body"], groups="thread").fit(rows, labels)
    own = [list(alone.classes_).index(label) for label in labels]
    each = np.arange(len(rows))
    assert by_group.leave_one_out_proba_[each, own].mean() < (
        alone.leave_one_out_proba_[each, own].mean()
    )
    assert "groups: thread" in by_group.describe()


def test_the_column_of_groups_is_not_read_and_not_asked_for_later():
    rows, labels = grouped(36)
    model = DocumentClassifier(groups="thread").fit(rows, labels)
    assert "thread" not in model.roles_.used
    without = [{k: v for k, v in row.items() if k != "thread"} for row in rows]
    assert answers(model, without) == answers(model, rows)


def test_groups_survive_saving_with_documents(tmp_path):
    rows, labels = grouped(36)
    model = DocumentClassifier(text=["body"], groups="thread").fit(rows[:24], labels[:24])
    model.save(tmp_path / "m.hb", documents=True)
    loaded = load(tmp_path / "m.hb").partial_fit(rows[24:], labels[24:])
    whole = DocumentClassifier(text=["body"], groups="thread").fit(rows, labels)
    assert answers(loaded, rows) == answers(whole, rows)


def test_groups_that_cannot_be_used_are_told():
    rows, labels = grouped(12)
    with pytest.raises(InvalidInputError, match="no column"):
        DocumentClassifier(groups="nowhere").fit(rows, labels)
    with pytest.raises(InvalidInputError, match="together"):
        DocumentClassifier(groups="thread").fit(rows, labels, unlabelled=rows)


def test_documents_of_one_group_cannot_judge_each_other():
    """Without their group nothing is left; two groups are enough."""
    rows, labels = invented(24)
    one = [{**row, "thread": "t"} for row in rows]
    model = DocumentClassifier(text=["body"], groups="thread")
    with pytest.raises(InvalidInputError, match="all 24 documents are in one group, 't'"):
        model.fit(one, labels)
    two = [{**row, "thread": f"t{i % 2}"} for i, row in enumerate(rows)]
    assert len(model.fit(two, labels).leave_one_out_proba_) == 24


def in_threads(rows, threads):
    return [{**row, "thread": name} for row, name in zip(rows, threads, strict=True)]


@pytest.mark.parametrize("others", [1, 2])
def test_what_is_learnt_again_of_one_group_alone_stops_neither_plan_nor_report(
    others, tmp_path
):
    """Parts of one group are passed over, and examples explained without groups."""
    rows, labels = invented(100)
    rows = in_threads(rows, ["most"] * (100 - others) + ["few"] * others)
    model = DocumentClassifier(text=["body"], groups="thread", threads=1).fit(rows, labels)
    assert model.plan(200).reading.n_documents == 200
    model.report(tmp_path / "r.html")
    assert "100 documents" in (tmp_path / "r.html").read_text("utf-8")


def test_the_first_portion_may_be_of_one_group_and_is_warned_of():
    """With more of another group it is as fit on all of them; before, nothing is promised."""
    rows, labels = invented(48)
    rows = in_threads(rows, ["a"] * 24 + ["b"] * 24)
    model = DocumentClassifier(text=["body"], groups="thread", threads=1)
    with pytest.warns(OneGroupWarning, match="promises need a second group") as told:
        model.partial_fit(rows[:24], labels[:24])
    assert told[0].filename == __file__
    assert np.allclose(model.leave_one_out_proba_, 1 / 3)  # nothing is left to judge by
    model.partial_fit(rows[24:], labels[24:])
    whole = DocumentClassifier(text=["body"], groups="thread", threads=1).fit(rows, labels)
    assert answers(model, rows) == answers(whole, rows)
    with pytest.warns(OneGroupWarning, match="all 24 documents are in one group, 'b'"):
        model.forget(rows[:24], labels[:24])
