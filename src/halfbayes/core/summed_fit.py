"""The small fit of any number of documents: Newton's method on sums that have no order.

The objective is that of ``core.small_fit``, and so is what it is minimised over, (u, c). All
that it needs of the documents are sums (``core.summed_scores``) that do not depend on how they
are cut into blocks, to the bit; so neither does the fit.

Evaluated at one point, the sums are all that is needed for a Newton step under any precision of
the offsets. From a start near the optimum three or four evaluations suffice.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from halfbayes.core.exact import ExactSum
from halfbayes.core.newton import Place, minimised
from halfbayes.core.offset_prior import EXPECTED, RECONSIDERED, likeliest_precision
from halfbayes.core.summed_scores import Sums, SumsAt
from halfbayes.core.weight_priors import TiedWeights, posterior_derivatives
from halfbayes.types import FloatArray

ENOUGH: Final = 1e-6
"""A step that lowers the objective by less than this is taken without looking where it ends."""


@dataclass(frozen=True, slots=True, eq=False)
class SummedFit:
    """Where the objective of all documents is least, and its Hessian there."""

    point: FloatArray  # (u, c)
    hessian: FloatArray
    prior: TiedWeights  # with the precision of the offsets that was chosen
    documents: int


@dataclass(frozen=True, slots=True, eq=False)
class SummedObjective:
    """Minus the log posterior of (u, c), from sums over all documents."""

    total: Callable[[SumsAt], ExactSum]
    log_prior: FloatArray
    prior: TiedWeights
    bearer: int | None = None

    def sums(self, point: FloatArray) -> Sums:
        """The sums at (u, c): one look at all documents."""
        n = len(self.prior.precisions)
        at = SumsAt(self.prior.theta(point[:n]), self.log_prior, point[n:], self.bearer)
        return Sums.of(self.total(at), len(at.theta), len(at.offsets))

    def precisions(self) -> FloatArray:
        """Prior precision of (u, c)."""
        q = self.prior.offset_precision
        c = np.full(len(self.log_prior), EXPECTED if q is None else q)
        return np.concatenate([self.prior.precisions, c])

    def value(self, point: FloatArray, sums: Sums) -> float:
        """Minus the log posterior, up to a constant."""
        return float(sums.value + 0.5 * self.precisions() @ point**2)

    def derivatives(self, point: FloatArray, sums: Sums) -> tuple[FloatArray, FloatArray]:
        """Gradient and Hessian at (u, c), as in ``small_fit``."""
        return posterior_derivatives(
            self.prior, point, sums.slopes, sums.bends, self.precisions()
        )

    def optimum(self, point: FloatArray, sums: Sums) -> tuple[FloatArray, FloatArray, Sums]:
        """Where it is least; the last point looked at, and its sums."""
        start = Place(point, self.value(point, sums), sums)
        found, last = minimised(start, self._look, self._derivatives, ENOUGH)
        return found, last.point, last.found

    def _look(self, point: FloatArray) -> Place[Sums]:
        sums = self.sums(point)
        return Place(point, self.value(point, sums), sums)

    def _derivatives(self, place: Place[Sums]) -> tuple[FloatArray, FloatArray]:
        return self.derivatives(place.point, place.found)

    def likeliest(self, point: FloatArray, sums: Sums) -> "SummedObjective":
        """The same with the precision of the offsets that has the most evidence."""
        derivatives = self.derivatives(point, sums)
        n = len(self.prior.precisions)
        q = likeliest_precision(point, *derivatives, self.precisions(), n)
        return replace(self, prior=replace(self.prior, offset_precision=q))


def summed_fit(
    total: Callable[[SumsAt], ExactSum],
    log_prior: FloatArray,
    prior: TiedWeights,
    start: FloatArray,
    bearer: int | None = None,
) -> SummedFit:
    """The small fit of all documents whose blocks ``total`` adds up, from ``start`` on.

    The view ``bearer`` bears the offsets (``core.offsets``); None: they count for all.

    >>> from halfbayes.core.summed_scores import score_block
    >>> f = np.array([[[0.2, 0.0], [0.3, 0.0], [0.0, 0.2], [0.1, 0.0]]])
    >>> block = score_block(f, np.array([0, 0, 1, 1]))
    >>> prior = TiedWeights(np.array([4.0]))
    >>> fit = summed_fit(lambda at: at(block), np.log([0.5, 0.5]), prior, np.zeros(4))
    >>> prior.theta(fit.point[:2]).round(2)
    array([5.79])
    """
    objective = SummedObjective(total, log_prior, prior, bearer)
    looked_at, sums = start, objective.sums(start)
    objective = objective.likeliest(looked_at, sums)
    for _ in range(RECONSIDERED):
        point, looked_at, sums = objective.optimum(looked_at, sums)
        again = objective.likeliest(looked_at, sums)
        if again.prior.offset_precision == objective.prior.offset_precision:
            break
        objective = again
    else:
        point, looked_at, sums = objective.optimum(looked_at, sums)
    _, hessian = objective.derivatives(looked_at, sums)
    return SummedFit(point, hessian, objective.prior, sums.documents)


__all__ = ["SummedFit", "SummedObjective", "summed_fit"]
