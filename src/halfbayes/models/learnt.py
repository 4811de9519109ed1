"""What a generative classifier has learnt, and what follows from it when it is first needed."""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from halfbayes.core.event_model import EventModel, OwnClassModel, Statistics
from halfbayes.core.logspace import Scorer, posterior
from halfbayes.core.prior import leave_one_out_log_prior, log_prior
from halfbayes.errors import NoTrainingDataError
from halfbayes.models.validation import without_duplicates
from halfbayes.types import FloatArray, IndexArray, Matrix


@dataclass(eq=False)
class Learnt:
    """What a model has learnt, and what follows from it, worked out when first needed.

    The training documents are only referred to, for ``leave_one_out_proba_``; they are not
    pickled.
    """

    event: EventModel[Any]
    statistics: Statistics
    class_smoothing: float
    training: tuple[Matrix, IndexArray, FloatArray | None] | None = None

    def __getstate__(self) -> dict[str, Any]:
        kept = ("event", "statistics", "class_smoothing")
        return {**{name: self.__dict__[name] for name in kept}, "training": None}

    @cached_property
    def log_prior(self) -> FloatArray:
        """Log pi_k: (classes,)."""
        return log_prior(self.statistics.documents, smoothing=self.class_smoothing)

    @cached_property
    def scorer(self) -> Scorer:
        """Log p(x|k) as a function of X."""
        return self.event.scorer(self.statistics)

    @cached_property
    def leave_one_out_proba(self) -> FloatArray:
        """Posterior of each training document without it: (documents, classes)."""
        if self.training is None:
            message = (
                "the training documents are not at hand (the model was loaded, or changed by "
                "partial_fit or forget); pass them: leave_one_out_proba(X, y)"
            )
            raise NoTrainingDataError(message)
        return self.posterior_without_each(*self.training)

    def posterior_without_each(
        self, X: Matrix, y: IndexArray, weights: FloatArray | None
    ) -> FloatArray:
        """P(k|x_i) under the statistics without document i: (documents, classes)."""
        log_likelihood = self._leave_one_out(without_duplicates(X), y, weights)
        prior = leave_one_out_log_prior(
            y, self.statistics.documents, smoothing=self.class_smoothing, weights=weights
        )
        return posterior(prior, log_likelihood)

    def _leave_one_out(
        self, X: Matrix, y: IndexArray, weights: FloatArray | None
    ) -> FloatArray:
        event: Any = self.event
        if not isinstance(event, OwnClassModel):
            return self.event.leave_one_out(X, y, self.statistics, weights)
        scores = self.scorer(X)  # parameters are worked out already
        scores[np.arange(len(y)), y] = event.own_leave_one_out(X, y, self.statistics, weights)
        return scores


__all__ = ["Learnt"]
