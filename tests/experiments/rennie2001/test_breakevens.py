import pytest
from experiments.numbers import summary_of

from halfbayes.experiments.rennie2001.breakevens import (
    BREAKEVEN,
    MULTICLASS,
    claims,
    measured_with,
)
from halfbayes.experiments.rennie2001.classifiers import NB, OVA, SVM
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS
from halfbayes.experiments.rennie2001.tasks import coder_of, place_of
from halfbayes.experiments.reproduction import Measurement


def test_both_rates_are_those_of_the_bits(toy_data):
    settings = {"corpus": NEWSGROUPS, "learner": NB, "size": 5, "seed": 0}
    found = {m.row: m.value for m in measured_with(OVA)(settings, toy_data)}
    bits = coder_of(place_of(settings), toy_data).bits(OVA)
    assert found == {
        f"{NEWSGROUPS}, {BREAKEVEN}": bits.breakeven(),
        f"{NEWSGROUPS}, {MULTICLASS}": bits.error(),
    }


@pytest.mark.parametrize("svm_error", [0.1, 0.4])
def test_the_claim_holds_if_the_lower_breakeven_has_the_lower_error(svm_error):
    values = {
        (BREAKEVEN, SVM): 0.05,
        (BREAKEVEN, NB): 0.2,
        (MULTICLASS, SVM): svm_error,
        (MULTICLASS, NB): 0.3,
    }
    summary = summary_of(
        *(
            Measurement(f"{NEWSGROUPS}, {what}", learner, value, x=100.0)
            for (what, learner), value in values.items()
        )
    )
    assert claims(summary)["dictates"].holds == (svm_error < 0.3)
