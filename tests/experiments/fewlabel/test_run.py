import pytest

from halfbayes.errors import UnfinishedError
from halfbayes.experiments.fewlabel import run as running
from halfbayes.experiments.fewlabel.results import append_row, read_rows
from halfbayes.experiments.fewlabel.run import Plan, measure, run


def quietly(cells, total):
    del total
    return cells


@pytest.fixture
def plan(folder):
    return Plan(("sms", "bbc"), (3, None), 2, ("complement-nb", "halfbayes"), folder)


def test_every_cell_is_measured_once_and_kept(plan, tmp_path):
    path = tmp_path / "rows.jsonl"
    assert run(plan, path, progress=quietly) == 16
    before = path.read_bytes()
    assert set(read_rows(path)) == set(plan.cells())
    assert run(plan, path, progress=quietly) == 0
    assert path.read_bytes() == before


def test_again_measures_the_named_methods_anew_and_keeps_the_others(
    plan, tmp_path, make_row, monkeypatch
):
    path = tmp_path / "rows.jsonl"
    for method in plan.methods:
        append_row(path, make_row(method=method, error=0.77))
    monkeypatch.setattr(running, "source_commit", lambda: "c2")
    small = Plan(("sms",), (3,), 1, ("complement-nb",), plan.folder)
    assert run(small, path, again=True, progress=quietly) == 1
    rows = read_rows(path)
    assert rows["sms", 3, 0, "halfbayes"].error == 0.77
    assert rows["sms", 3, 0, "complement-nb"].error != 0.77
    assert rows["sms", 3, 0, "complement-nb"].commit == "c2"


def test_two_processes_give_the_figures_of_one(plan, tmp_path):
    small = Plan(("sms",), (3,), 2, ("complement-nb",), plan.folder)
    for processes in (1, 2):
        run(small, tmp_path / f"{processes}.jsonl", processes=processes, progress=quietly)
    one, two = (read_rows(tmp_path / f"{processes}.jsonl") for processes in (1, 2))
    assert {name: row.log_loss for name, row in one.items()} == {
        name: row.log_loss for name, row in two.items()
    }


def test_a_cell_that_fails_is_named_and_the_others_are_kept(plan, tmp_path):
    (plan.folder / "text" / "sms_spam.parquet").unlink()
    path = tmp_path / "rows.jsonl"
    with pytest.raises(UnfinishedError, match=r"8 of 16 cells.*\(sms 3 0 complement-nb, "):
        run(plan, path, progress=quietly)
    assert {row.corpus for row in read_rows(path).values()} == {"bbc"}


def test_a_row_says_what_it_rests_on(plan):
    row = measure(("sms", 3, 1, "complement-nb"), plan.folder)
    assert (row.n_training, row.n_test, row.n_classes) == (6, 16, 2)
    assert row.seed[1] == 1
    assert len(row.data) == 16
    assert len(row.code) == 12
    assert row.versions.keys() >= {"python", "halfbayes", "scikit-learn"}
    assert row.error <= 0.2
    assert row.fit_cpu >= 0.0
