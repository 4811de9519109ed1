import pytest

from halfbayes.engines.memory import MemoryEngine


def test_nothing_cannot_be_surveyed():
    with pytest.raises(ValueError, match="one document or more"):
        MemoryEngine([]).survey(len, None, lambda _total: 1)


def test_without_statistics_there_is_nothing_to_add():
    total, sums = MemoryEngine([[1], [2]]).sums(None, None, 3)
    assert total is None
    assert sums.tolist() == [0, 0, 0]
