"""Sums and scores of texts of single letters, small enough to see through."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from halfbayes.core.left_out_words import WordTable
from halfbayes.engines.base import Cells
from halfbayes.text.frequencies import WordFrequencies

RNG = np.random.default_rng(5)
TEXTS = [" ".join(RNG.choice(list("abcdefghijklmnop"), 4)) for _ in range(60)]
N_LETTERS = 16


@dataclass
class Letters:
    """Texts as places of letters, and blocks of numbers."""

    numbers: list

    @property
    def n_bytes(self):
        return 8 * len(self.numbers)

    def within(self, most):
        n, step = len(self.numbers), max(1, most // 8)
        return [Letters(self.numbers[i : i + step]) for i in range(0, n, step)]


class Summing:
    """Letters are counted; a text is scored by the sum of the counts of its letters."""

    def read(self, texts):
        return Letters([[ord(word) - ord("a") for word in text.split()] for text in texts])

    def small(self, documents):
        return Counter(len(set(places)) for places in documents.numbers)

    def cells(self, documents):
        found = Counter(place for places in documents.numbers for place in places)
        places = sorted(found)
        return Cells(np.array(places, dtype=np.int64), np.array([found[p] for p in places]))

    def parts(self, documents, most):
        return documents.within(8 * max(1, most // 4))

    def places(self, documents):
        return np.unique(np.concatenate(documents.numbers)).astype(np.int64)

    def scores(self, documents, table):
        rows = [table.found(np.array(places, dtype=np.int64)) for places in documents.numbers]
        return Letters([float(table.sums[row, 0].sum()) for row in rows])


class Squares:
    """A block to a sum that knows of every number in it."""

    def __init__(self, power):
        self.power = power

    def __call__(self, block):
        return Counter({"sum": sum(int(n) ** self.power for n in block.numbers)})


def lengths(texts):
    return Counter(map(len, texts))


def words(texts):
    # Both fields are the same text: a document must not depend on its chunk.
    return WordFrequencies.of({"title": texts, "body": texts}, None, 1)


def room(total):
    return 9 if total else 0


def results(engine):
    small, kept = engine.survey(lengths, words, room)
    total, sums, read = engine.sums(Summing(), N_LETTERS)
    table = WordTable(sums[:, None] * 1.0, sums * 1.0)
    with read.scored(Summing(), table) as blocks:
        totals = [blocks.total(Squares(power)) for power in (1, 2)]
    words_kept = kept.vocabulary.terms, kept.documents.tolist()
    return small, words_kept, total, sums.tolist(), totals
