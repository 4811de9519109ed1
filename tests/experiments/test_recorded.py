"""Small reproductions give what was recorded of them."""

from pathlib import Path

import pytest

from halfbayes.experiments.reproducing import Run, reproduced
from halfbayes.experiments.summary import read_summary

FOLDER = Path(__file__).parents[2] / "experiments" / "results" / "quick"
FILES = sorted(FOLDER.glob("*.jsonl"))


def test_two_small_ones_are_recorded():
    assert {"raina2003-theorem1", "rennie2001-figure3-1"} <= {path.stem for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_quick_run_gives_the_recorded_numbers(path, tmp_path):
    before = read_summary(path)
    outcome = reproduced(
        before.provenance.name, Run(tmp_path, quick=True), lambda keys, _: keys
    )
    assert set(outcome.summary.by_place) == set(before.by_place)
    for place, one in before.by_place.items():
        now = outcome.summary.by_place[place]
        # Sums in another order, on another processor.
        assert now.mean == pytest.approx(one.mean, rel=1e-5, abs=1e-9), place
        assert now.seeds == one.seeds
