from experiments.numbers import summary_of

from halfbayes.experiments.rennie2001 import figure4_1, table2_1, table4_1
from halfbayes.experiments.rennie2001.classifiers import BCH, NB, OVA
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, PROTOCOLS
from halfbayes.experiments.reproduction import Measurement

SETTINGS = {"corpus": NEWSGROUPS, "learner": NB, "size": 3, "seed": 0}


def test_the_curves_are_cells_of_tables_2_1_and_4_1(toy_data):
    found = {m.column: m.value for m in figure4_1.run(SETTINGS, toy_data)}
    plain = {m.column: m.value for m in table2_1.run(SETTINGS, toy_data)}
    coded = {m.column: m.value for m in table4_1.run(SETTINGS, toy_data)}
    assert found == {NB: plain["MAP"], OVA: coded[OVA], BCH: coded[BCH]}


def test_the_claim_is_about_the_order_of_the_curves():
    def found(errors):
        return figure4_1.claims(
            summary_of(
                *(
                    Measurement(corpus, name, error, x=float(n))
                    for corpus, protocol in PROTOCOLS.items()
                    for name, error in zip((NB, OVA, BCH), errors, strict=True)
                    for n in protocol.sizes
                )
            )
        )

    assert found((0.3, 0.2, 0.1))["newsgroups"].holds
    assert not found((0.3, 0.1, 0.2))["sectors"].holds
