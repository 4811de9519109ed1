"""The seam between what is computed and where the documents are.

Everything that is fitted to a large corpus is a sum over its documents, of three kinds:

    small   any statistic that adds up and fits on one machine many times over
    words   how many documents have each word; the words that the model has room for are kept
    cells   sums of weights by class and word, whole numbers on a grid (``core.grid``)

``survey`` goes over the chunks and finds the words, ``sums`` goes over them again, reads the
documents as matrices and adds their cells up. ``Read.scored`` looks every word of these
documents up in the table of the sums, and keeps what comes of it, a block of scores for a
chunk. What was read is set down between the two, or, in memory, read once more: chunks can be
gone over as often as it takes. What is kept
is gone over as often as it takes, by one operation, *map a block, add the results*:
``Kept.total``. The law: cutting the corpus into other chunks, in another order, changes no bit
of any result. Addition is associative and commutative, what is kept of a document knows of no
other, and nothing else is done with them.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from halfbayes.core.grid import WholeArray
from halfbayes.core.left_out_words import WordTable
from halfbayes.text.frequencies import WordFrequencies


class Addable(Protocol):
    """A statistic of two disjoint sets of documents that adds up to that of their union."""

    def __add__(self, other: Self, /) -> Self: ...


class Block(Protocol):
    """What is kept of some documents."""

    @property
    def n_bytes(self) -> int:
        """What it takes in memory."""

    def within(self, most: int) -> Sequence[Any]:
        """The same documents in blocks of about so many bytes at most, or of one document."""


Chunk_co = TypeVar("Chunk_co", covariant=True)
Chunk_contra = TypeVar("Chunk_contra", contravariant=True)
B = TypeVar("B", bound=Block)
B_co = TypeVar("B_co", bound=Block, covariant=True)
S = TypeVar("S", bound=Addable)


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Places in an array of sums, each once, and what is to be added there."""

    places: NDArray[np.int64]
    sums: WholeArray


class Summing(Protocol[Chunk_contra]):
    """What is added up of documents, once they are read."""

    def read(self, chunk: Chunk_contra) -> Block:
        """The documents of a chunk, as they are summed and scored."""

    def small(self, documents: Any) -> Any:
        """Statistics that add up, or None."""

    def cells(self, documents: Any) -> Cells:
        """Sums by class and word."""


class Scores(Protocol[B_co]):
    """What documents are scored by, with a table that has a row of sums for each word."""

    def parts(self, documents: Any, most: int) -> Iterator[Block]:
        """The same documents, in portions that look up at most so many words, or of one."""

    def places(self, documents: Any) -> NDArray[np.int64]:
        """The rows of the table that documents need: each once, in order."""

    def scores(self, documents: Any, table: WordTable) -> B_co:
        """What is kept of documents."""


class Kept(Protocol[B_co]):
    """Blocks, kept where the documents are."""

    def total(self, of: Callable[[Any], S]) -> S:
        """The sum of ``of`` over all blocks: map a block, add the results."""


class Read(Protocol):
    """The documents of a corpus, read; wherever they are."""

    def scored(self, by: Scores[B], table: WordTable) -> AbstractContextManager[Kept[B]]:
        """Blocks of the scores of every document, kept until they are done with."""


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

    def sums(self, by: Summing[Chunk_co], n_cells: int) -> tuple[Any, WholeArray, Read]:
        """The sums of ``small`` and of ``cells``, an array of ``n_cells``, and what is read."""


__all__ = ["Addable", "Block", "Cells", "Engine", "Kept", "Read", "Scores", "Summing"]
