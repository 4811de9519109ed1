"""Documents in memory: chunks one after the other; the kernel uses every core within one."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from halfbayes.core.grid import WholeArray
from halfbayes.core.left_out_words import WordTable
from halfbayes.engines.base import Addable, Block, Scores, Summing
from halfbayes.engines.totals import CellTotals, WordTotals, added, there
from halfbayes.text.frequencies import WordFrequencies

C = TypeVar("C")
B = TypeVar("B", bound=Block)
S = TypeVar("S", bound=Addable)


@dataclass(frozen=True, slots=True, eq=False)
class MemoryEngine(Generic[C]):
    """An engine over chunks that can be gone over more than once."""

    chunks: Iterable[C]

    def survey(
        self,
        small: Callable[[C], S],
        words: Callable[[C], WordFrequencies] | None,
        room: Callable[[S], int],
    ) -> tuple[S, WordFrequencies | None]:
        """The sum of ``small``, and the words kept of the sum of ``words``."""
        total: S | None = None
        found = WordTotals()
        for chunk in self.chunks:
            total = added(total, small(chunk))
            if words is not None:
                found.add(words(chunk))
        whole = there(total)
        return whole, None if words is None else found.merged().kept(room(whole))

    def sums(self, by: Summing[C], n_cells: int) -> tuple[Any, WholeArray, "MemoryRead[C]"]:
        """The sums of ``small`` and of ``cells``, an array of ``n_cells``, and what is read."""
        total = CellTotals.of(by, n_cells)
        for chunk in self.chunks:
            total.add(by.read(chunk))
        return total.small, total.cells, MemoryRead(self.chunks, by)


@dataclass(frozen=True, slots=True, eq=False)
class MemoryRead(Generic[C]):
    """Documents that are read again when they are needed: that takes less memory."""

    chunks: Iterable[C]
    by: Summing[C]

    @contextmanager
    def scored(self, by: Scores[B], table: WordTable) -> Iterator["MemoryKept[B]"]:
        """Blocks of the scores of every document."""
        yield MemoryKept([by.scores(self.by.read(chunk), table) for chunk in self.chunks])


@dataclass(frozen=True, slots=True, eq=False)
class MemoryKept(Generic[B]):
    """Blocks in memory."""

    blocks: Sequence[B]

    def total(self, of: Callable[[B], S]) -> S:
        """The sum of ``of`` over all blocks."""
        total: S | None = None
        for block in self.blocks:
            total = added(total, of(block))
        return there(total)


__all__ = ["MemoryEngine", "MemoryKept", "MemoryRead"]
