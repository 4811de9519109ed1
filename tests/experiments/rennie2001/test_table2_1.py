from experiments.numbers import summary_of

from halfbayes.experiments.rennie2001 import table2_1
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, PROTOCOLS, SECTORS
from halfbayes.experiments.reproduction import Measurement


def summary_with(excess):
    return summary_of(
        *(
            Measurement(
                corpus, column, 0.3 + more * (column == "Bayesian") + noise, seed, x=float(n)
            )
            for corpus, more in excess.items()
            for column in ("MAP", "Bayesian")
            for n in PROTOCOLS[corpus].sizes
            for seed, noise in enumerate((-0.01, 0.01))
        )
    )


def test_alike_on_newsgroups_and_worse_on_sectors_is_what_the_thesis_claims():
    found = table2_1.claims(summary_with({NEWSGROUPS: 0.02, SECTORS: 0.02}))
    assert [found[name].holds for name in ("newsgroups", "sectors")] == [True, True]
    # The standard error of each mean is 0.01, of the difference 0.014.
    assert "+0.020 (800; +1.4 standard errors)" in found["newsgroups"].evidence
    found = table2_1.claims(summary_with({NEWSGROUPS: -0.03, SECTORS: -0.02}))
    assert [found[name].holds for name in ("newsgroups", "sectors")] == [False, False]


def test_every_word_kept_is_measured_beside_the_stop_list(toy_data):
    [task, *_] = table2_1.tasks(quick=True)
    found = {m.column: m.value for m in table2_1.run(task.settings, toy_data)}
    assert set(found) == {"MAP", "Bayesian", "MAP, every word kept"}
    assert all(0.0 <= error <= 1.0 for error in found.values())
