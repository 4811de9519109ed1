"""The seam between what is computed and where the documents are.

Everything that is fitted to a large corpus is a sum over its documents, of three kinds:

    small   any statistic that adds up and fits on one machine many times over
    words   how many documents have each word; the words that the model has room for are kept
    cells   sums of weights by class and word, whole numbers on a grid (``core.grid``)

An engine goes over its chunks twice: ``survey`` finds the words, ``sums`` weighs them.
The law: cutting the corpus into other chunks, in another order, changes no bit of any result.
Addition of all three is associative and commutative, and nothing else is done with them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from halfbayes.core.grid import WholeArray
from halfbayes.text.frequencies import WordFrequencies


class Addable(Protocol):
    """A statistic of two disjoint sets of documents that adds up to that of their union."""

    def __add__(self, other: Self, /) -> Self: ...


Chunk_co = TypeVar("Chunk_co", covariant=True)
S = TypeVar("S", bound=Addable)


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Places in an array of sums, each once, and what is to be added there."""

    places: NDArray[np.int64]
    sums: WholeArray


class Engine(Protocol[Chunk_co]):
    """Goes over the chunks of a corpus, which has one document or more."""

    def survey(
        self,
        small: Callable[[Chunk_co], S],
        words: Callable[[Chunk_co], WordFrequencies] | None,
        room: Callable[[S], int],
    ) -> tuple[S, WordFrequencies | None]:
        """The sum of ``small``, and the words kept of the sum of ``words``.

        ``room`` says, from the sum of ``small``, for how many words there is room.
        """

    def sums(
        self,
        small: Callable[[Chunk_co], S] | None,
        cells: Callable[[Chunk_co], Cells] | None,
        n_cells: int,
    ) -> tuple[Any, WholeArray]:
        """The sum of ``small`` and of ``cells``, as an array of ``n_cells``."""


__all__ = ["Addable", "Cells", "Engine"]
