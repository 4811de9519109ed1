"""Populations of scored documents whose accuracy above any threshold is known."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.special import expit, logit

REFERENCE = 400_000
CLASS_SHARES = 1 / np.arange(1, 31) / (1 / np.arange(1, 31)).sum()


def easy(n, rng):
    """Mostly right, and surest where right: 92 %."""
    chance = rng.beta(8.0, 0.7, n)
    return chance, chance


def hard(n, rng):
    """Right in two of three, with probabilities three times too bold and noisy."""
    chance = rng.beta(1.6, 0.8, n)
    bold = 3 * logit(np.clip(chance, 1e-9, 1 - 1e-9)) + rng.normal(0, 1, n)
    return expit(bold), chance


def thirty_classes(n, rng):
    """Thirty classes of unequal sizes; the rarer the class, the more often it is wrong."""
    k = rng.choice(30, n, p=CLASS_SHARES)
    mean = 0.97 - 0.5 * k / 30
    chance = rng.beta(4 * mean, 4 * (1 - mean))
    return np.clip(chance + rng.normal(0, 0.05, n), 0, 1), chance


def useless_confidence(n, rng):
    """Right in 88 %, whatever the confidence."""
    return rng.random(n), np.full(n, 0.88)


def overconfident(n, rng):
    """As sure as the easy population, and wrong twice as often and more."""
    chance = rng.beta(8.0, 0.7, n)
    return chance, 0.8 * chance


@dataclass(frozen=True)
class Population:
    """Draws confidences with the chance to be right."""

    scores: Callable

    def draw(self, n, rng):
        """Confidence and whether right, of n documents."""
        confidence, chance = self.scores(n, rng)
        return confidence, rng.random(n) < chance


POPULATIONS = {
    "easy": Population(easy),
    "hard": Population(hard),
    "thirty classes": Population(thirty_classes),
    "useless confidence": Population(useless_confidence),
    "overconfident": Population(overconfident),
}


@cache
def reference(population):
    """Confidences in falling order, and the mean chance to be right of all so far."""
    confidence, chance = population.scores(REFERENCE, np.random.default_rng(99))
    order = np.argsort(-confidence)
    return confidence[order], np.cumsum(chance[order]) / np.arange(1, REFERENCE + 1)


def true_accuracy(population, threshold):
    """Accuracy of the documents with a confidence of at least ``threshold``."""
    confidence, accuracy = reference(population)
    answered = np.searchsorted(-confidence, -threshold, side="right")
    return accuracy[max(answered - 1, 0)]
