import json

import numpy as np
import pytest

from halfbayes.core.minimise import SOLVERS
from halfbayes.experiments.solvers import (
    all_problems,
    dense,
    lines,
    measured,
    small_problems,
    table,
    zipfian,
)


@pytest.fixture(scope="module")
def runs():
    problem = dense(n=200, d=5, n_classes=3)
    return [measured(problem, solver) for solver in sorted(SOLVERS)]


def test_every_solver_ends_at_the_same_value(runs):
    values = [run.value for run in runs if run.converged]
    assert len(values) >= 4
    assert np.ptp(values) <= 1e-4 * abs(values[0])


def test_the_table_has_a_line_for_each_and_the_fastest_first(runs):
    written = list(table(runs))
    assert len(written) == 1 + len(runs)
    assert written[1].startswith(min(runs, key=lambda run: run.cpu).solver)


def test_newton_is_not_run_where_the_hessian_would_not_fit():
    assert measured(zipfian(n=40, d=20_000), "newton") is None


def test_without_a_folder_of_corpora_the_problems_are_synthetic(monkeypatch):
    monkeypatch.delenv("HALFBAYES_DATA", raising=False)
    assert [problem.name.split(",")[0] for problem in all_problems(None)] == ["dense", "sparse"]


@pytest.mark.data
def test_with_a_folder_two_newsgroups_are_added(data_folder):
    assert [problem.name.split(",")[0] for problem in all_problems(data_folder)][2:] == [
        "two newsgroups",
        "two newsgroups",
    ]


def test_json_lines_can_be_read_back():
    rows = [json.loads(line) for line in lines(small_problems(), as_json=True)]
    assert {row["solver"] for row in rows} == set(SOLVERS)
