"""What is kept of documents in a Spark table: scores, where the documents are.

The table of sums by class and word goes to the workers in one of two ways. Up to
``BROADCAST_BYTES`` it is broadcast. A larger one is shuffled: documents, in portions that need
at most ``JOINED_BYTES`` of it, ask for the rows of their words; these are joined by word with
the table, which Spark cuts by word, and grouped by portion. A portion goes by the digest of its
content, so that a task that is run again asks for the same. Both ways score a portion by the
same function with the same rows, and so to the same bits.

Scores are persisted in memory and on disk, and every total over them is one job.
"""

import pickle
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import reduce
from hashlib import blake2b
from typing import Any, Final, Generic, TypeVar

import numpy as np
import pyarrow as pa
from pyspark import StorageLevel
from pyspark.sql import DataFrame, SparkSession

from halfbayes.core.left_out_words import WordTable
from halfbayes.engines.base import Addable, Block, Scores
from halfbayes.engines.spark_tasks import READ, ROW_BYTES, Batches, Held, SmallTask
from halfbayes.engines.totals import added, there

B = TypeVar("B", bound=Block)
S = TypeVar("S", bound=Addable)

BROADCAST_BYTES: Final = 768 << 20
"""A table of sums that is larger is joined, not broadcast. That of the 2 GB of ``SizeRule``
takes up to 688 MB."""

JOINED_BYTES: Final = 64 << 20
"""Rows of the table that a portion of documents needs at most, where it is joined."""


SENT_BYTES: Final = 32 << 20
"""Rows of the table that go out with one task: Spark takes no message above 128 MB."""


@dataclass(frozen=True, slots=True)
class Carried:
    """What is taken for a broadcast in a session that has none: it goes with every task."""

    value: Any


def broadcast(session: SparkSession, value: Any) -> Held:
    """The value, sent to every worker once where the session can."""
    context = getattr(session, "_sc", None)  # a remote session has none
    held: Held = Carried(value) if context is None else context.broadcast(value)
    return held


def let_go(held: Held) -> None:
    """A broadcast that is not needed any more takes no more memory."""
    if not isinstance(held, Carried):
        held.unpersist()  # type: ignore[attr-defined]  # a pyspark.Broadcast


@dataclass(frozen=True, slots=True, eq=False)
class SparkRead:
    """Documents that were read, persisted: rows of ranges, some of which are documents.

    Whoever made them frees them.
    """

    rows: DataFrame
    most_bytes: int = BROADCAST_BYTES

    @contextmanager
    def scored(self, by: Scores[B], table: WordTable) -> Iterator["SparkKept[B]"]:
        """Blocks of the scores of every document, persisted where they are."""
        documents = self.rows.filter(f"range = {READ}").select("part")
        joined = table.n_bytes > self.most_bytes
        with ExitStack() as freed:
            held = broadcast(self.rows.sparkSession, by if joined else (by, table))
            freed.callback(let_go, held)
            if joined:
                blocks = _joined(documents, held, table)
            else:
                blocks = documents.mapInArrow(ScoreTask(held), "part binary")
            blocks = blocks.persist(StorageLevel.MEMORY_AND_DISK)
            freed.callback(blocks.unpersist)
            yield SparkKept(blocks)


@dataclass(frozen=True, slots=True, eq=False)
class SparkKept(Generic[B]):
    """Blocks of scores in a persisted frame."""

    blocks: DataFrame

    def total(self, of: Callable[[Any], S]) -> S:
        """The sum of ``of`` over all blocks."""
        total: S | None = None
        rows = self.blocks.mapInArrow(SmallTask(_unpickled, Each(of)), "part binary")
        for part in rows.toArrow().column("part").to_pylist():
            total = added(total, pickle.loads(part))
        return there(total)


@dataclass(frozen=True, slots=True, eq=False)
class Each:
    """The sum of a function over several blocks."""

    of: Callable[[Any], Any]

    def __call__(self, blocks: list[Any]) -> Any:
        """The sum."""
        total: Any = None
        for block in blocks:
            total = added(total, self.of(block))
        return total


@dataclass(frozen=True, slots=True, eq=False)
class ScoreTask:
    """Documents to blocks of scores, with the whole table at hand."""

    held: Held  # (Scores, WordTable)

    def __call__(self, batches: Batches) -> Batches:
        """What a partition hands on."""
        by, table = self.held.value
        for batch in batches:
            for documents in _unpickled(batch):
                yield from score_batches(by, documents, table)


