"""Finished tasks in a file of JSON lines, so that a run that was interrupted goes on.

A task is appended, by a single write, when it is done. It counts only for a run with the same
*stamp*: quick or not, versions, digests of the data and of the module that measures.
"""

import hashlib
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

import halfbayes
from halfbayes.errors import MissingCorpusError
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


def read_finished(path: Path, stamp: str) -> dict[str, Finished]:
    """The tasks of a file that were measured under ``stamp``, by key."""
    if not path.exists():
        return {}
    repair(path)
    rows = map(json.loads, path.read_text("utf-8").splitlines())
    return {row["key"]: _finished(row) for row in rows if row["stamp"] == stamp}


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
    """Digest of each file that the reproduction reads."""
    return {name: _digest(data / name) for name in spec.corpora}


def stamp_of(spec: Specification, digests: Mapping[str, str], *, quick: bool) -> str:
    """What must be the same for a finished task to count."""
    parts: Sequence[Any] = (spec.name, quick, versions(), dict(digests), code_digest(spec.name))
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:DIGEST]


def code_digest(name: str) -> str:
    """Digest of the module that measures, and of those of its paper that others share."""
    own = Path(str(import_module(module_of(name)).__file__))
    shared = [
        path for path in own.parent.glob("*.py") if not path.with_suffix(".toml").exists()
    ]
    content = b"".join(path.read_bytes() for path in sorted({own, *shared}))
    return hashlib.sha256(content).hexdigest()[:DIGEST]


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
    "code_digest",
    "data_digests",
    "read_finished",
    "stamp_of",
    "versions",
]
