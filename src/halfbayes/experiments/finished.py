"""Finished tasks in a file of JSON lines, so that a run that was interrupted goes on.

A task is appended, by a single write, when it is done. It counts only for a run with the same
*stamp*: quick or not, versions, digests of the data and of the code it depends on
(``dependencies``). Who changes today's classifier measures that again, and not its rivals.
"""

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import halfbayes
from halfbayes.errors import MissingCorpusError
from halfbayes.experiments.dependencies import code_digest
from halfbayes.experiments.fewlabel.results import repair
from halfbayes.experiments.registry import module_of
from halfbayes.experiments.reproduction import Measurement
from halfbayes.experiments.specification import Specification

PACKAGES: Final = ("numpy", "scipy", "scikit-learn")
DIGEST: Final = 16


@dataclass(frozen=True, slots=True)
class Finished:
    """A task and what it measured."""

    key: str
    stamp: str
    seconds: float  # of CPU
    measurements: tuple[Measurement, ...]


def read_finished(path: Path, stamps: Mapping[str, str]) -> dict[str, Finished]:
    """The tasks of a file that were measured under the stamp of their key, by key."""
    if not path.exists():
        return {}
    repair(path)
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return {
        row["key"]: _finished(row) for row in rows if row["stamp"] == stamps.get(row["key"])
    }


def append_finished(path: Path, task: Finished) -> None:
    """Add a task to a file, which is made where there is none."""
    row = asdict(task)
    row["measurements"] = [_short(one) for one in row["measurements"]]
    with path.open("ab", buffering=0) as file:
        file.write(f"{json.dumps(row)}\n".encode())
        os.fsync(file.fileno())


def versions() -> dict[str, str]:
    """Versions of what every measurement rests on."""
    python = ".".join(map(str, sys.version_info[:3]))
    found = {package: version(package) for package in PACKAGES}
    return {"python": python, "halfbayes": halfbayes.__version__, **found}


def data_digests(spec: Specification, data: Path) -> dict[str, str]:
    """Digest of each file that the reproduction reads, and has; what is optional may lack."""
    present = [name for name in spec.optional if (data / name).exists()]
    return {name: _digest(data / name) for name in (*spec.corpora, *present)}


def stamp_of(
    spec: Specification, digests: Mapping[str, str], *, quick: bool, today: bool
) -> str:
    """What must be the same for a finished task to count; ``today``: it runs the classifier."""
    code = code_digest(module_of(spec.name), today=today)
    parts: Sequence[Any] = (spec.name, quick, versions(), dict(digests), code)
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:DIGEST]


@lru_cache(maxsize=64)
def _digest(path: Path) -> str:
    if not path.exists():
        raise MissingCorpusError(
            f"expected the file {path.name} in {path.parent}, where there is none; "
            "see the papers page for where to get it, or name another folder with --data"
        )
    return hashlib.sha256(path.read_bytes()).hexdigest()[:DIGEST]


def _finished(row: Mapping[str, Any]) -> Finished:
    measurements = tuple(Measurement(**one) for one in row["measurements"])
    return Finished(row["key"], row["stamp"], row["seconds"], measurements)


def _short(measurement: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in measurement.items() if value not in ("", None)}


__all__ = [
    "Finished",
    "append_finished",
    "data_digests",
    "read_finished",
    "stamp_of",
    "versions",
]
