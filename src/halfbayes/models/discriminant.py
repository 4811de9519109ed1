"""Gaussian discriminant analysis as an estimator."""

from typing import Any

from halfbayes.core.discriminant import Discriminant
from halfbayes.core.event_model import EventModel
from halfbayes.models.base import GenerativeClassifier
from halfbayes.models.validation import require_choice, require_number


class GaussianDiscriminant(GenerativeClassifier):
    """Classes as Gaussian clouds with full, shared (linear) or diagonal covariance.

    ``shrinkage``, from 0 to 1, is the share of a round cloud mixed into each covariance.

    >>> X, y = [[0.0, 0.0], [1.0, 2.0], [5.0, 4.0], [7.0, 7.0]], ["low", "low", "high", "high"]
    >>> GaussianDiscriminant(covariance="shared").fit(X, y).predict([[6.0, 6.0]]).tolist()
    ['high']
    """

    def __init__(
        self,
        *,
        covariance: str = "full",
        shrinkage: float = 0.1,
        class_smoothing: float = 1.0,
    ) -> None:
        self.covariance = covariance
        self.shrinkage = shrinkage
        self.class_smoothing = class_smoothing

    def event_model(self, n_features: int) -> EventModel[Any]:
        """The Gaussian model; ``n_features`` makes no difference to it."""
        del n_features
        return Discriminant(
            require_choice("covariance", self.covariance, ["full", "shared", "diagonal"]),
            require_number("shrinkage", self.shrinkage, low=0.0, high=1.0),
        )


__all__ = ["GaussianDiscriminant"]
