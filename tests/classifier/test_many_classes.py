"""More than thirty classes: softmax regression beside least squares, through the front door."""

import pickle
from typing import Any

import numpy as np
import pytest
from classifier.by_hand import predicted
from numpy.testing import assert_allclose, assert_array_equal

import halfbayes
from halfbayes import DocumentClassifier
from halfbayes.classifier.evidence_views import LEAST_PER_CLASS, MANY_CLASSES
from halfbayes.classifier.inspection import inspected
from halfbayes.classifier.pipeline import as_pipeline
from halfbayes.classifier.weight_table import weight_table
from halfbayes.core import ridge_iterative
from halfbayes.core.views import LearntDiscriminant
from halfbayes.data.model_file import read_model_file

CLASSES, PER_CLASS = 36, 8
SINGLE = 15
"""Documents of a class with which all are solved in single precision."""

LETTERS = "bdfgklmnprstvz"
COLUMNS = {"text": "body", "numeric": "amount", "threads": 1}


def words(rng: np.random.Generator, n: int) -> list[str]:
    """Invented words of three syllables."""
    syllables = [consonant + vowel for consonant in LETTERS for vowel in "aeiou"]
    return ["".join(rng.choice(syllables, 3)) for _ in range(n)]


def corpus(per_class: int = PER_CLASS, seed: int = 0, n_classes: int = CLASSES) -> Any:
    """Short documents: words of their class, words of a neighbour, words of all."""
    rng = np.random.default_rng(7)
    own, common = [words(rng, 6) for _ in range(n_classes)], words(rng, 40)
    rng = np.random.default_rng(seed)
    rows, labels = [], []
    for i in range(n_classes * per_class):
        k = i % n_classes
        near = own[(k + int(rng.integers(1, 4))) % n_classes]
        text = [*rng.choice(own[k], 2), *rng.choice(near, 1), *rng.choice(common, 4)]
        amount = None if rng.random() < 0.1 else float(rng.normal(k % 5, 1.0))
        rows.append({"body": " ".join(rng.permutation(text)), "amount": amount})
        labels.append(f"class {k:02d}")
    return rows, labels


def fitted(rows: Any, labels: Any) -> DocumentClassifier:
    """A model of these documents."""
    return DocumentClassifier(**COLUMNS).fit(rows, labels)


def answers(model: DocumentClassifier, rows: Any) -> bytes:
    """What it says of documents, to the last bit."""
    return model.predict_log_proba(rows).tobytes()


def discriminants(model: DocumentClassifier) -> list[LearntDiscriminant]:
    """Its discriminative views, but that of how documents are written."""
    views = model.learnt_.hybrid.views
    found = [view for view in views if isinstance(view, LearntDiscriminant)]
    text = model.learnt_.evidence.text
    written = [] if text is None else [text.keys.index(("writing", None))]
    return [view for view in found if list(view.view.regions) != written]


@pytest.fixture(scope="module")
def model() -> DocumentClassifier:
    return fitted(*corpus())


@pytest.fixture(scope="module")
def new() -> list[dict[str, Any]]:
    odd = [{"body": None, "amount": None}, {"body": "", "amount": 1e300}]
    return [*corpus(1, seed=5)[0], *odd]


@pytest.mark.parametrize(
    ("n_classes", "n_documents", "more"),
    [
        (MANY_CLASSES, MANY_CLASSES * PER_CLASS, 0),
        (MANY_CLASSES + 1, (MANY_CLASSES + 1) * PER_CLASS, 1),
        (MANY_CLASSES + 1, (MANY_CLASSES + 1) * LEAST_PER_CLASS, 1),
        (MANY_CLASSES + 1, (MANY_CLASSES + 1) * LEAST_PER_CLASS - 1, 0),
    ],
)
def test_it_is_there_with_many_classes_and_labels_enough(n_classes, n_documents, more):
    rows, labels = corpus(n_classes=n_classes)
    model = fitted(rows[:n_documents], labels[:n_documents])
    assert len(discriminants(model)) == 1 + more


