"""A table or a figure of a paper that can be made again: what every reproduction consists of.

A module of ``halfbayes.experiments.<paper>`` has a ``REPRODUCTION`` and, beside it, a TOML file
of the same name with the paper's numbers (``specification``). ``tasks`` are the units of work:
each is measured by itself, in any process, in any order, and kept when it is done. ``run`` does
one. ``claims`` and ``draw`` see only the summary, so that they can be repeated from what was
recorded, without data.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from halfbayes.experiments.specification import Specification

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from halfbayes.experiments.summary import Summary

Settings: TypeAlias = Mapping[str, Any]
"""What a task is about: words and numbers that JSON has."""


@dataclass(frozen=True, slots=True)
class Task:
    """What is measured in one go, of about 1 to 60 seconds."""

    key: str  # unique within the reproduction
    settings: Settings
    today: bool = False  # whether it runs today's classifier: measured again when that changes


def with_today(rivals: Sequence[Task]) -> list[Task]:
    """The tasks, and then each again with today's classifier in the place of its rivals.

    >>> [task.key for task in with_today([Task("split 0", {"seed": 0})])]
    ['split 0', 'split 0 halfbayes']
    """
    again = [
        Task(f"{task.key} halfbayes", {**task.settings, "today": True}, today=True)
        for task in rivals
    ]
    return [*rivals, *again]


@dataclass(frozen=True, slots=True)
class Measurement:
    """One number of one draw.

    Those that agree in row, column, series and x are draws of one cell and are averaged.
    """

    row: str
    column: str
    value: float
    seed: int | None = None
    series: str = ""
    x: float | None = None
    image: str = ""  # grey levels, see ``image_text``


@dataclass(frozen=True, slots=True)
class Finding:
    """Whether a claim held, and what that rests on."""

    holds: bool
    evidence: str
    comparable: bool = True  # otherwise what it takes was not at hand


def no_claims(_: "Summary") -> Mapping[str, Finding]:
    """Nothing is claimed."""
    return {}


def no_picture(_: "Summary") -> "Figure | None":
    """Nothing to draw."""
    return None


def no_remarks(_: "Summary") -> Sequence[str]:
    """Nothing to say."""
    return ()


class Tasks(Protocol):
    """The tasks of a quick run, or of the published one."""

    def __call__(self, *, quick: bool) -> Sequence[Task]:
        """Every task once."""


@dataclass(frozen=True, slots=True)
class Reproduction:
    """How a table or figure is measured, judged and drawn."""

    name: str
    spec: Specification
    tasks: Tasks
    run: Callable[[Settings, Path], Sequence[Measurement]]  # settings, folder of corpora
    draw: "Callable[[Summary], Figure | None]" = field(default=no_picture)
    remarks: "Callable[[Summary], Sequence[str]]" = field(default=no_remarks)
    claims: "Callable[[Summary], Mapping[str, Finding]]" = field(default=no_claims)


__all__ = [
    "Finding",
    "Measurement",
    "Reproduction",
    "Settings",
    "Task",
    "Tasks",
    "no_claims",
    "no_picture",
    "no_remarks",
    "with_today",
]
