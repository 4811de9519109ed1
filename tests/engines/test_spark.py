"""Spark equals memory, however the rows are partitioned; tasks are plain functions."""

import pickle
from collections import Counter

import numpy as np
import pytest

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

from halfbayes.engines import spark as engine  # noqa: E402
from halfbayes.engines.base import Cells  # noqa: E402
from halfbayes.engines.memory import MemoryEngine  # noqa: E402
from halfbayes.text.frequencies import WordFrequencies  # noqa: E402

pytestmark = pytest.mark.xdist_group("spark")

RNG = np.random.default_rng(5)
TEXTS = [" ".join(RNG.choice(list("abcdefghijklmnop"), 4)) for _ in range(60)]


def read(batch):
    return batch.column("text").to_pylist()


def lengths(texts):
    return Counter(map(len, texts))


def cells(texts):
    found = Counter(len(set(text.split())) for text in texts)
    return Cells(np.array(list(found)), np.array(list(found.values())))


def room(total):
    return 9 if total else 0


def results(of):
    small, kept = of.survey(lengths, words_alike, room)
    total, sums = of.sums(lengths, cells, 6)
    return small, kept.vocabulary.terms, kept.documents.tolist(), total, sums.tolist()


def words_alike(texts):
    # Both fields are the same text: a document must not depend on its chunk.
    return WordFrequencies.of({"title": texts, "body": texts}, None, 1)


def batches(size):
    table = pa.table({"text": TEXTS})
    return iter(table.to_batches(max_chunksize=size))


def by_value(module):
    """Functions of this module travel with the task: workers do not have it."""
    pickled = pytest.importorskip("pyspark.cloudpickle")
    pickled.register_pickle_by_value(module)


@pytest.mark.parametrize("n_partitions", [1, 4])
def test_any_partitioning_gives_what_memory_gives(spark, n_partitions):
    import sys  # noqa: PLC0415 (this very module)

    by_value(sys.modules[__name__])
    frame = spark.createDataFrame([(text,) for text in TEXTS], "text string")
    found = results(engine.SparkEngine(frame.repartition(n_partitions), read))
    assert found == results(MemoryEngine([TEXTS]))


@pytest.mark.parametrize("size", [1, 7, 60])
def test_tasks_hand_on_sums_of_their_batches(size):
    (small,) = engine.SmallTask(read, lengths)(batches(size))
    assert pickle.loads(small.column("part")[0].as_py()) == lengths(TEXTS)
    found, last = engine.SurveyTask(read, lengths, words_alike)(batches(size))
    assert pickle.loads(last.column("part")[0].as_py()) == lengths(TEXTS)
    assert last.column("word").to_pylist() == [None]
    whole = words_alike(TEXTS)
    assert [
        word.decode() for word in found.column("word").to_pylist()
    ] == whole.vocabulary.terms
    assert found.column("n0").to_pylist() == whole.documents[0].tolist()
    (some,) = engine.CellTask(read, cells, 6)(batches(size))
    total = dict(zip(some.column("cell").to_pylist(), some.column("value").to_pylist()))  # noqa: B905
    assert total == Counter(len(set(text.split())) for text in TEXTS)


def test_a_partition_without_rows_hands_on_nothing():
    empty = pa.RecordBatch.from_pydict({"text": pa.array([], pa.string())})
    for task in (
        engine.SmallTask(read, lengths),
        engine.SurveyTask(read, lengths, words_alike),
        engine.CellTask(read, cells, 6),
    ):
        assert list(task(iter([empty]))) == []


def test_more_than_a_task_can_hold_is_handed_on_at_once(monkeypatch):
    monkeypatch.setattr(engine, "MOST_BYTES", 1)
    monkeypatch.setattr(engine, "MOST_CELLS", 1)
    parts = list(engine.SurveyTask(read, lengths, words_alike)(batches(10)))
    assert len(parts) == 7
    assert len(list(engine.CellTask(read, cells, 6)(batches(10)))) == 6
