"""How strongly a term points to a class.

    LogOdds(w|k) = p(w|k) log( p(w|k) / p(w|not k) )     p(w|not k) = mean over j != k of p(w|j)

High for terms that occur often in class k and seldom elsewhere. Summed over the terms it is the
Kullback-Leibler divergence of class k from the average of the other classes, never negative.

Source: J. Rennie 2001, eq. 3.11. The thesis prints the sum over the other classes where this
takes their mean: p(w|not k) is then a distribution, and only then can Table 3.1 hold, where
*god* scores 0.011 for talk.religion.misc (p = 0.011) although soc.religion.christian alone has
p = 0.018, so that the sum would make the score negative.
"""

import numpy as np
from scipy.special import rel_entr

from halfbayes.types import FloatArray


def log_odds(probabilities: FloatArray) -> FloatArray:
    """Log-odds score of each class and term: (classes, terms).

    ``probabilities`` holds p(w|k), a row per class. With one class there is nothing to compare
    with and every score is 0. A term that only one class can produce scores infinity there.

    >>> log_odds(np.array([[0.5, 0.5], [0.8, 0.2]])).round(3)
    array([[-0.235,  0.458],
           [ 0.376, -0.183]])
    """
    theta = probabilities
    n_classes = theta.shape[0]
    if n_classes == 1:
        return np.zeros_like(theta)
    # Adding up the others, not subtracting from the sum of all, keeps small numbers exact.
    others = (1.0 - np.eye(n_classes)) / (n_classes - 1)
    elsewhere = others @ theta  # p(w|not k): (classes, terms)
    return np.asarray(rel_entr(theta, elsewhere))


__all__ = ["log_odds"]
