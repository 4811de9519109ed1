"""How strongly class offsets are held: the precision q of their prior, from the evidence.

The small fit has minus log likelihood L(u, c) and prior precisions P, which are q for each of
the K offsets c. Near its optimum L is a parabola with the Hessian A and the gradient g, so that
for any other q the optimum moves by d and the evidence is known (Laplace's approximation):

    d      = -(A + P)^-1 (g + P x)                                x = (u, c)
    log p(q) = -(g d + d A d / 2 + (x + d) P (x + d) / 2) - log |A + P| / 2 + K log q / 2
               - (log q / 30)^2 / 2

With few documents the likelihood says little, q stays at 30 and the offsets near zero; where
many documents show that some classes are favoured and others not, they are let go.
"""

import numpy as np

from halfbayes.types import FloatArray

CANDIDATES = (0.3, 1.0, 3.0, 10.0, 30.0)
EXPECTED = 30.0
"""With three labels a class, offsets that are freer than this make predictions worse."""

RECONSIDERED = 3
"""Times the precision is chosen anew in a small fit; it settles at once or at the second."""


def likeliest_precision(
    point: FloatArray, gradient: FloatArray, hessian: FloatArray, precisions: FloatArray, n: int
) -> float:
    """The q of ``CANDIDATES`` with the most evidence, from the derivatives at an optimum.

    ``gradient`` and ``hessian`` are those of the whole objective under ``precisions``; the
    offsets are the entries from ``n`` on.

    >>> point, hessian = np.array([0.0, 2.0, -2.0]), np.diag([50.0, 50.0, 50.0])
    >>> likeliest_precision(point, np.zeros(3), hessian, np.array([4.0, 1.0, 1.0]), 1)
    1.0
    >>> likeliest_precision(point / 20, np.zeros(3), hessian, np.array([4.0, 30.0, 30.0]), 1)
    30.0
    """
    A = hessian - np.diag(precisions)
    g = gradient - precisions * point
    scores = []
    for q in CANDIDATES:
        P = np.append(precisions[:n], np.full(len(point) - n, q))
        log_prior = -(np.log(q / EXPECTED) ** 2) / 2
        scores.append(log_evidence(point, g, A, P) + log_prior)
    return CANDIDATES[int(np.argmax(scores))] if np.max(scores) > -np.inf else EXPECTED


def log_evidence(point: FloatArray, g: FloatArray, A: FloatArray, P: FloatArray) -> float:
    """Of the prior N(0, 1/P), up to what does not depend on P.

    Minus log likelihood has slope ``g`` and Hessian ``A`` at ``point``. Where the two together
    have no curvature in some direction there is no evidence: minus infinity.
    """
    M = A + np.diag(P)
    try:
        d = -np.linalg.solve(M, g + P * point)
    except np.linalg.LinAlgError:  # flat to rounding: nothing can be told of this P
        return -np.inf
    rise = g @ d + d @ A @ d / 2 + P @ (point + d) ** 2 / 2
    volume = np.linalg.slogdet(M)[1] - np.log(P).sum()
    return float(-rise - volume / 2)


__all__ = ["CANDIDATES", "EXPECTED", "RECONSIDERED", "likeliest_precision", "log_evidence"]
