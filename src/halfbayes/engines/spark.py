"""Documents in an Apache Spark table: chunks are its Arrow batches, sums are its shuffles.

``small`` is added up within a partition and then on the driver. Frequencies of words and sums
by class and word are added up within a partition, cut into ranges, and put together range by
range where Spark's shuffle brings them (``spark_tasks``). All that a statistic holds, such as
the words that are kept, is broadcast to the workers; so is the table of the sums, up to a size
(``spark_kept``).

What is persisted and broadcast is freed when the engine, as a context, is left: also where
something went wrong.

Spark runs a task again when its worker is lost. Whole numbers add up to the same total in any
order, and nothing is added twice, for the shuffle takes one result a task.
"""

import pickle
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Self, TypeVar

import numpy as np
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame

from halfbayes.core.grid import WholeArray
from halfbayes.engines.base import Addable, Summing
from halfbayes.engines.spark_frame import mapped
from halfbayes.engines.spark_kept import BROADCAST_BYTES, SparkRead, broadcast, let_go
from halfbayes.engines.spark_tasks import (
    FREQUENCIES,
    RANGE,
    READ,
    SMALL,
    WORD_PARTS,
    ChooseTask,
    MergeTask,
    SmallTask,
    SumTask,
    SurveyTask,
    WordMergeTask,
    unpacked_range,
)
from halfbayes.engines.totals import added, there
from halfbayes.text.frequencies import LEAST_DOCUMENTS, WordFrequencies

C = TypeVar("C")
S = TypeVar("S", bound=Addable)

ROWS: Final = "range bigint, part binary"


@dataclass(frozen=True, slots=True, eq=False)
class SparkEngine(Generic[C]):
    """An engine over the rows of a data frame, which ``read`` makes chunks of."""

    frame: DataFrame
    read: Callable[[pa.RecordBatch], C]
    most_bytes: int = BROADCAST_BYTES  # of a table that is broadcast
    _held: ExitStack = field(default_factory=ExitStack, init=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._held.close()

    def total(self, small: Callable[[C], S]) -> S | None:
        """The sum of ``small``; None where there are no rows."""
        parts: S | None = _added(mapped(self.frame, SmallTask(self.read, small), "part binary"))
        return parts

    def survey(
        self,
        small: Callable[[C], S],
        words: Callable[[C], WordFrequencies] | None,
        room: Callable[[S], int],
    ) -> tuple[S, WordFrequencies | None]:
        """The sum of ``small``, and the words kept of the sum of ``words``."""
        if words is None:
            return there(self.total(small)), None
        rows = mapped(self.frame, SurveyTask(self.read, small, words), ROWS)
        parts = self._by_range(rows, WORD_PARTS)
        # What is added up of the words is looked at twice.
        merged = parts.mapInArrow(WordMergeTask(), ROWS).persist(StorageLevel.MEMORY_AND_DISK)
        try:
            told = _rows(merged.filter("range < 0"))
            total: S = there(_unpickled(told, SMALL).pop() if told else None)
            most = room(total)
            least = _least_frequency(_unpickled(told, FREQUENCIES), most)
            chosen = merged.filter("range >= 0").mapInArrow(ChooseTask(least), ROWS)
            kept = [pickle.loads(part) for _, part in _rows(chosen)]
            return total, WordFrequencies.sum_of(kept).kept(most)
        finally:
            merged.unpersist()

    def sums(self, by: Summing[C], n_cells: int) -> tuple[Any, WholeArray, SparkRead]:
        """The sums of ``small`` and of ``cells``, an array of ``n_cells``, and what is read."""
        held = broadcast(self.frame.sparkSession, by)
        self._held.callback(let_go, held)
        rows = mapped(self.frame, SumTask(self.read, held, n_cells), ROWS)
        # What is read is scored when the sums are known. It is longer than the text: kept in
        # memory it would leave Java none.
        rows = rows.persist(StorageLevel.DISK_ONLY)
        self._held.callback(rows.unpersist)
        parts = self._by_range(rows.filter(f"range <> {READ}"), -(-n_cells // RANGE) + 1)
        small: Any = None
        sums = np.zeros(n_cells, dtype=np.int64)
        for number, part in _rows(parts.mapInArrow(MergeTask(), ROWS)):
            if number == SMALL:
                small = pickle.loads(part)
            else:
                cells = unpacked_range(number, part)
                sums[cells.places] = cells.sums
        return small, sums, SparkRead(rows, self.most_bytes)

    def _by_range(self, rows: DataFrame, n_ranges: int) -> DataFrame:
        """All rows of a range in one partition, of no more than the session shuffles to."""
        asked = str(self.frame.sparkSession.conf.get("spark.sql.shuffle.partitions"))
        return rows.repartition(min(n_ranges, int(asked)), "range")


def _added(parts: DataFrame) -> Any:
    """The sum of pickled parts; None where there are none."""
    total: Any = None
    for part in parts.toArrow().column("part").to_pylist():
        total = added(total, pickle.loads(part))
    return total


def _rows(frame: DataFrame) -> list[tuple[int, bytes]]:
    """Rows of a range and a part, on the driver."""
    return list(zip(*frame.toArrow().to_pydict().values(), strict=True))


def _unpickled(rows: list[tuple[int, bytes]], which: int) -> list[Any]:
    return [pickle.loads(part) for number, part in rows if number == which]


def _least_frequency(counts: list[Any], most: int) -> int:
    """The least frequency among the ``most`` most frequent words."""
    n_words: Counter[int] = Counter()
    for frequencies, found in counts:
        for frequency, number in zip(frequencies.tolist(), found.tolist(), strict=True):
            n_words[frequency] += number
    total = 0
    for frequency in sorted(n_words, reverse=True):
        total += n_words[frequency]
        if total >= most:
            return frequency
    return LEAST_DOCUMENTS


__all__ = ["SparkEngine"]
