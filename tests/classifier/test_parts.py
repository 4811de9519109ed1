"""A model taken apart: what parts say adds up, field by field and term by term."""

import numpy as np
import pytest
from classifier.corpus import invented
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from halfbayes import DocumentClassifier
from halfbayes.classifier.parts import BASE, WHOLE_TEXT, TakenApart
from halfbayes.classifier.table import as_table

COLUMNS = {"text": ["title", "body"], "numeric": ["amount"], "categorical": ["channel"]}


def fitted(**columns):
    rows, labels = invented(90)
    return DocumentClassifier(**(columns or COLUMNS)).fit(rows, labels)


MODEL = fitted()


def taken_apart(model, rows):
    table = as_table(rows)
    learnt = model.learnt_
    return TakenApart(learnt.evidence, learnt.hybrid, table, learnt.evidence.read(table))


def undealt(apart):
    """What views say of the sources of the whole text, in the order of ``dealt``."""
    for theta, view in zip(apart.hybrid.weights.theta, apart.hybrid.views, strict=True):
        if any(apart.sources[r].kind == "numbers" for r, _ in view.view.parts):
            continue
        if any(apart.sources[r].kind == "categories" for r, _ in view.view.parts):
            continue
        for place, weights in view.linear_weights().items():
            if apart.sources[place].kind in WHOLE_TEXT:
                yield apart.sources[place].name, theta * weights.scores(apart.sources[place].X)


WORDS = st.lists(
    st.sampled_from(["goal", "goal", "league", "court", "the", "today", "oven", "unheard"]),
    max_size=6,
).map(" ".join)
ROWS = st.lists(
    st.fixed_dictionaries({"title": st.none() | WORDS, "body": WORDS}).map(
        lambda row: row | {"amount": 1.0, "channel": "web"}
    ),
    min_size=1,
    max_size=5,
)


@settings(max_examples=60, deadline=None)
@given(ROWS)
def test_what_fields_are_dealt_adds_up_to_what_is_said_of_the_whole_text(rows):
    apart = taken_apart(MODEL, rows)
    dealt = list(apart.dealt())
    for (name, parts), (source, scores) in zip(dealt, undealt(apart), strict=True):
        assert name == source
        assert [part.region for part in parts] == ["title", "body"]
        assert_allclose(sum(part.scores for part in parts), scores, rtol=1e-9, atol=1e-10)


@settings(max_examples=30, deadline=None)
@given(ROWS)
def test_contributions_add_up_to_the_logit(rows):
    for told in MODEL.explain(rows):
        total = told.offset + sum(part.value for part in told.contributions)
        assert_allclose(total, told.logit, rtol=1e-9, atol=1e-9)


def test_a_word_is_told_of_the_fields_that_have_it():
    row = {"title": "goal court", "body": "the goal", "amount": None, "channel": None}
    [told] = MODEL.explain([row])
    where = {
        term: {part.region for part in told.contributions if part.term == term}
        for term in ("goal", "court", "the")
    }
    assert where == {"goal": {"title", "body"}, "court": {"title"}, "the": {"body"}}
    assert {part.region for part in told.contributions} <= {"title", "body", "writing"}


def test_an_empty_field_is_told_of_nothing():
    row = {"title": None, "body": "goal", "amount": None, "channel": None}
    [told] = MODEL.explain([row])
    assert "title" not in told.shares


def test_a_word_counts_in_a_field_as_often_as_the_field_has_it():
    rows = [{"title": "goal", "body": "goal goal goal", "amount": None, "channel": None}]
    for _, (title, body) in taken_apart(MODEL, rows).dealt():
        if title.X.nnz:
            assert_allclose(3.0 * title.scores, body.scores, rtol=1e-12)


@pytest.mark.parametrize("text", [["body"], []])
def test_with_one_field_or_none_nothing_is_dealt_out(text):
    model = fitted(text=text, numeric=["amount"])
    rows, _ = invented(3)
    [told, *_] = model.explain(rows)
    assert "body" not in told.shares
    if text:
        assert {"words", "pieces"} <= set(told.shares)
    assert BASE in {part.term for part in told.contributions}
    assert np.isclose(sum(told.shares.values()), 1.0)
