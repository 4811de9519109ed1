import math
import tempfile
from pathlib import Path

import numpy as np
import pytest
from experiments.numbers import summary_of
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.errors import InvalidInputError
from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.summary import read_summary, seed_ranges, summary_text

VALUES = st.lists(st.floats(-1, 1).map(lambda v: round(v, 3)), min_size=2, max_size=8)


@given(VALUES)
def test_a_cell_is_the_mean_of_its_draws_with_its_standard_error(values):
    measured = [Measurement("r", "c", value, seed) for seed, value in enumerate(values)]
    cell = summary_of(*measured).find("r", "c")
    assert cell.mean == pytest.approx(np.mean(values), abs=1e-6)  # six digits are kept
    error = np.std(values, ddof=1) / math.sqrt(len(values))
    assert cell.standard_error == pytest.approx(error, abs=1e-6)
    assert cell.draws == len(values)


@given(VALUES, st.sampled_from(["", "s"]), st.sampled_from([None, 2.0]))
def test_what_is_written_is_read_again(values, series, x):
    measured = [Measurement("r", "c", v, i, series, x) for i, v in enumerate(values)]
    summary = summary_of(*measured, Measurement("other", "c", 1.0))
    text = summary_text(summary)
    assert text.count("\n") == 3
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "summary.jsonl"
        path.write_text(text)
        assert read_summary(path) == summary


def test_a_curve_is_in_order_of_x():
    summary = summary_of(*(Measurement("r", "c", 10 * x, x=x) for x in (3.0, 1.0, 2.0)))
    curve = summary.curve("r", "c")
    assert curve.x.tolist() == [1.0, 2.0, 3.0]
    assert curve.mean.tolist() == [10.0, 20.0, 30.0]
    assert summary.curve("r", "none").x.tolist() == []


def test_what_was_not_measured_is_not_a_number():
    summary = summary_of(Measurement("r", "c", 1.0))
    assert math.isnan(summary.mean("r", "d"))
    assert summary.mean("r", "c") == 1.0
    assert (summary.rows, summary.columns) == (["r"], ["c"])


@given(st.sets(st.integers(0, 30)))
def test_ranges_name_every_seed_once(seeds):
    parts = [part.split("-") for part in seed_ranges(seeds).split(", ") if part]
    named = [seed for part in parts for seed in range(int(part[0]), int(part[-1]) + 1)]
    assert named == sorted(seeds)


def test_a_foreign_file_is_refused(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_text('{"a": 1}\n')
    with pytest.raises(InvalidInputError, match="recorded results"):
        read_summary(path)
