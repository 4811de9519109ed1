import pytest
from experiments.numbers import summary_of

from halfbayes.experiments.rennie2001 import table4_1
from halfbayes.experiments.rennie2001.classifiers import CODES, NB, SVM, TODAY
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS
from halfbayes.experiments.reproduction import Measurement


@pytest.mark.parametrize("svm", [0.1, 0.5])
def test_the_claims_compare_what_was_measured(svm):
    errors = {SVM: svm, NB: 0.3}
    summary = summary_of(
        *(
            Measurement(f"{NEWSGROUPS}, {name}", code, error - 0.001 * i, x=float(n))
            for name, error in errors.items()
            for i, code in enumerate(CODES)
            for n in (800, 250, 100, 30)
            if name == NB or n < 250
        )
    )
    found = table4_1.claims(summary)
    assert found["svm"].holds == (svm < 0.3)
    assert "of 14 cells" in found["svm"].evidence
    assert found["bch"].holds


def test_todays_classifier_stands_beside_both(toy_data):
    settings = {"corpus": NEWSGROUPS, "learner": TODAY, "size": 5, "seed": 0}
    found = table4_1.run(settings, toy_data)
    assert [m.row for m in found] == [f"{NEWSGROUPS}, SVM", f"{NEWSGROUPS}, NB"]
    assert len({m.value for m in found}) == 1
