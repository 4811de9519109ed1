"""Documents in files larger than memory: read in portions, with checkpoints, and spilling.

Memory is bounded by the budget and not by the number of documents: word frequencies that
outgrow an eighth of it are set down in the store as a run, cut into ``PARTS`` by their letters;
at the end the same part of all runs is added up at a time, and only the words that the model
has room for stay.

A state (how far it is, and the sums so far) is put into the store after every ``every`` bytes
of text, or after as many as the last state was long, whichever is more, and at the end of each
pass: whoever is killed loses at most that much, and goes on from there.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

import numpy as np

from halfbayes.core.grid import WholeArray
from halfbayes.engines.base import Addable, Cells
from halfbayes.engines.totals import WordTotals, added
from halfbayes.text.frequencies import WordFrequencies

C = TypeVar("C")
S = TypeVar("S", bound=Addable)

PARTS: Final = 16
SHARE: Final = 8

Position = tuple[int, int]
"""A file, and how many of its portions are done."""

START: Final[Position] = (0, 0)


class Portion(NamedTuple, Generic[C]):
    """Some documents, how many bytes of text they are, and where the next portion begins."""

    chunk: C
    n_bytes: int
    following: Position


class Stream(Protocol[C]):
    """Documents of files, portion by portion, always the same."""

    def portions(self, start: Position) -> Iterator[Portion[C]]:
        """Those from ``start`` on."""


class Store(Protocol):
    """Where a state outlives the process."""

    def load(self, name: str) -> Any:
        """What was saved under this name, or None."""

    def save(self, name: str, state: Any) -> int:
        """Save, whole or not at all; its size in bytes."""


@dataclass(slots=True, eq=False)
class _State:
    """How far a pass is, and the sums so far."""

    position: Position = START
    small: Any = None
    keyed: Any = None  # word frequencies not yet set down, or sums of cells
    runs: int = 0  # set down in the store
    result: Any = None  # where the pass is over


@dataclass(slots=True, eq=False)
class FilesEngine(Generic[C]):
    """An engine over the portions of a stream."""

    stream: Stream[C]
    store: Store
    memory: int  # bytes
    every: int
    _since: int = field(default=0, init=False)  # bytes of text since the last state
    _size: int = field(default=0, init=False)  # of the last state

    def survey(
        self,
        small: Callable[[C], S],
        words: Callable[[C], WordFrequencies] | None,
        room: Callable[[S], int],
    ) -> tuple[S, WordFrequencies | None]:
        """The sum of ``small``, and the words kept of the sum of ``words``."""
        state: _State = self.store.load("survey") or _State()
        if state.result is not None:
            finished: tuple[S, WordFrequencies | None] = state.result
            return finished
        found = WordTotals(state.keyed)
        for portion in self.stream.portions(state.position):
            state.small = added(state.small, small(portion.chunk))
            if words is not None:
                found.add(words(portion.chunk))
                if found.n_bytes > self.memory // SHARE:
                    found = self._set_down(found.merged(), state)
            state.position = portion.following
            if self._due(portion.n_bytes):
                state.keyed = None if found.empty else found.merged()
                self._save("survey", state)
        kept = None if words is None else self._kept(found, state.runs, room(state.small))
        self.store.save("survey", _State(result=(state.small, kept)))
        return state.small, kept

    def sums(
        self,
        small: Callable[[C], S] | None,
        cells: Callable[[C], Cells] | None,
        n_cells: int,
    ) -> tuple[Any, WholeArray]:
        """The sum of ``small`` and of ``cells``, as an array of ``n_cells``."""
        state: _State = self.store.load("sums") or _State()
        if state.keyed is None:
            state.keyed = np.zeros(n_cells, dtype=np.int64)
        for portion in self.stream.portions(state.position):
            if small is not None:
                state.small = added(state.small, small(portion.chunk))
            if cells is not None:
                some = cells(portion.chunk)
                state.keyed[some.places] += some.sums
            state.position = portion.following
            if self._due(portion.n_bytes):
                self._save("sums", state)
        return state.small, state.keyed

    def _due(self, n_bytes: int) -> bool:
        self._since += n_bytes
        return self._since >= max(self.every, self._size)

    def _save(self, name: str, state: _State) -> None:
        self._size = self.store.save(name, state)
        self._since = 0

    def _set_down(self, words: WordFrequencies, state: _State) -> WordTotals:
        for number in range(PARTS):
            self.store.save(_run(state.runs, number), words.part(number, PARTS))
        state.runs += 1
        return WordTotals()

    def _kept(self, rest: WordTotals, n_runs: int, most: int) -> WordFrequencies:
        if n_runs == 0:
            return rest.merged().kept(most)
        kept: WordFrequencies | None = None
        last = [] if rest.empty else [rest.merged()]
        for number in range(PARTS):
            parts = [self.store.load(_run(run, number)) for run in range(n_runs)]
            parts += [words.part(number, PARTS) for words in last]
            kept = added(kept, WordFrequencies.sum_of(parts).kept(most)).kept(most)
        if kept is None:
            message = "there are no parts"
            raise ValueError(message)
        return kept


def _run(run: int, number: int) -> str:
    return f"run-{run:05}-{number:02}"


__all__ = ["PARTS", "START", "FilesEngine", "Portion", "Position", "Store", "Stream"]
