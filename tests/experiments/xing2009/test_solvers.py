import pytest
from experiments.numbers import summary_of

from halfbayes.core.minimise import SOLVERS
from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.solvers import dense, measured
from halfbayes.experiments.xing2009 import solvers


def test_every_solver_ends_at_the_same_value(tmp_path, monkeypatch):
    name = "dense, 2000 x 20, 4 classes"
    monkeypatch.setattr(solvers, "PROBLEMS", {name: lambda _: dense(n=100, d=4)})
    found = solvers.run({"problem": name, "seed": 0}, tmp_path)
    assert {one.row for one in found} == set(SOLVERS)
    summary = summary_of(*found)
    claims = solvers.claims(summary)
    assert claims["same"].holds
    assert set(claims) == {"same", "newton", "quasi-newton", "conjugate gradient"}
    assert len(solvers.draw(summary).axes) == 1


def test_a_hessian_is_worked_out_in_passes_by_its_multiplications():
    problem = dense(n=100, d=4, n_classes=3)  # five columns with the intercept
    a_pass = 2 * 100 * 5 * 3  # a product with X and one with its transpose
    hessian = 6 * 100 * 5**2 + 15**3 / 6  # six pairs of classes, and Cholesky's factors
    run = measured(problem, "newton")
    by_hand = run.passes + run.iterations * (hessian / a_pass - 1)
    assert solvers.work(problem, run) == pytest.approx(by_hand)
    other = measured(problem, "gradient")
    assert solvers.work(problem, other) == other.passes


def made_up(times, counts):
    """Counts are passes, with a Hessian as one of them and by its multiplications."""
    columns = solvers.PASSES, solvers.WORK
    cells = [
        Measurement(solver, column, value, 0, name)
        for name in solvers.PROBLEMS
        for solver, values in counts.items()
        for column, value in zip(columns, values, strict=True)
    ]
    cells += [
        Measurement(solver, column, value, 0, name)
        for name in solvers.PROBLEMS
        for place, solver in enumerate(counts)
        for column, value in {
            solvers.SECONDS: times[place],
            solvers.EACH: times[place],
            solvers.ITERATIONS: place,
            solvers.ABOVE: 0.0,
        }.items()
    ]
    return summary_of(*cells)


@pytest.mark.parametrize("times", [(1.0, 2.0, 3.0), (3.0, 2.0, 1.0)])
@pytest.mark.parametrize(
    ("newton", "quasi", "conjugate"),
    [
        ((30, 90), (True, True), (True, True)),
        ((15, 90), (False, False), (True, True)),
        ((5, 90), (False, False), (False, False)),
        ((5, 6), (False, True), (False, True)),
    ],
)
def test_speed_is_judged_by_counts_where_both_agree(times, newton, quasi, conjugate):
    counts = {"newton": newton, "quasi-newton": (20, 20), "conjugate-gradient": (10, 10)}
    found = solvers.claims(made_up(times, counts))
    for name, expected in (("quasi-newton", quasi), ("conjugate gradient", conjugate)):
        assert (found[name].holds, found[name].comparable) == expected, name


def test_a_quick_run_needs_two_problems():
    assert len(solvers.tasks(quick=True)) == 2
    assert len(solvers.tasks(quick=False)) == 12
