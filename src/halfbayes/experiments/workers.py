"""Work done item by item, here or in several processes, each on one thread of BLAS.

An item that fails gives its error and not an end: one of them must not spoil a long run. Items
come back as they are done, so that each can be kept at once.
"""

import multiprocessing
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from typing import Final, TypeVar

from threadpoolctl import threadpool_limits

NAMED: Final = 3
"""Items that a reason is told of by name."""

Item = TypeVar("Item")
Result = TypeVar("Result")


def worked(
    work: Callable[[Item], Result], items: Sequence[Item], processes: int
) -> Iterator[tuple[Item, Result | BaseException]]:
    """Each item with what ``work`` makes of it, or the error; in any order.

    In several processes ``work``, the items and the results are pickled.

    >>> dict(worked(len, ["one", "three"], processes=1))
    {'one': 3, 'three': 5}
    """
    if processes == 1 or len(items) <= 1:
        with threadpool_limits(limits=1):
            for item in items:
                yield item, _attempt(work, item)
        return
    # Spawned, not forked: threads of BLAS do not survive a fork.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(
        processes, mp_context=context, initializer=_use_one_thread
    ) as executor:
        futures: dict[Future[Result | BaseException], Item] = {
            executor.submit(_attempt, work, item): item for item in items
        }
        try:
            for future in as_completed(futures):
                error = future.exception()
                yield futures[future], future.result() if error is None else error
        finally:
            executor.shutdown(wait=True, cancel_futures=True)


def reasons_told(failures: Mapping[str, str]) -> str:
    """Why items could not be worked on, each reason once.

    >>> reasons_told({"a": "no memory", "b": "no memory", "c": "no file"})
    'no memory (a, b); no file (c)'
    >>> reasons_told({str(number): "no memory" for number in range(9)})
    'no memory (0, 1, 2 and 6 more)'
    """
    by_reason: dict[str, list[str]] = {}
    for item, reason in failures.items():
        by_reason.setdefault(reason, []).append(item)
    told = []
    for reason, items in by_reason.items():
        more = f" and {len(items) - NAMED} more" if len(items) > NAMED else ""
        told.append(f"{reason} ({', '.join(items[:NAMED])}{more})")
    return "; ".join(told)


def _attempt(work: Callable[[Item], Result], item: Item) -> Result | BaseException:
    try:
        return work(item)
    except Exception as error:
        return error


def _use_one_thread() -> None:
    threadpool_limits(limits=1)


__all__ = ["reasons_told", "worked"]
