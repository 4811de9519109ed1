import pytest
from threadpoolctl import threadpool_info

from halfbayes.experiments.workers import worked


def inverse(number: int) -> float:
    return 1 / number


def threads(_: int) -> int:
    return max((pool["num_threads"] for pool in threadpool_info()), default=1)


@pytest.mark.parametrize("processes", [1, 2])
def test_every_item_comes_back_once_with_its_result_or_its_error(processes):
    found = dict(worked(inverse, [1, 2, 0, 4], processes))
    assert isinstance(found.pop(0), ZeroDivisionError)
    assert found == {1: 1.0, 2: 0.5, 4: 0.25}


@pytest.mark.parametrize("processes", [1, 2])
def test_work_is_done_on_one_thread(processes):
    assert dict(worked(threads, [0, 1], processes)) == {0: 1, 1: 1}


def test_nothing_to_do_is_done():
    assert list(worked(inverse, [], 3)) == []
