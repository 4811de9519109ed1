"""Every engine equals the memory one, however the corpus is cut; a killed one goes on."""

import pickle
from collections import Counter
from dataclasses import dataclass, field

import numpy as np
import pytest

from halfbayes.engines.base import Cells
from halfbayes.engines.files import FilesEngine, Portion
from halfbayes.engines.memory import MemoryEngine
from halfbayes.text.frequencies import WordFrequencies

RNG = np.random.default_rng(5)
TEXTS = [" ".join(RNG.choice(list("abcdefghijklmnop"), 4)) for _ in range(60)]


@dataclass
class Stream:
    files: list
    fail_after: int = 10**9
    given: int = 0

    def portions(self, start):
        file, done = start
        for number in range(file, len(self.files)):
            portions = self.files[number]
            for place in range(done if number == file else 0, len(portions)):
                if self.given == self.fail_after:
                    raise KeyboardInterrupt
                self.given += 1
                last = place + 1 == len(portions)
                following = (number + 1, 0) if last else (number, place + 1)
                yield Portion(portions[place], 100, following)


@dataclass
class Store:
    saved: dict = field(default_factory=dict)

    def load(self, name):
        return pickle.loads(self.saved[name]) if name in self.saved else None

    def save(self, name, state):
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


def lengths(texts):
    return Counter(map(len, texts))


def words(texts):
    return WordFrequencies.of({"text": texts}, None, 1)


def cells(texts):
    found = Counter(len(set(text.split())) for text in texts)
    return Cells(np.array(list(found)), np.array(list(found.values())))


def results(engine):
    small, kept = engine.survey(lengths, words, lambda total: 9 if total else 0)
    total, sums = engine.sums(lengths, cells, 6)
    return (
        small,
        kept.vocabulary.terms,
        kept.documents.tolist(),
        total,
        sums.tolist(),
    )


EXPECTED = results(MemoryEngine([TEXTS]))


@pytest.mark.parametrize("files", CUTS)
@pytest.mark.parametrize("memory", [10**9, 8 * 200, 8])
def test_any_cut_and_any_memory_give_the_same(files, memory):
    assert results(FilesEngine(Stream(files), Store(), memory, 10**9)) == EXPECTED
    assert results(MemoryEngine([chunk for file in files for chunk in file])) == EXPECTED


@pytest.mark.parametrize("memory", [10**9, 8])
@pytest.mark.parametrize("fail_after", range(10))  # two passes over five portions
def test_a_run_that_is_killed_anywhere_goes_on_where_it_was(fail_after, memory):
    files, store = CUTS[1], Store()
    with pytest.raises(KeyboardInterrupt):
        results(FilesEngine(Stream(files, fail_after), store, memory, every=1))
    rest = Stream(files)
    assert results(FilesEngine(rest, store, memory, every=1)) == EXPECTED
    assert rest.given == 10 - fail_after
