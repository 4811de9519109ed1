"""Bias and variance of multinomial word estimates, and of the scores made of them.

    theta^_k = (a_k + N_k) / (a + N)           a_k added to the count N_k; a, N their sums (3.1)

    mean       (a_k + N theta_k) / (a + N)                                              (3.3)
    variance   N theta_k (1 - theta_k) / (a + N)^2                                      (3.4)
    bias       (a_k - a theta_k) / (a + N)                                              (3.5)

What matters for classification is the variance of the class score z = sum_k f_k log(a_k + N_k)
- f log(a + N) of a document with f_k times word k. Taking the N_k as independent,

    var z = sum_k f_k^2 var(log(a_k + N_k))                                             (3.7)
    var(log(a_k + N_k)) = E[log(a_k + N_k)^2] - E[log(a_k + N_k)]^2                     (3.8)

where N_k is binomial(N, theta_k) (3.9), or nearly Poisson of mean lambda = N theta_k. The form
printed as (3.10) takes Stirling's formula for n! from n = 2 on and a_k = 1 for n < 2; here a_k
is kept (for a_k = 1 the same number). The variance peaks where a word is expected once or twice
and falls off on both sides. For large lambda it is lambda / (a_k + lambda)^2.

Theorem 3.4.1: z_+ and z_- come from different documents, so var(z_+ - z_-) = var z_+ + var z_-
and with var z_+ > var z_-:  2 var z_+ > var h > var z_+. The class with the poorest estimates
rules the variance of the decision.

Source: J. Rennie 2001, chapter 3.
"""

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
from scipy.special import gammaln, xlogy
from scipy.stats import binom

from halfbayes.types import FloatArray

LARGE = 1_000.0
"""Expected count above which the limit lambda / (a + lambda)^2 is right to 0.1 %."""

MAX_DIFFERENT = 64
"""More different a_k than this are rounded to two decimals of their logarithm first."""


def estimate_mean(theta: FloatArray, added: FloatArray, words: float) -> FloatArray:
    """Expected estimate of every word, eq. 3.3.

    >>> estimate_mean(np.array([0.8, 0.2]), np.array([1.0, 1.0]), 10.0)
    array([0.75, 0.25])
    """
    return np.asarray((added + words * theta) / (added.sum() + words))


def estimate_variance(theta: FloatArray, added: FloatArray, words: float) -> FloatArray:
    """Variance of the estimate of every word, eq. 3.4."""
    return np.asarray(words * theta * (1.0 - theta) / (added.sum() + words) ** 2)


def estimate_bias(theta: FloatArray, added: FloatArray, words: float) -> FloatArray:
    """Expected estimate less the true probability, eq. 3.5.

    >>> estimate_bias(np.array([0.8, 0.2]), np.array([1.0, 1.0]), 10.0).round(3)
    array([-0.05,  0.05])
    """
    return np.asarray((added - added.sum() * theta) / (added.sum() + words))


def binomial_probabilities(words: int, theta: float) -> FloatArray:
    """P(N_k = n) for n = 0..words: binomial, eq. 3.9."""
    return np.asarray(binom.pmf(np.arange(words + 1), words, theta))


def poisson_probabilities(words: int, theta: float) -> FloatArray:
    """P(N_k = n) for n = 0..words: Poisson of mean words * theta."""
    n = np.arange(words + 1.0)
    return np.asarray(np.exp(xlogy(n, words * theta) - words * theta - gammaln(n + 1.0)))


def stirling_probabilities(words: int, theta: float) -> FloatArray:
    """P(N_k = n) for n = 0..words: Poisson with Stirling's n! from n = 2 on, eq. 3.10."""
    mean, n = words * theta, np.arange(2.0, words + 1.0)
    p = np.empty(words + 1)
    p[:2] = (np.exp(-mean) * np.array([1.0, mean]))[: words + 1]
    p[2:] = np.exp(n * (1.0 + np.log(mean) - np.log(n)) - mean) / np.sqrt(2.0 * np.pi * n)
    return p


FORMS: Mapping[str, Callable[[int, float], FloatArray]] = {
    "binomial": binomial_probabilities,
    "poisson": poisson_probabilities,
    "stirling": stirling_probabilities,
}


def log_count_moments(
    words: int, theta: float, *, added: float = 1.0, form: str = "binomial"
) -> tuple[float, float]:
    """Mean and variance of log(added + N_k), eq. 3.8-3.10; ``form`` is a name in ``FORMS``.

    >>> mean, variance = log_count_moments(10_000, 0.0002)
    >>> round(mean, 3), round(variance, 3)
    (0.978, 0.262)
    """
    p = FORMS[form](words, theta)
    logs = np.log(added + np.arange(words + 1.0))
    mean = float(p @ logs)
    return mean, float(p @ logs**2) - mean**2


def log_count_variance(expected: FloatArray, added: FloatArray) -> FloatArray:
    """Variance of log(a_k + N_k) for Poisson counts of the given means, for many words.

    ``expected`` is (..., words); ``added`` one number or (words,), positive. Interpolated in a
    table of exact sums; the error is below 0.1 %.
    """
    if added.ndim == 0:
        return _variances(expected, float(added))
    values = added
    if len(np.unique(values)) > MAX_DIFFERENT:
        values = np.exp(np.round(np.log(added), 2))
    result = np.empty_like(expected)
    for value in np.unique(values):
        result[..., values == value] = _variances(expected[..., values == value], float(value))
    return result


def score_variance(document: FloatArray, variances: FloatArray) -> FloatArray:
    """Variance of each class score of a document with f_k times word k, eq. 3.7: (classes,).

    ``variances`` (classes, words) are those of log(a_k + N_k).

    >>> score_variance(np.array([2.0, 1.0]), np.array([[0.1, 0.2], [0.0, 0.5]]))
    array([0.6, 0.5])
    """
    return np.asarray(variances @ document**2)


def _variances(expected: FloatArray, added: float) -> FloatArray:
    log_mean, log_variance = _table(added)
    with np.errstate(divide="ignore"):
        position = np.log(expected)
    # Below the table the variance is proportional to the mean.
    below = np.minimum(position - log_mean[0], 0.0)
    inside = np.exp(np.interp(position, log_mean, log_variance) + below)
    return np.where(expected > LARGE, expected / (added + expected) ** 2, inside)


@lru_cache(maxsize=256)
def _table(added: float) -> tuple[FloatArray, FloatArray]:
    """Logarithms of the mean of a Poisson count, and of the variance of log(added + count)."""
    log_mean = np.linspace(np.log(1e-4), np.log(LARGE), 500)
    log_variance = np.empty_like(log_mean)
    for i, mean in enumerate(np.exp(log_mean)):
        n = np.arange(int(mean + 12.0 * np.sqrt(mean)) + 30.0)
        p = np.exp(xlogy(n, mean) - mean - gammaln(n + 1.0))
        logs = np.log1p(n / added)  # less log(added): a constant has no variance
        log_variance[i] = np.log(p @ (logs - p @ logs) ** 2)
    return log_mean, log_variance


__all__ = [
    "FORMS",
    "binomial_probabilities",
    "estimate_bias",
    "estimate_mean",
    "estimate_variance",
    "log_count_moments",
    "log_count_variance",
    "poisson_probabilities",
    "score_variance",
    "stirling_probabilities",
]
