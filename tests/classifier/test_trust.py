import numpy as np
import pytest
from classifier.streams import Stream

import halfbayes
from halfbayes.classifier.adapt import class_weights, with_shares
from halfbayes.classifier.size import SizeRule
from halfbayes.errors import InvalidParameterError, NoTrainingDataError


@pytest.fixture
def stream():
    """The classes of the model, other documents."""
    return Stream(0).afresh(1)


@pytest.fixture(scope="module")
def trained():
    texts, labels = Stream(0).draw(240)
    return halfbayes.DocumentClassifier(threads=1).fit(texts, labels), labels


def test_the_curve_is_that_of_leave_one_out(trained):
    model, labels = trained
    report = model.coverage_curve()
    predicted = model.classes_[model.leave_one_out_proba_.argmax(axis=1)]
    assert report.curve.accuracy[-1] == pytest.approx(np.mean(predicted == labels))
    assert report.band.level == 0.95


def test_deciding_keeps_the_rule(trained, stream):
    model, _ = trained
    texts = stream.draw(50)[0]
    answers = model.decide(texts, accuracy=0.85, confidence=0.9)
    rule = model.promise(accuracy=0.85, confidence=0.9)
    assert rule.answers(model.predict_proba(texts)) == answers
    assert model.decision_.statement == rule.statement
    assert {answer for answer in answers if answer is not None} <= set(model.classes_.tolist())


def test_novel_documents_are_not_decided(trained, stream):
    model, _ = trained
    answers = model.decide(stream.strange(10), accuracy=0.7, confidence=0.9, novelty=0.05)
    assert answers == [None] * 10


def test_sets_hold_the_class_as_often_as_asked(stream):
    held = []
    for _ in range(4):
        model = halfbayes.DocumentClassifier(threads=1).fit(*stream.draw(200))
        texts, labels = stream.draw(400)
        sets = model.predict_set(texts, confidence=0.9)
        held += [label in found for label, found in zip(labels, sets, strict=True)]
    assert np.mean(held) >= 0.88
    with pytest.raises(InvalidParameterError, match="confidence"):
        model.predict_set(texts, confidence=90)


def test_flipped_labels_are_found(stream):
    texts, labels = stream.draw(300)
    flipped = np.arange(0, 300, 20)
    wrong = labels.copy()
    wrong[flipped] = np.roll(labels, 1)[flipped]
    really = flipped[wrong[flipped] != labels[flipped]]
    model = halfbayes.DocumentClassifier(threads=1).fit(texts, wrong)
    found = model.label_errors(level=0.2)
    top = [suspect.document for suspect in found[: len(really)]]
    assert np.mean(np.isin(top, really)) > 0.5
    assert found[0].label == wrong[found[0].document]
    assert all(suspect.probability < 0.2 for suspect in found)


def test_learning_more_changes_what_is_typical(stream):
    texts, labels = stream.draw(60)
    model = halfbayes.DocumentClassifier(threads=1).fit(texts, labels)
    strange = stream.strange(5)
    before = model.novelty(strange).p_value
    model.partial_fit(strange * 4, ["c0"] * 20)
    assert np.all(model.novelty(strange).p_value > before)


@pytest.fixture(scope="module")
def untaught():
    lists = {"art": ["paint", "canvas"], "law": ["court", "judge"]}
    return halfbayes.DocumentClassifier(class_words=lists, threads=1).fit([], [])


@pytest.mark.parametrize("origin", ["fitted", "with documents", "without"])
@pytest.mark.parametrize(
    "asked",
    [
        lambda model, _: model.plan(100),
        lambda model, texts: model.novelty(texts),
        lambda model, _: model.monitor(),
        lambda model, _: model.coverage_curve(),
        lambda model, texts: model.class_shares(texts),
        lambda model, texts: model.adapt(texts),
        lambda model, texts: model.decide(texts, novelty=0.05),
    ],
)
def test_what_needs_checked_documents_says_that_there_are_none(
    untaught, asked, origin, tmp_path
):
    model = untaught
    if origin != "fitted":
        untaught.save(tmp_path / "model.hb", documents=origin == "with documents")
        model = halfbayes.load(tmp_path / "model.hb")
    with pytest.raises(NoTrainingDataError, match="no document has a label, so nothing was"):
        asked(model, ["court paint"])


