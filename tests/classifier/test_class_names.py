"""Names of classes: words that speak for them, as far as documents do not say otherwise."""

import json
import zipfile

import numpy as np
import pytest
from classifier.corpus import CLASSES, WORDS, invented
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

import halfbayes
from halfbayes import DocumentClassifier
from halfbayes.classifier.class_names import Called, names_of_classes, read_names, written_names
from halfbayes.classifier.size import SizeRule
from halfbayes.classifier.word_lists import UnlabelledClassWarning
from halfbayes.errors import InvalidInputError, InvalidParameterError, ModelFileError

TEXT = {"text": ["title", "body"], "topics": False}
GOOD = {label: f"{WORDS[label][0]}_{WORDS[label][1]}" for label in CLASSES}
WRONG = dict(zip(CLASSES, np.roll(list(GOOD.values()), 1).tolist(), strict=True))


def answers(model, rows):
    return model.predict_log_proba(rows).tobytes()


def log_loss(model, rows, labels):
    own = np.searchsorted(model.classes_, labels)
    return -model.predict_log_proba(rows)[np.arange(len(own)), own].mean()


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("rec.sport.hockey", "rec sport hockey"),
        ("card_declined", "card declined"),
        ("Sci/Tech", "Sci Tech"),
        ("kitchen_&_housewares", "kitchen housewares"),
        ("moneyFx", "moneyFx money Fx"),
        ("GitHub", "GitHub Git Hub"),
        ("not_disaster", ""),
        ("non-urgent request", ""),
        ("do_not_disturb", "do disturb"),
        ("other", ""),
        ("C", ""),
        ("2016", ""),
        ("C01", "C01"),
        ("体育", "体育"),
        ("Größe", "Größe"),
        ("<b>bold</b>\0\x07", "bold"),
        ("\ud800", ""),
        ("", ""),
    ],
)
def test_the_words_of_a_name(label, words):
    named = names_of_classes(class_names=True, classes=np.array([label, "law"], dtype=object))
    assert named == (words, "law")


@given(st.lists(st.text(), min_size=1, unique=True))
def test_any_text_is_a_name(labels):
    names = names_of_classes(class_names=True, classes=np.array(labels, dtype=object))
    assert len(names) in (0, len(labels))


def test_a_name_is_not_read_without_end():
    [name, _] = names_of_classes(
        class_names=True, classes=np.array(["ab " * 10_000_000, "law"], dtype=object)
    )
    assert len(name) <= 400


def test_a_new_document_with_the_name_in_it_is_of_the_class():
    """No training document has the word."""
    rows, labels = invented(9)
    new = [
        {"title": None, "body": text}
        for text in ("today the sport", "many and the law", "food")
    ]
    named = DocumentClassifier(**TEXT).fit(rows, labels)
    plain = DocumentClassifier(**TEXT, class_names=False).fit(rows, labels)
    assert named.predict(new).tolist() == ["sport", "law", "food"]
    own = np.searchsorted(named.classes_, ["sport", "law", "food"])
    gained = (named.predict_proba(new) - plain.predict_proba(new))[np.arange(3), own]
    assert gained.min() > 0.05


def test_good_names_help_with_few_labels():
    new, truth = invented(300, seed=9)
    for n in (3, 9):
        rows, labels = invented(n)
        plain = DocumentClassifier(**TEXT, class_names=False).fit(rows, labels)
        named = DocumentClassifier(**TEXT, class_names=GOOD).fit(rows, labels)
        assert log_loss(named, new, truth) < log_loss(plain, new, truth) - 0.02


def test_wrong_names_are_outvoted_as_labels_grow():
    new, truth = invented(300, seed=9)
    excess = []
    for n in (3, 30, 300):
        rows, labels = invented(n)
        plain = DocumentClassifier(**TEXT, class_names=False).fit(rows, labels)
        misled = DocumentClassifier(**TEXT, class_names=WRONG).fit(rows, labels)
        excess.append(log_loss(misled, new, truth) - log_loss(plain, new, truth))
    assert excess[0] > excess[1] > excess[2]
    assert excess[2] < 0.01


def test_labels_that_are_no_text_have_no_names():
    rows, labels = invented(30)
    numbers = np.unique(labels, return_inverse=True)[1]
    named = DocumentClassifier(**TEXT).fit(rows, numbers)
    plain = DocumentClassifier(**TEXT, class_names=False).fit(rows, numbers)
    assert not named.learnt_.reads_names
    assert answers(named, rows) == answers(plain, rows)


