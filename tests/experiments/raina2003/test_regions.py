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
