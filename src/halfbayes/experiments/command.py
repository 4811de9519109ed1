"""What ``halfbayes reproduce`` does with its options, and says."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tqdm import tqdm

from halfbayes.errors import InvalidParameterError
from halfbayes.experiments.registry import specifications
from halfbayes.experiments.reproducing import Outcome, Run, reproduced
from halfbayes.experiments.verdicts import counts_text, total_counts

ALL: Final = "all"


def listed(*, as_json: bool) -> Iterator[str]:
    """Every reproduction: its name and title, or a JSON object."""
    for spec in specifications().values():
        if as_json:
            fields = {"name": spec.name, "title": spec.title, "source": spec.source}
            yield json.dumps({**fields, "corpora": spec.corpora})
        else:
            yield f"{spec.name:<24}{spec.title}"


def answer(options: Mapping[str, Any]) -> Iterator[str]:
    """Run what was asked for, one after the other; the lines to print."""
    names = chosen(options["names"])
    if options["processes"] < 1:
        raise InvalidParameterError(
            f"--processes must be 1 or more; got {options['processes']}"
        )
    run = Run(options["output"], options["data"], options["quick"], options["processes"])
    outcomes = []
    for name in names:
        outcome = reproduced(name, run, _progress(name))
        outcomes.append(outcome)
        yield _json(outcome) if options["as_json"] else _line(outcome, run.output)
    if len(names) > 1 and not options["as_json"]:
        counts = total_counts([outcome.judgement for outcome in outcomes])
        yield f"{len(names)} reproductions: {counts_text(counts)}"


def chosen(names: Sequence[str]) -> list[str]:
    """The names that were given, each once; all of them for ``all``."""
    known = specifications()
    if not names:
        message = "expected the name of a reproduction, or all; --list names every one"
        raise InvalidParameterError(message)
    for name in names:
        if name != ALL and name not in known:
            raise InvalidParameterError(
                f"there is no reproduction {name!r}; there are {', '.join(known)}, and {ALL}"
            )
    return list(known) if ALL in names else list(dict.fromkeys(names))


def _line(outcome: Outcome, folder: Path) -> str:
    page = folder / f"{outcome.reproduction.spec.stem}.md"
    seconds = outcome.summary.provenance.seconds
    return (
        f"{outcome.reproduction.name:<24}{counts_text(outcome.judgement.counts)}; "
        f"{seconds:.0f} s of CPU; {page}"
    )


def _json(outcome: Outcome) -> str:
    provenance = outcome.summary.provenance
    return json.dumps(
        {
            "name": outcome.reproduction.name,
            "quick": provenance.quick,
            "verdicts": dict(outcome.judgement.counts),
            "cells": len(outcome.summary.statistics),
            "new tasks": outcome.new_tasks,
            "seconds": provenance.seconds,
        }
    )


def _progress(name: str) -> Any:
    def shown(keys: Iterator[str], total: int) -> Iterator[str]:
        with tqdm(
            total=total, unit="task", file=sys.stderr, disable=None, desc=name, leave=False
        ) as bar:
            for key in keys:
                bar.set_postfix_str(key)
                bar.update()
                yield key

    return shown


__all__ = ["answer", "chosen", "listed"]
