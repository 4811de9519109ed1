"""Gaussian discriminant analysis: correlated numbers, with exact leave-one-out.

    log p(x|k) = - 1/2 [ d log 2 pi + log |C_k| + (x - m_k)^T C_k^-1 (x - m_k) ]
    C_k = (1 - s) S_k / n_k + s t I       "full": a covariance for each class
    C   = (1 - s) sum_k S_k / N + s t I   "shared": one for all; linear in x
    C_k = the diagonal of the first       "diagonal": variances only
    t   = (sum_k tr S_k + tr S / N) / ((N + 1) d)

S_k is the scatter of class k about its mean, S that of all documents about theirs, t a mean
variance with one pseudo-document of the overall variance, d the number of features, s the
shrinkage that keeps C from being singular. A class without documents has the mean of all and
C_k = t I (with "shared", C). Where no document differs from another t is one. Eigenvalues are
held above a small share of t, so that s = 0 is defined too.

Leave-one-out never refits. Without document i the scatter of its class is S - b u u^T, a
rank-one downdate, and t shrinks; in the eigenvectors of S the rest is diagonal, so the
determinant and the inverse follow from the determinant lemma and Sherman-Morrison in O(d) after
one rotation: O(documents * classes * d^2) in all.

The sums are plain doubles about a shift near the mean: the same in any order to rounding, not
bit for bit (``core.gaussian`` is).

Source: Xing 2009 (Gaussian discriminative analysis); shrinkage as Friedman 1989.
"""

from dataclasses import dataclass, replace

import numpy as np

from halfbayes.core.counts import dense_blocks
from halfbayes.core.event_model import EventModel
from halfbayes.core.logspace import Scorer
from halfbayes.core.scatter import Analysis, CovarianceName, Scatter
from halfbayes.errors import NotLinearError
from halfbayes.types import FloatArray, IndexArray, Matrix

LEAST_SHARE = 1e-12
"""Share of the mean variance below which an eigenvalue is held up."""

EPSILON = float(np.finfo(np.float64).eps)
"""Relative distance of neighbouring doubles."""

BLOCK_CELLS = 1 << 20
"""Values looked at together; sparse documents are made dense no more than this at a time."""


