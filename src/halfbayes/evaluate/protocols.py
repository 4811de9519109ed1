"""Who learns from what and is tested on what: the same for every method.

A draw splits each class at random: a fifth is for testing (at least one document where the
class has two), the rest is the pool. A budget of b labels per class takes the first b documents
of each class of the pool, all where there are fewer, in one random order: small budgets are
part of larger ones. The budget ``None`` takes the whole pool, ``MOST_TRAINING`` documents at
most, one of every class among them. Of the test documents at most ``MOST_TEST`` are kept, at
random; the classes have their natural shares there, whatever the shares in training.

A draw is fixed by the name of the corpus and its number.
"""

from dataclasses import dataclass
from typing import Final
from zlib import crc32

import numpy as np

from halfbayes.core.class_order import rank_within_class
from halfbayes.types import IndexArray, LabelArray

TEST_SHARE: Final = 0.2
MOST_TEST: Final = 2_000
MOST_TRAINING: Final = 10_000


@dataclass(frozen=True, slots=True, eq=False)
class Draw:
    """The pool and the test documents of one draw."""

    pool: IndexArray  # in random order
    test: IndexArray
    y: IndexArray  # classes of all documents of the corpus

    def training(self, budget: int | None, most: int = MOST_TRAINING) -> IndexArray:
        """The documents to learn from, in random order."""
        rank = rank_within_class(self.y[self.pool])
        if budget is not None:
            return self.pool[rank < budget]
        # One of each class first, then the others as they come.
        chosen = np.sort(np.argsort(rank > 0, kind="stable")[:most])
        return self.pool[chosen]


def draw_seed(name: str, number: int) -> list[int]:
    """What the random numbers of a draw begin with."""
    return [crc32(name.encode()), number]


def few_label_draw(name: str, labels: LabelArray, number: int) -> Draw:
    """Draw ``number`` of the corpus ``name``.

    >>> draw = few_label_draw("toy", np.array(["a", "b"] * 10), 0)
    >>> len(draw.pool), len(draw.test), len(draw.training(3))
    (16, 4, 6)
    """
    rng = np.random.default_rng(draw_seed(name, number))
    y = np.unique(labels, return_inverse=True)[1].reshape(-1).astype(np.intp)
    order = rng.permutation(len(y)).astype(np.intp)
    rank = rank_within_class(y[order])
    sizes = np.bincount(y)
    n_test = np.rint(TEST_SHARE * sizes)
    n_test[sizes > 1] = np.maximum(n_test[sizes > 1], 1)
    in_test = rank < n_test[y[order]]
    return Draw(order[~in_test], rng.permutation(order[in_test])[:MOST_TEST], y)


__all__ = ["MOST_TEST", "MOST_TRAINING", "Draw", "draw_seed", "few_label_draw"]
