from dataclasses import replace

import numpy as np
import pytest
from classifier.corpus import invented
from numpy.testing import assert_allclose, assert_array_equal

from halfbayes import DocumentClassifier, load
from halfbayes.classifier.counted import CountedSettings, counted_model
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import Labelled
from halfbayes.classifier.size import SizeRule
from halfbayes.classifier.table import as_table
from halfbayes.classifier.word_lists import word_lists
from halfbayes.core.grid import GridRows
from halfbayes.core.view import Documents, said
from halfbayes.engines.memory import MemoryEngine
from halfbayes.errors import InvalidInputError, InvalidParameterError

COLUMNS = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}
ROLES = Roles(("title", "body"), ("amount",), ("channel",))
RULE = SizeRule(documents=50, checked=40)


def engine(n, *, seed=None, size=1000):
    rows, labels = invented(n)
    order = np.arange(n) if seed is None else np.random.default_rng(seed).permutation(n)
    documents = Labelled(as_table(rows), labels).rows(order.tolist())
    return MemoryEngine([documents.rows(range(i, min(i + size, n))) for i in range(0, n, size)])


def counted(*args, rule=RULE, roles=ROLES, **kwargs):
    asked = CountedSettings(roles, rule=rule, threads=1)
    return counted_model(engine(*args, **kwargs), asked, lambda _stage, _share: None)


def saved(learnt, folder):
    model = DocumentClassifier(**COLUMNS)
    model._learnt = learnt
    model.save(folder / "m.hb", documents=True)
    return (folder / "m.hb").read_bytes()


@pytest.mark.parametrize(("seed", "size"), [(None, 7), (1, 1), (2, 90)])
def test_order_and_chunks_do_not_change_a_bit(seed, size, tmp_path):
    assert saved(counted(90, seed=seed, size=size), tmp_path) == saved(counted(90), tmp_path)


@pytest.mark.parametrize("roles", [Roles(("body",)), Roles((), ("amount",), ("channel",))])
def test_any_roles_can_be_counted(roles):
    whole, parts = counted(60, roles=roles), counted(60, roles=roles, seed=3, size=11)
    assert_array_equal(whole.hybrid.weights.theta, parts.hybrid.weights.theta)


def read(learnt, table):
    sources = [source.X for source in learnt.evidence.read(table)]
    return [X if isinstance(X, np.ndarray) else GridRows.of(X).matrix for X in sources]


def test_documents_are_left_out_exactly():
    rows, labels = invented(60)
    whole = counted(60, rule=replace(RULE, checked=9))
    regions, y = read(whole, whole.training.table), whole.y
    documents = Documents(regions, y, 3)
    keys = [(row["body"], row["amount"]) for row in rows]
    checked = whole.training.table.columns
    for view in whole.hybrid.views:
        scores = view.leave_one_out(documents)
        for i in range(len(y)):
            gone = keys.index((checked["body"][i], checked["amount"][i]))
            others = [j for j in range(60) if j != gone]
            X = read(whole, as_table(rows).rows(others))[view.view.region]
            of_others = np.searchsorted(whole.classes, [labels[j] for j in others])
            event = view.view.event
            statistics = event.statistics(X, of_others, n_classes=3)
            alone = regions[view.view.region][[i]]
            refitted = said(event.scorer(statistics)(alone), alone, 0.0)
            assert_allclose(scores[[i]], refitted, rtol=1e-8)


def test_a_counted_model_is_nearly_as_good_as_the_whole_one():
    rows, labels = invented(300)
    new, truth = invented(300, seed=1)
    whole = DocumentClassifier(**COLUMNS).fit(rows, labels)
    small = DocumentClassifier(**COLUMNS).sized(RULE).fit(rows, labels)
    assert small.learnt_.whole is not None
    assert small.dial_ == 0.0
    right = [np.mean(model.predict(new) == truth) for model in (whole, small)]
    assert right[1] > right[0] - 0.05


