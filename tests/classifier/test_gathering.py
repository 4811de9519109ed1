import numpy as np
import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.asked import Asked
from halfbayes.classifier.gathering import Called, Gathering, class_names
from halfbayes.classifier.size import SizeRule
from halfbayes.classifier.table import as_table

ROWS, LABELS = invented(60)


@pytest.fixture(scope="module")
def model() -> DocumentClassifier:
    return DocumentClassifier(threads=1).fit(ROWS, LABELS)


def test_everything_is_told_of_a_model_with_its_documents(model):
    found = Gathering(model, Asked(0.8), 6).findings(None)
    empty = [name for name in found.__slots__ if not getattr(found, name)]
    assert set(empty) <= {"groups", "copies", "left_out", "growth"}
    right = np.asarray(LABELS) == model.classes_[model.leave_one_out_proba_.argmax(axis=1)]
    assert found.accuracy.value == pytest.approx(right.mean())
    assert sum(row.right for row in found.classes) == right.sum()


def test_new_documents_are_sorted_and_the_oddest_of_them_shown(model):
    new, _ = invented(25, seed=3)
    new[7] = {"title": "qwxyz", "body": "zzyx wvut qqqq", "amount": 99.0, "channel": "owl"}
    found = Gathering(model, Asked(0.8), 6).findings(as_table(new))
    assert found.sorting.documents == 25
    assert found.sorting.are_new
    assert sum(found.novelty.new) == 25
    assert found.novelty.oddities_are_new
    assert found.novelty.oddities[0].place == "document 7"
    assert found.novelty.oddities[0].label is None


def test_a_model_without_its_documents_says_what_is_left_out(model, tmp_path):
    model.save(tmp_path / "m.hb")
    found = Gathering(load(tmp_path / "m.hb"), Asked(0.8), 6).findings(None)
    assert "without its training documents" in found.left_out[0]
    assert found.examples == ()
    assert (found.novelty, found.suspicions, found.growth) == (None, None, None)
    whole = Gathering(model, Asked(0.8), 6).findings(None)
    assert found.sorting == whole.sorting
    assert found.curve == whole.curve


def test_no_document_is_shown_where_none_is_asked_for(model):
    found = Gathering(model, Asked(0.8), 0).findings(None)
    assert (found.examples, found.novelty.oddities, found.suspicions.listed) == ((), (), ())
    assert found.left_out == ("No document is shown, as asked.",)


def test_a_model_of_word_lists_alone_has_nothing_checked():
    lists = {"sport": ["goal"], "law": ["court"]}
    model = DocumentClassifier(text="text", class_words=lists).fit({"text": []}, [])
    found = Gathering(model, Asked(), 6).findings(None)
    assert (found.accuracy, found.sorting, found.documents) == (None, None, 0)
    assert found.left_out[-1].startswith("No document has a label")


def test_an_adapted_model_is_judged_by_its_new_shares(model):
    new = [row for row, label in zip(ROWS, LABELS, strict=True) if label == "law"]
    found = Gathering(model.adapt(new), Asked(0.8), 6).findings(None)
    assert found.sorting.checked < 60
    assert any("adapted" in sentence for sentence in found.left_out)


def test_a_missing_learning_curve_is_explained():
    model = DocumentClassifier(threads=1).fit([*ROWS, ROWS[0]], [*LABELS, "rare"])
    found = Gathering(model, Asked(0.6), 0).findings(None)
    assert found.growth is None
    assert any("no learning curve" in sentence for sentence in found.left_out)


def test_of_a_large_corpus_a_sample_is_checked():
    model = DocumentClassifier(threads=1).sized(SizeRule(documents=40, checked=30))
    found = Gathering(model.fit(ROWS, LABELS), Asked(0.6), 6).findings(None)
    assert found.documents == 60
    assert found.sorting.checked == found.accuracy.documents < 60
    assert found.growth is None
    assert any("drawn by chance" in sentence for sentence in found.left_out)


def test_hashes_tell_models_apart(model):
    def hashes(one):
        told = Gathering(one, Asked(), 0).findings(None).settings
        return [value for name, value in told if name.startswith("SHA-256")]

    other = DocumentClassifier(threads=1).fit(ROWS[:-1], LABELS[:-1])
    again = DocumentClassifier(threads=1).fit(ROWS[::-1], LABELS[::-1])
    assert hashes(model) == hashes(again)
    assert hashes(model)[0] != hashes(other)[0]
    assert all(len(value) == 64 for value in hashes(model))


def test_long_and_empty_names_of_classes_can_be_shown():
    model = DocumentClassifier().fit(
        ["a b", "c d", "a e", "c f"], ["x" * 500, "", "x" * 500, ""]
    )
    assert [len(name) for name in class_names(model.learnt_)] == [7, 60]


def test_documents_are_called_as_their_tables_call_them(model):
    called = Called(lambda place: f"line {place + 2}", lambda place: f"row {place}")
    found = Gathering(model, Asked(0.8), 6, called).findings(None)
    line = int(found.novelty.oddities[0].place.removeprefix("line "))
    assert found.novelty.oddities[0].label == LABELS[line - 2]
    assert all(one.place.startswith("line ") for one in found.examples)
    new, _ = invented(25, seed=3)
    found = Gathering(model, Asked(0.8), 6, called).findings(as_table(new))
    assert found.novelty.oddities[0].place.startswith("row ")


def test_a_document_has_one_number_in_python():
    """What ``label_errors`` calls document 7 the report does, too."""
    swapped = [*LABELS[:7], "law" if LABELS[7] != "law" else "food", *LABELS[8:]]
    model = DocumentClassifier(threads=1).fit(ROWS, swapped)
    listed = Gathering(model, Asked(), 60).findings(None).suspicions.listed
    assert [one.place for one in listed] == [
        f"document {error.document}" for error in model.label_errors()
    ]
    assert "document 7" in [one.place for one in listed]


def test_a_fifth_of_a_handful_of_documents_is_not_told():
    two = DocumentClassifier(threads=1).fit(["a good day", "a bad night"], ["x", "y"])
    assert Gathering(two, Asked(), 6).findings(None).novelty.errors == ()
    assert Gathering(two, Asked(), 0).findings(None).novelty is None


def test_a_model_in_which_nothing_has_a_say_has_no_regions():
    lists = {"sport": ["goal"], "law": ["court"]}
    model = DocumentClassifier(text="text", class_words=lists).fit({"text": []}, [])
    assert [weight.share for weight in model.region_weights_] == [0.0] * 4
    assert Gathering(model, Asked(), 6).findings(None).regions == ()
