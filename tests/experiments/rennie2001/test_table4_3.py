from experiments.numbers import summary_of

from halfbayes.experiments.rennie2001 import table4_3
from halfbayes.experiments.rennie2001.classifiers import NB, OVA
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS
from halfbayes.experiments.rennie2001.tasks import coder_of, place_of
from halfbayes.experiments.reproduction import Measurement

ROW = f"{NEWSGROUPS}, {NB}"


def test_rates_are_those_of_the_bits(toy_data):
    settings = {"corpus": NEWSGROUPS, "learner": NB, "size": 5, "seed": 0}
    found = {m.column: m.value for m in table4_3.run(settings, toy_data)}
    bits = coder_of(place_of(settings), toy_data).bits(OVA)
    assert found["OVA/Error"] == bits.binary_error()
    assert found["OVA/ROC"] == bits.breakeven()
    assert found["OVA/same label"] == bits.agreement()


def test_the_claims_look_at_the_right_columns():
    errors = {800.0: 0.04, 250.0: 0.03, 100.0: 0.04, 30.0: 0.05}
    summary = summary_of(
        *(Measurement(ROW, "OVA/Error", error, x=x) for x, error in errors.items()),
        Measurement(ROW, "BCH/Error", 0.10, x=800.0),
        Measurement(ROW, "BCH/ROC", 0.11, x=800.0),
    )
    found = table4_3.claims(summary)
    assert found["degrades"].holds
    assert found["similar"].holds
    assert "0.010" in found["similar"].evidence
