"""What a paper printed, and how close is close: the TOML file beside each reproduction.

    name = "rennie2001/table2.1"         paper and table, as on the command line
    title = "..."                        one line
    source = "Rennie 2001, Table 2.1, page 24"
    corpora = ["20newsgroups.parquet"]   files of the folder of corpora
    optional = ["uci/sonar.csv"]         files whose part is left out where they are missing
    protocol = "..."                     in words: splits, preparation, settings
    value = "test error"                 what the numbers are
    x = "documents in training"          what x is, where there are curves
    digits = 3                           shown, and printed in the paper
    paper_draws = 10                     how many draws the paper's numbers are means of

    [tolerance]                          all have defaults
    standard_errors = 2.0
    reproduced = 0.05                    relative
    close = 0.15                         relative

    [[cells]]                            the paper's numbers
    row = "800"
    column = "MAP"
    value = 0.153

    [[claims]]                           what the paper says without a number
    name = "faster"                      tested by ``Reproduction.claims``
    text = "..."                         in the paper's words

    [[notes]]                            why cells differ, and what was tried
    row = "*"                            patterns of rows and columns; a claim's row is "claims"
    column = "*"
    reason = "..."
    verdict = "not comparable"           optional: their verdict, whatever the number

Source of the four verdicts: ``halfbayes.experiments.verdicts``.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Final, TypeVar

from halfbayes.errors import InvalidInputError

CLAIMS: Final = "claims"
"""The row under which notes name claims."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Cell:
    """A number that the paper printed."""

    row: str
    column: str
    value: float
    series: str = ""
    x: float | None = None


@dataclass(frozen=True, slots=True)
class Claim:
    """What the paper says in words."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """Why cells are what they are."""

    reason: str
    row: str = "*"
    column: str = "*"
    verdict: str = ""  # none: as the numbers say

    def is_about(self, row: str, column: str) -> bool:
        """Whether the patterns fit."""
        return fnmatchcase(row, self.row) and fnmatchcase(column, self.column)


@dataclass(frozen=True, slots=True)
class Tolerance:
    """How far from the paper's number is still the same, and still close."""

    standard_errors: float = 2.0
    reproduced: float = 0.05  # relative
    close: float = 0.15  # relative


@dataclass(frozen=True, slots=True)
class Specification:
    """What is reproduced, and what the paper says of it."""

    name: str
    title: str
    source: str
    protocol: str
    corpora: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    value: str = ""
    x: str = ""
    digits: int = 3
    paper_draws: int | None = None
    tolerance: Tolerance = Tolerance()
    cells: tuple[Cell, ...] = ()
    claims: tuple[Claim, ...] = ()
    notes: tuple[Note, ...] = field(default=())

    @property
    def paper(self) -> str:
        """The paper: what stands before the slash."""
        return self.name.partition("/")[0]

    @property
    def stem(self) -> str:
        """The name as that of a file.

        >>> Specification("raina2003/figure1", "", "", "").stem
        'raina2003-figure1'
        """
        return self.name.replace("/", "-")


def read_specification(path: Path) -> Specification:
    """The TOML file at ``path``."""
    try:
        table = tomllib.loads(path.read_text("utf-8"))
        parts: dict[str, Any] = {
            "corpora": tuple(table.pop("corpora", ())),
            "optional": tuple(table.pop("optional", ())),
            "tolerance": _made(Tolerance, table.pop("tolerance", {})),
            "cells": _many(Cell, table.pop("cells", ())),
            "claims": _many(Claim, table.pop("claims", ())),
            "notes": _many(Note, table.pop("notes", ())),
        }
        return _made(Specification, {**table, **parts})
    except (tomllib.TOMLDecodeError, TypeError) as error:
        raise InvalidInputError(
            f"{path.name} is not the specification of a reproduction ({error}); "
            "see halfbayes.experiments.specification for what it may have"
        ) from error


def beside(module_file: str) -> Specification:
    """The specification beside a module: ``beside(__file__)``."""
    return read_specification(Path(module_file).with_suffix(".toml"))


def _made(kind: type[T], values: Mapping[str, Any]) -> T:
    unknown = set(values) - {item.name for item in fields(kind)}  # type: ignore[arg-type]
    if unknown:
        raise TypeError(f"unknown: {', '.join(sorted(unknown))}")
    return kind(**values)


def _many(kind: type[T], tables: Sequence[Mapping[str, Any]]) -> tuple[T, ...]:
    return tuple(_made(kind, table) for table in tables)


__all__ = [
    "CLAIMS",
    "Cell",
    "Claim",
    "Note",
    "Specification",
    "Tolerance",
    "beside",
    "read_specification",
]
