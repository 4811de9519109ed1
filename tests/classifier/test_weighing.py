"""The small fit of all documents, and what is told where they change on the way."""

from dataclasses import replace

import numpy as np
import pytest
from classifier.test_counted import RULE, counted, engine
from numpy.testing import assert_allclose

from halfbayes import DocumentClassifier
from halfbayes.classifier.counted import CountedSettings, counted_model
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.sample import Labelled
from halfbayes.classifier.size import STANDARD, SizeRule
from halfbayes.classifier.table import Table
from halfbayes.core.prior import log_prior
from halfbayes.core.small_fit import fitted_weights
from halfbayes.core.summed_fit import summed_fit
from halfbayes.core.view import Documents
from halfbayes.core.weight_priors import TiedWeights
from halfbayes.engines.memory import MemoryEngine
from halfbayes.errors import ChangedInputError

NO_NUMBERS = Roles(("title", "body"), (), ("channel",))  # these are scaled by the sample


def test_weights_do_not_depend_on_which_documents_are_drawn():
    few = counted(120, rule=replace(RULE, checked=25), roles=NO_NUMBERS).hybrid
    whole = counted(120, rule=replace(RULE, checked=1000), roles=NO_NUMBERS)
    assert len(whole.y) == 120
    assert_allclose(few.weights.theta, whole.hybrid.weights.theta, rtol=1e-6)
    assert_allclose(offsets_of(few), offsets_of(whole.hybrid), atol=1e-6)
    assert np.abs(offsets_of(few)).max() > 1e-3


def offsets_of(hybrid):
    """What the words bear of them."""
    return -hybrid.weights.theta[0] * hybrid.views[0].centre


def test_they_equal_those_fitted_in_one_piece():
    learnt = counted(120, rule=replace(RULE, checked=1000))
    sources = [source.X for source in learnt.evidence.read(learnt.training.table)]
    documents = Documents(sources, learnt.y, len(learnt.classes))
    scores = np.stack([view.leave_one_out(documents) for view in learnt.hybrid.views])
    prior = TiedWeights(np.ones(len(scores)))
    counts = np.bincount(learnt.y).astype(float)
    fit = fitted_weights(scores, learnt.y, log_prior(counts), prior)
    c = fit.offsets - log_prior(counts)
    found = learnt.hybrid.weights
    # Scores are kept in single precision, their sums on a grid; the Hessian is that of the
    # point before the last, a step below 1e-6 of the objective away.
    assert_allclose(found.theta, fit.theta, rtol=1e-6)
    assert_allclose(found.offsets, log_prior(counts))
    assert_allclose(offsets_of(learnt.hybrid), c, atol=1e-6)
    assert_allclose(found.scale_sd, fit.scale_sd, rtol=1e-4)
    assert_allclose(found.leave_one_out, fit.leave_one_out + c, atol=1e-4)


class Changing:
    """Chunks of which one is gone the third time."""

    def __init__(self, chunks):
        self.chunks, self.times = chunks, 0

    def __iter__(self):
        self.times += 1
        return iter(self.chunks if self.times < 3 else self.chunks[1:])


def test_documents_that_change_on_the_way_are_told():
    chunks = Changing(engine(90, size=10).chunks)
    asked = CountedSettings(Roles(("body",)), rule=RULE)
    with pytest.raises(ChangedInputError, match="90 documents were there at first and 80"):
        counted_model(MemoryEngine(chunks), asked, lambda _stage, _share: None)


class Replaced:
    """Chunks instead of which there are as many others the second time."""

    def __init__(self, chunks, others):
        self.chunks, self.others, self.times = chunks, others, 0

    def __iter__(self):
        self.times += 1
        return iter(self.chunks if self.times == 1 else self.others)


@pytest.mark.parametrize(
    "roles", [Roles(("body",)), Roles(("title", "body")), Roles((), (), ("channel",))]
)
def test_documents_replaced_by_as_many_others_are_told(roles):
    def chunk(word):
        cells = [f"{word}{i % 7}" for i in range(90)]
        table = Table(dict.fromkeys(("title", "body", "channel"), cells), 90)
        return Labelled(table, ["ab"[i % 2] for i in range(90)])

    chunks = Replaced([chunk("old")], [chunk("new")])
    asked = CountedSettings(roles, rule=RULE)
    with pytest.raises(ChangedInputError, match="changed while they were read; learn from a"):
        counted_model(MemoryEngine(chunks), asked, lambda _stage, _share: None)


def test_sums_that_cannot_be_weighed_are_told(monkeypatch):
    def broken(total, *rest):
        fit = summed_fit(total, *rest)
        of_all = getattr(total, "__name__", "") == "total"
        return replace(fit, point=fit.point * np.nan) if of_all else fit

    monkeypatch.setattr("halfbayes.classifier.weighing.summed_fit", broken)
    with pytest.raises(ChangedInputError, match="cannot be weighed"):
        counted(90)


@pytest.mark.filterwarnings("ignore:class_words has words")
def test_words_listed_for_a_class_count_in_a_large_corpus(tmp_path):
    rows = [{"body": f"word{i % 7} text{i % 5} some"} for i in range(120)]
    labels = ["ab"[i % 2] for i in range(120)]
    lists = {"a": ["zebra"], "b": ["giraffe"], "c": ["okapi", "text1"]}
    model = DocumentClassifier(text="body", class_words=lists)
    model.sized(SizeRule(documents=50, checked=40)).fit(rows, labels)
    assert model.classes_.tolist() == ["a", "b", "c"]
    assert model.learnt_.by_class.tolist() == [60, 60, 0]
    proba = model.predict_proba([{"body": "zebra"}, {"body": "giraffe"}, {"body": "some"}])
    assert proba[0, 0] > proba[2, 0]
    assert proba[1, 1] > proba[2, 1]
    order = np.random.default_rng(3).permutation(120)
    again = DocumentClassifier(text="body", class_words=lists)
    again.sized(SizeRule(documents=50, checked=40))
    again.fit([rows[i] for i in order], [labels[i] for i in order])
    for number, fitted in enumerate((model, again)):
        fitted.save(tmp_path / f"{number}.hb")
    assert (tmp_path / "0.hb").read_bytes() == (tmp_path / "1.hb").read_bytes()


@pytest.mark.parametrize("rule", [STANDARD, SizeRule(documents=100, checked=1000)])
def test_what_empty_documents_are_is_not_taken_for_what_others_are(rule):
    """Words say nothing here: documents with words are b as often as such documents are."""
    rng = np.random.default_rng(0)
    labels = np.append(np.where(rng.random(400) < 0.55, "b", "a"), np.full(200, "b"))
    words = np.array(["one", "two", "three", "four", "five"])
    texts = [" ".join(rng.choice(words, 4)) for _ in range(400)] + [None] * 200
    model = DocumentClassifier(threads=1).sized(rule).fit(texts, labels)
    told = model.predict_proba([" ".join(rng.choice(words, 4)) for _ in range(200)])[:, 1]
    assert told.mean() == pytest.approx(np.mean(labels[:400] == "b"), abs=0.03)
    assert model.predict_proba([None])[0, 1] == pytest.approx(np.mean(labels == "b"), abs=0.01)