def test_it_is_not_there_where_groups_are_left_out_or_words_are_told():
    rows, labels = corpus()
    grouped = [{**row, "thread": i // 3} for i, row in enumerate(rows)]
    told = DocumentClassifier(text="body", class_words={"class 00": ["zebra"]})
    for model, given in (
        (DocumentClassifier(**COLUMNS, groups="thread"), grouped),
        (told, rows),
    ):
        assert len(discriminants(model.fit(given, labels))) == 1


@pytest.mark.parametrize("per_class", [PER_CLASS, SINGLE], ids=["double", "single"])
def test_the_order_of_the_documents_does_not_matter(per_class, new, tmp_path):
    rows, labels = corpus(per_class)
    model = fitted(rows, labels)
    order = np.random.default_rng(3).permutation(len(rows))
    other = fitted([rows[i] for i in order], [labels[i] for i in order])
    assert answers(other, new) == answers(model, new)
    assert_array_equal(other.leave_one_out_proba_, model.leave_one_out_proba_[order])
    model.save(tmp_path / "a.hb")
    other.save(tmp_path / "b.hb")
    assert (tmp_path / "a.hb").read_bytes() == (tmp_path / "b.hb").read_bytes()


def test_a_loaded_model_and_a_pickled_one_answer_with_the_same_bytes(model, new, tmp_path):
    model.save(tmp_path / "m.hb")
    loaded = halfbayes.load(tmp_path / "m.hb")
    assert answers(loaded, new) == answers(model, new)
    assert loaded.describe() == model.describe()
    loaded.save(tmp_path / "again.hb")
    assert (tmp_path / "m.hb").read_bytes() == (tmp_path / "again.hb").read_bytes()
    assert answers(pickle.loads(pickle.dumps(model)), new) == answers(model, new)
    assert inspected(str(tmp_path / "m.hb"))["documents"] == CLASSES * PER_CLASS


def test_nothing_as_large_as_the_documents_squared_is_kept(model, tmp_path):
    n = CLASSES * PER_CLASS
    model.save(tmp_path / "m.hb", documents=True)
    _, arrays = read_model_file(tmp_path / "m.hb")
    assert all(list(array.shape).count(n) < 2 for array in arrays.values())
    one, two = (len(pickle.dumps(view)) for view in discriminants(model))
    weights = sum(block.terms.nbytes for block in discriminants(model)[0].ridge.blocks)
    assert max(one, two) < 1.1 * weights + n * CLASSES * 8


def test_learning_more_and_forgetting_equal_fitting_again(model, new, tmp_path):
    rows, labels = corpus()
    start = fitted(rows[:250], labels[:250])
    before = answers(start, new)
    start.save(tmp_path / "m.hb", documents=True)
    loaded = halfbayes.load(tmp_path / "m.hb").partial_fit(rows[250:], labels[250:])
    assert answers(loaded, new) == answers(model, new)
    assert answers(loaded.forget(rows[250:], labels[250:]), new) == before


def test_without_its_documents_a_model_updates_its_counts_and_says_so(model, new, tmp_path):
    rows, labels = corpus()
    model.save(tmp_path / "m.hb")
    loaded = halfbayes.load(tmp_path / "m.hb")
    with pytest.warns(UserWarning, match="without its documents"):
        loaded.partial_fit(rows[:20], labels[:20])
    assert answers(loaded, new) != answers(model, new)


def test_contributions_add_up_to_the_logit(model, new):
    for told in model.explain(new[:12]):
        total = told.offset + sum(part.value for part in told.contributions)
        assert_allclose(total, told.logit, rtol=1e-9)
        assert_allclose(sum(told.shares.values()), 1.0, rtol=1e-12)
    assert_allclose(sum(weight.share for weight in model.region_weights_), 1.0, rtol=1e-12)
    assert 0.0 <= model.dial_ <= 1.0


def test_exported_weights_and_the_pipeline_give_the_same_probabilities(model, new):
    by_hand = predicted(weight_table(model.learnt_).as_dict(), new)
    assert_allclose(by_hand, model.predict_proba(new), atol=1e-9)
    pipeline = as_pipeline(model.learnt_)
    assert_allclose(pipeline.predict_proba(new), model.predict_proba(new), atol=1e-9)


def test_where_there_is_no_inverse_the_model_is_nearly_the_same(model, new, monkeypatch):
    monkeypatch.setattr(ridge_iterative, "ALWAYS_EXACT", 0)
    monkeypatch.setattr(ridge_iterative, "NEVER_EXACT", 0)
    iterative = fitted(*corpus())
    for place in (0, 1):
        one, other = (discriminants(m)[place].ridge.blocks[0].terms for m in (model, iterative))
        assert_allclose(other, one, atol=0.05 * np.abs(one).max())
    assert np.mean(iterative.predict(new) == model.predict(new)) > 0.9


def test_every_question_is_answered(model, new, tmp_path):
    assert len(model.decide(new, accuracy=0.7)) == len(new)
    assert len(model.novelty(new).p_value) == len(new)
    assert isinstance(model.label_errors(), list)
    model.report(tmp_path / "report.html")
    assert (tmp_path / "report.html").stat().st_size > 0


def test_leave_one_out_is_close_to_refitting_and_not_more_hopeful():
    rows, labels = corpus(5)
    model = fitted(rows, labels)
    left_out, truth, known = [], [], []
    for i in range(0, len(rows), 8):
        others = fitted(rows[:i] + rows[i + 1 :], labels[:i] + labels[i + 1 :])
        k = list(model.classes_).index(labels[i])
        left_out.append(np.log(model.leave_one_out_proba_[i, k]))
        truth.append(others.predict_log_proba([rows[i]])[0, k])
        known.append(model.predict_log_proba([rows[i]])[0, k])
    gap, leak = np.mean(left_out) - np.mean(truth), np.mean(known) - np.mean(truth)
    assert -0.3 * leak < gap < 0.1 * leak
    assert np.corrcoef(left_out, truth)[0, 1] > 0.9


@pytest.mark.parametrize("per_class", [PER_CLASS, SINGLE], ids=["double", "single"])
def test_of_labels_that_mean_nothing_it_learns_nothing(per_class):
    rows, labels = corpus(per_class)
    drawn = np.random.default_rng(0).permutation(labels)
    model = DocumentClassifier(text="body", threads=1).fit(rows, drawn)
    y = np.searchsorted(model.classes_, drawn)
    left_out = model.leave_one_out_proba_
    own = discriminants(model)[-1].ridge.leave_one_out[np.arange(len(y)), model.learnt_.y]
    assert own.mean() < 0.0
    correct = np.mean(left_out.argmax(axis=1) == y)
    log_loss = -np.log(left_out[np.arange(len(y)), y])
    noise = 3.0 / np.sqrt(len(y))
    assert correct < 1.0 / CLASSES + noise * np.sqrt(1.0 / CLASSES)
    assert log_loss.mean() > np.log(CLASSES) - noise * log_loss.std()
    assert np.mean(model.predict(rows) == drawn) > 0.5  # it could have known them


@pytest.mark.parametrize(
    "what", ["empty class", "all equal", "one document", "twins", "numbers"]
)
def test_odd_documents_are_learnt(what):
    rows, labels = corpus()
    columns: dict[str, Any] = {"text": "body", "threads": 1}
    if what == "empty class":
        rows = [
            {"body": ""} if k == labels[0] else r for r, k in zip(rows, labels, strict=True)
        ]
    elif what == "all equal":
        rows = [{"body": "the same"}] * len(rows)
    elif what == "one document":
        rows, labels = [*rows, {"body": "quite alone"}], [*labels, "another"]
    elif what == "twins":
        rows = [*rows, *rows]
        labels = [*labels, *labels[1:], labels[0]]
    else:
        rows = [{"amount": -1e300 if i == 3 else r["amount"]} for i, r in enumerate(rows)]
        columns = {"numeric": "amount"}
    model = DocumentClassifier(**columns).fit(rows, labels)
    assert len(discriminants(model)) == (1 if what == "numbers" else 2)
    for proba in (model.predict_proba(rows), model.leave_one_out_proba_):
        assert np.all(np.isfinite(proba))
        assert_allclose(proba.sum(axis=1), 1.0)


@pytest.mark.parametrize(("n_classes", "n"), [(33, 450), (40, 1200)])
def test_of_numbers_and_categories_alone_left_out_scores_are_as_good_as_new_ones(n_classes, n):
    """Many documents and few features: no coefficients of documents are read off them."""
    rng = np.random.default_rng(0)

    def drawn(size):
        y = np.arange(size) % n_classes
        a, b = rng.normal(y, 1.0), rng.normal(-y / 3, 1.0)
        c = rng.choice(["x", "y", "z"], size)
        return [dict(zip("abc", row, strict=True)) for row in zip(a, b, c, strict=True)], y

    rows, y = drawn(n)
    model = DocumentClassifier(numeric=["a", "b"], categorical=["c"]).fit(rows, y)
    new, truth = drawn(2000)
    left_out = float((np.argmax(model.leave_one_out_proba_, axis=1) == y).mean())
    assert abs(left_out - model.score(new, truth)) < 0.1  # about three standard errors
    assert -model.predict_log_proba(new)[np.arange(2000), truth].mean() < 2.0
