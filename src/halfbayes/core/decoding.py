"""From bit scores to a class: the class whose code the scores contradict least.

    class of x = argmin over c of sum_j g(f_j(x) R_cj)                (Rennie 2001, eq. 4.1)

    hinge      g(z) = (1 - z)_+
    linear     g(z) = -z
    logistic   g(z) = log(1 + exp(-z))
    zero-one   g(z) = (1 - sign z) / 2

f_j(x) is the score of bit j, positive for the +1 side. Laws: with one bit a class, linear
decoding takes the class with the largest f_j (one-vs-all); turning a column and its score
around changes nothing. Where the scores are log-odds of independent bits, the logistic loss
is minus the log-likelihood of the code word.
"""

from collections.abc import Callable, Mapping

import numpy as np

from halfbayes.core.codes import CodeMatrix
from halfbayes.types import FloatArray

Loss = Callable[[FloatArray], FloatArray]


def hinge(margins: FloatArray) -> FloatArray:
    """(1 - z)_+ of each margin."""
    return np.maximum(0.0, 1.0 - margins)


def linear(margins: FloatArray) -> FloatArray:
    """-z of each margin."""
    return -margins


def logistic(margins: FloatArray) -> FloatArray:
    """log(1 + exp(-z)) of each margin."""
    return np.logaddexp(0.0, -margins)


def zero_one(margins: FloatArray) -> FloatArray:
    """1 for a wrong sign, 0 for a right one, 1/2 for no decision."""
    return np.asarray((1.0 - np.sign(margins)) / 2.0)


LOSSES: Mapping[str, Loss] = {
    "hinge": hinge,
    "linear": linear,
    "logistic": logistic,
    "zero-one": zero_one,
}


def code_losses(bit_scores: FloatArray, code: CodeMatrix, loss: Loss) -> FloatArray:
    """Loss of every class's code against the scores: (documents, classes).

    >>> from halfbayes.core.codes import one_vs_all
    >>> code_losses(np.array([[2.0, -1.0, -3.0]]), one_vs_all(3), linear).tolist()
    [[-6.0, 0.0, 4.0]]
    """
    plus, minus = loss(bit_scores), loss(-bit_scores)  # (documents, bits) of R = +1, -1
    chosen = (code == 1).astype(np.float64)
    return np.asarray(plus @ chosen.T + minus @ (1.0 - chosen).T)


__all__ = ["LOSSES", "Loss", "code_losses", "hinge", "linear", "logistic", "zero_one"]
