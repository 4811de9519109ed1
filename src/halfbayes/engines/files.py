"""Documents in files larger than memory: read in portions, with checkpoints, and spilling.

Memory is bounded by the budget and not by the number of documents: word frequencies that
outgrow an eighth of it are set down in the store as a run, cut into ``PARTS`` by their letters;
at the end the same part of all runs is added up at a time, and only the words that the model
has room for stay.

A state (how far it is, and the word frequencies so far) is put into the store after every
``every`` bytes of text, or after as many as the last state was long, whichever is more, and at
the end of each pass: whoever is killed loses at most that much, and goes on from there. What is
read is set down too, so that no document is read a third time (``files_kept``); a run that goes
on adds its cells up again.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from halfbayes.core.grid import WholeArray
from halfbayes.engines.base import Addable, Summing
from halfbayes.engines.files_kept import READ, FilesRead, Waiting, loaded
from halfbayes.engines.pace import Pace, Position, State, Store
from halfbayes.engines.totals import CellTotals, WordTotals, added
from halfbayes.text.frequencies import WordFrequencies

C = TypeVar("C")
S = TypeVar("S", bound=Addable)

PARTS: Final = 16
"""Of a run. With ``SHARE``: the same part of 128 runs together is as large as the budget."""

SHARE: Final = 8
"""Of the budget, one such share is for words or documents that wait to be set down: adding
words up takes as much again, and the model's own words and sums need the rest."""


class Portion(NamedTuple, Generic[C]):
    """Some documents, how many bytes of text they are, and where the next portion begins."""

    chunk: C
    n_bytes: int
    following: Position


class Stream(Protocol[C]):
    """Documents of files, portion by portion, always the same."""

    def portions(self, start: Position) -> Iterator[Portion[C]]:
        """Those from ``start`` on."""


@dataclass(slots=True, eq=False)
class FilesEngine(Generic[C]):
    """An engine over the portions of a stream."""

    stream: Stream[C]
    store: Store
    memory: int  # bytes
    every: int
    pace: Pace = field(init=False)

    def __post_init__(self) -> None:
        self.pace = Pace(self.store, self.every)

    def survey(
        self,
        small: Callable[[C], S],
        words: Callable[[C], WordFrequencies] | None,
        room: Callable[[S], int],
    ) -> tuple[S, WordFrequencies | None]:
        """The sum of ``small``, and the words kept of the sum of ``words``."""
        state: State = self.store.load("survey") or State()
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
            if self.pace.due(portion.n_bytes):
                state.keyed = None if found.empty else found.merged()
                self.pace.save("survey", state)
        kept = None if words is None else self._kept(found, state.runs, room(state.small))
        self.store.save("survey", State(result=(state.small, kept)))
        return state.small, kept

    def sums(self, by: Summing[C], n_cells: int) -> tuple[Any, WholeArray, "FilesRead"]:
        """The sums of ``small`` and of ``cells``, an array of ``n_cells``, and what is read."""
        state: State = self.store.load("sums") or State()
        read, total = FilesRead(self.pace, state.runs), CellTotals.of(by, n_cells)
        for documents in read.documents():
            total.add(documents)
        if not state.result:
            waiting = Waiting(self.pace, READ, self.memory // SHARE)
            for portion in self.stream.portions(state.position):
                documents = by.read(portion.chunk)
                total.add(documents)
                state.position = portion.following
                waiting.add(documents, state)
                if self.pace.due(portion.n_bytes):
                    waiting.set_down(state)
                    self.pace.save("sums", state)
            waiting.set_down(state)
            state.result = True
            self.pace.save("sums", state)
        return total.small, total.cells, FilesRead(self.pace, state.runs)

    def _set_down(self, words: WordFrequencies, state: State) -> WordTotals:
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
            parts = [loaded(self.store, _run(run, number)) for run in range(n_runs)]
            parts += [words.part(number, PARTS) for words in last]
            kept = added(kept, WordFrequencies.sum_of(parts).kept(most)).kept(most)
        if kept is None:
            message = "there are no parts"
            raise ValueError(message)
        return kept


def _run(run: int, number: int) -> str:
    return f"run-{run:05}-{number:02}"


__all__ = ["PARTS", "FilesEngine", "Portion", "Stream"]
