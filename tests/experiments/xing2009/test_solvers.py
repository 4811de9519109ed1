from experiments.numbers import summary_of

from halfbayes.core.minimise import SOLVERS
from halfbayes.experiments.solvers import dense
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


def test_a_quick_run_needs_two_problems():
    assert len(solvers.tasks(quick=True)) == 2
    assert len(solvers.tasks(quick=False)) == 12