def test_everything_a_model_can_do_a_counted_one_can(tmp_path):
    rows, labels = invented(120)
    model = DocumentClassifier(**COLUMNS).sized(RULE).fit(rows, labels)
    assert model.leave_one_out_proba_.shape == (40, 3)
    assert model.promise(accuracy=0.6).holds
    assert len(model.decide(rows[:5], accuracy=0.6)) == 5
    assert model.coverage_curve().area_over < 0.2
    assert model.plan(100).reading.n_documents == 100
    assert model.explain(rows[:1])[0].contributions
    assert model.novelty(rows[:2]).p_value.shape == (2,)
    assert "120 documents" in model.describe()
    assert all(labels[s.document] == s.label for s in model.label_errors(level=0.9))
    model.save(tmp_path / "m.hb")
    loaded = load(tmp_path / "m.hb")
    assert loaded.describe() == model.describe()
    assert_array_equal(loaded.predict_proba(rows), model.predict_proba(rows))
    loaded.save(tmp_path / "n.hb")
    assert (tmp_path / "n.hb").read_bytes() == (tmp_path / "m.hb").read_bytes()


def test_learning_more_and_forgetting_are_exact_for_a_counted_model_too(tmp_path):
    rows, labels = invented(120)
    at_once = DocumentClassifier(**COLUMNS).sized(RULE).fit(rows, labels)
    in_parts = DocumentClassifier(**COLUMNS).sized(RULE).fit(rows[:100], labels[:100])
    before = saved(in_parts.learnt_, tmp_path)
    in_parts.partial_fit(rows[100:], labels[100:])
    assert saved(in_parts.learnt_, tmp_path) == saved(at_once.learnt_, tmp_path)
    in_parts.forget(rows[100:], labels[100:])
    assert saved(in_parts.learnt_, tmp_path) == before


def test_without_its_documents_the_counts_of_all_are_brought_up_to_date(tmp_path):
    rows, labels = invented(120)
    model = DocumentClassifier(**COLUMNS).sized(RULE).fit(rows[:110], labels[:110])
    model.save(tmp_path / "m.hb")
    loaded = load(tmp_path / "m.hb")
    with pytest.warns(UserWarning, match="without its documents"):
        loaded.partial_fit(rows[110:], labels[110:])
    whole = DocumentClassifier(**COLUMNS).sized(RULE).fit(rows, labels).learnt_.whole
    assert loaded.learnt_.n_documents == 120
    assert_array_equal(loaded.learnt_.by_class, whole.by_class)
    assert loaded.learnt_.whole.fingerprint == whole.fingerprint


def test_a_label_that_appears_once_is_a_class():
    rows, labels = invented(80)
    model = DocumentClassifier(text="body").sized(RULE).fit(rows, [*labels[:-1], "rare"])
    assert model.learnt_.by_class.tolist()[2] == 1
    assert np.isfinite(model.predict_log_proba(rows)).all()


@pytest.mark.parametrize(
    ("labels", "words"),
    [
        (["a"] * 60, "every one of the 60 documents is labelled 'a'"),
        ([None, *["a", "b"] * 30][:60], "1 of 60 documents have no label"),
    ],
)
def test_labels_that_cannot_be_learnt_are_told(labels, words):
    documents = Labelled(as_table(invented(60)[0]), labels)
    asked = CountedSettings(ROLES, rule=RULE)
    with pytest.raises(InvalidInputError, match=words):
        counted_model(MemoryEngine([documents]), asked, lambda _stage, _share: None)


def test_too_many_classes_for_the_memory_are_told():
    with pytest.raises(InvalidInputError, match="allow more, or merge classes"):
        counted(60, rule=replace(RULE, memory=1))


def test_words_listed_where_no_column_has_text_are_told_before_anything_is_read():
    lists = word_lists({"law": ["judge"]}, 1.0)
    with pytest.raises(InvalidParameterError, match="class_words need a column of text"):
        CountedSettings(Roles(numeric=("amount",)), lists=lists)


def test_what_is_only_for_fewer_documents_is_told():
    rows, labels = invented(60)
    model = DocumentClassifier(text="body", groups="channel").sized(RULE)
    with pytest.raises(InvalidInputError, match="too many for groups"):
        model.fit(rows, labels)


def test_a_vocabulary_that_outgrows_the_memory_keeps_the_words_of_most_documents():
    rows, labels = invented(200)
    small = replace(RULE, memory=20 * (3 * 8 * 3 + 64))
    model = DocumentClassifier(text="body").sized(small)
    with pytest.raises(InvalidInputError, match="room for 20 words"):
        model.fit(rows, labels)
