import numpy as np
import pytest
from experiments.numbers import summary_of

from halfbayes.experiments.raina2003 import regions
from halfbayes.experiments.reproduction import Measurement


def test_a_pair_gives_errors_and_who_is_lower(two_groups, monkeypatch):
    monkeypatch.setattr(regions, "SIZES", (20, 250))
    found = regions.run({"pair": 0, "splits": 2}, two_groups)
    assert {one.column for one in found if one.row == regions.ERROR} == set(regions.METHODS)
    shares = [one.value for one in found if one.row == regions.SHARE]
    assert set(shares) <= {0.0, 0.5, 1.0}
    assert len(shares) == 8


def test_the_share_is_1_where_the_first_named_has_the_lower_error(two_groups, monkeypatch):
    wrong = {
        regions.HYBRID: 0,
        regions.HYBRID_1: 2,
        regions.UNNORMALISED: 2,
        regions.UNNORMALISED_1: 1,
        regions.NAIVE_BAYES: 5,
    }

    tests = set()

    def odds(pair, _, test):
        tests.add(frozenset(test.tolist()))
        right = np.where(pair.y[test] == 1, 1.0, -1.0)
        return {
            name: right * np.where(np.arange(len(test)) < n, -1.0, 1.0)
            for name, n in wrong.items()
        }

    monkeypatch.setattr(regions, "generative_odds", odds)
    found = regions.run({"pair": 0, "splits": 3}, two_groups)
    assert len(tests) == 3  # one for each split, whatever the size
    errors = {one.column: one.value for one in found if one.row == regions.ERROR}
    assert errors == pytest.approx({name: n / 50 for name, n in wrong.items()})
    assert {one.column: one.value for one in found if one.row == regions.SHARE} == {
        "R = 2 below R = 1, normalised": 1.0,
        "R = 2 below R = 1, unnormalised": 0.0,
        "normalised below unnormalised, R = 2": 1.0,
        "normalised below unnormalised, R = 1": 0.0,
    }


def test_a_claim_holds_where_most_pairs_agree():
    def summary(share):
        cells = [
            Measurement(regions.SHARE, name, share, x=float(m))
            for name in regions.COMPARED
            for m in regions.SIZES
        ]
        lines = [Measurement(regions.ERROR, m, 0.1, x=10.0) for m in regions.METHODS]
        return summary_of(*cells, *lines)

    assert all(found.holds for found in regions.claims(summary(0.9)).values())
    assert not any(found.holds for found in regions.claims(summary(0.4)).values())
    assert len(regions.draw(summary(0.9)).axes[0].lines) == 5
