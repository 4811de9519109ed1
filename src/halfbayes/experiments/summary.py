"""Means over draws: what is left of the measurements of a reproduction, and is recorded.

A file of JSON lines: the first has what the run was (versions, digests of the data, seconds),
every other one cell: mean over draws, standard error s / sqrt(n) with s the standard deviation
of the draws, their number and seeds.
"""

import json
import math
import statistics
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np

from halfbayes.errors import InvalidInputError
from halfbayes.experiments.reproduction import Measurement
from halfbayes.types import FloatArray

DIGITS: Final = 7  # significant

Place: TypeAlias = tuple[str, str, str, float | None]
"""Row, column, series and x."""


@dataclass(frozen=True, slots=True)
class Statistic:
    """One cell: the mean of its draws."""

    row: str
    column: str
    mean: float
    standard_error: float | None  # of the mean; none of a single draw
    draws: int
    seeds: str = ""  # 0-9, 20
    series: str = ""
    x: float | None = None
    image: str = ""

    @property
    def place(self) -> Place:
        """Where the cell stands."""
        return self.row, self.column, self.series, self.x


class Curve(NamedTuple):
    """Cells of one row, column and series, by x."""

    x: FloatArray
    mean: FloatArray
    standard_error: FloatArray  # 0 of a single draw


@dataclass(frozen=True)
class Provenance:
    """What the numbers come from."""

    name: str
    quick: bool
    versions: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, str] = field(default_factory=dict)  # digest of each file
    seconds: float = 0.0  # of CPU, of all tasks


@dataclass(frozen=True)
class Summary:
    """Every cell of a reproduction, in the order in which they were measured."""

    provenance: Provenance
    statistics: tuple[Statistic, ...]

    @cached_property
    def by_place(self) -> Mapping[Place, Statistic]:
        """The cells by place."""
        return {statistic.place: statistic for statistic in self.statistics}

    def find(
        self, row: str, column: str, *, series: str = "", x: float | None = None
    ) -> Statistic | None:
        """The cell there, or none."""
        return self.by_place.get((row, column, series, x))

    def mean(self, row: str, column: str, *, series: str = "", x: float | None = None) -> float:
        """The mean there; not a number where nothing was measured."""
        found = self.find(row, column, series=series, x=x)
        return math.nan if found is None else found.mean

    def curve(self, row: str, column: str, *, series: str = "") -> Curve:
        """The cells of a row, column and series that have an x, by x."""
        found = sorted(
            (statistic.x, statistic.mean, statistic.standard_error or 0.0)
            for statistic in self.statistics
            if (statistic.row, statistic.column, statistic.series) == (row, column, series)
            and statistic.x is not None
        )
        table = np.array(found, dtype=np.float64).reshape(-1, 3)
        return Curve(table[:, 0], table[:, 1], table[:, 2])

    @property
    def rows(self) -> list[str]:
        """Every row once."""
        return list(dict.fromkeys(statistic.row for statistic in self.statistics))

    @property
    def columns(self) -> list[str]:
        """Every column once."""
        return list(dict.fromkeys(statistic.column for statistic in self.statistics))


def summarised(measurements: Iterable[Measurement], provenance: Provenance) -> Summary:
    """The measurements averaged over draws."""
    groups: dict[Place, list[Measurement]] = {}
    for one in measurements:
        groups.setdefault((one.row, one.column, one.series, one.x), []).append(one)
    return Summary(provenance, tuple(_statistic(group) for group in groups.values()))


def seed_ranges(seeds: Iterable[int]) -> str:
    """The seeds as ranges.

    >>> seed_ranges([0, 1, 2, 3, 7])
    '0-3, 7'
    """
    ranges: list[list[int]] = []
    for seed in sorted(set(seeds)):
        if ranges and seed == ranges[-1][1] + 1:
            ranges[-1][1] = seed
        else:
            ranges.append([seed, seed])
    return ", ".join(str(low) if low == high else f"{low}-{high}" for low, high in ranges)


def summary_text(summary: Summary) -> str:
    """The summary as JSON lines."""
    lines = [asdict(summary.provenance), *map(_line, summary.statistics)]
    return "".join(f"{json.dumps(line)}\n" for line in lines)


def read_summary(path: Path) -> Summary:
    """The summary in a file of JSON lines."""
    try:
        head, *lines = map(json.loads, path.read_text("utf-8").splitlines())
        return Summary(Provenance(**head), tuple(Statistic(**line) for line in lines))
    except (TypeError, ValueError) as error:
        raise InvalidInputError(
            f"expected the recorded results of a reproduction in {path} ({error}); "
            "run halfbayes reproduce again"
        ) from error


def _statistic(group: list[Measurement]) -> Statistic:
    values, first = [one.value for one in group], group[0]
    error = statistics.stdev(values) / math.sqrt(len(values)) if len(values) > 1 else None
    return Statistic(
        row=first.row,
        column=first.column,
        mean=_rounded(statistics.fmean(values)),
        standard_error=None if error is None else _rounded(error),
        draws=len(values),
        seeds=seed_ranges(one.seed for one in group if one.seed is not None),
        series=first.series,
        x=first.x,
        image=first.image,
    )


def _rounded(value: float) -> float:
    return float(f"{value:.{DIGITS}g}")


def _line(statistic: Statistic) -> dict[str, Any]:
    """What is not empty."""
    return {
        name: value
        for name, value in asdict(statistic).items()
        if value not in ("", None) or name == "standard_error"
    }


__all__ = [
    "Curve",
    "Place",
    "Provenance",
    "Statistic",
    "Summary",
    "read_summary",
    "seed_ranges",
    "summarised",
    "summary_text",
]
