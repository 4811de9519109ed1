"""What runs on the workers of a Spark cluster: Arrow batches to rows of sums.

Sums by class and word are handed on as rows of a range of places, packed; each range is put
together by whichever worker the shuffle sends its rows to. All that a task needs is ``held``:
a broadcast that a worker unpacks once, or, where a session has none, the thing itself.
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
from halfbayes.text.frequencies import WordFrequencies

Batches = Iterator[pa.RecordBatch]

MOST_BYTES: Final = 64 << 20
"""Of word frequencies that a task holds before it hands them on."""

MOST_CELLS: Final = 1 << 25
"""Sums that a task holds (256 MB); of more it hands on each batch by itself."""

RANGE: Final = 1 << 21
"""Places whose sums are put together by one worker (16 MB)."""

SMALL, READ = -1, -2
"""Where others have the number of a range: a pickled sum, or documents that were read."""


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
        words, width = WordTotals(), 0
        for batch in batches:
            if batch.num_rows:
                chunk = self.read(batch)
                found = self.words(chunk)
                width = len(found.documents)
                total = added(total, self.small(chunk))
                words.add(found)
            if words.n_bytes > MOST_BYTES:
                yield _word_batch(words.merged())
                words = WordTotals()
        if not words.empty:
            yield _word_batch(words.merged())
        if total is not None:
            yield _part_batch(width, pickle.dumps(total))


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
                yield _range_batch([READ], [pickle.dumps(documents, protocol=5)])
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
        totals: dict[int, Any] = {}
        for batch in batches:
            for number, part in zip(*batch.to_pydict().values(), strict=True):
                more = pickle.loads(part) if number == SMALL else _dense(part)
                totals[number] = added(totals.get(number), more)
        for number, total in totals.items():
            if number == SMALL:
                yield _range_batch([SMALL], [pickle.dumps(total)])
            else:
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


def _dense(part: bytes) -> WholeArray:
    cells = unpacked_range(0, part)
    dense = np.zeros(RANGE, dtype=np.int64)
    dense[cells.places] = cells.sums
    return dense


def _word_batch(words: WordFrequencies) -> pa.RecordBatch:
    """Rows of words and their frequencies."""
    vocabulary = words.vocabulary
    buffers = [
        None,
        pa.py_buffer(vocabulary.offsets.astype(np.int32).tobytes()),
        pa.py_buffer(vocabulary.packed.tobytes()),
    ]
    terms = pa.Array.from_buffers(pa.binary(), len(vocabulary), buffers)
    return _survey_batch(
        terms, [pa.array(row) for row in words.documents], pa.nulls(len(terms), pa.binary())
    )


def _part_batch(width: int, part: bytes) -> pa.RecordBatch:
    """One row with a pickled sum, and no word."""
    nothing = [pa.nulls(1, pa.int64())] * width
    return _survey_batch(pa.nulls(1, pa.binary()), nothing, pa.array([part], pa.binary()))


def _survey_batch(words: Any, counts: list[Any], parts: Any) -> pa.RecordBatch:
    names = ["word", *(f"n{row}" for row in range(len(counts))), "part"]
    return pa.RecordBatch.from_arrays([words, *counts, parts], names=names)


def _range_batch(numbers: list[int], parts: list[bytes]) -> pa.RecordBatch:
    arrays = [pa.array(numbers, pa.int64()), pa.array(parts, pa.binary())]
    return pa.RecordBatch.from_arrays(arrays, names=["range", "part"])


__all__ = [
    "MOST_BYTES",
    "MOST_CELLS",
    "RANGE",
    "READ",
    "SMALL",
    "Batches",
    "Held",
    "MergeTask",
    "SmallTask",
    "SumTask",
    "SurveyTask",
    "packed_ranges",
    "unpacked_range",
]
