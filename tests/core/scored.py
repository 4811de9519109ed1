"""Documents with scores, and blocks of them."""

import itertools

import numpy as np

from halfbayes.core.summed_scores import ScoreBlock


def scores(n, J, K, seed=0, *, skew=0.0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, K, n)
    f = rng.normal(size=(J, n, K)) + skew * np.arange(K)
    f[:, np.arange(n), y] += 0.7
    return f, y


def cut(block, order, bounds):
    y, d = block.y[order], block.differences[:, :, order]
    edges = [0, *sorted(bounds), len(y)]
    pairs = itertools.pairwise(edges)
    return [ScoreBlock(y[a:b], d[:, :, a:b]) for a, b in pairs if b > a]


def total_of(blocks):
    def total(at):
        first, *rest = map(at, blocks)
        for more in rest:
            first = first + more
        return first

    return total
