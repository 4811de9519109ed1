"""How often chance alone gives a score as high: the significance level of HT and NHT.

    SL = Pr{ G(f') >= G(f) },  f' ~ multinomial(f, q)     G(f) = 2 sum_c f_c log(f_c / (f q_c))

(Rennie 2001, eq. 5.4 with q the class-neutral distribution, eq. 5.8 with q = p_near.) Three
ways, the first that applies:

- **asymptotic**: f min_c q_c >= 5: G is chi-squared with K - 1 degrees of freedom;
- **exact**: few enough ways to share f occurrences among K classes: all of them are added up;
- **moments**: in between, a gamma distribution with the mean and variance of G. G given f is a
  sum of independent Poisson deviances d(f_c, f q_c) given their total, and cumulants given a
  total follow from those without it (McCullagh & Nelder, Generalized Linear Models, 15.2):

      E G   = sum m_c - 1 - (sum t_c - sum s_c) / (2 f)
      Var G = [sum v_c - (sum s_c)^2 / f] (K - 1) / K

  with m, v the mean and variance of d, s its covariance with f_c and t = cov(d, (f_c - mu)^2)
  - 2 mu, all functions of mu = f q_c alone, tabulated once. As f grows the gamma becomes the
  chi-squared.

Counts that are not whole numbers (weights) go the first or the third way.
"""

from functools import cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray
from scipy.special import gammaincc, gammaln, xlogy
from scipy.stats import poisson

from halfbayes.types import BoolArray, FloatArray

ASYMPTOTIC_COUNT = 5.0
"""Least expected count at which the chi-squared distribution is taken (Cochran's rule)."""

MAX_SHARED = 50_000
"""Ways to share f that are added up exactly where every term has the same q."""

MAX_OWN = 2_000
"""The same where every term has its own q."""

TIE = 1e-9
"""Statistics closer than this (relative) are equal: rounding must not part them."""

LEAST_MOMENT = 1e-12
"""Of mean and variance of G, which divide: where only one class is possible it never varies."""


def significance_level(
    terms: FloatArray, statistic: FloatArray, null: FloatArray
) -> FloatArray:
    """Level of every term's statistic G under ``null``: (terms,).

    ``terms`` (classes, terms) are counts; ``null`` is q for all terms (classes,), or one for
    each (classes, terms). A term without counts has level 1.

    >>> two_sevens = np.array([[7.0], [0.0]])
    >>> statistic = np.array([2 * 7 * np.log(2)])
    >>> significance_level(two_sevens, statistic, np.array([0.5, 0.5])).round(4)
    array([0.0156])
    """
    shared = null.ndim == 1
    possible = null > 0.0 if shared else (null > 0.0).any(axis=1)
    terms, null = terms[possible], null[possible]
    f = terms.sum(axis=0)
    least = null.min(axis=0)
    asymptotic = (f * least >= ASYMPTOTIC_COUNT) & (f > 0.0)
    level = np.ones(len(f))
    level[asymptotic] = _chi_squared_tail(statistic[asymptotic], len(terms) - 1)
    exact = ~asymptotic & _countable(f, len(terms), MAX_SHARED if shared else MAX_OWN)
    exact &= (terms == np.rint(terms)).all(axis=0)
    for n in np.unique(f[exact]):
        chosen = np.flatnonzero(exact & (f == n))
        q = null if shared else null[:, chosen]
        level[chosen] = _exact_tail(int(n), q, statistic[chosen])
    rest = ~asymptotic & ~exact & (f > 0.0)
    if rest.any():
        level[rest] = _moment_tail(f[rest], null if shared else null[:, rest], statistic[rest])
    return level


def _chi_squared_tail(statistic: FloatArray, degrees: int) -> FloatArray:
    if degrees == 0:
        return np.ones(len(statistic))
    return np.asarray(gammaincc(degrees / 2.0, statistic / 2.0))


def _countable(f: FloatArray, n_classes: int, most: int) -> BoolArray:
    largest = 0
    while largest < most and comb(largest + n_classes, n_classes - 1) <= most:
        largest += 1
    return np.asarray((f > 0.0) & (f <= largest))


