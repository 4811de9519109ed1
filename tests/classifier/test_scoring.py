"""What a model says of new documents does not depend on how it is worked out."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose

from halfbayes import DocumentClassifier
from halfbayes.classifier.table import as_table

ROWS = [
    {"title": "cheap pills", "body": "buy cheap pills now", "amount": 3.0, "channel": "web"},
    {"title": "meeting", "body": "the meeting is at noon", "amount": None, "channel": "mail"},
    {"title": "watches", "body": "cheap watches, buy now", "amount": 9.5, "channel": "web"},
    {"title": "notes", "body": "notes of the meeting at noon", "amount": 1.0, "channel": None},
]
LABELS = ["spam", "work", "spam", "work"]
NEW = [
    {"title": "cheaper", "body": "a pill for the meeting", "amount": 4.0, "channel": "web"},
    {"title": None, "body": None, "amount": None, "channel": None},
    {"title": "", "body": "now", "amount": 100.0, "channel": "fax"},
]
ROLES = [
    {"text": ["title", "body"]},
    {"text": "body"},
    {"text": ["title", "body"], "numeric": "amount", "categorical": "channel"},
    {"numeric": "amount", "categorical": "channel"},
]


@pytest.mark.parametrize("roles", ROLES)
def test_scores_are_those_of_the_views(roles):
    model = DocumentClassifier(**roles).fit(ROWS, LABELS)
    learnt = model._learnt
    for rows in (ROWS, NEW):
        regions = [source.X for source in learnt.evidence.read(as_table(rows))]
        assert_allclose(
            model.predict_log_proba(rows), learnt.hybrid.log_proba(regions), atol=1e-10
        )
        assert_allclose(model.predict_proba(rows), np.exp(learnt.hybrid.log_proba(regions)))


def test_a_model_that_has_answered_can_be_pickled_and_learn_again():
    model = DocumentClassifier(text=["title", "body"]).fit(ROWS, LABELS)
    before = model.predict_proba(NEW)
    twin = pickle.loads(pickle.dumps(model))
    assert np.array_equal(twin.predict_proba(NEW), before)
    model.fit(ROWS[::-1], [label.upper() for label in LABELS[::-1]])
    assert model.predict(NEW[:1])[0] in {"SPAM", "WORK"}
    assert not np.array_equal(model.partial_fit(NEW, ["WORK"] * 3).predict_proba(NEW), before)
