import pickle

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from classifier.corpus import invented
from numpy.testing import assert_allclose, assert_array_equal
from sklearn.base import clone
from sklearn.exceptions import NotFittedError

from halfbayes import DocumentClassifier
from halfbayes.classifier.size import STANDARD, SizeRule
from halfbayes.errors import HalfbayesError, InvalidInputError, UnknownLabelError

COLUMNS = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}


@pytest.fixture(scope="module")
def fitted():
    rows, labels = invented(60)
    return DocumentClassifier(**COLUMNS).fit(rows, labels), rows, labels


def answers(model, rows):
    return model.predict_log_proba(rows).tobytes()


@pytest.mark.parametrize("table", [pd.DataFrame, pl.DataFrame, pa.Table.from_pylist])
def test_any_kind_of_table_gives_the_same_bytes(fitted, table):
    model, rows, labels = fitted
    other = DocumentClassifier(**COLUMNS).fit(table(rows), labels)
    assert answers(other, table(rows)) == answers(model, rows)


@pytest.mark.parametrize("nothing", [[], pd.DataFrame(columns=["title", "body"])])
def test_no_documents_get_no_answers(fitted, nothing):
    model = fitted[0]
    assert model.predict(nothing).tolist() == []
    assert model.predict_proba(nothing).shape == (0, len(model.classes_))
    assert model.explain(nothing) == []


def file_bytes(model, folder):
    model.save(folder / "m.hb", documents=True)
    return (folder / "m.hb").read_bytes()


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_threads_do_not_change_a_bit(fitted, threads, tmp_path):
    model, rows, labels = fitted
    other = DocumentClassifier(**COLUMNS, threads=threads).fit(rows, labels)
    assert file_bytes(other, tmp_path) == file_bytes(model, tmp_path)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("groups", [None, "thread"])
