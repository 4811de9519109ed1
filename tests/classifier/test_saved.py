import json
import zipfile

import numpy as np
import pytest
from classifier.corpus import invented

import halfbayes
from halfbayes import DocumentClassifier
from halfbayes.data.model_file import read_model_file, write_model_file
from halfbayes.errors import ModelFileError, UnknownLabelError

COLUMNS = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}


@pytest.fixture(scope="module")
def model():
    rows, labels = invented(48)
    return DocumentClassifier(**COLUMNS).fit(rows, labels)


@pytest.fixture(scope="module")
def rows():
    return invented(30, seed=5)[0]


def answers(model, rows):
    return model.predict_log_proba(rows).tobytes()


@pytest.mark.parametrize("with_lists", [True, False], ids=["word lists", "unlabelled"])
def test_a_usual_number_beside_other_documents_comes_back(rows, tmp_path, with_lists):
    """Flags of numbers stay flags where labelled documents are cut out of all others."""
    training, labels = invented(48)
    usual = [
        {**row, "amount": row["amount"] if i % 5 == 0 else 0.0}
        for i, row in enumerate(training)
    ]
    lists = {labels[0]: ["goal", "league"]} if with_lists else None
    model = DocumentClassifier(**COLUMNS, class_words=lists)
    model.fit(usual, labels, unlabelled=None if with_lists else rows)
    model.save(tmp_path / "m.hb")
    assert answers(halfbayes.load(tmp_path / "m.hb"), rows) == answers(model, rows)


def test_a_loaded_model_answers_with_the_same_bytes(model, rows, tmp_path):
    model.save(tmp_path / "m.hb")
    loaded = halfbayes.load(tmp_path / "m.hb")
    assert answers(loaded, rows) == answers(model, rows)
    in_file = model.learnt_.places
    assert np.array_equal(loaded.leave_one_out_proba_, model.leave_one_out_proba_[in_file])
    assert loaded.get_params() == model.get_params()
    assert loaded.describe() == model.describe()
    assert [str(e) for e in loaded.explain(rows)] == [str(e) for e in model.explain(rows)]


def test_saving_is_reproducible_to_the_byte(model, tmp_path):
    again, labels = invented(48)
    model.save(tmp_path / "a.hb")
    DocumentClassifier(**COLUMNS).fit(again, labels).save(tmp_path / "b.hb")
    halfbayes.load(tmp_path / "a.hb")
    assert (tmp_path / "a.hb").read_bytes() == (tmp_path / "b.hb").read_bytes()


@pytest.mark.parametrize("labels", [["a", "b"], [3, 7], [True, False], [1.0, 2.0]])
def test_labels_keep_their_type(labels, tmp_path):
    model = DocumentClassifier().fit(["one two", "three four"] * 3, labels * 3)
    model.save(tmp_path / "m.hb")
    loaded = halfbayes.load(tmp_path / "m.hb")
    assert loaded.classes_.dtype == model.classes_.dtype
    assert loaded.predict(["one two"])[0] == labels[0]


def test_with_its_documents_a_model_goes_on_as_if_it_had_never_been_away(tmp_path):
    rows, labels = invented(40)
    start = DocumentClassifier(**COLUMNS).fit(rows[:25], labels[:25])
    start.save(tmp_path / "m.hb", documents=True)
    loaded = halfbayes.load(tmp_path / "m.hb").partial_fit(rows[25:], labels[25:])
    whole = DocumentClassifier(**COLUMNS).fit(rows, labels)
    assert answers(loaded, rows) == answers(whole, rows)


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        (np.array([2**63 + 5, 1], dtype=np.uint64), "9223372036854775813 is above 92233720368"),
        (np.array(["a\0", "a"], dtype=object), r"'a\\x00' ends in a NUL character"),
    ],
)
def test_labels_that_would_not_come_back_are_not_saved(labels, told, tmp_path):
    model = DocumentClassifier().fit(["one two", "three four"] * 3, np.tile(labels, 3))
    with pytest.raises(ModelFileError, match=told):
        model.save(tmp_path / "m.hb")
    assert list(tmp_path.iterdir()) == []


def test_the_largest_label_comes_back(tmp_path):
    labels = np.array([2**63 - 1, 2**63 - 2], dtype=np.uint64)
    model = DocumentClassifier().fit(["one two", "three four"] * 3, np.tile(labels, 3))
    model.save(tmp_path / "m.hb")
    assert halfbayes.load(tmp_path / "m.hb").classes_.tolist() == [2**63 - 2, 2**63 - 1]


