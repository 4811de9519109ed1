"""Documents in memory: chunks one after the other; the kernel uses every core within one."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np

from halfbayes.core.grid import WholeArray
from halfbayes.engines.base import Addable, Cells
from halfbayes.engines.totals import WordTotals, added
from halfbayes.text.frequencies import WordFrequencies

C = TypeVar("C")
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
        if total is None:
            message = "an engine goes over one document or more"
            raise ValueError(message)
        return total, None if words is None else found.merged().kept(room(total))

    def sums(
        self,
        small: Callable[[C], S] | None,
        cells: Callable[[C], Cells] | None,
        n_cells: int,
    ) -> tuple[Any, WholeArray]:
        """The sum of ``small`` and of ``cells``, as an array of ``n_cells``."""
        total: S | None = None
        sums = np.zeros(n_cells, dtype=np.int64)
        for chunk in self.chunks:
            if small is not None:
                total = added(total, small(chunk))
            if cells is not None:
                some = cells(chunk)
                sums[some.places] += some.sums
        return total, sums


__all__ = ["MemoryEngine"]
