"""What an event model is: a story of how a document of class k came about, and its statistics.

    statistics      a sum over documents: adds up over portions, and documents can be taken away
    log_likelihood  log p(x|k), without the prior of the class
    leave_one_out   row i: log_likelihood of document i under the statistics without document i

The law that holds for every one:

    leave_one_out(X, y, statistics(X, y))[i]
        == log_likelihood(X[i], statistics(X without i, y without i))

Priors of the classes are kept apart (``core.prior``), because a hybrid model replaces them.
"""

from typing import Any, Protocol, Self, TypeVar, runtime_checkable

import numpy as np

from halfbayes.core.logspace import Scorer
from halfbayes.types import FloatArray, IndexArray


class Statistics(Protocol):
    """What is learnt from documents: sums by class that can be added and taken away."""

    @property
    def documents(self) -> FloatArray:
        """Number of documents, or sum of their weights, in every class: (classes,)."""

    @property
    def overdrawn(self) -> bool:
        """Whether documents were taken away that had never been added."""

    def __add__(self, other: Self, /) -> Self: ...

    def __sub__(self, other: Self, /) -> Self: ...

    def placed(self, positions: IndexArray, n_classes: int) -> Self:
        """The same among ``n_classes`` classes: class k moves to ``positions[k]``."""


S = TypeVar("S", bound=Statistics)


@runtime_checkable
class EventModel(Protocol[S]):
    """How documents of a class are generated; frozen settings, no fitted state."""

    __slots__ = ()

    def statistics(
        self, X: Any, y: IndexArray, *, n_classes: int, weights: FloatArray | None = None
    ) -> S:
        """Statistics of the rows of ``X`` under the classes ``y``."""

    def scorer(self, statistics: S) -> Scorer:
        """``log_likelihood`` as a function of X, its parameters worked out once."""

    def log_likelihood(self, X: Any, statistics: S) -> FloatArray:
        """Log p(x|k) of each document and class: (documents, classes)."""
        return self.scorer(statistics)(X)

    def leave_one_out(
        self, X: Any, y: IndexArray, statistics: S, weights: FloatArray | None = None
    ) -> FloatArray:
        """``log_likelihood`` of each row of ``X`` under ``statistics`` without that row."""

    def sample(self, y: IndexArray, statistics: S, *, rng: np.random.Generator) -> Any:
        """A new document for each class in ``y``."""

    def linear_weights(self, statistics: S) -> tuple[FloatArray, FloatArray]:
        """b_k (classes,) and w_k (classes, terms), or ``NotLinearError``."""


@runtime_checkable
class OwnClassModel(EventModel[S], Protocol[S]):
    """An event model in which a document bears on the parameters of its own class only."""

    __slots__ = ()

    def leave_one_out(
        self, X: Any, y: IndexArray, statistics: S, weights: FloatArray | None = None
    ) -> FloatArray:
        """``log_likelihood`` of each row of ``X`` under ``statistics`` without that row.

        ``statistics`` must include the rows of ``X`` under the classes ``y``.
        """
        scores = self.log_likelihood(X, statistics)  # right for all other classes
        scores[np.arange(len(y)), y] = self.own_leave_one_out(X, y, statistics, weights)
        return scores

    def own_leave_one_out(
        self, X: Any, y: IndexArray, statistics: S, weights: FloatArray | None = None
    ) -> FloatArray:
        """Column ``y[i]`` of row i of ``leave_one_out``: (documents,)."""


__all__ = ["EventModel", "OwnClassModel", "Statistics"]
