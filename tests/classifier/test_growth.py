import numpy as np
import pytest
from classifier.corpus import invented

from halfbayes import DocumentClassifier
from halfbayes.classifier.asked import Asked
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.growth import growth


def learnt(n_documents: int):
    rows, labels = invented(n_documents)
    model = DocumentClassifier(text=["title", "body"], threads=1).fit(rows, labels)
    found = model.learnt_
    proba = np.exp(found.hybrid.leave_one_out_log_proba)
    return model, found, CheckedDocuments(proba, found.y)


def test_the_error_is_measured_on_parts_and_carried_on():
    model, found, checked = learnt(96)
    told = growth(model, found, checked, Asked(0.8))
    assert [labels for labels, _ in told.measured] == [12, 24, 48, 96]
    assert told.measured[-1][1].value == pytest.approx(1.0 - checked.correct.mean())
    sizes = [labels for labels, _ in told.expected]
    assert sizes[0] == 96
    assert sizes[-1] == 384
    assert 192 in sizes
    errors = [share.value for _, share in told.expected]
    assert errors == sorted(errors, reverse=True)
    assert errors[0] == pytest.approx(told.measured[-1][1].value)
    assert [labels for labels, _ in told.answered] == [96, 192, 384]
    assert told == growth(model, found, checked, Asked(0.8))


def test_too_few_documents_have_no_curve():
    assert growth(*learnt(9), Asked()) is None


@pytest.mark.parametrize("wrong", [0, 1, 30, 96])
def test_what_is_expected_starts_at_what_is_measured_and_never_rises(wrong):
    """Parts that err far more, or far less, than the whole."""
    model, found, _ = learnt(96)
    y = np.zeros(96, dtype=int)
    right = np.arange(96) >= wrong
    checked = CheckedDocuments(np.column_stack([right, ~right]).astype(float), y)
    told = growth(model, found, checked, Asked(0.8))
    shares = [share for _, share in told.expected]
    assert shares[0].value == pytest.approx(wrong / 96)
    assert all(share.low <= share.value <= share.high <= 1.0 for share in shares)
    values = [share.value for share in shares]
    assert values == sorted(values, reverse=True)
