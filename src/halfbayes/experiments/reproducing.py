"""Run a reproduction: every task once, in several processes, those finished before left out.

Into the folder go, for ``paper/name``,

    paper-name.tasks.jsonl    finished tasks: what an interrupted run goes on from
    paper-name.jsonl          the summary, as it is recorded
    paper-name.csv, .md       the table beside the paper's
    paper-name.svg, .png      the figure, where there is one
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from halfbayes.data.corpora import corpora_folder
from halfbayes.errors import UnfinishedError
from halfbayes.experiments.finished import (
    Finished,
    append_finished,
    data_digests,
    read_finished,
    stamp_of,
    versions,
)
from halfbayes.experiments.picture import write_picture
from halfbayes.experiments.registry import reproduction_named
from halfbayes.experiments.reproduction import Measurement, Reproduction, Task
from halfbayes.experiments.summary import Provenance, Summary, summarised, summary_text
from halfbayes.experiments.tables import csv_text, markdown_text
from halfbayes.experiments.verdicts import Judgement, judged
from halfbayes.experiments.workers import reasons_told, worked

Progress: TypeAlias = Callable[[Iterator[str], int], Iterator[str]]
Measured: TypeAlias = tuple[float, tuple[Measurement, ...]]  # CPU seconds


@dataclass(frozen=True, slots=True)
class Run:
    """How a reproduction is run."""

    output: Path
    data: Path | None = None  # folder of corpora
    quick: bool = False
    processes: int = 1


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run brought."""

    reproduction: Reproduction
    summary: Summary
    judgement: Judgement
    new_tasks: int


def reproduced(name: str, run: Run, progress: Progress) -> Outcome:
    """Measure what is missing, and write tables and figure."""
    reproduction = reproduction_named(name)
    spec = reproduction.spec
    run.output.mkdir(parents=True, exist_ok=True)
    data = corpora_folder(run.data) if spec.corpora else Path()
    digests = data_digests(spec, data)
    tasks = reproduction.tasks(quick=run.quick)
    stamps = {
        task.key: stamp_of(spec, digests, quick=run.quick, today=task.today) for task in tasks
    }
    path = run.output / f"{spec.stem}.tasks.jsonl"
    known = read_finished(path, stamps)
    waiting = [task for task in tasks if task.key not in known]
    failures: dict[str, str] = {}

    def finished() -> Iterator[str]:
        work = partial(_measured, name=name, data=data)
        for task, outcome in worked(work, waiting, run.processes):
            if isinstance(outcome, BaseException):
                failures[task.key] = f"{type(outcome).__name__}: {outcome}"
            else:
                known[task.key] = Finished(task.key, stamps[task.key], *outcome)
                append_finished(path, known[task.key])
            yield task.key

    for _ in progress(finished(), len(waiting)):
        pass
    if failures:
        raise UnfinishedError(
            f"{len(failures)} of {len(waiting)} tasks of {name} could not be measured; the "
            f"others are kept, and another run tries these again: {reasons_told(failures)}"
        )
    done = [known[task.key] for task in tasks]
    provenance = Provenance(
        name, run.quick, versions(), digests, round(sum(task.seconds for task in done), 1)
    )
    summary = summarised((one for task in done for one in task.measurements), provenance)
    judgement = written(reproduction, summary, run.output)
    return Outcome(reproduction, summary, judgement, len(waiting))


def written(reproduction: Reproduction, summary: Summary, folder: Path) -> Judgement:
    """Write summary, tables and figure of a reproduction; the verdicts."""
    judgement = judged(reproduction, summary)
    stem = reproduction.spec.stem
    figure = reproduction.draw(summary)
    picture = "" if figure is None else f"{stem}.svg"
    texts = {
        ".jsonl": summary_text(summary),
        ".csv": csv_text(summary, judgement),
        ".md": markdown_text(reproduction, summary, judgement, picture=picture),
    }
    for suffix, text in texts.items():
        (folder / f"{stem}{suffix}").write_text(text, "utf-8", newline="\n")
    if figure is not None:
        write_picture(figure, folder / f"{stem}.svg", folder / f"{stem}.png")
    return judgement


def _measured(task: Task, name: str, data: Path) -> Measured:
    """CPU seconds and measurements of a task."""
    start = time.process_time()
    measurements = tuple(reproduction_named(name).run(task.settings, data))
    return round(time.process_time() - start, 3), measurements


__all__ = ["Outcome", "Progress", "Run", "reproduced", "written"]