@dataclass(frozen=True, slots=True, eq=False)
class AskTask:
    """Documents to portions of them, each with the places that it needs of the table."""

    held: Held  # Scores
    most: int  # rows of the table

    def __call__(self, batches: Batches) -> Batches:
        """What a partition hands on: a row for a portion, and a row for each of its places."""
        by: Scores[Any] = self.held.value
        for batch in batches:
            for documents in _unpickled(batch):
                for portion in by.parts(documents, self.most):
                    part = pickle.dumps(portion, protocol=5)
                    key = blake2b(part, digest_size=16).digest()
                    places = by.places(portion)
                    yield _asked([key], [None], [part])
                    yield _asked([key] * len(places), places, [None] * len(places))


@dataclass(frozen=True, slots=True, eq=False)
class JoinedScoreTask:
    """A portion and the rows of the table that it needs to blocks of scores."""

    held: Held  # Scores
    n_sums: int  # of a word: one for each class

    def __call__(self, portions: pa.Table, rows: pa.Table) -> pa.Table:
        """What a portion hands on; equal ones come together. None of its words may be kept."""
        by: Scores[Any] = self.held.value
        places = rows.column("place").to_numpy()
        order = np.unique(places, return_index=True)[1]
        values = np.frombuffer(b"".join(rows.column("row").to_pylist()), dtype=np.float64)
        sums = values.reshape(len(places), self.n_sums + 1)[order]
        table = WordTable(sums[:, :-1], np.ascontiguousarray(sums[:, -1:])[:, 0], places[order])
        batches = [
            batch
            for part in portions.column("part").to_pylist()
            for batch in score_batches(by, pickle.loads(part), table)
        ]
        return pa.Table.from_batches(batches)


def score_batches(by: Scores[Any], documents: Any, table: WordTable) -> Batches:
    """Rows of blocks of scores, none of them too long."""
    for block in by.scores(documents, table).within(ROW_BYTES):
        yield pa.RecordBatch.from_pydict({"part": [pickle.dumps(block, protocol=5)]})


def _joined(documents: DataFrame, held: Held, table: WordTable) -> DataFrame:
    """Blocks of scores, where the table goes to the documents by a join."""
    most = max(1, JOINED_BYTES // (8 * (table.sums.shape[1] + 1)))
    schema = "key binary, place bigint, part binary"
    asked = documents.mapInArrow(AskTask(held, most), schema)
    frames = [documents.sparkSession.createDataFrame(rows) for rows in as_rows(table)]
    whole = reduce(DataFrame.unionAll, frames).hint("merge")
    wanted = asked.filter("place is not null").select("key", "place").join(whole, "place")
    portions = asked.filter("part is not null").selectExpr("key as portion", "part")
    together = portions.groupBy("portion").cogroup(wanted.groupBy("key"))
    task = JoinedScoreTask(held, table.sums.shape[1])

    def answer(some: pa.Table, rows: pa.Table) -> pa.Table:  # Spark counts the arguments
        return task(some, rows)

    return together.applyInArrow(answer, "part binary")


def as_rows(table: WordTable) -> list[pa.Table]:
    """A row for each place, with its sums by class and their total as bytes, in parts."""
    width = 8 * (table.sums.shape[1] + 1)
    step, parts = max(1, SENT_BYTES // width), []
    for start in range(0, len(table.sums), step):
        some = slice(start, start + step)
        rows = np.column_stack([table.sums[some], table.totals[some]])
        offsets = width * np.arange(len(rows) + 1, dtype=np.int32)
        buffers = [None, pa.py_buffer(offsets), pa.py_buffer(rows)]
        packed = pa.Array.from_buffers(pa.binary(), len(rows), buffers)
        places = pa.array(np.arange(start, start + len(rows)))
        parts.append(pa.Table.from_arrays([places, packed], names=["place", "row"]))
    return parts


def _asked(keys: list[bytes], places: Any, parts: list[bytes | None]) -> pa.RecordBatch:
    arrays = [
        pa.array(keys, pa.binary()),
        pa.array(places, pa.int64()),
        pa.array(parts, pa.binary()),
    ]
    return pa.RecordBatch.from_arrays(arrays, names=["key", "place", "part"])


def _unpickled(batch: pa.RecordBatch) -> list[Any]:
    return [pickle.loads(part) for part in batch.column("part").to_pylist()]


__all__ = [
    "BROADCAST_BYTES",
    "JOINED_BYTES",
    "SENT_BYTES",
    "AskTask",
    "Carried",
    "Each",
    "JoinedScoreTask",
    "ScoreTask",
    "SparkKept",
    "SparkRead",
    "as_rows",
    "broadcast",
    "let_go",
    "score_batches",
]
