import pytest
from engines.sums import TEXTS, results

from halfbayes.engines.memory import MemoryEngine, MemoryKept


def test_nothing_cannot_be_surveyed():
    with pytest.raises(ValueError, match="one document or more"):
        MemoryEngine([]).survey(len, None, lambda _total: 1)
    with pytest.raises(ValueError, match="one document or more"):
        MemoryKept([]).total(len)


def test_chunks_do_not_change_what_is_added_up():
    parts = MemoryEngine([TEXTS[:7], TEXTS[7:8], TEXTS[8:]])
    assert results(parts) == results(MemoryEngine([TEXTS]))
