import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import accuracy_score, confusion_matrix, precision_score, recall_score

from halfbayes.evaluate.scorecard import scorecard


@st.composite
def judged(draw):
    n, K = draw(st.integers(1, 30)), draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    return rng.dirichlet(np.ones(K), n), rng.integers(0, K, n)


@given(judged())
def test_shares_are_those_of_scikit_learn(example):
    proba, y = example
    K = proba.shape[1]
    card = scorecard(proba, y, [f"class {k}" for k in range(K)])
    given_class = proba.argmax(axis=1)
    options = {"labels": range(K), "average": None, "zero_division": np.nan}
    assert card.accuracy == pytest.approx(accuracy_score(y, given_class))
    for name, measure in (("precision", precision_score), ("recall", recall_score)):
        ours = [getattr(score, name) for score in card.classes]
        expected = measure(y, given_class, **options)
        np.testing.assert_allclose([np.nan if v is None else v for v in ours], expected)
    assert card.interval[0] <= card.accuracy <= card.interval[1]


@given(judged())
def test_confusions_are_the_largest_cells_off_the_diagonal(example):
    proba, y = example
    K = proba.shape[1]
    card = scorecard(proba, y, range(K))
    table = confusion_matrix(y, proba.argmax(axis=1), labels=range(K))
    counts = [pair.documents for pair in card.confusions]
    assert counts == sorted(counts, reverse=True)
    for pair in card.confusions:
        assert table[int(pair.label), int(pair.given)] == pair.documents


def test_a_scorecard_can_be_told_and_written_as_json():
    card = scorecard(np.array([[0.9, 0.1], [0.6, 0.4]]), np.array([0, 1]), ["law", "art"])
    plain = json.loads(json.dumps(card.as_dict()))
    assert plain["classes"][1]["precision"] is None
    told = list(card.lines())
    assert told[0].startswith("50.0 % of 2 documents right")
    assert "      1 of art given law" in told


def test_a_share_of_the_surest_that_is_next_to_none_is_told_so():
    confidence = np.linspace(0.99, 0.6, 200)
    proba = np.column_stack([confidence, 1 - confidence])
    y = np.ones(200, dtype=int)
    y[0] = 0  # only the surest one is right
    told = list(scorecard(proba, y, ["law", "art"]).lines())
    assert "  fewer than 1 % of the documents are sure enough to be 99 % right" in told
    assert told[1].endswith("(some of that is chance)")
    told = list(scorecard(proba, np.zeros(200, dtype=int), ["law", "art"]).lines())
    assert "  the surest 100 % of the documents are at least 99 % right" in told
