"""What is kept of documents in files: runs of blocks in a store, one in memory at a time.

A run of documents that were read becomes a run of scores. Runs are written whole, and before
the state that counts them: whoever is killed makes the last run again. Totals over the scores
are numbered: a run that goes on asks for the same ones in the same order, and finds those that
are finished. A run that is counted and there no more is an ``UnfinishedError``.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from halfbayes.core.left_out_words import WordTable
from halfbayes.engines.base import Addable, Block, Scores
from halfbayes.engines.pace import Pace, State, Store
from halfbayes.engines.totals import added, there
from halfbayes.errors import UnfinishedError

B = TypeVar("B", bound=Block)
S = TypeVar("S", bound=Addable)

READ: Final = "read"
SCORES: Final = "scores"
"""What runs hold."""


@dataclass(slots=True, eq=False)
class Waiting:
    """Blocks that wait to be set down as a run, before they take too much memory."""

    pace: Pace
    name: str
    most: int  # bytes
    blocks: list[Block] = field(default_factory=list)

    def add(self, block: Block, state: State) -> None:
        """One more block; ``state`` counts the runs."""
        self.blocks.append(block)
        if sum(block.n_bytes for block in self.blocks) > self.most:
            self.set_down(state)

    def set_down(self, state: State) -> None:
        """What waits as the next run."""
        if self.blocks:
            self.pace.store.save(run_name(self.name, state.runs), self.blocks)
            state.runs += 1
            self.blocks = []


@dataclass(frozen=True, slots=True, eq=False)
class FilesRead:
    """Documents that were read, in a store."""

    pace: Pace
    n_runs: int

    def documents(self) -> Iterator[Any]:
        """All of them, block by block."""
        for run in range(self.n_runs):
            yield from loaded(self.pace.store, run_name(READ, run))

    @contextmanager
    def scored(self, by: Scores[B], table: WordTable) -> Iterator["FilesKept[B]"]:
        """Blocks of the scores of every document, set down in the store."""
        state: State = self.pace.store.load("scored") or State()
        for run in range(state.runs, self.n_runs):
            documents = loaded(self.pace.store, run_name(READ, run))
            blocks = [by.scores(some, table) for some in documents]
            self.pace.store.save(run_name(SCORES, run), blocks)
            state.runs = run + 1
            self.pace.save("scored", state)
        yield FilesKept(self.pace, self.n_runs)


@dataclass(slots=True, eq=False)
class FilesKept(Generic[B]):
    """Blocks of scores in a store."""

    pace: Pace
    n_runs: int
    _asked: int = field(default=0, init=False)  # totals

    def total(self, of: Callable[[Any], S]) -> S:
        """The sum of ``of`` over all blocks."""
        name = f"total-{self._asked:03}"
        self._asked += 1
        state: State = self.pace.store.load(name) or State()
        while not state.result and state.runs < self.n_runs:
            blocks: list[B] = loaded(self.pace.store, run_name(SCORES, state.runs))
            for block in blocks:
                state.small = added(state.small, of(block))
            state.runs += 1
            if self.pace.due(sum(block.n_bytes for block in blocks)):
                self.pace.save(name, state)
        if not state.result:
            state.result = True
            self.pace.save(name, state)
        total: S = there(state.small)
        return total


def loaded(store: Store, name: str) -> Any:
    """What was set down under this name."""
    found = store.load(name)
    if found is None:
        raise UnfinishedError(
            f"{name} was set down and is there no more; begin anew, and leave the rest alone"
        )
    return found


def run_name(name: str, run: int) -> str:
    """The name of a run in the store."""
    return f"{name}-{run:06}"


__all__ = ["READ", "FilesKept", "FilesRead", "Waiting", "loaded", "run_name"]
