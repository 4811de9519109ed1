"""Endless documents of six classes whose words overlap, for simulations.

A test draws from a stream of its own: from a shared one, what it draws would hang on which
tests ran before it.
"""

from copy import copy

import numpy as np

WORDS = np.array([f"w{i}" for i in range(300)])
CLASSES = np.array([f"c{k}" for k in range(6)])
STRANGE = np.array([f"strange{i}" for i in range(300)])


class Stream:
    """Draws documents; ``overlap`` is the share of words that all classes have in common."""

    def __init__(self, seed, overlap=0.6):
        self.rng = np.random.default_rng(seed)
        own = self.rng.dirichlet(np.full(300, 0.08), 6)
        shared = self.rng.dirichlet(np.full(300, 0.5))
        self.chances = own * (1 - overlap) + shared * overlap

    def afresh(self, seed):
        """Other documents of the same classes."""
        other = copy(self)
        other.rng = np.random.default_rng([seed, 1])
        return other

    def draw(self, n, shares=None):
        """Texts and labels of n documents."""
        y = self.rng.choice(6, n, p=shares)
        return [self._text(WORDS, self.chances[k]) for k in y], CLASSES[y]

    def strange(self, n):
        """Texts of words nobody has seen."""
        return [self._text(STRANGE, None) for _ in range(n)]

    def _text(self, words, chances):
        return " ".join(self.rng.choice(words, self.rng.integers(6, 25), p=chances))
