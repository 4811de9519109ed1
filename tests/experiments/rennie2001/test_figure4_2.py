from experiments.numbers import summary_of

from halfbayes.experiments.rennie2001 import figure4_2, table4_1, table4_3
from halfbayes.experiments.rennie2001.classifiers import NB
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS
from halfbayes.experiments.reproduction import Measurement

SETTINGS = {"corpus": NEWSGROUPS, "learner": NB, "size": 3, "seed": 0}


def test_the_curves_are_cells_of_tables_4_1_and_4_3(toy_data):
    found = {m.column: m.value for m in figure4_2.run(SETTINGS, toy_data)}
    errors = {m.column: m.value for m in table4_1.run(SETTINGS, toy_data)}
    rates = {m.column: m.value for m in table4_3.run(SETTINGS, toy_data)}
    assert found == {figure4_2.MULTICLASS: errors["OVA"], figure4_2.BINARY: rates["OVA/Error"]}


def test_binary_error_may_rise_while_multiclass_error_falls():
    sizes = (30.0, 100.0, 250.0, 800.0)
    curves = {
        figure4_2.MULTICLASS: (0.4, 0.3, 0.2, 0.1),
        figure4_2.BINARY: (0.05, 0.04, 0.03, 0.04),
    }
    found = figure4_2.claims(
        summary_of(
            *(
                Measurement(NEWSGROUPS, name, value, x=x)
                for name, values in curves.items()
                for x, value in zip(sizes, values, strict=True)
            )
        )
    )
    assert found["multiclass"].holds
    assert found["binary"].holds
