import numpy as np
import pytest
from experiments.numbers import summary_of
from scipy.special import log_expit

from halfbayes.experiments.raina2003 import theorem1
from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.summary import Curve
from halfbayes.models.hybrid import HybridClassifier


def test_the_gap_is_the_largest_difference_over_the_grid():
    left_out, fresh = np.array([[0.1], [-0.2]]), np.array([[0.3]])
    thetas = np.linspace(-theorem1.ETA, theorem1.ETA, theorem1.GRID)
    by_hand = max(
        abs(log_expit(0.3 * t) - (log_expit(0.1 * t) + log_expit(-0.2 * t)) / 2) for t in thetas
    )
    assert theorem1.gap(left_out, fresh) == pytest.approx(by_hand)
    assert theorem1.gap(left_out, left_out) == 0.0


def test_each_region_has_a_theta_of_its_own():
    # Where both are the same, the regions cancel out and there is no gap at all.
    left_out, fresh = np.array([[1.0, -1.0]]), np.zeros((1, 2))
    eta = theorem1.ETA
    by_hand = log_expit(0.0) - log_expit(-2 * eta)  # theta = (-eta, eta)
    assert theorem1.gap(left_out, fresh) == pytest.approx(by_hand)


def test_the_gap_of_a_training_set_uses_log_ratios_per_word(monkeypatch, tmp_path):
    kept = {}

    def seen(left_out, fresh):
        kept["left out"], kept["fresh"] = left_out, fresh
        return 0.0

    monkeypatch.setattr(theorem1, "gap", seen)
    settings = {"m": 10, "n": 12, "V": 20, "R": 2, "varied": "m", "seed": 0}
    theorem1.run(settings, tmp_path)
    assert kept["left out"].shape == (10, 2)
    rng = np.random.default_rng([0, 10, 12, 20, 2])
    population = theorem1.drawn_population(12, 20, 2, rng)
    regions, y = population.draw(10, rng)
    keep = np.arange(10) != 3
    model = HybridClassifier.raina2003(weights=(1.0, 1.0))
    without = model.fit([X[keep] for X in regions], y[keep])
    odds = without.decision_function([X[[3]] for X in regions])
    prior = np.log((y[keep] == 1).sum() / (y[keep] == 0).sum())
    sign = 1.0 if y[3] == 1 else -1.0
    assert kept["left out"][3].sum() == pytest.approx(sign * (odds[0] - prior))


def test_documents_have_the_words_they_should():
    rng = np.random.default_rng(0)
    regions, y = theorem1.drawn_population(11, 30, 3, rng).draw(8, rng)
    assert sum(X.sum(axis=1) for X in regions).tolist() == [11.0] * 8
    assert y.tolist() == [0, 1] * 4


def test_the_slope_is_the_exponent_of_a_power_law():
    x = np.array([1.0, 10.0, 100.0])
    assert theorem1.slope(Curve(x, 3 * x**-0.5, 0 * x)) == pytest.approx(-0.5)


def test_one_task_measures_one_gap_and_the_claims_are_slopes(tmp_path):
    task = theorem1.tasks(quick=True)[0]
    [one] = theorem1.run(task.settings, tmp_path)
    assert (one.row, one.x, one.seed) == ("training documents m", 16.0, 0)
    assert 0.0 < one.value < 2.0
    summary = summary_of(
        *(
            Measurement(theorem1.NAMES[name], "gap", x**power, 0, x=x)
            for name, power in (("m", -0.5), ("n", 0.5), ("V", 0.0), ("R", 0.0))
            for x in (1.0, 10.0)
        )
    )
    held = {name: finding.holds for name, finding in theorem1.claims(summary).items()}
    assert held == {"m": True, "n": False, "V": True}
    assert len(theorem1.draw(summary).axes) == 4
    assert "eta = 10" in theorem1.remarks(summary)[0]


@pytest.mark.parametrize(
    ("documents", "holds"), [((16, 64, 128), True), ((16, 32, 128), False)]
)
def test_a_further_region_may_not_multiply_the_documents_by_more_than_the_last(
    documents, holds
):
    summary = summary_of(
        *(
            Measurement(name, "gap", 0.1 * np.sqrt(needed / x), 0, series, x)
            for name in (theorem1.NAMES[varied] for varied in ("m", "n", "V"))
            for series, needed in zip(theorem1.SERIES.values(), documents, strict=True)
            for x in (10.0, 1000.0)
        )
    )
    curves = theorem1.curves_of_m(summary)
    assert [theorem1.needed(curve) for curve in curves.values()] == pytest.approx(documents)
    found = theorem1.claims(summary)["R"]
    assert found.holds == holds
    assert ", ".join(map(str, documents)) in found.evidence


def test_the_gap_against_m_is_measured_with_every_r():
    settings = [task.settings for task in theorem1.tasks(quick=False)]
    for R, series in theorem1.SERIES.items():
        own = [s for s in settings if s["varied"] == "m" and s["R"] == R]
        assert len(own) == theorem1.DRAWS * len(theorem1.VARIED["m"])
        assert {s.get("series", "") for s in own} == {series}