@cache
def _shares(n: int, n_classes: int) -> NDArray[np.float64]:
    """Every way to share n occurrences among classes: (ways, classes)."""
    bars = np.array(list(combinations(range(n + n_classes - 1), n_classes - 1)))
    edges = np.column_stack(
        [np.full(len(bars), -1), bars, np.full(len(bars), n + n_classes - 1)]
    )
    return np.diff(edges, axis=1) - 1.0


def _exact_tail(n: int, q: FloatArray, statistic: FloatArray) -> FloatArray:
    if q.ndim == 1:
        G, p = _distribution(n, q[:, None])
        order = np.argsort(-G[:, 0])
        reached = np.concatenate([[0.0], np.cumsum(p[order, 0])])
        level = reached[np.searchsorted(-G[order, 0], -_tied(statistic), side="right")]
    else:
        # Most terms occur once or twice, and many alike: each case is worked out once.
        cases = np.ascontiguousarray(np.vstack([q, statistic]).T)
        as_bytes = cases.view(np.dtype((np.void, cases.itemsize * cases.shape[1]))).ravel()
        _, first, case = np.unique(as_bytes, return_index=True, return_inverse=True)
        G, p = _distribution(n, q[:, first])
        level = (p * (_tied(statistic[first]) <= G)).sum(axis=0)[case]
    return np.asarray(np.minimum(level, 1.0))


def _distribution(n: int, q: FloatArray) -> tuple[FloatArray, FloatArray]:
    """G and its probability, for every way to share n: both (ways, columns of q)."""
    shares = _shares(n, len(q))
    log_likelihood = shares @ np.log(np.where(q > 0.0, q, 1.0))
    log_likelihood[shares @ (q <= 0.0) > 0.0] = -np.inf  # a class that q rules out
    log_ways = gammaln(n + 1.0) - gammaln(shares + 1.0).sum(axis=1)
    G = 2.0 * (xlogy(shares, shares / n).sum(axis=1)[:, None] - log_likelihood)
    return G, np.exp(log_ways[:, None] + log_likelihood)


def _tied(statistic: FloatArray) -> FloatArray:
    return statistic - TIE * (1.0 + statistic)


def _moment_tail(f: FloatArray, q: FloatArray, statistic: FloatArray) -> FloatArray:
    if q.ndim == 1:
        sizes, inverse = np.unique(f, return_inverse=True)
        mean, variance = _moments(sizes, q[:, None] * sizes)
        mean, variance = mean[inverse], variance[inverse]
    else:
        mean, variance = _moments(f, q * f)
    return np.asarray(gammaincc(mean**2 / variance, statistic * mean / variance))


def _moments(f: FloatArray, expected: FloatArray) -> tuple[FloatArray, FloatArray]:
    K = len(expected)
    at, columns = _deviance_cumulants()
    position = np.log(np.clip(expected, np.exp(at[0]), np.exp(at[-1])))
    m, v, s, t = (np.interp(position, at, column).sum(axis=0) for column in columns)
    mean = m - 1.0 - (t - s) / (2.0 * f)
    variance = (v - s**2 / f) * (K - 1) / K
    return np.maximum(mean, LEAST_MOMENT), np.maximum(variance, LEAST_MOMENT)


@cache
def _deviance_cumulants() -> tuple[FloatArray, FloatArray]:
    """Log mu, and m, v, s, t there, for a Poisson deviance: (points,), (4, points)."""
    log_mu = np.linspace(np.log(1e-7), np.log(300.0), 600)
    columns = []
    for mu in np.exp(log_mu):
        n = np.arange(int(mu + 12.0 * np.sqrt(mu)) + 40.0)
        p = poisson.pmf(n, mu)
        d = 2.0 * (xlogy(n, n / mu) - (n - mu))
        m = p @ d
        t = p @ ((d - m) * (n - mu) ** 2) - 2.0 * mu
        columns.append((m, p @ (d - m) ** 2, p @ ((d - m) * (n - mu)), t))
    return log_mu, np.array(columns).T


__all__ = ["significance_level"]