@pytest.mark.parametrize(
    "room",
    [str, int, lambda i: i % 2 == 0, lambda i: i / 2],
    ids=["str", "int", "bool", "float"],
)
def test_a_loaded_model_forgets_documents_as_they_were_given(room, tmp_path):
    rows, labels = invented(40)
    columns = {
        "id": [f"t-{i}" for i in range(40)],
        "body": [row["body"] for row in rows],
        "room": [room(i % 3) for i in range(40)],
    }
    later = {name: values[2:] for name, values in columns.items()}
    roles = {"text": ["body"], "categorical": ["room"]}
    DocumentClassifier(**roles).fit(columns, labels).save(tmp_path / "m.hb", documents=True)
    DocumentClassifier(**roles).fit(later, labels[2:]).save(tmp_path / "later.hb")
    for names in (["id", "body", "room"], ["body", "room"]):
        loaded = halfbayes.load(tmp_path / "m.hb")
        loaded.forget({name: columns[name][:2] for name in names}, labels[:2])
        loaded.save(tmp_path / "forgot.hb")
        assert (tmp_path / "forgot.hb").read_bytes() == (tmp_path / "later.hb").read_bytes()


def test_without_its_documents_a_model_updates_its_counts_and_says_so(model, rows, tmp_path):
    model.save(tmp_path / "m.hb")
    loaded = halfbayes.load(tmp_path / "m.hb")
    labels = ["sport"] * len(rows)
    with pytest.warns(UserWarning, match="without its documents"):
        loaded.partial_fit(rows, labels)
    assert answers(loaded, rows) != answers(model, rows)
    with pytest.warns(UserWarning, match="without its documents"):
        loaded.forget(rows, labels)
    np.testing.assert_allclose(
        loaded.predict_log_proba(rows), model.predict_log_proba(rows), rtol=1e-9
    )


def test_without_its_documents_a_model_learns_no_new_class(model, rows, tmp_path):
    model.save(tmp_path / "m.hb")
    with pytest.raises(UnknownLabelError, match="documents=True"):
        halfbayes.load(tmp_path / "m.hb").partial_fit(rows[:1], ["astrology"])


def test_the_file_holds_no_word_that_was_dropped(tmp_path):
    secret = "hunter2 secretword"
    documents = [f"red {secret}", "red sun", "blue sea", "blue moon"]
    model = DocumentClassifier().fit(documents, ["a", "a", "b", "b"])
    model.save(tmp_path / "m.hb")
    assert b"hunter2 secretword" not in (tmp_path / "m.hb").read_bytes()


def tampered(path, change):
    content, arrays = read_model_file(path)
    arrays = {name: array.copy() for name, array in arrays.items()}
    change(content, arrays)
    write_model_file(path, content, arrays)


CHANGES = {
    "a class twice": lambda c, _: c["classes"]["values"].__setitem__(1, "food"),
    "one class": lambda c, _: c["classes"].__setitem__("values", ["food"]),
    "labels beyond the classes": lambda _, a: a["labels"].__setitem__(0, 99),
    "an array too many": lambda _, a: a.__setitem__("more", np.zeros(1)),
    "an array too few": lambda _, a: a.pop("weights/theta"),
    "offsets that run backwards": lambda _, a: a["text/words_offsets"].__setitem__(1, 10**9),
    "bytes that are no text": lambda _, a: a["text/words_packed"].__setitem__(0, 255),
    "a column of two roles": lambda c, _: c["roles"].__setitem__("numeric", ["body"]),
    "a role gone": lambda c, _: c["roles"].pop("text"),
    "a view of no kind": lambda c, _: c["views"][0].__setitem__("kind", "oracle"),
    "a region that is not there": lambda c, _: c["views"][0].__setitem__("region", 99),
    "numbers read from text": lambda c, _: c["views"][2].__setitem__("region", 0),
    "a block of another width": lambda _, a: a.__setitem__(
        "view_4/block_0/terms", a["view_4/block_0/terms"][:-1]
    ),
    "a centre of other classes": lambda _, a: a.__setitem__(
        "view_0/centre", a["view_0/centre"][:-1]
    ),
    "a centre that is not there": lambda _, a: a.pop("view_0/centre"),
    "negative counts": lambda _, a: a["view_0/terms"].__imul__(-1.0),
    "a number for a text": lambda c, _: c.__setitem__("categories", [[1, 2]]),
    "parameters of something else": lambda c, _: c.__setitem__("parameters", {"alpha": 1}),
    "more numbers than documents": lambda _, a: a["view_2/weight"].__iadd__(10**6),
    "fewer numbers than none": lambda _, a: a["view_2/weight"].__imul__(-1),
    "a huge sum": lambda c, _: c["views"][2]["low"].__setitem__("first", 10**9),
    "ends the wrong way round": lambda _, a: a["numbers/ends"].__isub__([[0.0], [1e6]]),
    "no spread": lambda _, a: a["numbers/spread"].__imul__(0.0),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES.keys())
def test_a_file_whose_parts_do_not_fit_is_refused(model, tmp_path, change):
    path = tmp_path / "m.hb"
    model.save(path)
    tampered(path, change)
    with pytest.raises(ModelFileError):
        halfbayes.load(path)


def test_the_manifest_tells_what_is_inside(model, tmp_path):
    model.save(tmp_path / "m.hb")
    with zipfile.ZipFile(tmp_path / "m.hb") as archive:
        content = json.loads(archive.read("manifest.json"))["content"]
    assert content["summary"]["documents"] == 48
    assert 0.0 <= content["summary"]["leave_one_out_error"] <= 1.0
    assert len(content["summary"]["data_hash"]) == 64