@dataclass(frozen=True, slots=True, eq=False)
class Discriminant(EventModel[Scatter]):
    """Gaussian classes with full, shared or diagonal covariance.

    >>> X = np.array([[0.0, 0.0], [2.0, 2.0], [5.0, 4.0], [7.0, 7.0]])
    >>> y = np.array([0, 0, 1, 1])
    >>> model = Discriminant("shared", shrinkage=0.5)
    >>> scatter = model.statistics(X, y, n_classes=2)
    >>> model.log_likelihood(X, scatter).argmax(axis=1)
    array([0, 0, 1, 1])
    """

    covariance: CovarianceName = "full"
    shrinkage: float = 0.1  # s

    def statistics(
        self,
        X: Matrix,
        y: IndexArray,
        *,
        n_classes: int,
        weights: FloatArray | None = None,
    ) -> Scatter:
        """Sums of the rows of ``X`` and of their products."""
        w = np.ones(len(y)) if weights is None else weights
        shift = np.asarray(X.sum(axis=0), dtype=np.float64).reshape(-1) / max(len(y), 1)
        scatter = Scatter.empty(n_classes, shift, self.covariance)
        for rows, x in dense_blocks(X, BLOCK_CELLS):
            scatter = scatter + Scatter.of(x, y[rows], w[rows], scatter)
        return scatter

    def scorer(self, statistics: Scatter) -> Scorer:
        """``log_likelihood`` with its parameters worked out once."""
        analysis = _analysed(statistics)
        n, n_all = analysis.n, float(analysis.n.sum())
        t = np.full(1, _mean_variance(*analysis.traces, n_all, len(analysis.overall)))
        spread = [
            self._spread(analysis.scatter(k), self._divisor(n[k], n_all), t)
            for k in range(len(n))
        ]

        def scores(X: Matrix) -> FloatArray:
            result = np.zeros((X.shape[0], len(n)))
            for rows, x in dense_blocks(X, BLOCK_CELLS):
                for k in range(len(n)):
                    z = analysis.along_axes(x - analysis.mean[k], k)
                    result[rows, k] = _log_density(z**2, spread[k])
            return result if n_all > 0.0 else np.zeros((X.shape[0], len(n)))

        return scores

    def leave_one_out(
        self, X: Matrix, y: IndexArray, statistics: Scatter, weights: FloatArray | None = None
    ) -> FloatArray:
        """``log_likelihood`` of each row of ``X`` under ``statistics`` without that row."""
        analysis = _analysed(statistics)
        w = np.ones(len(y)) if weights is None else weights
        least = _least_trace(statistics) + _blur(statistics, analysis)
        scores = np.empty((len(y), len(analysis.n)))
        for rows, x in dense_blocks(X, BLOCK_CELLS):
            removal = Removal.of(x, y[rows], w[rows], analysis, least)
            for k in range(len(analysis.n)):
                scores[rows, k] = self._scores_without(x, k, removal, analysis)
            scores[rows][removal.n_all <= 0.0] = 0.0
        return scores

    def sample(
        self, y: IndexArray, statistics: Scatter, *, rng: np.random.Generator
    ) -> FloatArray:
        """A new document for each class in ``y``."""
        analysis = _analysed(statistics)
        n_all = float(analysis.n.sum())
        t = np.full(1, _mean_variance(*analysis.traces, n_all, len(analysis.overall)))
        X = np.empty((len(y), len(analysis.overall)))
        for k in np.unique(y):
            mine = y == k
            spread = self._spread(analysis.scatter(k), self._divisor(analysis.n[k], n_all), t)
            z = rng.normal(size=(int(mine.sum()), X.shape[1])) * np.sqrt(spread)
            X[mine] = analysis.mean[k] + analysis.from_axes(z, k)
        return X

    def linear_weights(self, statistics: Scatter) -> tuple[FloatArray, FloatArray]:
        """b_k = - 1/2 m_k^T C^-1 m_k and w_k = C^-1 m_k, with a shared covariance.

        log p(x|k) is b_k + w_k . x and a term that is the same for every class.
        """
        if self.covariance != "shared":
            message = (
                f"discriminant analysis with {self.covariance} covariance is quadratic in x; "
                "use covariance='shared' for linear weights"
            )
            raise NotLinearError(message)
        analysis = _analysed(statistics)
        n_all = float(analysis.n.sum())
        t = np.full(1, _mean_variance(*analysis.traces, n_all, len(analysis.overall)))
        spread = self._spread(analysis.scatter(0), n_all, t)
        weights = analysis.from_axes(analysis.along_axes(analysis.mean, 0) / spread, 0)
        return -0.5 * (weights * analysis.mean).sum(axis=1), weights

    def _divisor(self, n: float, n_all: float) -> float:
        return n_all if self.covariance == "shared" else n

    def _spread(self, scatter: FloatArray, n: float | FloatArray, t: FloatArray) -> FloatArray:
        """Eigenvalues of C_k from those of the scatter; divisors n and t, one per row."""
        n, t = np.broadcast_arrays(np.atleast_1d(n)[:, None], t[:, None])
        scaled = (1.0 - self.shrinkage) * scatter / np.where(n > 0.0, n, 1.0)
        spread = np.where(n > 0.0, scaled + self.shrinkage * t, t)
        return np.maximum(spread, LEAST_SHARE * t)

    def _scores_without(
        self, x: FloatArray, k: int, removal: "Removal", analysis: Analysis
    ) -> FloatArray:
        """Score of class k of each row under the scatter without that row."""
        mine, floor = removal.y == k, LEAST_SHARE * removal.t
        n = np.where(mine, removal.n_own, analysis.n[k])
        empty = (n <= 0.0)[:, None]
        deviation = np.where(mine[:, None], removal.own_deviation, x - analysis.mean[k])
        deviation = np.where(empty, x - removal.overall, deviation)
        if self.covariance == "shared":
            v, u = analysis.along_axes(deviation, 0), analysis.along_axes(removal.deviation, 0)
            D = self._spread(analysis.scatter(0), removal.n_all, removal.t)
            return _downdated_log_density(v, u, D, self._factor(removal.n_all, removal), floor)
        if self.covariance == "diagonal":
            taken = np.where(mine, removal.factor, 0.0)[:, None] * removal.deviation**2
            whole = analysis.scatter(k)
            S = np.where(whole - taken > LEAST_SHARE * whole, whole - taken, 0.0)
            return _log_density(deviation**2, self._spread(S, n, removal.t))
        D = self._spread(analysis.scatter(k), n, removal.t)
        u = analysis.along_axes(np.where(mine[:, None] & ~empty, removal.deviation, 0.0), k)
        v = np.where(empty, deviation, analysis.along_axes(deviation, k))
        return _downdated_log_density(v, u, D, self._factor(n, removal), floor)

    def _factor(self, n: FloatArray, removal: "Removal") -> FloatArray:
        """The factor g of C' = D - g u u^T."""
        return (1.0 - self.shrinkage) * removal.factor / np.where(n > 0.0, n, 1.0)


