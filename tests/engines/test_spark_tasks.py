"""Tasks are plain functions of batches."""

import pickle
from collections import Counter

import numpy as np
import pytest
from engines.sums import N_LETTERS, TEXTS, Summing, lengths, words

pa = pytest.importorskip("pyarrow")

from halfbayes.engines import spark_tasks as tasks  # noqa: E402
from halfbayes.engines.base import Cells  # noqa: E402
from halfbayes.text.frequencies import WordFrequencies  # noqa: E402


class Here:
    value = Summing()


def read(batch):
    return batch.column("text").to_pylist()


def batches(size):
    return iter(pa.table({"text": TEXTS}).to_batches(max_chunksize=size))


def sum_task():
    return tasks.SumTask(read, Here(), N_LETTERS)


def letters(rows):
    sums = np.zeros(N_LETTERS, dtype=np.int64)
    for number, part in rows:
        cells = tasks.unpacked_range(number, part)
        sums[cells.places] += cells.sums
    return sums.tolist()


def all_rows(found):
    return [row for batch in found for row in zip(*batch.to_pydict().values(), strict=True)]


def as_batch(rows):
    numbers, parts = zip(*rows, strict=True)
    arrays = [pa.array(numbers), pa.array(parts, pa.binary())]
    return pa.RecordBatch.from_arrays(arrays, names=["range", "part"])


def assert_same_words(parts, expected):
    found = WordFrequencies.sum_of([pickle.loads(part) for part in parts])
    assert found.vocabulary == expected.vocabulary
    np.testing.assert_array_equal(found.documents, expected.documents)


@pytest.mark.parametrize("size", [1, 7, 60])
def test_tasks_hand_on_sums_of_their_batches(size):
    (small,) = tasks.SmallTask(read, lengths)(batches(size))
    assert pickle.loads(small.column("part")[0].as_py()) == lengths(TEXTS)
    survey = all_rows(tasks.SurveyTask(read, lengths, words)(batches(size)))
    assert [pickle.loads(part) for number, part in survey if number == tasks.SMALL] == [
        lengths(TEXTS)
    ]
    assert_same_words([part for number, part in survey if number >= 0], words(TEXTS))
    rows = all_rows(sum_task()(batches(size)))
    of_all = Summing().read(TEXTS)
    documents = [pickle.loads(part).numbers for number, part in rows if number == tasks.READ]
    assert [number for some in documents for number in some] == of_all.numbers
    (total,) = [pickle.loads(part) for number, part in rows if number == tasks.SMALL]
    assert total == Summing().small(of_all)
    counts = Counter(place for places in of_all.numbers for place in places)
    assert letters([row for row in rows if row[0] >= 0]) == [
        counts[place] for place in range(N_LETTERS)
    ]


def test_words_are_put_together_and_chosen():
    rows = [
        row
        for size in (7, 60)
        for row in all_rows(tasks.SurveyTask(read, lengths, words)(batches(size)))
    ]
    merged = all_rows(tasks.WordMergeTask()(iter([as_batch(rows)])))
    twice = words(TEXTS * 2)
    assert [pickle.loads(part) for number, part in merged if number == tasks.SMALL] == [
        lengths(TEXTS * 2)
    ]
    found = [pickle.loads(part) for number, part in merged if number == tasks.FREQUENCIES]
    assert sum(int(counts.sum()) for _, counts in found) == len(twice.vocabulary)
    parts = [row for row in merged if row[0] >= 0]
    assert_same_words([part for _, part in parts], twice)
    chosen = all_rows(tasks.ChooseTask(30)(iter([as_batch(parts)])))
    assert_same_words([part for _, part in chosen], tasks.at_least(twice, 30))


def test_ranges_are_put_together(monkeypatch):
    monkeypatch.setattr(tasks, "RANGE", 5)
    rows = [row for size in (7, 60) for row in all_rows(sum_task()(batches(size)))]
    parts = [row for row in rows if row[0] != tasks.READ]
    merged = all_rows(tasks.MergeTask()(iter([as_batch(parts)])))
    assert sorted(row[0] for row in merged) == [tasks.SMALL, 0, 1, 2, 3]
    whole = letters([row for row in parts if row[0] >= 0])
    assert letters([row for row in merged if row[0] >= 0]) == whole


def test_packed_ranges_are_in_any_order_and_may_be_none(monkeypatch):
    monkeypatch.setattr(tasks, "RANGE", 4)
    cells = Cells(np.array([9, 1, 2]), np.array([1 << 40, -7, 3]))
    rows = all_rows(tasks.packed_ranges(cells))
    assert [row[0] for row in rows] == [0, 2]
    found = [tasks.unpacked_range(*row) for row in rows]
    assert np.concatenate([f.places for f in found]).tolist() == [1, 2, 9]
    assert np.concatenate([f.sums for f in found]).tolist() == [-7, 3, 1 << 40]
    assert not list(tasks.packed_ranges(Cells(np.zeros(0, np.int64), np.zeros(0, np.int64))))


def test_a_partition_without_rows_hands_on_nothing():
    empty = pa.RecordBatch.from_pydict({"text": pa.array([], pa.string())})
    for task in (
        tasks.SmallTask(read, lengths),
        tasks.SurveyTask(read, lengths, words),
        sum_task(),
        tasks.MergeTask(),
        tasks.WordMergeTask(),
        tasks.ChooseTask(2),
    ):
        assert list(task(iter([empty]))) == []


def test_more_than_a_task_can_hold_is_handed_on_at_once(monkeypatch):
    monkeypatch.setattr(tasks, "MOST_BYTES", 1)
    monkeypatch.setattr(tasks, "MOST_CELLS", 1)
    parts = all_rows(tasks.SurveyTask(read, lengths, words)(batches(10)))
    assert [number for number, _ in parts].count(0) == 6
    assert_same_words([part for number, part in parts if number >= 0], words(TEXTS))
    rows = all_rows(sum_task()(batches(10)))
    assert [number for number, _ in rows] == [tasks.READ, 0] * 6 + [tasks.SMALL]
