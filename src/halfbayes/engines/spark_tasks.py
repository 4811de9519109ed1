"""What runs on the workers of a Spark cluster: Arrow batches to rows of sums.

A row is a range and a part. Words go by their letters into one of ``WORD_PARTS`` ranges, sums
by class and word by their places into ranges of ``RANGE``; a part is all that a task has found
of a range, packed. The shuffle sends all parts of a range to one worker, which adds them up:
Java moves few long rows, and numpy does the adding. All that a task needs is ``held``: a
broadcast that a worker unpacks once, or, where a session has none, the thing itself.
"""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Protocol

import numpy as np
import pyarrow as pa

from halfbayes.core.grid import WholeArray
from halfbayes.engines.base import Cells, Summing
from halfbayes.engines.totals import WordTotals, added, also
from halfbayes.text.frequencies import LEAST_DOCUMENTS, WordFrequencies

Batches = Iterator[pa.RecordBatch]

MOST_BYTES: Final = 64 << 20
"""Of word frequencies that a task holds before it hands them on."""

MOST_CELLS: Final = 96 << 20
"""Sums that a task holds (768 MB); of more it hands on each batch by itself. Those of the 2 GB
of ``SizeRule`` are up to 90 million."""

ROW_BYTES: Final = 4 << 20
"""Of documents or scores in one row: Java makes copies of it."""

RANGE: Final = 1 << 21
"""Places whose sums are put together by one worker (16 MB)."""

WORD_PARTS: Final = 32
"""Ranges of words: of ``MOST_BYTES`` a row of each has 2 MB, less than ``ROW_BYTES``."""

SMALL, READ, FREQUENCIES = -1, -2, -3
"""Where others have the number of a range: a pickled sum, documents that were read, and how
many words so many documents have."""


class Held(Protocol):
    """A broadcast, or what is taken for one."""

    @property
    def value(self) -> Any:
        """What is held."""


@dataclass(frozen=True, slots=True, eq=False)
class SmallTask:
    """Batches to one pickled sum, or to none where there are no rows."""

    read: Callable[[pa.RecordBatch], Any]
    small: Callable[[Any], Any]

    def __call__(self, batches: Batches) -> Batches:
        """What a partition hands on."""
        total: Any = None
        for batch in batches:
            if batch.num_rows:
                total = added(total, self.small(self.read(batch)))
        if total is not None:
            yield pa.RecordBatch.from_pydict({"part": [pickle.dumps(total)]})


@dataclass(frozen=True, slots=True, eq=False)
class SurveyTask:
    """Batches to words and the numbers of documents that have them, and one pickled sum."""

    read: Callable[[pa.RecordBatch], Any]
    small: Callable[[Any], Any]
    words: Callable[[Any], WordFrequencies]

    def __call__(self, batches: Batches) -> Batches:
        """What a partition hands on."""
        total: Any = None
        words = WordTotals()
        for batch in batches:
            if batch.num_rows:
                chunk = self.read(batch)
                total = added(total, self.small(chunk))
                words.add(self.words(chunk))
            if words.n_bytes > MOST_BYTES:
                yield from _word_ranges(words.merged())
                words = WordTotals()
        if not words.empty:
            yield from _word_ranges(words.merged())
        if total is not None:
            yield _range_batch([SMALL], [pickle.dumps(total)])


@dataclass(frozen=True, slots=True, eq=False)
class WordMergeTask:
    """All rows of some ranges to one row of each, with the words that may be kept.

    How many words so many documents have is handed on for each range by itself.
    """

    def __call__(self, batches: Batches) -> Batches:
        """What a partition hands on."""
        small: Any = None
        ranges: dict[int, WordTotals] = {}
        for batch in batches:
            for number, part in zip(*batch.to_pydict().values(), strict=True):
                if number == SMALL:
                    small = added(small, pickle.loads(part))
                else:
                    ranges.setdefault(number, WordTotals()).add(pickle.loads(part))
        if small is not None:
            yield _range_batch([SMALL], [pickle.dumps(small)])
        for number, words in ranges.items():
            kept = at_least(words.merged(), LEAST_DOCUMENTS)
            found = np.unique(kept.documents[0], return_counts=True)
            yield _range_batch([FREQUENCIES], [pickle.dumps(found)])
            yield _range_batch([number], [pickle.dumps(kept, protocol=5)])