def test_without_names_classes_may_be_called_anything():
    rows, labels = invented(30)
    model = DocumentClassifier(**TEXT, class_names=False)
    expected = model.fit(rows, labels).predict_log_proba(rows)
    called = {"food": "a", "law": "goal", "sport": "soup"}  # in the same order
    found = model.fit(rows, [called[label] for label in labels]).predict_log_proba(rows)
    assert_allclose(found, expected, rtol=1e-9)  # labels tell the order of documents


def test_what_a_class_is_called_may_be_said_beside_its_label():
    rows, labels = invented(30)
    by_name = DocumentClassifier(**TEXT).fit(rows, labels)
    classes, numbers = np.unique(labels, return_inverse=True)
    called = dict(enumerate(classes.tolist()))
    by_number = DocumentClassifier(**TEXT, class_names=called).fit(rows, numbers)
    found = by_number.predict_log_proba(rows)
    assert_allclose(found, by_name.predict_log_proba(rows), rtol=1e-9)


def test_idf_is_that_of_the_documents():
    rows, labels = invented(30)
    named, plain = (
        DocumentClassifier(**TEXT, class_names=class_names)
        .fit(rows, labels)
        .learnt_.evidence.text
        for class_names in (True, False)
    )
    for kind in ("words", "pieces"):
        of_named = dict(zip(named.names(kind), named.idf(kind, None), strict=True))
        of_plain = dict(zip(plain.names(kind), plain.idf(kind, None), strict=True))
        assert of_plain.items() <= of_named.items()
    assert set(named.names("words")) - set(plain.names("words")) == {"food", "law", "sport"}


@pytest.mark.parametrize("unlabelled", [None, invented(20, seed=3)[0]], ids=["no", "others"])
def test_a_saved_model_answers_with_the_same_bytes_and_tells_its_names(tmp_path, unlabelled):
    rows, labels = invented(30)
    model = DocumentClassifier(**TEXT, class_names={"law": "courts of law"})
    model.fit(rows, labels, unlabelled=unlabelled).save(tmp_path / "m.hb", documents=True)
    loaded = halfbayes.load(tmp_path / "m.hb")
    assert answers(loaded, rows) == answers(model, rows)
    assert loaded.class_names == {"law": "courts of law"}
    assert loaded.learnt_.reads_names
    more, more_labels = invented(6, seed=4)
    if unlabelled is None:
        learnt_more = loaded.partial_fit(more, more_labels)
        whole = DocumentClassifier(**TEXT, class_names=model.class_names)
        whole.fit(rows + more, labels + more_labels)
        assert answers(learnt_more, rows) == answers(whole, rows)


def test_a_class_that_comes_later_is_read_by_its_name():
    rows, labels = invented(30)
    model = DocumentClassifier(**TEXT).fit(rows, labels)
    new = [{"title": None, "body": text} for text in ("rain and wind", "again rain")]
    model.partial_fit(new, ["weather", "weather"])
    whole = DocumentClassifier(**TEXT).fit(rows + new, [*labels, "weather", "weather"])
    assert answers(model, rows) == answers(whole, rows)
    assert model.predict([{"title": None, "body": "the weather today"}]).tolist() == ["weather"]


def test_beyond_the_size_of_the_whole_model_names_are_not_read():
    rows, labels = invented(60)
    rule = SizeRule(documents=20)
    named, plain = (
        DocumentClassifier(**TEXT, class_names=class_names).sized(rule).fit(rows, labels)
        for class_names in (True, False)
    )
    assert not named.learnt_.reads_names
    assert answers(named, rows) == answers(plain, rows)


def test_names_are_no_words_of_documents():
    with pytest.raises(InvalidInputError, match="no document has a word in 'text'"):
        DocumentClassifier().fit(["", "?"] * 2, ["sport", "law"] * 2)


def test_numbers_alone_have_no_use_for_names():
    model = DocumentClassifier(numeric="n").fit(
        {"n": [1.0, 2.0, 3.0, 4.0]}, ["a b"] * 2 + ["c d"] * 2
    )
    assert not model.learnt_.reads_names


def test_a_description_says_whether_names_are_read():
    rows, labels = invented(9)
    told = "The names of the classes are read"
    assert told in DocumentClassifier(**TEXT).fit(rows, labels).describe()
    plain = DocumentClassifier(**TEXT, class_names=False).fit(rows, labels)
    assert told not in plain.describe()


