import pytest
from engines.sums import Letters, Squares
from engines.test_files import Store

from halfbayes.engines.files_kept import FilesKept, FilesRead, Waiting, run_name
from halfbayes.engines.pace import Pace, State
from halfbayes.errors import UnfinishedError


def test_blocks_wait_until_they_are_too_large_or_due():
    store, state = Store(), State()
    waiting = Waiting(Pace(store, 10**9), "read", most=20)
    for n in range(5):
        waiting.add(Letters([n]), state)
    assert state.runs == 1
    assert store.load(run_name("read", 0)) == [Letters([0]), Letters([1]), Letters([2])]
    waiting.set_down(state)
    waiting.set_down(state)  # there is nothing any more
    assert state.runs == 2


def test_a_total_that_is_finished_is_not_worked_out_again():
    store = Store()
    store.save(run_name("scores", 0), [Letters([2, 3])])
    store.save(run_name("scores", 1), [Letters([4])])
    kept = FilesKept(Pace(store, 1), 2)
    assert [kept.total(Squares(power))["sum"] for power in (1, 2)] == [9, 29]
    again = FilesKept(Pace(store, 1), 2)
    assert again.total(None)["sum"] == 9
    with pytest.raises(TypeError):
        again.total(None) + again.total(None)


def test_a_run_that_is_there_no_more_is_told():
    with pytest.raises(UnfinishedError, match="read-000000 was set down and is there no more"):
        list(FilesRead(Pace(Store(), 1), 1).documents())
    with pytest.raises(UnfinishedError, match="scores-000000"):
        FilesKept(Pace(Store(), 1), 1).total(Squares(1))
