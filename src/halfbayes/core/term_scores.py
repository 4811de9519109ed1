"""What a term tells about the class: feature scores from class counts alone.

f_c is how often the term occurs in class c, f = sum f_c; N_c how many words (or documents)
class c has, N = sum N_c; p~ = N_c / N is the class-neutral distribution, p^ = f_c / f the
term's own.

    information gain   IG = sum_c f_c/N log((f_c/f)/(N_c/N))
                            + (N_c - f_c)/N log(((N_c - f_c)/(N - f))/(N_c/N))      (eq. 5.2)
    HT                 2 [l(p^) - l(p~)] = 2 sum_c f_c log((f_c/f)/p~_c)            (eq. 5.3)
    chi-squared        sum_c (f_c - f p~_c)^2 / (f p~_c)
    discriminative     S = max_c (f_c + 1) / (f + m)          m classes             (eq. 5.6)

IG by word occurrence takes counts of words for f and N, IG by document presence counts of
documents. HT and chi-squared test the same hypothesis and agree for small deviations. Each is a
few operations per class and term: all terms are scored at the cost of counting them. Laws: IG
and HT are never negative, and 0 for a term that is spread like p~; scores depend on the counts
only, so they add over portions of documents.

Source: J. Rennie 2001, chapter 5. (5.5 and 5.6 print argmax for max. The example of 5.4, HT of
{2/5, 3/5} against {1/2, 1/2} with f = 10000, is 402.7 by eq. 5.3; 201.3 lacks its factor 2.)
"""

import numpy as np
from scipy.special import xlog1py, xlogy

from halfbayes.core.logspace import ABOVE_ZERO
from halfbayes.types import FloatArray


def information_gain(terms: FloatArray, totals: FloatArray) -> FloatArray:
    """Information gain of every term, in nats: (terms,).

    ``terms`` (classes, terms) counts occurrences and ``totals`` (classes,) the words of each
    class; or documents that have the term, and documents.

    >>> information_gain(np.array([[3.0, 1.0], [0.0, 4.0]]), np.array([4.0, 4.0])).round(4)
    array([0.3804, 0.3804])
    """
    N, f = totals.sum(), terms.sum(axis=0)
    present = _excess(terms, f, totals / N)
    # Absent: sum_c (N_c - f_c) [log(1 - f_c/N_c) - log(1 - f/N)], exact for small f.
    known = np.maximum(totals, ABOVE_ZERO)[:, None]  # an empty class has f_c = 0
    absent = _xlog1m(known, terms).sum(axis=0)
    absent -= _xlog1m(N, f)
    return np.asarray(np.maximum((present + absent) / N, 0.0))


def hypothesis_test(terms: FloatArray, neutral: FloatArray) -> FloatArray:
    """HT of every term against the distribution ``neutral`` over classes: (terms,).

    >>> hypothesis_test(np.array([[4000.0], [6000.0]]), np.array([0.5, 0.5])).round(1)
    array([402.7])
    """
    return np.maximum(2.0 * _excess(terms, terms.sum(axis=0), neutral), 0.0)


def chi_squared(terms: FloatArray, neutral: FloatArray) -> FloatArray:
    """Pearson's statistic of every term against ``neutral``; 0 for a term without counts.

    >>> chi_squared(np.array([[4.0], [6.0]]), np.array([0.5, 0.5]))
    array([0.4])
    """
    f = terms.sum(axis=0)
    possible = neutral > 0.0
    difference = terms[possible] - neutral[possible, None] * f
    difference *= difference
    ratio = (1.0 / neutral[possible]) @ difference
    return np.asarray(np.divide(ratio, f, out=np.zeros_like(f), where=f > 0.0))


def discriminative(terms: FloatArray) -> FloatArray:
    """S of every term, the estimated probability of its likeliest class: (terms,).

    >>> discriminative(np.array([[3.0, 2.0], [0.0, 2.0]]))
    array([0.8, 0.5])
    """
    return np.asarray((terms.max(axis=0) + 1.0) / (terms.sum(axis=0) + len(terms)))


def _excess(terms: FloatArray, f: FloatArray, neutral: FloatArray) -> FloatArray:
    # sum_c f_c log((f_c / f) / neutral_c)
    with np.errstate(divide="ignore"):
        log_neutral = np.where(neutral > 0.0, np.log(neutral), 0.0)
    return np.asarray(xlogy(terms, terms).sum(axis=0) - xlogy(f, f) - log_neutral @ terms)


def _xlog1m(total: FloatArray, part: FloatArray) -> FloatArray:
    # (total - part) log(1 - part / total), 0 where part is all there is
    return np.asarray(xlog1py(total - part, -np.minimum(part / total, 1.0)))


__all__ = ["chi_squared", "discriminative", "hypothesis_test", "information_gain"]
