"""Documents with known classes and honest probabilities: what every promise is counted on.

A document that no more than a share ``novelty`` of the training documents is less typical than
is too novel to be answered, whatever its confidence.

Where new documents have other shares of the classes, q_k in place of pi_k, the checked ones are
thinned by chance, those of class k kept with probability proportional to q_k / pi_k, so that
they come as the new ones do.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import xlogy

from halfbayes.core.binomial import lower_bound
from halfbayes.errors import InvalidParameterError
from halfbayes.types import BoolArray, FloatArray, IndexArray

SEED = 2003
"""Of the simulations behind a forecast and of the thinning: same documents, same answer."""

CHANCE = 0.05
"""Probability below which being right so often is not put down to chance."""


@dataclass(frozen=True, slots=True, eq=False)
class CheckedDocuments:
    """Documents with known classes and honest probabilities."""

    proba: FloatArray  # leave-one-out: (documents, classes)
    y: IndexArray
    typical: FloatArray | None = None  # leave-one-out p-values of typicality: (documents,)

    @property
    def predicted(self) -> IndexArray:
        """Most probable classes."""
        return np.asarray(self.proba.argmax(axis=1))

    @property
    def correct(self) -> BoolArray:
        """Whether those are the true ones."""
        return np.asarray(self.predicted == self.y)

    @property
    def own(self) -> FloatArray:
        """Probabilities of the true classes: (documents,)."""
        return np.asarray(self.proba[np.arange(len(self.y)), self.y])

    @property
    def taught(self) -> bool:
        """Whether the model tells the classes better than their shares do.

        Either by what it is right about, more often than the most frequent class is the true
        one (with 95 % confidence), or by the mean log probability of the true classes.
        """
        n = len(self.y)
        if n == 0:
            return False
        shares = np.bincount(self.y) / n
        if lower_bound(int(self.correct.sum()), n, CHANCE) > shares.max():
            return True
        mean_log = float(np.mean(np.log(np.maximum(self.own, np.finfo(np.float64).tiny))))
        return bool(mean_log > xlogy(shares, shares).sum())

    def scores(self, novelty: float | None) -> FloatArray:
        """Confidences; -inf for documents too novel to be answered."""
        return scores_of(self.proba, self.typical, novelty)

    def thinned(self, weights: FloatArray) -> "CheckedDocuments":
        """Documents of class k kept with probability weights_k / max weights."""
        keep = (
            np.random.default_rng(SEED).random(len(self.y)) < (weights / weights.max())[self.y]
        )
        typical = None if self.typical is None else self.typical[keep]
        return CheckedDocuments(self.proba[keep], self.y[keep], typical)


def scores_of(
    proba: FloatArray, typical: FloatArray | None, novelty: float | None
) -> FloatArray:
    """Confidence; -inf for a document that is too novel."""
    confidence = proba.max(axis=1)
    if novelty is None:
        return np.asarray(confidence)
    if typical is None:
        raise InvalidParameterError(
            f"the rule is certified with novelty={novelty:g}; pass typical, the p-values of "
            "model.novelty(table)"
        )
    return np.asarray(np.where(typical <= novelty, -np.inf, confidence))


__all__ = ["SEED", "CheckedDocuments", "scores_of"]