@dataclass(frozen=True, slots=True, eq=False)
class Removal:
    """What changes, for each row, when that document is taken away."""

    y: IndexArray
    n_own: FloatArray  # weight left in its class
    n_all: FloatArray  # weight left in all
    deviation: FloatArray  # u, from the mean of its class with it
    own_deviation: FloatArray  # from the mean of its class without it
    factor: FloatArray  # b of S' = S - b u u^T
    overall: FloatArray  # mean of all others
    t: FloatArray  # mean variance without it

    @classmethod
    def of(
        cls, x: FloatArray, y: IndexArray, w: FloatArray, analysis: Analysis, least: float
    ) -> "Removal":
        """Of rows ``x``, of classes ``y`` and weights ``w``; up to ``least`` a trace is 0."""
        n, total = analysis.n[y], analysis.n.sum()
        n_own = np.where(n - w > LEAST_SHARE * n, n - w, 0.0)
        n_all = np.where(total - w > LEAST_SHARE * total, total - w, 0.0)
        one, all_ = np.where(n_own > 0.0, n_own, 1.0), np.where(n_all > 0.0, n_all, 1.0)
        u, from_all = x - analysis.mean[y], x - analysis.overall
        factor = np.where(n_own > 0.0, n * w / one, 0.0)
        within = analysis.traces[0] - factor * (u**2).sum(axis=1)
        overall = analysis.traces[1] - total * w / all_ * (from_all**2).sum(axis=1)
        return cls(
            y,
            n_own,
            n_all,
            u,
            u * (n / one)[:, None],
            factor,
            analysis.overall - (w / all_)[:, None] * from_all,
            _mean_variance(
                np.where(within > least, within, 0.0),
                np.where(overall > least, overall, 0.0),
                n_all,
                x.shape[1],
            ),
        )


def _analysed(statistics: Scatter) -> Analysis:
    """Its analysis, in which a trace that is rounding is nothing."""
    analysis, least = statistics.analysed(), _least_trace(statistics)
    within, total = (trace if trace > least else 0.0 for trace in analysis.traces)
    return replace(analysis, traces=(within, total))


def _least_trace(statistics: Scatter) -> float:
    """Below this a trace is what rounding left of the squares it comes from."""
    return LEAST_SHARE * float(statistics.squares.sum())


def _blur(statistics: Scatter, analysis: Analysis) -> float:
    """By this a sum of squared deviations may be wrong because the means are rounded."""
    size = float(np.abs(analysis.overall).sum())
    return 8.0 * EPSILON * size * float(np.sqrt(analysis.n.sum() * statistics.squares.sum()))


def _mean_variance(
    within: float | FloatArray, total: float | FloatArray, n: float | FloatArray, size: int
) -> FloatArray:
    """t, from the traces of the scatters and the number of documents."""
    n = np.asarray(n)
    some = np.where(n > 0.0, n, 1.0)
    t = (np.maximum(within, 0.0) + np.maximum(total, 0.0) / some) / ((some + 1.0) * size)
    return np.where((t > 0.0) & (n > 0.0), t, 1.0)


def _log_density(squares: FloatArray, spread: FloatArray) -> FloatArray:
    """Log density from squared deviations along the axes and the variances there."""
    return np.asarray(-0.5 * (np.log(2.0 * np.pi * spread) + squares / spread).sum(axis=1))


def _downdated_log_density(
    v: FloatArray, u: FloatArray, spread: FloatArray, factor: FloatArray, floor: FloatArray
) -> FloatArray:
    """Log density of deviations v under the covariance C = diag(spread) - factor u u^T, by row.

    Where its least eigenvalue is below the floor it is held up there, along q = C0 u with
    C0 = diag(1 / spread): then C^-1 = P C0 P + q q^T / (floor q^T q), P = I - q q^T / q^T q,
    and |C| = |diag(spread)| factor q^T q floor.
    """
    u = np.where(spread > floor[:, None], u, 0.0)  # no document deviates where none varies
    q = u / spread
    left, length = 1.0 - factor * (u * q).sum(axis=1), (q**2).sum(axis=1)
    bend = factor * length
    held = left < floor * bend  # to first order, left / bend is the least eigenvalue
    cross = (q * v).sum(axis=1)
    rest = np.where(held, 1.0, left)
    added = np.log(rest) + factor * cross**2 / rest
    plain = _log_density(v**2, spread) - 0.5 * added
    if not held.any():
        return np.asarray(plain)
    length = np.where(held, length, 1.0)
    across = v - (cross / length)[:, None] * q
    added = np.log(np.where(held, floor * bend, 1.0)) + cross**2 / (length * floor)
    return np.asarray(np.where(held, _log_density(across**2, spread) - 0.5 * added, plain))


__all__ = ["Discriminant", "Removal"]
