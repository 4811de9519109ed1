"""Word lists: they help while labels are few, and give way to them."""

import numpy as np
import pytest
from classifier.corpus import CLASSES, WORDS, invented
from numpy.testing import assert_allclose
from sklearn.base import clone

import halfbayes
from halfbayes import DocumentClassifier
from halfbayes.classifier.word_lists import UnlabelledClassWarning, known_classes, word_lists
from halfbayes.errors import InvalidParameterError, ModelFileError

TEXT = {"text": ["title", "body"]}
LISTS = {label: words[:3] for label, words in WORDS.items()}
WRONG = dict(zip(CLASSES, [LISTS["law"], LISTS["food"], LISTS["sport"]], strict=True))


def answers(model, rows):
    return model.predict_log_proba(rows).tobytes()


def log_loss(model, rows, labels):
    own = np.searchsorted(model.classes_, labels)
    return -model.predict_log_proba(rows)[np.arange(len(own)), own].mean()


def error(model, rows, labels):
    return np.mean(model.predict(rows) != np.array(labels))


@pytest.mark.parametrize("n_labels", [0, 1, 2])
def test_with_next_to_no_labels_words_help(n_labels):
    new, truth = invented(300, seed=9)
    rows, labels = invented(3 * n_labels)
    model = DocumentClassifier(**TEXT, class_words=LISTS)
    model.fit(rows or {"title": [], "body": []}, labels)
    assert error(model, new, truth) < 0.35
    if n_labels:
        without = DocumentClassifier(**TEXT).fit(rows, labels)
        assert log_loss(model, new, truth) < log_loss(without, new, truth)


def test_wrong_words_are_outvoted_as_labels_grow():
    new, truth = invented(300, seed=9)
    excess = []
    for n in (3, 30, 300):
        rows, labels = invented(n)
        plain = DocumentClassifier(**TEXT, topics=False).fit(rows, labels)
        misled = clone(plain).set_params(class_words=WRONG).fit(rows, labels)
        excess.append(error(misled, new, truth) - error(plain, new, truth))
    assert excess[0] > 0.2
    assert excess[0] > excess[1] > excess[2] - 0.02
    assert excess[2] < 0.02


@pytest.mark.parametrize("nothing", [None, {}])
def test_without_words_the_bytes_are_those_of_a_model_that_knows_none(nothing):
    rows, labels = invented(40)
    plain = DocumentClassifier(**TEXT).fit(rows, labels)
    same = DocumentClassifier(**TEXT, class_words=nothing, class_words_weight=7.0)
    assert answers(same.fit(rows, labels), rows) == answers(plain, rows)


def test_a_list_is_no_document():
    rows, labels = invented(10)
    model = DocumentClassifier(**TEXT, class_words=LISTS).fit(rows, labels)
    assert model.leave_one_out_proba_.shape == (10, 3)
    assert "10 documents of 3 classes" in model.describe()
    empty = model.predict_proba([{"title": None, "body": None}])[0]
    plain = DocumentClassifier(**TEXT).fit(rows, labels)
    expected = plain.predict_proba([{"title": None, "body": None}])[0]
    assert_allclose(empty, expected, atol=0.05)  # the prior; fitted offsets differ a little


def test_a_class_may_have_words_and_no_document():
    rows, labels = invented(20)
    kept = [i for i, label in enumerate(labels) if label != "food"]
    rows, labels = [rows[i] for i in kept], [labels[i] for i in kept]
    model = DocumentClassifier(**TEXT, class_words={"food": LISTS["food"]})
    with pytest.warns(UnlabelledClassWarning, match="'food'.*from the words alone"):
        model.fit(rows, labels)
    assert model.classes_.tolist() == ["food", "law", "sport"]
    assert model.predict([{"title": None, "body": "butter oven flour"}])[0] == "food"
    left_out = model.leave_one_out_proba_
    assert left_out.shape == (len(rows), 3)
    assert_allclose(left_out.sum(axis=1), 1.0)


def test_a_class_that_may_be_misspelt_is_named_with_the_one_that_was_meant():
    lists = word_lists({"bug": ["crash"], "featur": ["wish"]}, 1.0)
    with pytest.warns(UnlabelledClassWarning, match="'featur'.* did you mean 'feature'"):
        known_classes(np.array(["bug", "feature"]), lists)


def test_the_more_a_list_weighs_the_more_its_class_is_believed():
    rows, labels = invented(12)
    document = [{"title": None, "body": "goal"}]
    believed = [
        DocumentClassifier(**TEXT, class_words=LISTS, class_words_weight=weight)
        .fit(rows, labels)
        .predict_proba(document)[0, 2]
        for weight in (0.1, 1.0, 5.0)
    ]
    assert believed == sorted(believed)


