import numpy as np
import pytest
from classifier.corpus import invented

import halfbayes
from halfbayes import DocumentClassifier
from halfbayes.classifier.update import CountsOnlyWarning
from halfbayes.errors import InvalidInputError


@pytest.fixture
def without_documents(tmp_path):
    rows, labels = invented(30)
    DocumentClassifier(text=["body"]).fit(rows, labels).save(tmp_path / "m.hb")
    return halfbayes.load(tmp_path / "m.hb")


def test_counts_grow_by_what_was_added(without_documents):
    rows, labels = invented(9, seed=3)
    before = without_documents._learnt.hybrid.views[0].statistics
    with pytest.warns(CountsOnlyWarning):
        without_documents.partial_fit(rows, labels)
    after = without_documents._learnt.hybrid.views[0].statistics
    assert (after.documents - before.documents).tolist() == [3, 3, 3]
    assert np.all(after.terms >= before.terms)


@pytest.mark.filterwarnings("ignore::halfbayes.classifier.update.CountsOnlyWarning")
def test_forgetting_more_than_was_learnt_changes_nothing(without_documents):
    rows, labels = invented(300, seed=4)
    before = without_documents._learnt
    with pytest.raises(InvalidInputError, match="nothing changed"):
        without_documents.forget(rows, labels)
    assert without_documents._learnt is before
