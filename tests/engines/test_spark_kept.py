"""A portion scored with the rows it asked for is scored as with the whole table."""

import pickle

import numpy as np
import pytest
from engines.sums import N_LETTERS, TEXTS, Summing

pa = pytest.importorskip("pyarrow")
pytest.importorskip("pyspark")

from halfbayes.core.left_out_words import WordTable  # noqa: E402
from halfbayes.engines import spark_kept  # noqa: E402

COUNTS = np.arange(N_LETTERS) + 0.25
TABLE = WordTable(np.column_stack([COUNTS, 2 * COUNTS]), 3 * COUNTS)
DOCUMENTS = Summing().read(TEXTS)


def batch(*documents):
    return pa.RecordBatch.from_pydict({"part": [pickle.dumps(d) for d in documents]})


def numbers(batches):
    parts = [part for found in batches for part in found.column("part").to_pylist()]
    return [number for part in parts for number in pickle.loads(part).numbers]


def broadcast_scores():
    held = spark_kept.Carried((Summing(), TABLE))
    return numbers(spark_kept.ScoreTask(held)(iter([batch(DOCUMENTS)])))


@pytest.mark.parametrize("most", [4, 20, 10**6])
def test_joined_and_broadcast_tables_score_alike(most, monkeypatch):
    held = spark_kept.Carried(Summing())
    asked = list(spark_kept.AskTask(held, most)(iter([batch(DOCUMENTS)])))
    rows = pa.Table.from_batches(asked)
    monkeypatch.setattr(spark_kept, "SENT_BYTES", 24 * 5)
    sent = spark_kept.as_rows(TABLE)
    assert [len(part) for part in sent] == [5, 5, 5, 1]
    table = pa.concat_tables(sent)
    found = []
    for key in dict.fromkeys(rows.column("key").to_pylist()):
        mine = rows.filter(pa.compute.equal(rows.column("key"), key))
        portions = mine.filter(pa.compute.is_valid(mine.column("part")))
        joined = mine.filter(pa.compute.is_valid(mine.column("place"))).select(["place"])
        joined = joined.join(table, "place")
        found += numbers(spark_kept.JoinedScoreTask(held, 2)(portions, joined).to_batches())
    assert found == broadcast_scores()


def test_a_portion_without_a_word_of_the_table_is_scored():
    held, empty = spark_kept.Carried(Summing()), Summing().read(["", ""])
    asked = pa.Table.from_batches(list(spark_kept.AskTask(held, 4)(iter([batch(empty)]))))
    portions = asked.filter(pa.compute.is_valid(asked.column("part")))
    nothing = spark_kept.as_rows(TABLE)[0].slice(0, 0)
    found = numbers(spark_kept.JoinedScoreTask(held, 2)(portions, nothing).to_batches())
    assert found == numbers(spark_kept.score_batches(Summing(), empty, TABLE))
    assert len(found) == 2


def test_long_blocks_are_cut(monkeypatch):
    monkeypatch.setattr(spark_kept, "ROW_BYTES", 8 * 7)
    parts = list(spark_kept.score_batches(Summing(), DOCUMENTS, TABLE))
    assert len(parts) == -(-len(TEXTS) // 7)
    assert numbers(parts) == broadcast_scores()


def test_several_blocks_are_added_up():
    assert spark_kept.Each(len)([[1, 2], [3]]) == 3


def test_a_remote_session_carries_what_others_broadcast():
    held = spark_kept.broadcast(object(), 7)
    assert held.value == 7
    spark_kept.let_go(held)