def test_words_alone_decide_nothing_and_leave_all_classes_possible(untaught):
    texts = ["court judge", "canvas"]
    assert untaught.decide(texts) == [None, None]
    assert "no document was checked" in untaught.decision_.statement
    assert untaught.predict_set(texts) == [("art", "law")] * 2
    assert untaught.label_errors() == []


OWN = {"plain": ["usual", "common"], "odd": ["strange", "peculiar", "weird"]}


class UnequalMail:
    """Documents of two classes: of the odd ones, two in five read like plain ones."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def draw(self, n, plain):
        labels = np.where(self.rng.random(n) < plain, "plain", "odd")
        return [self._text(label) for label in labels], labels

    def _text(self, label):
        vague = self.rng.random() < 0.4
        words = OWN["plain" if vague else label]
        return " ".join([*self.rng.choice([f"w{i}" for i in range(8)], 3), *words])

    def adapted(self, plain):
        """A model of as many documents of each class, adapted to other shares."""
        model = halfbayes.DocumentClassifier(threads=1).fit(*self.draw(400, 0.5))
        return model.adapt(self.draw(1500, plain)[0])


def test_the_curve_and_the_plan_of_an_adapted_model_are_of_its_new_documents():
    certified = 0
    for seed in range(4):
        mail = UnequalMail(seed)
        model = mail.adapted(0.95)
        texts, labels = mail.draw(2000, 0.95)
        accuracy = np.mean(model.predict(texts) == labels)
        found = model.coverage_curve().accuracy_at(1.0)
        assert found.low <= accuracy <= found.high
        assert found.high - found.low < 0.15
        if model.promise(accuracy=0.9).coverage == 1.0:
            certified += 1
            plan = model.plan(1000, accuracy=0.9)
            checked = model.promise(accuracy=0.9).certificates[0].n_documents
            # Only of those that are less sure than every one that was checked.
            assert plan.reading.read < 2 * 1000 / (checked + 1)
    assert certified >= 1


@pytest.mark.parametrize("seed", [0, 3])
def test_a_monitor_of_an_adapted_model_expects_the_new_shares(seed):
    mail = UnequalMail(seed)
    model = mail.adapted(0.7)
    monitor = model.monitor()
    weights = class_weights(model.learnt_)
    kept = np.sum((weights / weights.max())[model.learnt_.y])
    for bet in monitor._streams.values():
        assert bet.seen.total == pytest.approx(kept, rel=0.1)
    assert not monitor.update(mail.draw(1000, 0.7)[0]).alarm


def test_a_model_adapted_to_classes_that_nobody_checked_says_so():
    mail = UnequalMail(0)
    texts, labels = mail.draw(400, 0.5)
    model = halfbayes.DocumentClassifier(threads=1).sized(SizeRule(documents=50, checked=30))
    model.fit([*texts, "singular"], [*labels, "rare"])
    learnt = model.learnt_
    rare = (learnt.classes == "rare").astype(float)
    assert rare[learnt.y].sum() == 0.0
    model._learnt = with_shares(learnt, rare)
    for asked in (model.coverage_curve, lambda: model.plan(10), model.monitor):
        with pytest.raises(NoTrainingDataError, match="no checked document is of the classes"):
            asked()
    assert "no document was checked" in model.promise().statement


def test_a_rule_is_gone_once_the_model_has_learnt_more(stream):
    model = halfbayes.DocumentClassifier(threads=1).fit(*stream.draw(60))
    model.decide(["any"], accuracy=0.7)
    assert "60 checked" in model.decision_.statement
    model.partial_fit(*stream.draw(30))
    assert not hasattr(model, "decision_")


@pytest.mark.parametrize("level", [2, -1, float("nan"), "x"])
def test_a_level_of_label_errors_is_a_probability(trained, level):
    with pytest.raises(InvalidParameterError, match="level must be"):
        trained[0].label_errors(level=level)
