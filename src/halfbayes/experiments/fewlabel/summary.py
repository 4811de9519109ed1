"""What the rows of the few-label benchmark say together.

A case is a corpus with a budget. Methods are compared on the draws that every method of that
budget has; a case without such a draw is left out.

    mean   over the corpora, of the means over draws
    rank   of the mean over draws among the methods (1 best, equals share), mean over corpora
    behind mean over draws of (halfbayes - rival), where larger is worse, for the rival with the
           best mean; its standard error is that of the mean of these differences

The best rival is chosen after the fact: of many equally good ones it is the luckiest, so that
"behind" is a little too hard on halfbayes.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Final, TypeAlias

import numpy as np
from scipy.stats import rankdata

from halfbayes.data.corpora import CORPORA, Half
from halfbayes.experiments.fewlabel.methods import NAMES, RIVAL_NAMES
from halfbayes.experiments.fewlabel.ours import HALFBAYES, VARIANTS
from halfbayes.experiments.fewlabel.results import Budget, Row
from halfbayes.types import FloatArray

MEASURES: Final = (
    "error",
    "log_loss",
    "calibration_error",
    "coverage95",
    "area",
    "fit_cpu",
    "predict_cpu",
)
RANKED: Final = ("error", "log_loss", "coverage95")
LARGER_IS_BETTER: Final = frozenset({"coverage95"})

Case: TypeAlias = tuple[str, Budget]
"""Corpus and budget."""


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Methods side by side on the same draws of one case."""

    corpus: str
    budget: Budget
    methods: tuple[str, ...]
    draws: tuple[int, ...]
    values: Mapping[str, FloatArray]  # of each measure: (methods, draws)

    def mean(self, measure: str, method: str) -> float:
        """Mean over the draws."""
        return float(self.values[measure][self.methods.index(method)].mean())

    def ranks(self, measure: str) -> dict[str, float]:
        """Place of each method, 1 the best.

        Halfbayes without a thesaurus, or told names, has the place it would have instead.
        """
        means = {name: self.mean(measure, name) for name in self.methods}
        told = {name: means.pop(name) for name in VARIANTS if name in means}
        others = {name: mean for name, mean in means.items() if name != HALFBAYES}
        instead = {
            name: _places({**others, name: mean}, measure)[name] for name, mean in told.items()
        }
        return _places(means, measure) | instead

    def behind(self, measure: str, ours: str = HALFBAYES) -> "Behind | None":
        """How far ``ours`` is behind the best rival; None without either."""
        rivals = [name for name in self.methods if name in RIVAL_NAMES]
        if ours not in self.methods or not rivals:
            return None
        ranks = self.ranks(measure)
        best = min(rivals, key=lambda name: ranks[name])
        values = self.values[measure]
        difference = values[self.methods.index(ours)] - values[self.methods.index(best)]
        if measure in LARGER_IS_BETTER:
            difference = -difference
        n = len(self.draws)
        error = float(difference.std(ddof=1)) / sqrt(n) if n > 1 else float("nan")
        return Behind(best, float(difference.mean()), error)


def _places(means: Mapping[str, float], measure: str) -> dict[str, float]:
    signed = -1.0 if measure in LARGER_IS_BETTER else 1.0
    # Equal to the last digits is equal.
    places = rankdata(np.round([signed * mean for mean in means.values()], 12))
    return dict(zip(means, places.tolist(), strict=True))


@dataclass(frozen=True, slots=True)
class Behind:
    """Halfbayes less the best rival; above 0 halfbayes is worse."""

    rival: str
    difference: float
    standard_error: float  # nan with one draw

    @property
    def within_one(self) -> bool:
        """Ahead, level, or behind by one standard error at most."""
        return self.difference <= 0.0 or self.difference <= self.standard_error

    def __str__(self) -> str:
        if np.isnan(self.standard_error):
            return f"{self.difference:+.3f}"
        return f"{self.difference:+.3f} ± {self.standard_error:.3f}"


def comparisons(rows: Iterable[Row]) -> dict[Case, Comparison]:
    """Every case that can be compared, in the order of the corpora and budgets."""
    by_budget: dict[Budget, set[str]] = defaultdict(set)
    found: dict[Case, dict[tuple[str, int], Row]] = defaultdict(dict)
    for row in rows:
        by_budget[row.budget].add(row.method)
        found[row.corpus, row.budget][row.method, row.draw] = row
    compared = {}
    for case in sorted(found, key=_place):
        methods = tuple(name for name in NAMES if name in by_budget[case[1]])
        comparison = _compared(case, methods, found[case])
        if comparison is not None:
            compared[case] = comparison
    return compared


def _compared(
    case: Case, methods: tuple[str, ...], rows: Mapping[tuple[str, int], Row]
) -> Comparison | None:
    of_each = [{draw for name, draw in rows if name == method} for method in methods]
    draws = tuple(sorted(set.intersection(*of_each)))
    if not draws:
        return None
    values = {
        measure: np.array(
            [[getattr(rows[method, draw], measure) for draw in draws] for method in methods]
        )
        for measure in MEASURES
    }
    return Comparison(*case, methods, draws, values)


def _place(case: Case) -> tuple[int, bool, int]:
    corpus, budget = case
    names = list(CORPORA)
    place = names.index(corpus) if corpus in names else len(names)
    return place, budget is None, budget or 0


def of_half(compared: Mapping[Case, Comparison], half: Half) -> list[Comparison]:
    """The comparisons on corpora of one half."""
    return [
        comparison
        for (corpus, _), comparison in compared.items()
        if corpus in CORPORA and CORPORA[corpus].half == half
    ]


def with_budget(compared: Sequence[Comparison], budget: Budget) -> list[Comparison]:
    """The comparisons with one budget."""
    return [comparison for comparison in compared if comparison.budget == budget]


def budgets_of(compared: Iterable[Comparison]) -> list[Budget]:
    """The budgets that occur, the smallest first and all there are last."""
    found = {comparison.budget for comparison in compared}
    return sorted(found, key=lambda budget: (budget is None, budget or 0))


def mean_over_corpora(compared: Sequence[Comparison], measure: str, method: str) -> float:
    """Mean over the corpora of the means over draws."""
    return float(np.mean([comparison.mean(measure, method) for comparison in compared]))


def mean_rank(compared: Sequence[Comparison], measure: str, method: str) -> float:
    """Mean over the corpora of the places."""
    return float(np.mean([comparison.ranks(measure)[method] for comparison in compared]))


def ratio(compared: Sequence[Comparison], measure: str, methods: tuple[str, str]) -> float:
    """Geometric mean over the corpora of the first method's mean over the second's."""
    first, second = methods
    logs = [
        np.log(comparison.mean(measure, first) / comparison.mean(measure, second))
        for comparison in compared
    ]
    return float(np.exp(np.mean(logs)))


__all__ = [
    "LARGER_IS_BETTER",
    "MEASURES",
    "RANKED",
    "Behind",
    "Case",
    "Comparison",
    "budgets_of",
    "comparisons",
    "mean_over_corpora",
    "mean_rank",
    "of_half",
    "ratio",
    "with_budget",
]
