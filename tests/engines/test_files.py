"""Every engine equals the memory one, however the corpus is cut; a killed one goes on."""

import pickle
from dataclasses import dataclass, field

import pytest
from engines.sums import TEXTS, results

from halfbayes.engines.files import FilesEngine, Portion
from halfbayes.engines.memory import MemoryEngine


@dataclass
class Stream:
    files: list
    given: int = 0

    def portions(self, start):
        file, done = start
        for number in range(file, len(self.files)):
            portions = self.files[number]
            for place in range(done if number == file else 0, len(portions)):
                self.given += 1
                last = place + 1 == len(portions)
                following = (number + 1, 0) if last else (number, place + 1)
                yield Portion(portions[place], 100, following)


@dataclass
class Store:
    """Whoever uses it is killed before it saves for the time ``fail_after``."""

    saved: dict = field(default_factory=dict)
    fail_after: int = 10**9
    times: int = 0

    def load(self, name):
        return pickle.loads(self.saved[name]) if name in self.saved else None

    def save(self, name, state):
        if self.times == self.fail_after:
            raise KeyboardInterrupt
        self.times += 1
        self.saved[name] = pickle.dumps(state)
        return 10


def cut(sizes):
    files, first = [], 0
    for portions in sizes:
        files.append([])
        for size in portions:
            files[-1].append(TEXTS[first : first + size])
            first += size
    assert first == len(TEXTS)
    return files


CUTS = [
    cut([[60]]),
    cut([[10, 10], [5, 15], [20]]),
    cut([[1] * 30, [30]]),
]
EXPECTED = results(MemoryEngine([TEXTS]))


@pytest.mark.parametrize("files", CUTS)
@pytest.mark.parametrize("memory", [10**9, 8 * 200, 8])
def test_any_cut_and_any_memory_give_the_same(files, memory):
    assert results(FilesEngine(Stream(files), Store(), memory, 10**9)) == EXPECTED
    assert results(MemoryEngine([chunk for file in files for chunk in file])) == EXPECTED


def saves_of(memory):
    store = Store()
    results(FilesEngine(Stream(CUTS[1]), store, memory, every=1))
    return store


@pytest.mark.parametrize("memory", [10**9, 8])
def test_a_run_that_is_killed_anywhere_goes_on_where_it_was(memory):
    whole = saves_of(memory)
    for fail_after in range(whole.times):
        store = Store(fail_after=fail_after)
        with pytest.raises(KeyboardInterrupt):
            results(FilesEngine(Stream(CUTS[1]), store, memory, every=1))
        before = dict(store.saved)
        rest, again = Stream(CUTS[1]), Store(store.saved)
        assert results(FilesEngine(rest, again, memory, every=1)) == EXPECTED
        # It loses at most a portion, and what a portion sets down before its state.
        runs = 16 if memory == 8 else 1
        assert fail_after + again.times <= whole.times + runs
        if "scored" in before:
            assert rest.given == 0
