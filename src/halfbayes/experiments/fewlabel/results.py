"""Rows of the few-label benchmark in a file of JSON lines, one row a line.

A row is named by corpus, budget, draw and method. Rows are only ever appended, each by a single
write; where a name occurs twice the last row counts. A line that a killed program left half
written is not read, and is cut off before the next is written. ``tidy`` writes a file anew with
one row a name, in order, and replaces the old file in one step.
"""

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Final, TypeAlias

from halfbayes.errors import InvalidInputError

DIGITS: Final = 6

Budget: TypeAlias = int | None
"""Labels per class; None for all there are."""

Name: TypeAlias = tuple[str, Budget, int, str]
"""Corpus, budget, draw and method."""


@dataclass(frozen=True, slots=True)
class Row:
    """One method on one draw of one corpus with one budget."""

    corpus: str
    budget: Budget
    draw: int
    method: str
    error: float
    log_loss: float
    calibration_error: float
    coverage95: float
    area: float
    fit_cpu: float  # seconds
    predict_cpu: float  # seconds, for all test documents
    n_training: int
    n_test: int
    n_classes: int
    seed: list[int]
    data: str  # digest of the corpus
    commit: str  # of the source tree, where there is one
    code: str  # digest of the modules that make up the models
    versions: dict[str, str] = field(default_factory=dict)

    @property
    def name(self) -> Name:
        """What the row is about."""
        return self.corpus, self.budget, self.draw, self.method


def read_rows(path: Path) -> dict[Name, Row]:
    """The rows of a file by name; none where there is no file."""
    if not path.exists():
        return {}
    lines = path.read_text("utf-8").split("\n")
    rows = (_row(line, path, number) for number, line in enumerate(lines[:-1], 1) if line)
    return {row.name: row for row in rows}


def append_row(path: Path, row: Row) -> None:
    """Add one row to a file, which is made where there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("ab", buffering=0) as file:
        file.write(_line(row))
        os.fsync(file.fileno())


def repair(path: Path) -> None:
    """Cut off a last line without an end, which is half a row."""
    if not path.exists():
        return
    content = path.read_bytes()
    whole = content[: content.rfind(b"\n") + 1]
    if whole != content:
        _replace(path, whole)


def tidy(path: Path) -> None:
    """One line for each name, by corpus, budget (all last), draw and method."""
    rows = sorted(read_rows(path).values(), key=_place)
    _replace(path, b"".join(map(_line, rows)))


def _line(row: Row) -> bytes:
    values = {
        name: round(value, DIGITS) if isinstance(value, float) else value
        for name, value in asdict(row).items()
    }
    return f"{json.dumps(values)}\n".encode()


def _place(row: Row) -> tuple[str, bool, int, int, str]:
    return row.corpus, row.budget is None, row.budget or 0, row.draw, row.method


def _replace(path: Path, content: bytes) -> None:
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(content)
    beside.replace(path)


def _row(line: str, path: Path, number: int) -> Row:
    try:
        return _checked(json.loads(line))
    except (TypeError, ValueError) as error:
        raise InvalidInputError(
            f"expected a row of the few-label benchmark in line {number} of {path} ({error}); "
            "remove the line, or name another file"
        ) from error


def _checked(values: Mapping[str, Any]) -> Row:
    known = {item.name for item in fields(Row)}
    return Row(**{name: value for name, value in values.items() if name in known})


__all__ = ["Budget", "Name", "Row", "append_row", "read_rows", "repair", "tidy"]