def test_the_order_of_the_documents_does_not_change_a_bit(seed, groups, tmp_path):
    rows, labels = invented(60)
    rows = [{**row, "thread": i // 2 if i % 5 else None} for i, row in enumerate(rows)]
    rows[1], labels[1] = rows[0], labels[0]  # a copy
    others = invented(30, seed=9)[0] if groups is None else None
    order = np.random.default_rng(seed).permutation(60)
    one, other = (DocumentClassifier(**COLUMNS, groups=groups) for _ in range(2))
    one.fit(rows, labels, unlabelled=others)
    other.fit([rows[i] for i in order], [labels[i] for i in order], unlabelled=others)
    if groups is None:  # one without a group is a group of its own, wherever it stands
        other.fit([rows[i] for i in order], [labels[i] for i in order], unlabelled=others[::-1])
    assert file_bytes(other, tmp_path) == file_bytes(one, tmp_path)
    assert_array_equal(other.leave_one_out_proba_, one.leave_one_out_proba_[order])


def test_what_is_told_of_documents_is_told_in_the_order_they_came(fitted):
    model, rows, labels = fitted
    wrong = ["law" if label == "sport" and i < 9 else label for i, label in enumerate(labels)]
    found = DocumentClassifier(**COLUMNS).fit(rows, wrong).label_errors(level=0.5)
    assert {suspect.document for suspect in found} & {0, 3, 6}
    assert all(suspect.label == wrong[suspect.document] for suspect in found)
    y = np.searchsorted(model.classes_, labels)
    assert_array_equal(model.learnt_.y, y[model.learnt_.places])
    likely = model.leave_one_out_proba_[np.arange(60), y]
    assert likely.mean() > 0.5  # of three classes: rows and labels belong together


def test_rows_of_probabilities_sum_to_one_and_predictions_are_their_largest(fitted):
    model, rows, _ = fitted
    proba = model.predict_proba(rows)
    assert_allclose(proba.sum(axis=1), 1.0, rtol=1e-12)
    assert_array_equal(model.predict(rows), model.classes_[proba.argmax(axis=1)])


def test_a_document_is_answered_the_same_alone_and_among_others(fitted):
    model, rows, _ = fitted
    alone = np.vstack([model.predict_log_proba([row]) for row in rows])
    assert_allclose(alone, model.predict_log_proba(rows), rtol=1e-9)


def test_learning_more_equals_learning_everything_at_once_to_the_byte():
    rows, labels = invented(50)
    at_once = DocumentClassifier(**COLUMNS).fit(rows, labels)
    in_parts = DocumentClassifier(**COLUMNS).fit(rows[:20], labels[:20])
    in_parts.partial_fit(rows[20:35], labels[20:35]).partial_fit(rows[35:], labels[35:])
    assert answers(in_parts, rows) == answers(at_once, rows)


def test_adding_then_forgetting_gives_the_same_bytes():
    rows, labels = invented(50)
    model = DocumentClassifier(**COLUMNS).fit(rows[:30], labels[:30])
    before = answers(model, rows)
    model.partial_fit(rows[30:], labels[30:])
    assert answers(model, rows) != before
    model.forget(rows[30:], labels[30:])
    assert answers(model, rows) == before


@pytest.mark.parametrize("learn", ["partial_fit", "forget"])
def test_documents_without_a_column_that_is_read_are_neither_learnt_nor_forgotten(learn):
    rows, labels = invented(50)
    model = DocumentClassifier(**COLUMNS).fit(rows, labels)
    before = answers(model, rows)
    shorter = [{name: row[name] for name in row if name != "title"} for row in rows]
    with pytest.raises(InvalidInputError, match="no column 'title'"):
        getattr(model, learn)(shorter, labels)
    assert answers(model, rows) == before


@pytest.mark.parametrize("name", ["decide", "explain", "novelty", "predict"])
def test_before_fit_every_question_is_one_error(name):
    with pytest.raises(NotFittedError):
        getattr(DocumentClassifier(), name)(["a"])


def test_a_new_class_can_come_later():
    rows, labels = invented(60)
    two = [i for i, label in enumerate(labels) if label != "food"]
    model = DocumentClassifier(**COLUMNS).fit([rows[i] for i in two], [labels[i] for i in two])
    assert list(model.classes_) == ["law", "sport"]
    model.partial_fit([rows[2]], ["food"])
    assert list(model.classes_) == ["food", "law", "sport"]


def test_documents_are_forgotten_by_what_the_model_reads():
    rows, labels = invented(40)
    kept = [{"body": row["body"]} for row in rows]
    numbered = [{"id": number, **row} for number, row in enumerate(kept)]
    model = DocumentClassifier(text="body").fit(numbered, labels)
    model.forget(kept[30:], labels[30:])
    expected = DocumentClassifier(text="body").fit(kept[:30], labels[:30])
    assert np.array_equal(model.predict_proba(kept), expected.predict_proba(kept))


def test_forgetting_what_was_never_learnt_is_an_error(fitted):
    model, rows, _ = fitted
    before = answers(model, rows)
    with pytest.raises(InvalidInputError, match="never learnt"):
        model.forget([{**rows[0], "title": "unheard of"}], ["sport"])
    assert answers(model, rows) == before


def test_leave_one_out_is_close_to_refitting_without_each_document():
    # Not equal: idf and vocabulary still know the words (not the label) of the document, and
    # the small fit is left out by one Newton step.
    rows, labels = invented(45)
    model = DocumentClassifier(**COLUMNS).fit(rows, labels)
    gap, spread = [], []
    for i in range(len(rows)):
        others = DocumentClassifier(**COLUMNS)
        others.fit(rows[:i] + rows[i + 1 :], labels[:i] + labels[i + 1 :])
        refitted = others.predict_proba([rows[i]])[0]
        gap.append(np.abs(refitted - model.leave_one_out_proba_[i]).max())
        spread.append(np.abs(refitted - model.predict_proba([rows[i]])[0]).max())
    assert np.mean(gap) < 0.25 * np.mean(spread)


def test_a_document_with_nothing_in_it_gets_the_class_prior(fitted):
    model, _, labels = fitted
    prior = (np.unique(labels, return_counts=True)[1] + 1.0) / (len(labels) + 3.0)
    nothing = {"title": None, "body": "", "amount": None, "channel": "never seen"}
    assert_allclose(model.predict_proba([nothing])[0], prior, rtol=1e-9)
    assert model.decide([nothing], accuracy=0.6) == [None]


@pytest.mark.parametrize("rule", [STANDARD, SizeRule(documents=100)], ids=["all", "counted"])
def test_offsets_put_right_what_words_say_and_nothing_where_there_are_none(rule):
    rng = np.random.default_rng(5)
    own = {"a": ["one", "two"], "b": ["one", "three"], "c": ["two", "three", "four", "five"]}
    labels = rng.choice(list(own), 600, p=[0.7, 0.2, 0.1])
    texts = [" ".join(rng.choice([*own[label], "six", "seven"], 3)) for label in labels]
    model = DocumentClassifier().sized(rule).fit(texts, labels)
    prior = (np.unique(labels, return_counts=True)[1] + 1.0) / 603.0
    told = model.predict_proba([None, "", "東京", "one two six"])
    assert_allclose(told[:2], np.tile(prior, (2, 1)), rtol=1e-9)
    # In an unknown script only the way it is written says anything.
    assert_allclose(told[2], prior, atol=0.02)
    assert told[3].max() > prior.max()


def test_missing_columns_of_rows_are_missing_values(fitted):
    model, rows, _ = fitted
    bare = {"body": rows[0]["body"]}
    full = {"title": None, "body": rows[0]["body"], "amount": None, "channel": None}
    assert answers(model, [{**full, **bare}]) == answers(model, [full])


def test_plain_strings_are_one_text_column():
    rows, labels = invented(30)
    texts = [str(row["body"]) for row in rows]
    as_list = DocumentClassifier().fit(texts, labels)
    as_table = DocumentClassifier(text="body").fit([{"body": text} for text in texts], labels)
    assert answers(as_list, texts) == answers(as_table, [{"body": text} for text in texts])
    series = DocumentClassifier().fit(pd.Series(texts), labels)
    assert answers(series, pl.Series(texts)) == answers(as_list, texts)


def test_roles_are_guessed_and_told():
    rows, labels = invented(60)
    model = DocumentClassifier().fit(rows, labels)
    assert model.roles_.numeric == ("amount",)
    assert "body" in model.roles_.text
    assert "channel" in model.roles_.categorical
    assert "body" in model.describe()


def test_contributions_add_up_to_the_logit(fitted):
    model, rows, _ = fitted
    for told in model.explain(rows[:12]):
        total = told.offset + sum(part.value for part in told.contributions)
        assert_allclose(total, told.logit, rtol=1e-9)
        assert_allclose(sum(told.shares.values()), 1.0, rtol=1e-12)
        told_once = {(part.region, part.term) for part in told.contributions}
        assert len(told_once) == len(told.contributions)


def test_an_explanation_can_be_asked_for_any_class(fitted):
    model, rows, _ = fitted
    [predicted] = model.explain(rows[:1])
    [asked] = model.explain(rows[:1], [predicted.against])
    assert asked.against == predicted.label
    assert_allclose(asked.logit, -predicted.logit, rtol=1e-9)
    with pytest.raises(UnknownLabelError, match="astrology"):
        model.explain(rows[:1], ["astrology"])


def test_a_label_alone_is_no_list_of_labels(fitted):
    model, rows, _ = fitted
    with pytest.raises(InvalidInputError, match="labels must be a list"):
        model.explain(rows[:1], "law")


def test_what_a_model_says_is_short_where_it_is_printed(fitted):
    model, rows, _ = fitted
    assert repr(model.promise(accuracy=0.9)).startswith("<Decision: ")
    assert repr(model.coverage_curve()).startswith("<CoverageReport: accuracy ")
    [told] = model.explain(rows[:1])
    assert repr(told) == f"<Explanation: {told}>"
    for one in (model.promise(accuracy=0.9), model.coverage_curve(), told):
        assert len(repr(one)) < 500
        assert "\n" not in repr(one)


def test_the_dial_and_the_regions_say_how_the_model_is_made(fitted):
    model, _, _ = fitted
    assert 0.0 <= model.dial_ <= 1.0
    weights = model.region_weights_
    assert_allclose(sum(weight.share for weight in weights), 1.0, rtol=1e-12)
    assert {"title", "body", "numbers", "categories"} <= {weight.region for weight in weights}
    assert "times its share of the words" in model.describe()


def interrupted_at(stage):
    """Progress that is interrupted when this stage begins."""

    def interrupt(told, _share):
        if told == stage:
            raise KeyboardInterrupt

    return interrupt


STAGES = ["reading", "counting", "learning", "leaving out", "weighing", "done"]


@pytest.mark.parametrize("stage", STAGES)
def test_an_interrupted_fit_leaves_the_model_as_it_was(stage):
    rows, labels = invented(30)
    model = DocumentClassifier(**COLUMNS).fit(rows, labels)
    before = answers(model, rows)
    for learn in (model.fit, model.partial_fit, model.forget):
        with pytest.raises(KeyboardInterrupt):
            learn(rows[:12], labels[:12], progress=interrupted_at(stage))
        assert answers(model, rows) == before


def test_interrupted_while_it_guesses_classes_it_leaves_the_model_as_it_was():
    rows, labels = invented(30)
    model = DocumentClassifier(**COLUMNS).fit(rows, labels)
    before = answers(model, rows)
    with pytest.raises(KeyboardInterrupt):
        model.fit(rows, labels, unlabelled=rows, progress=interrupted_at("guessing classes"))
    assert answers(model, rows) == before


LEARNING = {
    "plain": ({}, {}),
    "guessed columns": ({"text": None, "numeric": None, "categorical": None}, {}),
    "word lists": ({"class_words": {"sport": ["goal"]}}, {}),
    "unlabelled": ({}, {"unlabelled": invented(40, seed=3)[0]}),
    "no unlabelled": ({}, {"unlabelled": {"title": [], "body": []}}),
    "groups": ({"categorical": None, "groups": "channel"}, {}),
}


COUNTED = [(how, 20) for how in LEARNING if how != "groups"]  # which a counted model refuses


@pytest.mark.parametrize(("how", "whole_up_to"), [*((how, 60) for how in LEARNING), *COUNTED])
def test_progress_never_falls_and_ends_with_all(how, whole_up_to):
    chosen, more = LEARNING[how]
    rows, labels = invented(60)
    told = []
    model = DocumentClassifier(**(COLUMNS | chosen)).sized(SizeRule(documents=whole_up_to))
    model.fit(rows, labels, **more, progress=lambda *stage: told.append(stage))
    shares = [share for _, share in told]
    assert shares == sorted(shares)
    assert told[0] == ("reading", 0.0)
    assert told[-1] == ("done", 1.0)
    assert shares.count(1.0) == 1


def test_clones_and_pickles_answer_alike(fitted):
    model, rows, labels = fitted
    assert answers(clone(model).fit(rows, labels), rows) == answers(model, rows)
    assert answers(pickle.loads(pickle.dumps(model)), rows) == answers(model, rows)


@pytest.mark.parametrize(
    ("documents", "labels", "words"),
    [
        (["a b", "c d"], ["x", "x"], "two classes"),
        (["a b", "c d"], ["x"], "2"),
        ("a b", ["x"], "list"),
        ([1, 2], ["x", "y"], "str"),
        ([], [], "no documents"),
    ],
)
def test_bad_input_is_told_in_words(documents, labels, words):
    with pytest.raises((HalfbayesError, ValueError), match=words):
        DocumentClassifier().fit(documents, labels)


def test_a_column_that_is_not_there_is_named_with_those_that_are():
    rows, labels = invented(12)
    with pytest.raises(InvalidInputError, match=r"no column 'subject'.*'title'"):
        DocumentClassifier(text="subject").fit(rows, labels)
    model = DocumentClassifier(**COLUMNS).fit(rows, labels)
    with pytest.raises(InvalidInputError, match="no column 'title'"):
        model.predict([{"body": "x", "amount": 1, "channel": "web"}])


def test_hostile_documents_are_only_text():
    rows, labels = invented(12)
    texts = [str(row["body"]) for row in rows]
    hostile = ["\0", "\ud800 lone", "<script>alert(1)</script>", "x" * 2_000_000, "", "\u202e"]
    model = DocumentClassifier().fit(texts + hostile, labels + ["law"] * len(hostile))
    assert np.isfinite(model.predict_log_proba(hostile)).all()


def test_more_documents_do_not_change_the_roles_of_columns():
    first = {"note": ["it is late again", "all is fine here"] * 12, "state": [*"xxyy"] * 6}
    model = DocumentClassifier().fit(first, ["bad", "good"] * 12)
    assert model.roles_.categorical == ("state",)
    # By itself this would be guessed to be text.
    more = {"note": ["it is so late"] * 30, "state": [f"w{i} of many" for i in range(30)]}
    roles = model.roles_
    assert model.partial_fit(more, ["bad"] * 30).roles_ == roles
    assert model.forget(more, ["bad"] * 30).roles_ == roles


def test_the_columns_it_reads_have_the_name_that_scikit_learn_gives_them():
    rows = {"note": ["late again", "all is fine"] * 3, "amount": [1.5, 2.5] * 3}
    model = DocumentClassifier(text="note", numeric="amount")
    assert not hasattr(model, "feature_names_in_")
    assert model.fit(rows, ["bad", "good"] * 3).feature_names_in_.tolist() == ["note", "amount"]
