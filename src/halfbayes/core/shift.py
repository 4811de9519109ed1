"""Class shares among new documents without labels, and probabilities corrected for them.

If only the shares of the classes change, pi to q, and documents within a class do not,

    p'(k|x) = (q_k / pi_k) p(k|x) / sum_j (q_j / pi_j) p(j|x)

**EM** (Saerens, Latinne & Decaestecker 2002): q_k <- mean of p'(k|x) over the new documents,
from q = pi on, until it rests; it climbs the likelihood of the new documents.

**Moments** (Lipton, Wang & Smola 2018): with C_jk the mean of p(j|x) over documents of class k
(by a model that did not learn from them), the mean of p(j|x) over the new documents is
sum_k C_jk q_k; q is the least-squares solution among shares. It does not need calibrated
probabilities, EM is the more exact where they are.

**Test.** Without shift the predicted classes of old and new documents come from one
distribution: permute them (chi-squared statistic);
p = (1 + permutations at least as far) / (1 + permutations).

A class with pi_k = 0 was not learnt from documents, and nothing tells its new share. It is left
out: q_k = 0 by EM, and q_k / pi_k is taken for 1, so that its logit stays.

Laws: EM at q = pi rests when the mean posterior is pi; both estimates find the shares of a
simulated shift; without one the test rejects at its level.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import nnls

from halfbayes.types import FloatArray, IndexArray

ITERATIONS = 1000
TOLERANCE = 1e-8
"""EM rests when no share changes by more than this."""
PERMUTATIONS = 999
HEAVY = 1e3
"""Weight of the equation sum q = 1 beside those of the moments."""
LEAST_SHARE = 1e-6
"""A share estimated at zero is taken for this: the class is rare, not impossible."""


@dataclass(frozen=True, slots=True, eq=False)
class ClassShift:
    """How the class shares of new documents differ from those learnt."""

    before: FloatArray  # pi: (classes,)
    shares: FloatArray  # q by EM: (classes,)
    by_moments: FloatArray  # q by moments: (classes,)
    p_value: float  # of "the shares have not changed"


def em_shares(proba: FloatArray, before: FloatArray) -> FloatArray:
    """Class shares of the documents with probabilities ``proba``, learnt under ``before``.

    A class with no share before has none now, and the others share the documents, as far as
    these have any probability of being theirs; with no such document the shares stay.

    >>> proba = np.array([[0.9, 0.1], [0.8, 0.2], [0.9, 0.1], [0.2, 0.8]])
    >>> em_shares(proba, np.array([0.5, 0.5])).round(3)
    array([0.953, 0.047])
    """
    ratio = np.divide(proba, before, out=np.zeros_like(proba), where=before > 0.0)
    ratio = ratio[ratio.any(axis=1)]  # (documents, classes)
    q = before
    if len(ratio) == 0:
        return q
    for _ in range(ITERATIONS):
        weighted = ratio * q
        following = (weighted / weighted.sum(axis=1, keepdims=True)).mean(axis=0)
        settled = np.abs(following - q).max() < TOLERANCE
        q = following
        if settled:
            break
    return np.asarray(q)


def moment_shares(proba: FloatArray, known: FloatArray, y: IndexArray) -> FloatArray:
    """Class shares by moments; ``known`` are probabilities of documents of classes ``y``.

    A class without documents in ``y`` has no share.

    >>> known = np.array([[0.8, 0.2], [0.8, 0.2], [0.3, 0.7]])
    >>> new = np.array([[0.8, 0.2], [0.3, 0.7], [0.3, 0.7], [0.3, 0.7]])
    >>> moment_shares(new, known, np.array([0, 0, 1])).round(3)
    array([0.25, 0.75])
    """
    n_classes = known.shape[1]
    counts = np.bincount(y, minlength=n_classes)
    sums = np.zeros((n_classes, n_classes))
    np.add.at(sums, y, known)
    C = (sums / np.maximum(counts, 1)[:, None]).T  # C_jk: (predicted, true)
    A = np.vstack([C, HEAVY * (counts > 0)])
    q, _ = nnls(A, np.append(proba.mean(axis=0), HEAVY))
    return np.asarray(q / q.sum())


def log_offsets(before: FloatArray, shares: FloatArray) -> FloatArray:
    """Log q_k / pi_k: what is added to the logit of each class; 0 where pi_k is 0."""
    return np.asarray(np.log(share_ratios(before, np.maximum(shares, LEAST_SHARE))))


def share_ratios(before: FloatArray, shares: FloatArray) -> FloatArray:
    """Q_k / pi_k; 1 where pi_k is 0.

    >>> share_ratios(np.array([0.5, 0.5, 0.0]), np.array([0.25, 0.75, 0.0]))
    array([0.5, 1.5, 1. ])
    """
    learnt = before > 0.0
    return np.where(learnt, shares, 1.0) / np.where(learnt, before, 1.0)


def shift_p_value(
    old: IndexArray, new: IndexArray, n_classes: int, *, rng: np.random.Generator
) -> float:
    """P-value of "old and new predicted classes have the same shares".

    >>> old, new = np.repeat([0, 1], 50), np.repeat([0, 1], [45, 5])
    >>> shift_p_value(old, new, 2, rng=np.random.default_rng(0))
    0.001
    """
    a, b = np.bincount(old, minlength=n_classes), np.bincount(new, minlength=n_classes)
    together = a + b
    drawn = rng.multivariate_hypergeometric(together, len(new), size=PERMUTATIONS)
    expected = together * (len(new) / together.sum())
    # Given the sum, the statistic is this up to a constant factor.
    possible = together > 0
    distance = ((drawn - expected) ** 2 / np.where(possible, together, 1)).sum(axis=1)
    observed = ((b - expected) ** 2 / np.where(possible, together, 1)).sum()
    further = np.count_nonzero(distance >= observed * (1.0 - 1e-9))
    return float((1 + further) / (PERMUTATIONS + 1))


def class_shift(
    proba: FloatArray,
    known: FloatArray,
    y: IndexArray,
    *,
    before: FloatArray,
    rng: np.random.Generator,
) -> ClassShift:
    """What the new documents with ``proba`` say of the shares of the classes.

    ``before`` are the shares among all documents learnt from, ``known`` leave-one-out
    probabilities of those, or of a sample of them, and ``y`` their classes.
    """
    return ClassShift(
        before=before,
        shares=em_shares(proba, before),
        by_moments=moment_shares(proba, known, y),
        p_value=shift_p_value(known.argmax(axis=1), proba.argmax(axis=1), len(before), rng=rng),
    )


__all__ = [
    "ClassShift",
    "class_shift",
    "em_shares",
    "log_offsets",
    "moment_shares",
    "share_ratios",
    "shift_p_value",
]