def test_names_of_other_classes_are_told():
    rows, labels = invented(9)
    model = DocumentClassifier(**TEXT, class_names={"sprot": "ball games"})
    with pytest.warns(UnlabelledClassWarning, match="'sprot'.*the classes are 'food', 'law'"):
        model.fit(rows, labels)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("sport", "must be True, False or a dict of texts by class, got 'sport'"),
        (None, "got None"),
        ({"sport": ["goal"]}, r"class_names\['sport'\] must be a text, got \['goal'\]"),
    ],
)
def test_what_is_no_name_is_refused(given, told):
    rows, labels = invented(9)
    with pytest.raises(InvalidParameterError, match=told):
        DocumentClassifier(**TEXT, class_names=given).fit(rows, labels)


@pytest.mark.parametrize("given", [True, False, {"a": "law"}, {3: "law", 4: "food"}])
def test_names_come_back_from_a_file(given):
    assert read_names(json.loads(json.dumps(written_names(given)))) == given


@pytest.mark.parametrize("content", [None, 3, "law", [["a"]], [["a", 3]], [[["a"], "law"]]])
def test_other_names_in_a_file_are_refused(content):
    with pytest.raises(ModelFileError, match="names of classes in the file"):
        read_names(content)


@pytest.mark.parametrize(
    "changed",
    [
        {"terms": [3, 3]},
        {"terms": [10**12, 10**12]},
        {"terms": []},
        {"regions": [0]},
        {"regions": [0, 99]},
        {"expected": "much"},
    ],
)
def test_a_given_view_that_does_not_fit_is_refused(changed, tmp_path):
    rows, labels = invented(9)
    DocumentClassifier(**TEXT).fit(rows, labels).save(tmp_path / "m.hb")
    with zipfile.ZipFile(tmp_path / "m.hb") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    manifest = json.loads(members["manifest.json"])
    [view] = [v for v in manifest["content"]["views"] if v["kind"] == "given"]
    view |= changed
    members["manifest.json"] = json.dumps(manifest).encode()
    with zipfile.ZipFile(tmp_path / "m.hb", "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    with pytest.raises(ModelFileError):
        halfbayes.load(tmp_path / "m.hb")


ABOUT = [
    "a late goal decided the match",
    "the coach praised his team",
    "the judge dismissed the case",
    "her lawyer will appeal",
]
SUBJECTS = ["sports", "sports", "law", "law"]
NEXT = ["the basketball tournament", "the jury reached a verdict"]


def given_views(model):
    views = model.learnt_.hybrid.views
    return [view for view in views if type(view).__name__ == "LearntGivenView"]


@pytest.mark.parametrize(
    ("topics", "language", "told"),
    [(True, "english", True), (False, "english", False), (True, "german", False)],
)
def test_topics_are_english_and_can_be_left_out(topics, language, told):
    classes = np.array(["hockey", "nonsense"])
    called = Called.of(class_names=True, classes=classes, topics=topics, language=language)
    assert called.names == ("hockey", "nonsense")
    assert bool(called.related) is told
    none = Called.of(class_names=False, classes=classes, topics=topics, language=language)
    assert none == Called()


def test_a_name_brings_its_topic_with_it():
    """No document has any of the words of the new ones, nor is one a name."""
    without = DocumentClassifier(topics=False).fit(ABOUT, SUBJECTS)
    model = DocumentClassifier().fit(ABOUT, SUBJECTS)
    unnamed = DocumentClassifier(class_names=False).fit(ABOUT, SUBJECTS)
    assert model.predict(NEXT).tolist() == ["sports", "law"]
    own = np.searchsorted(model.classes_, ["sports", "law"])
    for other in (without, unnamed):
        gained = (model.predict_proba(NEXT) - other.predict_proba(NEXT))[[0, 1], own]
        assert gained.min() > 0.02
    views = given_views(model)
    assert len(views) == 2
    assert len(given_views(without)) == 1
    assert len(given_views(unnamed)) == 0
    keys = model.learnt_.evidence.text.keys
    heard = [[keys[region][0] for region, *_ in view.blocks] for view in views]
    assert heard == [["words", "pieces"], ["words", "topics"]]


def test_words_of_a_topic_add_up_to_the_log_odds():
    model = DocumentClassifier().fit(ABOUT, SUBJECTS)
    for told in model.explain(NEXT):
        parts = sum(part.value for part in told.contributions)
        assert_allclose(told.offset + parts, told.logit, rtol=1e-9)
    assert model.explain(NEXT)[0].supporting(1)[0][0] in {"tournament", "basketbal"}


def test_classes_of_no_known_topic_have_names_alone():
    model = DocumentClassifier().fit(ABOUT, ["aaa", "aaa", "bbb", "bbb"])
    assert len(given_views(model)) == 1