def test_learning_in_parts_and_forgetting_keep_the_words():
    rows, labels = invented(30)
    whole = DocumentClassifier(**TEXT, class_words=LISTS).fit(rows, labels)
    parts = DocumentClassifier(**TEXT, class_words=LISTS).fit(rows[:10], labels[:10])
    before = answers(parts, rows)
    parts.partial_fit(rows[10:], labels[10:])
    assert answers(parts, rows) == answers(whole, rows)
    assert answers(parts.forget(rows[10:], labels[10:]), rows) == before


@pytest.mark.parametrize("number", [str, int])
def test_what_began_with_words_alone_learns_labels_of_their_type(number):
    words = {number(1): ["goal"], number(2): ["court"]}
    texts, labels = ["the goal", "a court", "goals"], [number(1), number(2), number(1)]
    whole = DocumentClassifier(class_words=words).fit(texts, labels)
    parts = DocumentClassifier(class_words=words).fit([], []).partial_fit(texts, labels)
    assert answers(parts, texts) == answers(whole, texts)
    assert parts.classes_.tolist() == list(words)


@pytest.mark.parametrize("names", [("a", "b"), (3, 7), (np.int64(3), np.int64(7))])
def test_a_saved_model_keeps_its_words(names, tmp_path):
    words = {names[0]: ["one"], names[1]: ("three", "four")}
    model = DocumentClassifier(class_words=words)
    model.fit(["one two", "three four"] * 3, list(names) * 3)
    model.save(tmp_path / "m.hb", documents=True)
    loaded = halfbayes.load(tmp_path / "m.hb")
    assert loaded.class_words == {names[0]: ["one"], names[1]: ["three", "four"]}
    assert answers(loaded, ["two three"]) == answers(model, ["two three"])
    more = ["two five"], [names[0]]
    assert answers(loaded.partial_fit(*more), ["five"]) == answers(
        model.partial_fit(*more), ["five"]
    )


def test_a_model_of_words_alone_is_saved_and_loaded(tmp_path):
    model = DocumentClassifier(class_words={"a": ["sun"], "b": ["moon"]}).fit([], [])
    model.save(tmp_path / "m.hb")
    loaded = halfbayes.load(tmp_path / "m.hb")
    assert loaded.predict(["moons"]).tolist() == ["b"]
    assert loaded.leave_one_out_proba_.shape == (0, 2)


def test_damaged_words_in_a_file_are_refused(tmp_path):
    model = DocumentClassifier(class_words={"a": ["sun"], "b": ["moon"]}).fit([], [])
    model.class_words = {"a": [3]}
    model.save(tmp_path / "m.hb")
    with pytest.raises(ModelFileError, match="word lists"):
        halfbayes.load(tmp_path / "m.hb")


def test_a_clone_has_the_same_words():
    model = clone(DocumentClassifier(class_words=LISTS))
    assert model.class_words == LISTS


BAD = {
    "a list of words": ["goal"],
    "one str": {"sport": "goal league"},
    "a number": {"sport": 3},
    "a number among the words": {"sport": ["goal", 3]},
    "no words": {"sport": []},
    "only spaces": {"sport": [" "]},
    "classes of two types": {"sport": ["goal"], 3: ["court"]},
    "a class that is no label": {None: ["goal"], ("a",): ["b"]},
}


@pytest.mark.parametrize("words", BAD.values(), ids=BAD)
def test_what_are_no_word_lists_is_told(words):
    with pytest.raises(ValueError, match="class_words"):
        DocumentClassifier(class_words=words).fit(["goal", "court"], ["sport", "law"])


@pytest.mark.parametrize("weight", [0.0, -1.0, "two", np.inf, None])
def test_a_weight_is_a_positive_number(weight):
    model = DocumentClassifier(class_words={"a": ["b"]}, class_words_weight=weight)
    with pytest.raises(InvalidParameterError, match="class_words_weight"):
        model.fit(["goal", "court"], ["sport", "law"])


def test_classes_are_named_as_the_labels_are():
    model = DocumentClassifier(class_words={"1": ["goal"]})
    with pytest.raises(InvalidParameterError, match="as the labels do"):
        model.fit(["goal", "court"], [1, 2])


def test_words_need_a_column_of_text():
    model = DocumentClassifier(numeric=["amount"], class_words={"a": ["b"]})
    with pytest.raises(InvalidParameterError, match="text"):
        model.fit({"amount": [1.0, 2.0]}, ["a", "b"])


def test_words_of_one_class_alone_are_too_few():
    with pytest.raises(ValueError, match="two classes"):
        DocumentClassifier(class_words={"a": ["b"]}).fit([], [])


def test_labels_of_any_text_type_go_together_with_lists():
    lists = word_lists({"art": ["court"]}, 1.0)
    classes, y = known_classes(np.array(["sport", "art"], dtype=object), lists)
    assert classes.tolist() == ["art", "sport"]
    assert y.tolist() == [1, 0]
