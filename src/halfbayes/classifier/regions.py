"""How much each region of a document counts, in numbers and in words.

    share of region r = mean over documents of the spread over the classes of what r adds to the
                        logits, over the sum of this for all regions
    length of region r = its share of the words of all documents

A subject of 2 % of the words with 10 % of the say counts 5 times its length (Raina et al. 2003
fit one weight for each region; here a region speaks through several views).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from halfbayes.classifier.evidence import Evidence, Source
from halfbayes.classifier.table import Table
from halfbayes.core.hybrid import Hybrid
from halfbayes.core.percent import percent
from halfbayes.core.views import LearntDiscriminant, LearntEventView
from halfbayes.types import FloatArray


@dataclass(frozen=True, slots=True)
class RegionWeight:
    """The say of one region."""

    region: str
    share: float
    length: float | None = None  # share of the words; None where it has none of its own

    def __str__(self) -> str:
        if self.length:
            ratio = self.share / self.length
            times = f" ({ratio:.2g} times its share of the words)"
            return f"{self.region} {percent(self.share)}{times}"
        return f"{self.region} {percent(self.share)}"


@dataclass(frozen=True, eq=False)
class RegionsOf(Sequence[RegionWeight]):
    """The say of each region over a table, worked out when it is first asked for."""

    evidence: Evidence
    hybrid: Hybrid
    table: Table

    @cached_property
    def weights(self) -> tuple[RegionWeight, ...]:
        """As ``region_weights``."""
        sources = self.evidence.read(self.table)
        return region_weights(self.evidence, self.hybrid, self.table, sources)

    @overload
    def __getitem__(self, place: int, /) -> RegionWeight: ...
    @overload
    def __getitem__(self, place: slice, /) -> tuple[RegionWeight, ...]: ...
    def __getitem__(self, place: int | slice, /) -> RegionWeight | tuple[RegionWeight, ...]:
        return self.weights[place]

    def __iter__(self) -> Iterator[RegionWeight]:
        return iter(self.weights)

    def __len__(self) -> int:
        return len(self.weights)


def region_weights(
    evidence: Evidence, hybrid: Hybrid, table: Table, sources: list[Source]
) -> tuple[RegionWeight, ...]:
    """The say of each region over ``table``, read as ``sources``; the largest first."""
    spread: dict[str, float] = {}
    for name, scores in _scores(hybrid, sources):
        said = float(scores.std(axis=1).mean()) if len(scores) else 0.0
        spread[name] = spread.get(name, 0.0) + said
    total = sum(spread.values()) or 1.0
    lengths = _lengths(evidence, table)
    weights = [
        RegionWeight(name, value / total, lengths.get(name)) for name, value in spread.items()
    ]
    return tuple(sorted(weights, key=lambda weight: -weight.share))


def _scores(hybrid: Hybrid, sources: list[Source]) -> list[tuple[str, FloatArray]]:
    """What each source adds to the logits: (documents, classes), by name."""
    told = []
    for theta, view in zip(hybrid.weights.theta, hybrid.views, strict=True):
        if isinstance(view, LearntDiscriminant):
            for place, block in zip(view.view.regions, view.blocks, strict=True):
                source = sources[place]
                told.append((source.name, theta * block.scores(source.X)))
        elif isinstance(view, LearntEventView):
            name = sources[view.view.region].name
            told.append((name, theta * view.scores([source.X for source in sources])))
    return told


def _lengths(evidence: Evidence, table: Table) -> dict[str, float]:
    fields = evidence.roles.text
    words = {f: sum(len((t or "").split()) for t in table.texts(f)) for f in fields}
    total = sum(words.values())
    return {field: count / total for field, count in words.items()} if total else {}


__all__ = ["RegionWeight", "RegionsOf", "region_weights"]
