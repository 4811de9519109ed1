import numpy as np
import pytest
from classifier.streams import Stream
from numpy.testing import assert_allclose

import halfbayes
from halfbayes.classifier.adapt import class_weights
from halfbayes.classifier.size import SizeRule
from halfbayes.errors import InvalidInputError

SKEWED = [0.7, 0.1, 0.05, 0.05, 0.05, 0.05]


@pytest.fixture
def stream():
    """The classes of the model, other documents."""
    return Stream(0, overlap=0.75).afresh(1)


@pytest.fixture(scope="module")
def model():
    return halfbayes.DocumentClassifier(threads=1).fit(*Stream(0, overlap=0.75).draw(250))


def test_other_shares_are_found_and_make_the_model_better(model, stream):
    texts, labels = stream.draw(800, SKEWED)
    report = model.class_shares(texts)
    assert report.shift.p_value <= 0.01
    assert_allclose(report.shift.shares, SKEWED, atol=0.12)
    assert "the shares have changed" in report.statement
    adapted = model.adapt(texts)
    assert np.mean(adapted.predict(texts) == labels) > np.mean(model.predict(texts) == labels)


def test_unchanged_shares_are_not_called_changed(model, stream):
    report = model.class_shares(stream.draw(300)[0])
    assert report.shift.p_value > 0.01
    if report.shift.p_value > 0.05:
        assert "is not proved" in report.statement


@pytest.mark.parametrize("table", [[], {"text": []}])
def test_no_documents_tell_no_shares(model, table):
    for asked in (model.class_shares, model.adapt):
        with pytest.raises(InvalidInputError, match="the table has none; pass new documents"):
            asked(table)


def test_adapting_again_starts_from_what_was_learnt(model, stream):
    texts = stream.draw(300, SKEWED)[0]
    once = model.adapt(texts)
    twice = once.adapt(texts)
    assert_allclose(twice.predict_proba(texts[:20]), once.predict_proba(texts[:20]))
    other = stream.draw(100)[0]
    assert_allclose(
        once.adapt(other).predict_proba(texts[:20]),
        model.adapt(other).predict_proba(texts[:20]),
    )


def test_a_promise_for_other_shares_says_so_and_survives_the_file(model, stream, tmp_path):
    texts = stream.draw(400, SKEWED)[0]
    adapted = model.adapt(texts)
    adapted.save(tmp_path / "adapted.hb")
    loaded = halfbayes.load(tmp_path / "adapted.hb")
    first, second = (m.promise(accuracy=0.8, confidence=0.9) for m in (adapted, loaded))
    assert first.shifted
    assert first.statement == second.statement
    assert not model.promise(accuracy=0.8).shifted


def test_the_promise_holds_after_adapting():
    stream, broken = Stream(3), 0
    for _ in range(6):
        model = halfbayes.DocumentClassifier(threads=1).fit(*stream.draw(250))
        texts, labels = stream.draw(1200, SKEWED)
        adapted = model.adapt(texts)
        answers = np.array(adapted.decide(texts, accuracy=0.85, confidence=0.8), dtype=object)
        answered = answers != None  # noqa: E711 (of each)
        if answered.any():
            broken += np.mean(answers[answered] == labels[answered]) < 0.85
    assert broken <= 3


@pytest.mark.parametrize("name", ["a", "z"])
@pytest.mark.filterwarnings("ignore:class_words has words")
def test_a_class_without_documents_is_left_out_of_the_shares(stream, name, tmp_path):
    model = halfbayes.DocumentClassifier(class_words={name: ["stripes"]}, threads=1)
    model.fit(*stream.draw(120))
    k = model.classes_.tolist().index(name)
    texts = [*stream.draw(80, SKEWED)[0], "stripes stripes"]
    report = model.class_shares(texts)
    assert report.shift.shares[k] == 0.0
    assert_allclose(report.shift.shares.sum(), 1.0)
    assert "nan" not in report.statement
    adapted = model.adapt(texts)
    assert class_weights(adapted.learnt_)[k] == 1.0
    offsets = [one.learnt_.hybrid.weights.offsets[k] for one in (model, adapted)]
    assert offsets[0] == offsets[1]
    assert_allclose(adapted.predict_proba(texts).sum(axis=1), 1.0)
    assert_allclose(adapted.adapt(texts).predict_proba(texts), adapted.predict_proba(texts))
    assert "taken as estimated" in adapted.promise(accuracy=0.5).statement
    adapted.save(tmp_path / "adapted.hb")
    loaded = halfbayes.load(tmp_path / "adapted.hb")
    assert_allclose(loaded.predict_proba(texts), adapted.predict_proba(texts))


def test_the_shares_before_are_those_of_all_documents_of_a_counted_model():
    texts, labels = Stream(1).draw(400)
    model = halfbayes.DocumentClassifier(threads=1).sized(SizeRule(documents=50, checked=30))
    model.fit([*texts, "w2 w3"], [*labels, "rare"])
    learnt = model.learnt_
    assert learnt.y.max() + 1 < len(learnt.classes)
    found = model.class_shares(texts[:100])
    assert_allclose(found.shift.before, learnt.by_class / 401)
    assert np.isfinite(model.adapt(texts[:100]).predict_proba(texts[:9])).all()


@pytest.mark.parametrize("n", [1, 3, 10])
def test_what_a_few_documents_have_by_chance_changes_nothing(model, n):
    kept = 0
    for seed in range(8):
        texts = Stream(0, overlap=0.75).afresh(seed + 1).draw(n)[0]
        report, adapted = model.class_shares(texts), model.adapt(texts)
        same = adapted.predict_proba(texts).tolist() == model.predict_proba(texts).tolist()
        assert same != report.changed
        assert adapted.promise(accuracy=0.8).shifted == report.changed
        kept += same
    assert kept >= 5  # one in twenty is proved by chance
