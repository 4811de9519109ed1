"""Documents in an Apache Spark table: chunks are its Arrow batches, sums are its shuffles.

``small`` is added up within a partition and then on the driver. Words are rows with a key,
summed within each partition and then by ``groupBy().sum()``; sums by class and word are rows of
ranges of places, shuffled by range and added up there (``spark_tasks``). All that a statistic
holds, such as the words that are kept, is broadcast to the workers; so is the table of the
sums, up to a size (``spark_kept``).

Spark runs a task again when its worker is lost. Whole numbers add up to the same total in any
order, and nothing is added twice, for the shuffle takes one result a task.
"""

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import numpy as np
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from halfbayes.core.grid import WholeArray
from halfbayes.engines.base import Addable, Summing
from halfbayes.engines.spark_kept import BROADCAST_BYTES, SparkRead, broadcast
from halfbayes.engines.spark_tasks import (
    RANGE,
    READ,
    SMALL,
    MergeTask,
    SmallTask,
    SumTask,
    SurveyTask,
    unpacked_range,
)
from halfbayes.engines.totals import added, there
from halfbayes.text.frequencies import LEAST_DOCUMENTS, WordFrequencies
from halfbayes.text.vocabulary import Vocabulary, sorted_union

C = TypeVar("C")
S = TypeVar("S", bound=Addable)


@dataclass(frozen=True, slots=True, eq=False)
class SparkEngine(Generic[C]):
    """An engine over the rows of a data frame, which ``read`` makes chunks of."""

    frame: DataFrame
    read: Callable[[pa.RecordBatch], C]
    most_bytes: int = BROADCAST_BYTES  # of a table that is broadcast

    def total(self, small: Callable[[C], S]) -> S | None:
        """The sum of ``small``; None where there are no rows."""
        parts: S | None = _added(
            self.frame.mapInArrow(SmallTask(self.read, small), "part binary")
        )
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
        names = self._counts_of(words)
        schema = ", ".join(["word binary", *(f"{name} bigint" for name in names)])
        task = SurveyTask(self.read, small, words)
        # Both sums come from one look at the documents.
        rows = self.frame.mapInArrow(task, f"{schema}, part binary").persist()
        try:
            total = there(_added(rows.filter("part is not null").select("part")))
            found = rows.filter("word is not null")
            return total, _kept(found, names, room(total))
        finally:
            rows.unpersist()

    def sums(self, by: Summing[C], n_cells: int) -> tuple[Any, WholeArray, SparkRead]:
        """The sums of ``small`` and of ``cells``, an array of ``n_cells``, and what is read."""
        held = broadcast(self.frame.sparkSession, by)
        schema = "range bigint, part binary"
        rows = self.frame.mapInArrow(SumTask(self.read, held, n_cells), schema)
        # What is read is scored when the sums are known.
        rows = rows.persist(StorageLevel.MEMORY_AND_DISK)
        n_ranges = -(-n_cells // RANGE) + 1
        parts = rows.filter(f"range <> {READ}").repartition(n_ranges, "range")
        merged = parts.mapInArrow(MergeTask(), schema).toArrow()
        small: Any = None
        sums = np.zeros(n_cells, dtype=np.int64)
        for number, part in zip(*merged.to_pydict().values(), strict=True):
            if number == SMALL:
                small = pickle.loads(part)
            else:
                cells = unpacked_range(number, part)
                sums[cells.places] = cells.sums
        return small, sums, SparkRead(rows, self.most_bytes)

    def _counts_of(self, words: Callable[[C], WordFrequencies]) -> list[str]:
        """Names of the columns of frequencies: of the document, and of each field."""
        empty = pa.RecordBatch.from_pylist([], schema=self.frame.limit(0).toArrow().schema)
        return [f"n{row}" for row in range(len(words(self.read(empty)).documents))]


def _added(parts: DataFrame) -> Any:
    """The sum of pickled parts; None where there are none."""
    total: Any = None
    for part in parts.toArrow().column("part").to_pylist():
        total = added(total, pickle.loads(part))
    return total


def _kept(rows: DataFrame, names: list[str], most: int) -> WordFrequencies:
    """The words that are kept of the sums of all rows."""
    sums = [sql.sum(name).alias(name) for name in names]
    total = rows.groupBy("word").agg(*sums).filter(sql.col("n0") >= LEAST_DOCUMENTS)
    total = total.persist()
    try:
        least = _least_frequency(total, most)
        found = total.filter(sql.col("n0") >= least).toArrow()
    finally:
        total.unpersist()
    return _frequencies(found, names).kept(most)


def _least_frequency(total: DataFrame, most: int) -> int:
    """The least frequency among the ``most`` most frequent words."""
    counts = total.groupBy("n0").count().orderBy(sql.desc("n0")).toArrow()
    n_words = np.cumsum(counts.column("count").to_numpy())
    enough = int(np.searchsorted(n_words, most))
    frequencies = counts.column("n0").to_numpy()
    return int(frequencies[enough]) if enough < len(frequencies) else LEAST_DOCUMENTS


def _frequencies(found: pa.Table, names: list[str]) -> WordFrequencies:
    words = found.column("word").to_pylist()
    offsets = np.concatenate([[0], np.cumsum([len(word) for word in words])]).astype(np.int64)
    packed = np.frombuffer(b"".join(words), dtype=np.uint8)
    vocabulary, (place,) = sorted_union([Vocabulary(packed, offsets)])
    documents = np.zeros((len(names), len(words)), dtype=np.int64)
    for row, name in enumerate(names):
        documents[row, place] = found.column(name).to_numpy()
    return WordFrequencies(vocabulary, documents)


__all__ = ["SparkEngine"]
