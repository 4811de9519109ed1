import numpy as np
import pytest
from classifier.corpus import COMMON, invented
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose

from halfbayes import DocumentClassifier
from halfbayes.classifier import regions
from halfbayes.classifier.parts import TakenApart, said_of_sources
from halfbayes.classifier.regions import (
    RegionsOf,
    RegionWeight,
    region_weights,
    spread_by_part,
)
from halfbayes.classifier.size import SizeRule
from halfbayes.classifier.table import as_table


def spread(scores):
    return scores.std(axis=1).mean()


def say_of(model):
    return {weight.region: weight.share for weight in model.region_weights_}


def test_a_region_that_says_nothing_has_no_say():
    rows, labels = invented(45)
    rows = [{**row, "title": None} for row in rows]
    say = say_of(DocumentClassifier(text=["title", "body"]).fit(rows, labels))
    assert say["title"] < 1e-9 < say["body"]


@pytest.mark.parametrize("seed", range(4))
def test_a_field_that_always_says_the_same_has_at_most_what_its_words_say(seed):
    """Its word is a larger share of the words where documents are short: that says something.

    No more of the spread is the field's than what is said of that word spreads by itself.
    """
    rows, labels = invented(45, seed=seed)
    rows = [{**row, "title": "same"} for row in rows]
    model = DocumentClassifier(text=["title", "body"], threads=1).fit(rows, labels)
    learnt, table = model.learnt_, as_table(rows)
    sources = learnt.evidence.read(table)
    apart = TakenApart(learnt.evidence, learnt.hybrid, table, sources)
    whole = sum(spread(scores) for _, scores in said_of_sources(learnt.hybrid, sources))
    alone = sum(spread(title.scores) for _, (title, _) in apart.dealt())
    assert say_of(model)["title"] <= alone / whole < 0.05  # and that is next to nothing


@pytest.mark.parametrize("telling", ["title", "body"])
def test_the_field_that_alone_tells_the_class_has_nearly_all_the_say(telling):
    rows, labels = invented(200)
    rng = np.random.default_rng(1)
    [other] = {"title", "body"} - {telling}
    rows = [
        {telling: row["body"], other: " ".join(rng.choice(COMMON, rng.integers(1, 5)))}
        for row in rows
    ]
    model = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    say = say_of(model)
    assert set(say) == {"title", "body", "writing"}
    assert say[telling] > 0.9
    assert model.region_weights_[0].region == telling
    told = [one.shares[telling] for one in model.explain(rows)]
    assert np.mean(told) > 0.9
    assert f"The say of each part: {telling} 9" in model.describe()


def test_numbers_categories_and_writing_keep_the_say_they_had(monkeypatch):
    rows, labels = invented(60)
    columns = {"numeric": ["amount"], "categorical": ["channel"]}
    model = DocumentClassifier(text=["title", "body"], **columns).fit(rows, labels)
    learnt = model.learnt_
    sources = learnt.evidence.read(learnt.training.table)
    given = learnt.evidence, learnt.hybrid, learnt.training.table, sources
    dealt = {weight.region: weight.share for weight in region_weights(*given)}
    monkeypatch.setattr(TakenApart, "dealt", lambda _self: iter(()))
    whole = {weight.region: weight.share for weight in region_weights(*given)}
    assert set(whole) - set(dealt) == {"words", "pairs", "pieces", "topics"}
    for name in ("numbers", "categories", "writing"):
        assert dealt[name] == pytest.approx(whole[name], rel=1e-12)


def test_with_one_field_words_pairs_pieces_and_topics_are_told_apart():
    rows, labels = invented(60)
    say = say_of(DocumentClassifier(text="body").fit(rows, labels))
    assert set(say) == {"words", "pairs", "pieces", "topics", "writing"}


def test_a_field_called_words_is_a_field():
    rows, labels = invented(60)
    rows = [{"words": row["title"], "body": row["body"]} for row in rows]
    model = DocumentClassifier(text=["words", "body"]).fit(rows, labels)
    assert set(say_of(model)) == {"words", "body", "writing"}


def test_of_many_documents_some_say_how_the_say_is_dealt_out(monkeypatch):
    """Evenly spread ones: of documents that are each there eight times, each of them once."""
    rows, labels = invented(40)
    model = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    learnt, looked_at, dealt = model.learnt_, [], TakenApart.dealt

    def told(self):
        looked_at.append(self.table.n_rows)
        return dealt(self)

    monkeypatch.setattr(regions, "MOST_DEALT", 40)
    monkeypatch.setattr(TakenApart, "dealt", told)
    table = learnt.training.table
    often = table.rows([row for row in range(40) for _ in range(8)])
    once, found = (RegionsOf(learnt.evidence, learnt.hybrid, each) for each in (table, often))
    say = {weight.region: weight.share for weight in once}
    assert {weight.region: weight.share for weight in found} == pytest.approx(say, rel=1e-9)
    assert looked_at == [40, 40]


def test_a_model_that_was_told_only_words_has_regions_too():
    lists = {"sport": ["goal", "league"], "law": ["court", "judge"]}
    model = DocumentClassifier(text=["title", "body"], class_words=lists)
    model.fit({"title": [], "body": []}, [])
    assert {weight.share for weight in model.region_weights_} == {0.0}


def test_the_counted_model_deals_out_its_words_too():
    rows, labels = invented(60)
    model = DocumentClassifier(text=["title", "body"]).sized(SizeRule(documents=20))
    say = say_of(model.fit(rows, labels))
    assert set(say) == {"title", "body"}


values = st.floats(-5.0, 5.0).map(lambda value: round(value, 3))


@given(hnp.arrays(np.float64, (3, 4, 2), elements=values))
def test_what_parts_add_to_the_spread_adds_up_to_it(scores):
    total = scores.sum(axis=0).std(axis=1).sum()
    assert_allclose(spread_by_part(scores).sum(), total, rtol=1e-9, atol=1e-9)


@given(hnp.arrays(np.float64, (3, 4, 2), elements=values))
def test_no_part_adds_more_to_the_spread_than_its_own(scores):
    assert (spread_by_part(scores) <= scores.std(axis=2).sum(axis=1) + 1e-9).all()


def test_the_say_is_told_in_times_of_the_length():
    assert str(RegionWeight("title", 0.23, 0.1)) == (
        "title 23 % (2.3 times its share of the words)"
    )
    assert str(RegionWeight("numbers", 0.05)) == "numbers 5 %"


def test_the_say_is_worked_out_when_it_is_asked_for():
    rows, labels = invented(30)
    model = DocumentClassifier(text=["title", "body"]).fit(rows, labels)
    found = model.learnt_.regions
    assert isinstance(found, RegionsOf)
    assert "weights" not in vars(found)
    told = model.region_weights_
    assert list(found) == list(told) == [found[place] for place in range(len(found))]
    assert sum(weight.share for weight in told) == pytest.approx(1.0)
