"""Student's t event model: numbers of which little is known, with exact leave-one-out.

A Gaussian whose mean and variance are integrated over instead of estimated. The variance of
feature j has a prior worth c documents of the pooled variance P_j, the mean one worth g
documents at the mean M_j of all (P_j and e: ``core.independent_numbers``). From n values with
mean m and squared deviations S in class k, the predictive density of a new value is Student's

    log p(x|k) = sum_j log t_d((x_j - l) / s) - log s             d = n + c      h = n + g
    l = (g M_j + n m) / h      s^2 = (1 + 1/h) ((S + c P_j + g n (m - M_j)^2 / h) / d + e)

Its tails are the heavier the fewer documents there are: no single number of a new document
decides by itself when little is known. As n grows it becomes the Gaussian of the class, and
then a number further out than any before tells the classes apart by nothing but the errors of
their spreads and by how many documents they have. With ``most_freedom`` r the tails of all
classes are alike, d = min(r, c + n of the smallest class): far out the densities differ by a
factor that does not grow, (s_k / s_j)^d, and a feature that never varied says nothing.
Features without any value, and missing values (NaN), contribute nothing.

The statistics are exact sums, and those without each document are exact too.
Law: with n far above c and g, and no r, the Gaussian model of the maximum-likelihood estimates.

Source: the Bayesian estimate of Rennie 2001, chapter 2, for numbers instead of words.
"""

from dataclasses import dataclass

import numpy as np
from scipy.special import gammaln

from halfbayes.core.double_double import DoubleDouble
from halfbayes.core.event_model import EventModel
from halfbayes.core.independent_numbers import (
    LEAST_VARIANCE,
    density_scorer,
    left_out_blocks,
    number_sums,
    pooled_variance,
    squares_within,
)
from halfbayes.core.logspace import Scorer
from halfbayes.core.moments import Moments, Sums
from halfbayes.errors import NotLinearError
from halfbayes.types import BoolArray, FloatArray, IndexArray, Matrix


@dataclass(frozen=True, slots=True, eq=False)
class Tails:
    """Location l, scale s and degrees of freedom d of Student's t, by class or row."""

    location: FloatArray
    scale: FloatArray
    freedom: FloatArray

    @property
    def log_height(self) -> FloatArray:
        """Log density at the location."""
        d = self.freedom
        return np.asarray(
            gammaln(0.5 * (d + 1.0))
            - gammaln(0.5 * d)
            - 0.5 * np.log(np.pi * d)
            - np.log(self.scale)
        )

    @property
    def width(self) -> FloatArray:
        """Root of d times s: log p is log height - (d + 1) / 2 log(1 + ((x - l) / width)^2)."""
        return np.asarray(self.scale * np.sqrt(self.freedom))

    def log_density(self, x: FloatArray, there: BoolArray) -> FloatArray:
        """Of each row, over the features that are there: (documents,)."""
        with np.errstate(over="ignore"):
            falls = np.log1p(((x - self.location) / self.width) ** 2)
        terms = self.log_height - 0.5 * (self.freedom + 1.0) * falls
        return np.asarray(np.where(there, terms, 0.0).sum(axis=1))


@dataclass(frozen=True, slots=True, eq=False)
class Student(EventModel[Sums]):
    """Independent features, each with its Student's t.

    >>> X, y = np.array([[0.0], [2.0], [5.0], [7.0]]), np.array([0, 0, 1, 1])
    >>> model = Student()
    >>> sums = model.statistics(X, y, n_classes=2)
    >>> model.log_likelihood(np.array([[1.0], [np.nan], [100.0]]), sums).round(2)
    array([[ -1.82,  -3.42],
           [  0.  ,   0.  ],
           [-19.86, -19.65]])
    """

    variance_documents: float = 3.0  # c
    mean_documents: float = 1.0  # g
    smoothing: float = 1e-9  # share of the largest variance that is added to all
    most_freedom: float | None = None  # r; None: every class has the tails of its own n

    def statistics(
        self, X: Matrix, y: IndexArray, *, n_classes: int, weights: FloatArray | None = None
    ) -> Sums:
        """Exact sums of the rows of ``X``; NaN is missing."""
        return number_sums(X, y, n_classes=n_classes, weights=weights)

    def tails(self, statistics: Sums) -> tuple[Tails, BoolArray]:
        """What each class is like (classes, features), and which features are known at all."""
        classes, everyone = Moments.of(statistics), Moments.of(statistics.pooled())
        pool = self._pool(squares_within(classes), everyone)
        of_classes = classes.n.high, classes.mean, classes.squares.high
        least = classes.n.high.min(axis=0)
        return self._tails(of_classes, everyone.mean, pool, least), everyone.there[0]

    def scorer(self, statistics: Sums) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        tails, known = self.tails(statistics)
        parts = zip(tails.location, tails.scale, tails.freedom, strict=True)
        return density_scorer([Tails(*part).log_density for part in parts], known)

    def leave_one_out(
        self, X: Matrix, y: IndexArray, statistics: Sums, weights: FloatArray | None = None
    ) -> FloatArray:
        """``log_likelihood`` of each row of ``X`` under ``statistics`` without that row."""
        scores = np.empty((len(y), len(statistics.documents)))
        for block in left_out_blocks(X, y, statistics, weights):
            pool, overall = self._pool(block.within, block.everyone), block.everyone.mean
            classes = list(block.by_class())
            least = np.minimum.reduce([n for n, _, _ in classes])
            for k, of_class in enumerate(classes):
                described = self._tails(of_class, overall, pool, least)
                scores[block.rows, k] = described.log_density(block.x, block.there)
        return scores

    def sample(
        self, y: IndexArray, statistics: Sums, *, rng: np.random.Generator
    ) -> FloatArray:
        """A new document for each class in ``y``; NaN in features nobody has."""
        tails, known = self.tails(statistics)
        drawn = rng.standard_t(tails.freedom[y])
        return np.where(known, tails.location[y] + tails.scale[y] * drawn, np.nan)

    def linear_weights(self, statistics: Sums) -> tuple[FloatArray, FloatArray]:
        """Not linear: always ``NotLinearError``."""
        del statistics
        message = "Student's t is not linear in x; use Gaussian(variance='shared')"
        raise NotLinearError(message)

    def _pool(self, within: DoubleDouble, everyone: Moments) -> tuple[FloatArray, FloatArray]:
        return pooled_variance(within, everyone, self.variance_documents, self.smoothing)

    def _tails(
        self,
        of_class: tuple[FloatArray, FloatArray, FloatArray],
        overall: FloatArray,
        pool: tuple[FloatArray, FloatArray],
        least: FloatArray,
    ) -> Tails:
        """From number, mean and squares of a class, or of each row; ``least`` number of all."""
        (n, mean, squares), (P, added) = of_class, pool
        c, g = self.variance_documents, self.mean_documents
        h, d = n + g, n + c
        location = (g * overall + n * mean) / h
        variance = (squares + c * P + g * n / h * (mean - overall) ** 2) / d
        spread = np.maximum((1.0 + 1.0 / h) * (variance + added), LEAST_VARIANCE)
        if self.most_freedom is not None:
            d = np.broadcast_to(np.minimum(least + c, self.most_freedom), d.shape)
        return Tails(location, np.sqrt(spread), d)


__all__ = ["Student", "Tails"]
