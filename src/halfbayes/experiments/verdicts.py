"""Ours beside the paper's: one of four verdicts for each number and each claim, with a reason.

    reproduced      |ours - paper| <= 2 e + h  or  |ours - paper| <= 5 % of the paper's number
    close           within 15 % of it
    differs         otherwise
    not comparable  the note says so: other data, or other things measured

e is the combined standard error s sqrt(1/n + 1/n'), with s the standard deviation of our draws,
n their number and n' the paper's (infinite where it is not known, so that e is ours alone); h
is half a unit of the last digit the paper printed. A claim is reproduced or differs, or not
comparable where its finding says so. The tolerances are those of the TOML file.

A reason stands where the verdict is other than ``reproduced``: that of the first note whose
patterns fit.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from halfbayes.experiments.reproduction import Finding, Reproduction
from halfbayes.experiments.specification import CLAIMS, Cell, Specification
from halfbayes.experiments.summary import Statistic, Summary

REPRODUCED: Final = "reproduced"
CLOSE: Final = "close"
DIFFERS: Final = "differs"
NOT_COMPARABLE: Final = "not comparable"
VERDICTS: Final = (REPRODUCED, CLOSE, DIFFERS, NOT_COMPARABLE)


@dataclass(frozen=True, slots=True)
class JudgedCell:
    """A number of the paper's, and what became of it."""

    cell: Cell
    ours: Statistic | None  # none: not measured
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim of the paper's, and what became of it."""

    name: str
    text: str
    evidence: str
    verdict: str
    reason: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """Every verdict of a reproduction."""

    cells: tuple[JudgedCell, ...]
    claims: tuple[JudgedClaim, ...]

    @property
    def counts(self) -> Mapping[str, int]:
        """How often each verdict was given."""
        found = Counter([one.verdict for one in self.cells])
        found.update(one.verdict for one in self.claims)
        return {verdict: found[verdict] for verdict in VERDICTS}


def judged(reproduction: Reproduction, summary: Summary) -> Judgement:
    """The verdicts on what was measured; cells that a quick run left out are not judged."""
    spec = reproduction.spec
    cells = [(cell, _measured(cell, summary)) for cell in spec.cells]
    found = reproduction.claims(summary)
    return Judgement(
        tuple(_judged_cell(spec, cell, ours) for cell, ours in cells if ours is not None),
        tuple(
            _judged_claim(spec, claim.name, claim.text, found[claim.name])
            for claim in spec.claims
            if claim.name in found
        ),
    )


def verdict_of(spec: Specification, cell: Cell, ours: Statistic) -> str:
    """What the numbers alone say."""
    tolerance = spec.tolerance
    distance, scale = abs(ours.mean - cell.value), abs(cell.value)
    noise = tolerance.standard_errors * combined_error(ours, spec.paper_draws)
    if distance <= max(noise + 0.5 * 10.0**-spec.digits, tolerance.reproduced * scale):
        return REPRODUCED
    return CLOSE if distance <= tolerance.close * scale else DIFFERS


def combined_error(ours: Statistic, paper_draws: int | None) -> float:
    """Standard error of the difference of the two means; 0 where ours is not known."""
    if ours.standard_error is None:
        return 0.0
    shares = 1.0 + (ours.draws / paper_draws if paper_draws else 0.0)
    return ours.standard_error * math.sqrt(shares)


def _judged_cell(spec: Specification, cell: Cell, ours: Statistic) -> JudgedCell:
    verdict, reason = _with_note(spec, cell.row, cell.column, verdict_of(spec, cell, ours))
    return JudgedCell(cell, ours, verdict, reason)


def _judged_claim(spec: Specification, name: str, text: str, found: Finding) -> JudgedClaim:
    said = REPRODUCED if found.holds else DIFFERS
    if not found.comparable:
        return JudgedClaim(name, text, found.evidence, NOT_COMPARABLE, found.evidence)
    verdict, reason = _with_note(spec, CLAIMS, name, said)
    return JudgedClaim(name, text, found.evidence, verdict, reason)


def _with_note(spec: Specification, row: str, column: str, verdict: str) -> tuple[str, str]:
    for note in spec.notes:
        if note.is_about(row, column) and (note.verdict or verdict != REPRODUCED):
            return note.verdict or verdict, note.reason
    return verdict, ""


def _measured(cell: Cell, summary: Summary) -> Statistic | None:
    return summary.find(cell.row, cell.column, series=cell.series, x=cell.x)


def counts_text(counts: Mapping[str, int]) -> str:
    """The counts as words.

    >>> counts_text({"reproduced": 3, "close": 0, "differs": 1, "not comparable": 0})
    '3 reproduced, 1 differs'
    """
    return ", ".join(f"{n} {verdict}" for verdict, n in counts.items() if n) or "nothing judged"


def total_counts(judgements: Sequence[Judgement]) -> Mapping[str, int]:
    """The counts of several judgements together."""
    return {
        verdict: sum(judgement.counts[verdict] for judgement in judgements)
        for verdict in VERDICTS
    }


__all__ = [
    "CLOSE",
    "DIFFERS",
    "NOT_COMPARABLE",
    "REPRODUCED",
    "VERDICTS",
    "JudgedCell",
    "JudgedClaim",
    "Judgement",
    "combined_error",
    "counts_text",
    "judged",
    "total_counts",
    "verdict_of",
]
