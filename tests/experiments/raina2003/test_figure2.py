import pytest
from experiments.numbers import summary_of

from halfbayes.experiments.raina2003 import figure2
from halfbayes.experiments.reproduction import Measurement


def made_up(hybrid, others):
    return summary_of(
        *(
            Measurement("a v b", method, hybrid if method == figure2.HYBRID_1 else others, 0,
                        "accuracy", c)
            for method in figure2.METHODS
            for c in figure2.COVERAGES
        )
    )  # fmt: skip


def test_a_split_gives_curves_of_every_method(two_groups, monkeypatch):
    monkeypatch.setattr(figure2, "PAIRS", (("a.one", "b.two"),))
    settings = {"pair": 0, "seed": 0}
    found = figure2.run(settings, two_groups)
    found += figure2.run({**settings, "today": True}, two_groups)
    assert {one.column for one in found} == set(figure2.METHODS)
    assert "halfbayes" in figure2.remarks(summary_of(*found))[0]
    accuracy = [one for one in found if one.series == "accuracy"]
    assert len(accuracy) == len(figure2.METHODS) * len(figure2.COVERAGES)
    for one in accuracy:
        if one.x == pytest.approx(1.0):
            assert one.value > 0.8  # the words of the groups differ


def test_every_seed_divides_the_postings_into_other_halves(two_groups, monkeypatch):
    monkeypatch.setattr(figure2, "PAIRS", (("a.one", "b.two"),))
    halves = []

    def seen(pair, training, test):
        halves.append((frozenset(training.tolist()), frozenset(test.tolist())))
        return {figure2.HYBRID_1: pair.y[test] - 0.5}

    monkeypatch.setattr(figure2, "generative_odds", seen)
    monkeypatch.setattr(figure2, "logistic_odds", lambda pair, _, test: 0.5 - pair.y[test])
    for seed in range(3):
        figure2.run({"pair": 0, "seed": seed}, two_groups)
    assert all(len(one) == len(other) == 150 for one, other in halves)
    assert not any(one & other for one, other in halves)
    assert len(set(halves)) == 3


def test_the_claims_compare_curves():
    held = {name: f.holds for name, f in figure2.claims(made_up(0.96, 0.9)).items()}
    assert held == {"higher": True, "coverage": True, "unnormalised": True}
    held = {name: f.holds for name, f in figure2.claims(made_up(0.8, 0.9)).items()}
    assert held == {"higher": False, "coverage": False, "unnormalised": True}


def test_the_figure_has_a_panel_for_each_pair():
    assert len(figure2.draw(made_up(0.9, 0.8)).axes) == 1
