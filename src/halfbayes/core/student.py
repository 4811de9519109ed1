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

The last ``n_flags`` features are 0 or 1, and are told by how often they are 1: u times among n
values of class k, U times among N of all. The prior is worth one 1, and has the share of all:

    p(1|k) = (u + 1) / (n + w)        w = (N + 2) / (U + 1)

so that a class of few documents does not take what is rare for likely. For classes of one size
a 1 counts (u + 1) / (u' + 1), as in ``core.categorical``. A flag that never is 1 says nothing.

The statistics are exact sums, and those without each document are exact too.
Law: with n far above c and g, and no r, the Gaussian model of the maximum-likelihood estimates.

Source: the Bayesian estimate of Rennie 2001, chapter 2, for numbers instead of words.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from scipy.special import gammaln

from halfbayes.core.double_double import DoubleDouble
from halfbayes.core.event_model import EventModel
from halfbayes.core.independent_numbers import (
    LEAST_VARIANCE,
    Density,
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

NEVER: Final = 2.0**-60
"""Share of ones that rounding may leave where there is none. One of 2^33 documents, the most
that are added up, is far above it."""


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
class Shares:
    """Logarithms of how often a flag is 1 and how often it is not, by class or row."""

    log_one: FloatArray
    log_none: FloatArray

    @classmethod
    def of(cls, n: FloatArray, mean: FloatArray, worth: FloatArray) -> "Shares":
        """From the number of values, their mean, and what the prior is worth: w."""
        ones = np.clip(n * mean, 0.0, n)
        total = np.log(n + worth)
        return cls(np.log(ones + 1.0) - total, np.log(n - ones + worth - 1.0) - total)

    def log_density(self, x: FloatArray, there: BoolArray) -> FloatArray:
        """Of each row, over the flags that are there: (documents,)."""
        terms = np.where(x > 0.0, self.log_one, self.log_none)
        return np.asarray(np.where(there, terms, 0.0).sum(axis=1))


def _worth(n: FloatArray, mean: FloatArray) -> FloatArray:
    """What the prior of flags is worth, from the number of all values and their mean."""
    return np.asarray((n + 2.0) / (np.clip(n * mean, 0.0, n) + 1.0))


def _ever(share: FloatArray) -> BoolArray:
    """Whether a flag is 1 at all, by the share of ones."""
    return np.asarray(share > NEVER)


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
    n_flags: int = 0  # of the last features: they are 0 or 1

    def statistics(
        self, X: Matrix, y: IndexArray, *, n_classes: int, weights: FloatArray | None = None
    ) -> Sums:
        """Exact sums of the rows of ``X``; NaN is missing."""
        return number_sums(X, y, n_classes=n_classes, weights=weights)

    def tails(self, statistics: Sums) -> tuple[Tails, BoolArray]:
        """What each class is like (classes, numbers), and which numbers are known at all."""
        return self._tails_of(Moments.of(statistics), Moments.of(statistics.pooled()))

    def shares(self, statistics: Sums) -> tuple[Shares, BoolArray]:
        """How often each flag is 1 in each class, and which flags are 1 at all."""
        return self._shares_of(Moments.of(statistics), Moments.of(statistics.pooled()))

    def scorer(self, statistics: Sums) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        classes, everyone = Moments.of(statistics), Moments.of(statistics.pooled())
        tails, known = self._tails_of(classes, everyone)
        shares, ever_one = self._shares_of(classes, everyone)
        parts = zip(tails.location, tails.scale, tails.freedom, strict=True)
        rates = zip(shares.log_one, shares.log_none, strict=True)
        densities = [
            self._density(Tails(*of_numbers), Shares(*of_flags))
            for of_numbers, of_flags in zip(parts, rates, strict=True)
        ]
        return density_scorer(densities, np.concatenate([known, ever_one]))

    def leave_one_out(
        self, X: Matrix, y: IndexArray, statistics: Sums, weights: FloatArray | None = None
    ) -> FloatArray:
        """``log_likelihood`` of each row of ``X`` under ``statistics`` without that row."""
        scores = np.empty((len(y), len(statistics.documents)))
        numbers, flags = self._numbers(X), self._flags(X)
        for block in left_out_blocks(X, y, statistics, weights):
            pool = self._pool(block.within, block.everyone)
            overall, there = block.everyone.mean, block.there
            there[:, flags] &= _ever(overall[:, flags])
            worth = _worth(block.everyone.n.high[:, flags], overall[:, flags])
            classes = list(block.by_class())
            least = np.minimum.reduce([n for n, _, _ in classes])[:, numbers]
            for k, of_class in enumerate(classes):
                of_numbers = tuple(part[:, numbers] for part in of_class)
                described = self._tails(of_numbers, overall[:, numbers], pool, least)
                shares = Shares.of(of_class[0][:, flags], of_class[1][:, flags], worth)
                scores[block.rows, k] = self._density(described, shares)(block.x, there)
        return scores

    def sample(
        self, y: IndexArray, statistics: Sums, *, rng: np.random.Generator
    ) -> FloatArray:
        """A new document for each class in ``y``; NaN in numbers nobody has.

        Features are drawn independently: a flag does not know of its number.
        """
        (tails, known), (shares, ever) = self.tails(statistics), self.shares(statistics)
        drawn = rng.standard_t(tails.freedom[y])
        X = np.where(known, tails.location[y] + tails.scale[y] * drawn, np.nan)
        ones = ever & (rng.random((len(y), self.n_flags)) < np.exp(shares.log_one)[y])
        return np.hstack([X, ones])

    def linear_weights(self, statistics: Sums) -> tuple[FloatArray, FloatArray]:
        """Not linear: always ``NotLinearError``."""
        del statistics
        message = "Student's t is not linear in x; use Gaussian(variance='shared')"
        raise NotLinearError(message)

    def _tails_of(self, classes: Moments, everyone: Moments) -> tuple[Tails, BoolArray]:
        numbers = self._numbers(everyone.centre)
        pool = self._pool(squares_within(classes), everyone)
        of_classes = classes.n.high, classes.mean, classes.squares.high
        least = classes.n.high.min(axis=0)[numbers]
        of_numbers = tuple(part[:, numbers] for part in of_classes)
        tails = self._tails(of_numbers, everyone.mean[:, numbers], pool, least)
        return tails, everyone.there[0, numbers]

    def _shares_of(self, classes: Moments, everyone: Moments) -> tuple[Shares, BoolArray]:
        flags = self._flags(everyone.centre)
        share = everyone.mean[:, flags]
        worth = _worth(everyone.n.high[:, flags], share)
        shares = Shares.of(classes.n.high[:, flags], classes.mean[:, flags], worth)
        return shares, _ever(share[0])

    def _numbers(self, X: Matrix) -> slice:
        """Columns that are numbers."""
        return slice(0, X.shape[1] - self.n_flags)

    def _flags(self, X: Matrix) -> slice:
        """Columns that are 0 or 1."""
        return slice(X.shape[1] - self.n_flags, X.shape[1])

    def _density(self, tails: Tails, shares: Shares) -> Density:
        def density(x: FloatArray, there: BoolArray) -> FloatArray:
            numbers, flags = self._numbers(x), self._flags(x)
            of_numbers = tails.log_density(x[:, numbers], there[:, numbers])
            return of_numbers + shares.log_density(x[:, flags], there[:, flags])

        return density

    def _pool(self, within: DoubleDouble, everyone: Moments) -> tuple[FloatArray, FloatArray]:
        """Of the numbers."""
        numbers = self._numbers(everyone.centre)
        some = DoubleDouble(within.high[:, numbers], within.low[:, numbers])
        of_numbers = everyone.columns(numbers)
        return pooled_variance(some, of_numbers, self.variance_documents, self.smoothing)

    def _tails(
        self,
        of_class: tuple[FloatArray, ...],
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


__all__ = ["Shares", "Student", "Tails"]
