import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.decide import decision
from halfbayes.classifier.measured import (
    automatic,
    confusions,
    coverage_curve,
    reliability,
    share,
    sorting,
)


def checked(n: int, n_classes: int, seed: int = 0) -> CheckedDocuments:
    rng = np.random.default_rng(seed)
    proba = rng.dirichlet(np.full(n_classes, 0.3), n)
    y = np.array([rng.choice(n_classes, p=row) for row in proba])
    return CheckedDocuments(proba, y)


def names(n_classes: int) -> list[str]:
    return [f"class {k}" for k in range(n_classes)]


@given(st.integers(1, 200), st.integers(2, 20), st.integers(0, 5))
def test_every_document_goes_to_one_place_at_every_accuracy(n, n_classes, seed):
    found = sorting(checked(n, n_classes, seed), names(n_classes), Asked(0.9), None)
    assert found.documents == found.checked == n
    assert [step.accuracy for step in found.steps] == sorted(s.accuracy for s in found.steps)
    assert found.asked.accuracy == 0.9
    for step in found.steps:
        assert len(step.piles) == len(found.classes)
        assert sum(step.piles) == step.answered  # the checked documents are the sorted ones
        assert step.holds == (step.answered > 0)


def test_the_step_asked_for_is_what_decide_promises():
    documents = checked(400, 3)
    rule = decision(documents, np.array(names(3)), Asked(0.83))
    found = sorting(documents, names(3), Asked(0.83), None)
    assert found.asked.answered == rule.certificates[0].answered
    assert found.asked.threshold == rule.certificates[0].threshold
    by_class = automatic(documents, Asked(0.83), 3)
    assert tuple(by_class.tolist()) == found.asked.piles


def test_new_documents_are_sorted_by_the_same_thresholds():
    documents, new = checked(400, 3), checked(50, 3, seed=9).proba
    found = sorting(documents, names(3), Asked(0.8), new)
    assert found.are_new
    assert found.documents == 50
    for step in found.steps:
        least = np.inf if step.threshold is None else step.threshold
        assert sum(step.piles) == int((new.max(axis=1) >= least).sum())


def test_rare_classes_share_a_pile():
    found = sorting(checked(300, 30), names(30), Asked(), None)
    assert len(found.classes) == 12
    assert found.classes[-1] == "19 other classes"
    assert found.folded == 19


def test_a_curve_ends_at_the_accuracy_of_all_documents():
    documents = checked(500, 3)
    curve = coverage_curve(documents, 0.95)
    assert curve.coverage[-1] == 1.0
    assert curve.accuracy[-1] == pytest.approx(documents.correct.mean())
    assert len(curve.coverage) <= 120
    assert all(low <= high for low, high in zip(curve.band_low, curve.band_high, strict=True))


@given(st.integers(1, 100))
def test_reliability_counts_every_document_once(n):
    bins = reliability(checked(n, 4))
    assert sum(one.accuracy.documents for one in bins) == n


def test_confusions_are_counted_by_own_and_given_class():
    documents = checked(200, 3)
    table = np.array(confusions(documents, names(3)).table)
    assert table.sum(axis=1).tolist() == np.bincount(documents.y, minlength=3).tolist()
    assert np.trace(table) == documents.correct.sum()
    assert confusions(checked(200, 13), names(13)).table == ()


def test_a_share_lies_in_its_interval():
    told = share(7, 10)
    assert told.low < told.value < told.high
    assert share(0, 10).low == 0.0


@given(st.integers(20, 300), st.integers(0, 20))
def test_what_the_report_offers_instead_is_what_decide_offers(n, seed):
    documents, asked = checked(n, 3, seed), Asked(0.99)
    rule = decision(documents, np.array(names(3)), asked)
    offered = sorting(documents, names(3), asked, None, targets=()).instead
    if not rule.holds:
        told = None if rule.instead is None else (rule.instead.accuracy, rule.instead.answered)
        assert told == (None if offered is None else (offered.accuracy, offered.answered))
