import numpy as np
import pytest
from classifier.streams import Stream

import halfbayes
from halfbayes.classifier.checked import CheckedDocuments
from halfbayes.classifier.decide import Asked
from halfbayes.classifier.plan import learning_exponent, reading_plan
from halfbayes.classifier.table import as_table
from halfbayes.classifier.training import TrainingSet
from halfbayes.errors import InvalidParameterError


@pytest.fixture(scope="module")
def model():
    return halfbayes.DocumentClassifier(threads=1).fit(*Stream(0).draw(120))


def test_the_plan_of_a_table_is_that_of_its_size(model):
    texts = Stream(1).draw(300)[0]
    plan = model.plan(texts, accuracy=0.9, confidence=0.9)
    assert plan == model.plan(300, accuracy=0.9, confidence=0.9)
    reading = plan.reading
    assert reading.n_documents == 300
    assert 0 <= reading.low <= reading.read <= reading.high <= 300
    assert "Of 300 documents a person must read about" in plan.statement
    assert "reckoned from the checked documents, and others may differ" in plan.statement


def test_a_model_that_still_learns_has_an_exponent_above_zero(model):
    assert 0.0 < model.plan(100, accuracy=0.9).learning <= 0.7


def test_classes_too_small_to_halve_teach_nothing():
    training = TrainingSet(as_table(["a b", "c d"]), np.array(["x", "y"]))
    assert learning_exponent(halfbayes.DocumentClassifier(), training, 0.5) == 0.0


def test_a_plan_is_for_a_document_or_more():
    checked = CheckedDocuments(np.array([[1.0, 0.0]]), np.array([0]))
    with pytest.raises(InvalidParameterError, match="one document"):
        reading_plan(checked, 0, Asked(), learning=0.0)
