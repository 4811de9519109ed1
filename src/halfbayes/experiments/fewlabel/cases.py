"""Case by case: halfbayes beside the best rival, as tables of Markdown.

A case is a corpus with a budget.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Final

from halfbayes.data.corpora import CORPORA, Half
from halfbayes.experiments.fewlabel.methods import TITLES
from halfbayes.experiments.fewlabel.ours import HALFBAYES, PLAIN, VARIANTS, WITH_NAMES
from halfbayes.experiments.fewlabel.results import Budget
from halfbayes.experiments.fewlabel.summary import (
    RANKED,
    Case,
    Comparison,
    budgets_of,
    of_half,
)

HALVES: Final[Mapping[Half, str]] = {
    "design": "Corpora looked at while the model was designed",
    "report": "Corpora only reported",
}
COLUMNS: Final[Mapping[str, str]] = {
    "error": "error",
    "log_loss": "log loss",
    "calibration_error": "calibration error",
    "coverage95": "coverage at 95 %",
    "area": "area",
    "fit_cpu": "fit, CPU s",
    "predict_cpu": "predict, CPU s",
}
TOLD: Final[Mapping[str, str]] = {
    HALFBAYES: "told numbers",
    PLAIN: "no thesaurus",
    WITH_NAMES: "told names",
}


def counts_of_cases(compared: Mapping[Case, Comparison]) -> list[list[str]]:
    """Lines that say how often halfbayes is ahead, without names and with them."""
    lines = []
    for half, (ours, told), measure in product(HALVES, TOLD.items(), RANKED):
        found = [c.behind(measure, ours) for c in of_half(compared, half)]
        known = [item for item in found if item is not None]
        best = sum(item.difference <= 0.0 for item in known)
        near = sum(item.within_one for item in known)
        counts = [len(known), best, near - best, len(known) - near]
        if known:
            lines.append([half, told, COLUMNS[measure], *map(str, counts)])
    return lines


def behind_tables(compared: Mapping[Case, Comparison]) -> Iterator[str]:
    """A table for each measure; of error one more, where halfbayes is told names."""
    yield "## halfbayes and the best rival, case by case"
    yield ""
    yield (
        "Halfbayes less the best rival, with the standard error of that difference over the "
        "draws; above 0 halfbayes is worse (for coverage the sign is turned). Bold: behind by "
        "more than one standard error. One draw has no standard error."
    )
    yield ""
    for half, measure in product(HALVES, RANKED):
        yield from _behind_table(compared, half, measure, HALFBAYES)
    told = {name for comparison in compared.values() for name in comparison.methods}
    for ours, half in product(VARIANTS, HALVES):
        if ours in told:
            yield from _behind_table(compared, half, "error", ours)


def _behind_table(
    compared: Mapping[Case, Comparison], half: Half, measure: str, ours: str
) -> Iterator[str]:
    named = f", {TOLD[ours]}" if ours in VARIANTS else ""
    yield f"### {COLUMNS[measure].capitalize()}{named}. {HALVES[half]}"
    yield ""
    budgets = budgets_of(compared.values())
    corpora = [name for name in CORPORA if CORPORA[name].half == half]
    lines = [
        [name, *(_behind_cell(compared.get((name, b)), measure, ours) for b in budgets)]
        for name in corpora
        if any((name, budget) in compared for budget in budgets)
    ]
    yield from table(["corpus", *map(labels_told, budgets)], lines)


def _behind_cell(comparison: Comparison | None, measure: str, ours: str) -> str:
    behind = None if comparison is None else comparison.behind(measure, ours)
    if behind is None:
        return ""
    text = f"{behind} {TITLES[behind.rival]}"
    return text if behind.within_one else f"**{text}**"


def table(head: Sequence[str], lines: Sequence[Sequence[str]]) -> Iterator[str]:
    """A table of Markdown, and an empty line.

    >>> list(table(["a", "b"], [["1", "2"]]))
    ['| a | b |', '| --- | --- |', '| 1 | 2 |', '']
    """
    yield f"| {' | '.join(head)} |"
    yield f"| {' | '.join('---' for _ in head)} |"
    for line in lines:
        yield f"| {' | '.join(line)} |"
    yield ""


def labels_told(budget: Budget) -> str:
    """A budget in words."""
    return "all labels" if budget is None else f"{budget} labels per class"


__all__ = [
    "COLUMNS",
    "HALVES",
    "behind_tables",
    "counts_of_cases",
    "labels_told",
    "table",
]