@dataclass(frozen=True, slots=True)
class ChooseTask:
    """Rows of words to those that so many documents have."""

    least: int

    def __call__(self, batches: Batches) -> Batches:
        """What a partition hands on."""
        for batch in batches:
            for number, part in zip(*batch.to_pydict().values(), strict=True):
                kept = at_least(pickle.loads(part), self.least)
                yield _range_batch([number], [pickle.dumps(kept, protocol=5)])


def at_least(words: WordFrequencies, least: int) -> WordFrequencies:
    """The words that so many documents have, or more."""
    return words.chosen(np.asarray(words.documents[0] >= least))


@dataclass(frozen=True, slots=True, eq=False)
class SumTask:
    """Batches to sums by range of places, to one pickled sum, and to documents as read."""

    read: Callable[[pa.RecordBatch], Any]
    held: Held  # a Summing
    n_cells: int

    def __call__(self, batches: Batches) -> Batches:
        """What a partition hands on."""
        by: Summing[Any] = self.held.value
        total: Any = None
        sums = np.zeros(self.n_cells if self.n_cells <= MOST_CELLS else 0, dtype=np.int64)
        for batch in batches:
            if batch.num_rows:
                documents = by.read(self.read(batch))
                for some in documents.within(ROW_BYTES):
                    yield _range_batch([READ], [pickle.dumps(some, protocol=5)])
                total = also(total, by.small(documents))
                cells = by.cells(documents)
                if len(sums):
                    sums[cells.places] += cells.sums
                else:
                    yield from packed_ranges(cells)
        places = np.flatnonzero(sums)
        yield from packed_ranges(Cells(places, sums[places]))
        if total is not None:
            yield _range_batch([SMALL], [pickle.dumps(total)])


@dataclass(frozen=True, slots=True, eq=False)
class MergeTask:
    """All rows of some ranges to one row of each."""

    def __call__(self, batches: Batches) -> Batches:
        """What a partition hands on."""
        small: Any = None
        totals: dict[int, WholeArray] = {}
        for batch in batches:
            for number, part in zip(*batch.to_pydict().values(), strict=True):
                if number == SMALL:
                    small = added(small, pickle.loads(part))
                else:
                    cells = unpacked_range(0, part)
                    total = totals.setdefault(number, np.zeros(RANGE, dtype=np.int64))
                    total[cells.places] += cells.sums
        if small is not None:
            yield _range_batch([SMALL], [pickle.dumps(small)])
        for number, total in totals.items():
            places = np.flatnonzero(total)
            yield from packed_ranges(Cells(places + number * RANGE, total[places]))


def packed_ranges(cells: Cells) -> Batches:
    """Places and sums as rows of ranges: where in the range, as 32 bits, then the sums."""
    order = np.argsort(cells.places, kind="stable")
    places, sums = cells.places[order], cells.sums[order]
    numbers = places // RANGE
    for number in np.unique(numbers).tolist():
        some = slice(*np.searchsorted(numbers, [number, number + 1]).tolist())
        within = (places[some] - number * RANGE).astype(np.int32)
        yield _range_batch([number], [within.tobytes() + sums[some].tobytes()])


def unpacked_range(number: int, part: bytes) -> Cells:
    """What ``packed_ranges`` packed."""
    n = len(part) // 12
    within = np.frombuffer(part, dtype=np.int32, count=n).astype(np.int64)
    return Cells(within + number * RANGE, np.frombuffer(part, dtype=np.int64, offset=4 * n))


def _word_ranges(words: WordFrequencies) -> Batches:
    for number in range(WORD_PARTS):
        part = words.part(number, WORD_PARTS)
        if len(part.vocabulary) or number == 0:  # that there are no words is told, too
            yield _range_batch([number], [pickle.dumps(part, protocol=5)])


def _range_batch(numbers: list[int], parts: list[bytes]) -> pa.RecordBatch:
    arrays = [pa.array(numbers, pa.int64()), pa.array(parts, pa.binary())]
    return pa.RecordBatch.from_arrays(arrays, names=["range", "part"])


__all__ = [
    "FREQUENCIES",
    "MOST_BYTES",
    "MOST_CELLS",
    "RANGE",
    "READ",
    "ROW_BYTES",
    "SMALL",
    "WORD_PARTS",
    "Batches",
    "ChooseTask",
    "Held",
    "MergeTask",
    "SmallTask",
    "SumTask",
    "SurveyTask",
    "WordMergeTask",
    "at_least",
    "packed_ranges",
    "unpacked_range",
]
