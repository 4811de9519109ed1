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
    return model, found.training, CheckedDocuments(proba, found.y)


def test_the_error_is_measured_on_parts_and_carried_on():
    model, training, checked = learnt(96)
    told = growth(model, training, checked, Asked(0.8))
    assert [labels for labels, _ in told.measured] == [12, 24, 48, 96]
    assert told.measured[-1][1].value == pytest.approx(1.0 - checked.correct.mean())
    sizes = [labels for labels, _ in told.expected]
    assert sizes[0] == 96
    assert sizes[-1] == 384
    assert 192 in sizes
    errors = [share.value for _, share in told.expected]
    assert errors == sorted(errors, reverse=True)
    assert [labels for labels, _ in told.answered] == [96, 192, 384]
    assert told == growth(model, training, checked, Asked(0.8))


def test_too_few_documents_have_no_curve():
    assert growth(*learnt(9), Asked()) is None
