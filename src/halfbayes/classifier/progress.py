"""What a fit tells of how far it is: the name of each stage, and the share of the work done.

    0 = first share <= second share <= ... <= last share = 1

The share is what was done when the stage begins; 1 is told with the last, "done", when all is
found and nothing kept yet: an error of whoever is told leaves the model as it was. What a stage
takes depends on the documents; shares are those of corpora of some hundred documents.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from halfbayes.types import IndexArray

Progress: TypeAlias = Callable[[str, float], object]
"""Told the name of each stage and the share of the work that is done when it begins."""


def silent(_stage: str, _share: float) -> None:
    """Progress of which nothing is told."""


def untold(_part: float) -> None:
    """A part of the work of which nobody is told."""


def within(tell: Progress, first: float, last: float) -> Progress:
    """Progress of a part of the work, the part from ``first`` to ``last`` of the whole.

    >>> within(lambda stage, share: print(stage, share), 0.5, 1.0)("weighing", 0.5)
    weighing 0.75
    """

    def told(stage: str, share: float) -> None:
        tell(stage, first + share * (last - first))

    return silent if tell is silent else told


@dataclass(slots=True, eq=False)
class Passes:
    """Progress of work that goes over all documents, some at a time, in each of its stages.

    >>> passes = Passes(lambda stage, share: print(stage, share), {"counting": 0.5})
    >>> passes.begin("counting", 0.0)
    counting 0.0
    >>> passes.passed(0.5)
    counting 0.25
    >>> passes.passed(0.5)  # in another pass of the same stage: it never falls
    """

    tell: Progress
    ends: Mapping[str, float]  # the share at which each stage ends
    stage: str = ""
    first: float = 0.0
    told: float = 0.0

    def begin(self, stage: str, share: float) -> None:
        """The next stage begins."""
        self.stage, self.first, self.told = stage, share, share
        self.tell(stage, share)

    def passed(self, part: float) -> None:
        """So much of the documents was gone over."""
        share = self.first + min(part, 1.0) * (self.ends[self.stage] - self.first)
        if share > self.told:
            self.told = share
            self.tell(self.stage, share)


@contextmanager
def only_stage(stage: str, tell: Progress) -> Iterator[None]:
    """Work that is one stage, told before and after.

    >>> with only_stage("counting", lambda stage, share: print(stage, share)):
    ...     pass
    counting 0.0
    done 1.0
    """
    tell(stage, 0.0)
    yield
    tell("done", 1.0)


def folds_told(
    tell: Progress, stage: str, first: float = 0.0, last: float = 1.0
) -> Callable[[IndexArray], Iterable[int]]:
    """Goes over folds and tells of each when it begins, from ``first`` to ``last``.

    >>> each = folds_told(lambda stage, share: print(stage, share), "fold", 0.5)
    >>> [fold for fold in each([3, 7])]
    fold 0.5
    fold 0.75
    [3, 7]
    """
    part = within(tell, first, last)

    def each(folds: IndexArray) -> Iterator[int]:
        for place, fold in enumerate(folds):
            part(stage, place / len(folds))
            yield fold

    return each


__all__ = ["Passes", "Progress", "folds_told", "only_stage", "silent", "untold", "within"]
