import json
from dataclasses import replace
from functools import partial

import pytest
from experiments.numbers import reproduction_of, summary_of

from halfbayes.errors import MissingCorpusError, UnfinishedError
from halfbayes.experiments import reproducing
from halfbayes.experiments.reproducing import Run, reproduced, written
from halfbayes.experiments.reproduction import Measurement, Task
from halfbayes.experiments.summary import read_summary
from halfbayes.experiments.workers import worked

NAME = "raina2003/theorem1"


def unseen(keys, _):
    yield from keys


def first(n):
    """A progress that is interrupted after ``n`` tasks."""

    def progress(keys, _):
        for done, key in enumerate(keys, 1):
            yield key
            if done == n:
                raise KeyboardInterrupt

    return progress


@pytest.fixture
def few_tasks(monkeypatch):
    """Theorem 1 with two small tasks."""
    theorem = reproducing.reproduction_named(NAME)
    sizes = {"m": 16, "n": 10, "V": 50, "R": 1, "varied": "m"}
    tasks = [
        type(theorem.tasks(quick=True)[0])(f"draw {s}", {**sizes, "seed": s}) for s in (0, 1)
    ]
    return monkeypatch, theorem, tasks


def with_tasks(fixture, tasks):
    monkeypatch, theorem, _ = fixture
    changed = replace(
        theorem, tasks=lambda **_: tasks, claims=lambda _: {}, draw=lambda _: None
    )
    monkeypatch.setattr(reproducing, "reproduction_named", lambda _: changed)


def test_an_interrupted_run_goes_on_where_it_stopped(few_tasks, tmp_path):
    with_tasks(few_tasks, few_tasks[2])
    run = Run(tmp_path, quick=True)
    with pytest.raises(KeyboardInterrupt):
        reproduced(NAME, run, first(1))
    again = reproduced(NAME, run, unseen)
    assert again.new_tasks == 1
    assert again.summary.find("training documents m", "gap", x=16.0).draws == 2
    assert reproduced(NAME, run, unseen).new_tasks == 0
    whole = reproduced(NAME, Run(tmp_path / "other", quick=True), unseen)
    assert whole.summary.statistics == again.summary.statistics
    assert whole.new_tasks == 2


def test_a_task_that_fails_is_named_and_the_others_are_kept(few_tasks, tmp_path):
    good, bad = few_tasks[2][0], Task("bad", {})
    with_tasks(few_tasks, [bad, good])
    with pytest.raises(UnfinishedError, match="1 of 2 tasks"):
        reproduced(NAME, Run(tmp_path), unseen)
    kept = (tmp_path / "raina2003-theorem1.tasks.jsonl").read_text().splitlines()
    assert [json.loads(line)["key"] for line in kept] == [good.key]


def test_several_processes_give_the_same_numbers(tmp_path):
    theorem = reproducing.reproduction_named(NAME)
    tasks = [task for task in theorem.tasks(quick=True) if task.settings["m"] == 16][:2]
    work = partial(reproducing._measured, name=NAME, data=tmp_path)
    found = {
        processes: {task.key: outcome[1] for task, outcome in worked(work, tasks, processes)}
        for processes in (1, 2)
    }
    assert found[1] == found[2]


def test_a_reproduction_that_reads_corpora_says_which_are_missing(tmp_path, monkeypatch):
    monkeypatch.delenv("HALFBAYES_DATA", raising=False)
    reproduction = reproduction_of(cells=[("r", "c", 1.0)])
    spec = replace(reproduction.spec, corpora=("a.csv",))
    monkeypatch.setattr(
        reproducing, "reproduction_named", lambda _: replace(reproduction, spec=spec)
    )
    with pytest.raises(MissingCorpusError):
        reproduced("paper/table1", Run(tmp_path, data=tmp_path), unseen)


def test_tables_and_summary_are_written(tmp_path):
    summary = summary_of(Measurement("r", "c", 1.0))
    written(reproduction_of(cells=[("r", "c", 1.0)]), summary, tmp_path)
    assert {path.suffix for path in tmp_path.iterdir()} == {".jsonl", ".csv", ".md"}
    assert read_summary(tmp_path / "paper-table1.jsonl") == summary
