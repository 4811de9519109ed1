import numpy as np
import pytest
from classifier.corpus import invented
from numpy.testing import assert_allclose, assert_array_equal

import halfbayes
from halfbayes import DocumentClassifier
from halfbayes.classifier.inspection import inspected
from halfbayes.classifier.particulars import left_out
from halfbayes.classifier.update import CountsOnlyWarning
from halfbayes.errors import InvalidInputError


@pytest.fixture
def without_documents(tmp_path):
    rows, labels = invented(30)
    DocumentClassifier(text=["body"]).fit(rows, labels).save(tmp_path / "m.hb")
    return halfbayes.load(tmp_path / "m.hb")


def test_counts_grow_by_what_was_added(without_documents):
    rows, labels = invented(9, seed=3)
    before = without_documents._learnt.hybrid.views[0].statistics
    with pytest.warns(CountsOnlyWarning):
        without_documents.partial_fit(rows, labels)
    after = without_documents._learnt.hybrid.views[0].statistics
    assert (after.documents - before.documents).tolist() == [3, 3, 3]
    assert np.all(after.terms >= before.terms)


@pytest.mark.filterwarnings("ignore::halfbayes.classifier.update.CountsOnlyWarning")
def test_progress_is_told_and_an_error_of_it_changes_nothing(without_documents):
    rows, labels = invented(9, seed=3)
    told = []
    for learn in (without_documents.partial_fit, without_documents.forget):
        learn(rows, labels, progress=lambda *stage: told.append(stage))
    assert told == [("counting", 0.0), ("done", 1.0)] * 2
    before = without_documents._learnt

    def interrupt(_stage, share):
        if share == 1.0:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        without_documents.partial_fit(rows, labels, progress=interrupt)
    assert without_documents._learnt is before


@pytest.mark.filterwarnings("ignore::halfbayes.classifier.update.CountsOnlyWarning")
def test_forgetting_more_than_was_learnt_changes_nothing(without_documents):
    rows, labels = invented(300, seed=4)
    before = without_documents._learnt
    with pytest.raises(InvalidInputError, match="nothing changed"):
        without_documents.forget(rows, labels)
    assert without_documents._learnt is before


UPDATED = pytest.mark.filterwarnings(
    "ignore::halfbayes.classifier.update.CountsOnlyWarning",
)


@UPDATED
def test_the_class_prior_and_the_number_of_documents_move_with_the_counts(without_documents):
    model = without_documents
    rows, labels = invented(30)
    some = [i for i, label in enumerate(labels) if label == labels[0]][:7]
    model.partial_fit([rows[i] for i in some], [labels[0]] * 7)
    counts = np.bincount(np.unique(labels + [labels[0]] * 7, return_inverse=True)[1])
    assert_allclose(model.predict_proba([{"body": None}])[0], (counts + 1.0) / 40.0, rtol=1e-9)
    assert "37 documents" in model.describe()
    assert len(model.leave_one_out_proba_) == 30


@UPDATED
@pytest.mark.parametrize("adapted", [False, True])
def test_what_was_added_and_taken_away_leaves_nothing(without_documents, adapted, tmp_path):
    model = without_documents
    rows = invented(30)[0]
    if adapted:
        model = model.adapt(rows[:10])
    model.save(tmp_path / "before.hb")
    more = invented(9, seed=3)
    model.partial_fit(*more).save(tmp_path / "between.hb")
    again = halfbayes.load(tmp_path / "between.hb")  # what was added is in the file
    assert again.learnt_.n_documents == 39
    assert_array_equal(again.predict_proba(rows), model.predict_proba(rows))
    model.forget(*more).save(tmp_path / "after.hb")
    before, after = (
        inspected(str(tmp_path / "before.hb")),
        inspected(str(tmp_path / "after.hb")),
    )
    assert before["summary"]["data_hash"] == after["summary"]["data_hash"]
    assert (after["documents"], after["classes"]) == (before["documents"], before["classes"])
    found = halfbayes.load(tmp_path / "before.hb").predict_proba(rows)
    assert_allclose(model.predict_proba(rows), found, atol=1e-12)


@UPDATED
def test_the_report_tells_documents_checked_from_documents_counted(without_documents):
    without_documents.partial_fit(*invented(9, seed=3))
    told = " ".join(left_out(without_documents.learnt_, 0))
    assert "30 documents were checked" in told
    assert "39" in told
    assert "drawn by chance" not in told


@UPDATED
def test_no_more_documents_are_forgotten_than_there_are_whatever_word_lists_say(tmp_path):
    words = {"a": ["goal", "league"], "b": ["court"]}
    texts, labels = ["goal in the league", "the court"] * 10, ["a", "b"] * 10
    DocumentClassifier(class_words=words).fit(texts, labels).save(tmp_path / "m.hb")
    model = halfbayes.load(tmp_path / "m.hb")
    for _ in range(10):
        model.forget(["zzz"], ["a"])
    before = model.predict_proba(texts)
    with pytest.raises(InvalidInputError, match="never learnt; nothing changed"):
        model.forget(["zzz"], ["a"])
    assert_array_equal(model.predict_proba(texts), before)
    assert model.learnt_.by_class.tolist() == [0, 10]
