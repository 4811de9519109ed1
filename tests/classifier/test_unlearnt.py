import pandas as pd
import pytest

from halfbayes import DocumentClassifier
from halfbayes.classifier.unlearnt import unlearnt


@pytest.fixture(scope="module")
def frame():
    return pd.DataFrame(
        {
            "note": [
                "it is late again",
                "all is fine here",
                "far too late now",
                "fine by me too",
            ]
            * 10,
            "amount": [1.5, 2.25, 3.5, 4.75, 2.25] * 8,
        }
    )


def test_it_reads_what_the_model_reads_and_has_its_other_parameters(frame):
    model = DocumentClassifier(language=None).fit(frame, ["bad", "good"] * 20)
    again = unlearnt(model)
    assert not hasattr(again, "classes_")
    assert (again.language, again.text, again.numeric) == (None, ["note"], ["amount"])


def test_few_documents_do_not_change_the_roles(frame):
    model = DocumentClassifier().fit(frame, ["bad", "good"] * 20)
    few = unlearnt(model).fit(frame[:2].assign(amount=[None, None]), ["bad", "good"])
    assert few.roles_.used == model.roles_.used
