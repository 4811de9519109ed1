from experiments.numbers import summary_of

from halfbayes.experiments.rennie2001 import table4_4
from halfbayes.experiments.rennie2001.classifiers import NB
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS
from halfbayes.experiments.reproduction import Measurement


def test_all_four_losses_decode_the_same_bits(toy_data):
    settings = {"corpus": NEWSGROUPS, "learner": NB, "size": 5, "seed": 0}
    found = table4_4.run(settings, toy_data)
    assert [m.column for m in found[:4]] == ["Hinge", "Linear", "Logistic", "0/1"]
    rows = [f"{NEWSGROUPS}, OVA/NB, 5 per class", f"{NEWSGROUPS}, BCH 63/NB, 5 per class"]
    assert list(dict.fromkeys(m.row for m in found)) == rows


def test_the_claims_compare_the_losses():
    values = {"Hinge": 0.145, "Linear": 0.144, "Logistic": 0.146, "0/1": 0.16}
    row = f"{NEWSGROUPS}, BCH 63/NB"
    found = table4_4.claims(summary_of(*(Measurement(row, n, v) for n, v in values.items())))
    assert found["linear"].holds
    assert found["hinge"].holds
