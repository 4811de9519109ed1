"""Documents in an Apache Spark table: chunks are its Arrow batches, sums are its shuffles.

``small`` is added up within a partition and then on the driver. Words and cells are rows with a
key, the word or the place, summed within each partition and then by ``groupBy().sum()``. All
that a statistic holds, such as the words that are kept, travels to the workers with the task,
which Spark broadcasts where it is large. The sums by class and word never travel there: no
worker needs them.

Spark runs a task again when its worker is lost. Whole numbers add up to the same total in any
order, and nothing is added twice, for the shuffle takes one result a task.
"""

import pickle
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as sql

from halfbayes.core.grid import WholeArray
from halfbayes.engines.base import Addable, Cells
from halfbayes.engines.totals import WordTotals, added
from halfbayes.text.frequencies import LEAST_DOCUMENTS, WordFrequencies
from halfbayes.text.vocabulary import Vocabulary, sorted_union

C = TypeVar("C")
S = TypeVar("S", bound=Addable)
Batches = Iterator[pa.RecordBatch]

MOST_BYTES: Final = 64 << 20
"""Of word frequencies that a task holds before it hands them on."""

MOST_CELLS: Final = 1 << 25
"""Sums that a task holds (256 MB); of more it hands on each batch by itself."""


@dataclass(frozen=True, slots=True, eq=False)
class SparkEngine(Generic[C]):
    """An engine over the rows of a data frame, which ``read`` makes chunks of."""

    frame: DataFrame
    read: Callable[[pa.RecordBatch], C]

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
            return _there(self.total(small)), None
        names = self._counts_of(words)
        schema = ", ".join(["word binary", *(f"{name} bigint" for name in names)])
        task = SurveyTask(self.read, small, words)
        # Both sums come from one look at the documents.
        rows = self.frame.mapInArrow(task, f"{schema}, part binary").persist()
        try:
            total = _there(_added(rows.filter("part is not null").select("part")))
            found = rows.filter("word is not null")
            return total, _kept(found, names, room(total))
        finally:
            rows.unpersist()

    def sums(
        self,
        small: Callable[[C], S] | None,
        cells: Callable[[C], Cells] | None,
        n_cells: int,
    ) -> tuple[Any, WholeArray]:
        """The sum of ``small`` and of ``cells``, as an array of ``n_cells``."""
        sums = np.zeros(n_cells, dtype=np.int64)
        if cells is not None:
            task = CellTask(self.read, cells, n_cells)
            rows = self.frame.mapInArrow(task, "cell bigint, value bigint")
            found = rows.groupBy("cell").agg(sql.sum("value").alias("value")).toArrow()
            sums[found.column("cell").to_numpy()] = found.column("value").to_numpy()
        return None if small is None else self.total(small), sums

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


def _there(total: S | None) -> S:
    if total is None:
        message = "an engine goes over one document or more"
        raise ValueError(message)
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
class CellTask:
    """Batches to places and the sums there."""

    read: Callable[[pa.RecordBatch], Any]
    cells: Callable[[Any], Cells]
    n_cells: int

    def __call__(self, batches: Batches) -> Batches:
        """What a partition hands on."""
        held = np.zeros(self.n_cells if self.n_cells <= MOST_CELLS else 0, dtype=np.int64)
        for batch in batches:
            if batch.num_rows:
                cells = self.cells(self.read(batch))
                if len(held):
                    held[cells.places] += cells.sums
                else:
                    yield _cell_batch(cells.places, cells.sums)
        places = np.flatnonzero(held)
        if len(places):
            yield _cell_batch(places, held[places])


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


def _cell_batch(places: Any, sums: WholeArray) -> pa.RecordBatch:
    arrays = [pa.array(places, type=pa.int64()), pa.array(sums)]
    return pa.RecordBatch.from_arrays(arrays, names=["cell", "value"])


__all__ = ["CellTask", "SmallTask", "SparkEngine", "SurveyTask"]
