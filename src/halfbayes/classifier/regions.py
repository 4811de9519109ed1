"""How much each region of a document counts, in numbers and in words.

    share of region r = mean over documents of the spread over the classes of what r adds to the
                        logits, over the sum of this for all regions
    length of region r = its share of the words of all documents

Where there are several fields of text, words, pairs, pieces and topics of the whole document
are no regions of their own: each is dealt out to the fields, so that their shares say whether
title or body tells the class. Of a source with scores f, the sum of those dealt out to the
fields g (``parts``), a field makes of the spread of f

    cov over k (g_k, f_k) / std over k of f_k        which adds up to std over k of f_k

of each document, at most std over k of g_k. The means of this over the documents, evenly spread
ones and at most ``MOST_DEALT``, say in what proportion the fields get the spread of f over all
documents; a field whose mean is negative, which on the whole speaks against the rest, gets
nothing of it.

A subject of 2 % of the words with 10 % of the say counts 5 times its length (Raina et al. 2003
fit one weight for each region; here a region speaks through several views).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final, overload

import numpy as np

from halfbayes.classifier.evidence import Evidence, Source
from halfbayes.classifier.parts import TakenApart, said_of_sources
from halfbayes.classifier.table import Table
from halfbayes.core.hybrid import Hybrid
from halfbayes.core.percent import percent
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


MOST_DEALT: Final = 500
"""Of more documents so many, evenly spread, say how much of the words each field has told."""


def region_weights(
    evidence: Evidence, hybrid: Hybrid, table: Table, sources: list[Source]
) -> tuple[RegionWeight, ...]:
    """The say of each region over ``table``, read as ``sources``; the largest first."""
    spread: dict[str, float] = {}
    for name, scores in said_of_sources(hybrid, sources):
        said = float(scores.std(axis=1).mean()) if len(scores) else 0.0
        spread[name] = spread.get(name, 0.0) + said
    if len(evidence.roles.text) > 1:
        _deal(spread, _by_field(_some(evidence, hybrid, table, sources)))
    total = sum(spread.values()) or 1.0
    lengths = _lengths(evidence, table)
    weights = [
        RegionWeight(name, value / total, lengths.get(name)) for name, value in spread.items()
    ]
    return tuple(sorted(weights, key=lambda weight: -weight.share))


def _some(
    evidence: Evidence, hybrid: Hybrid, table: Table, sources: list[Source]
) -> TakenApart:
    """The model taken apart, of ``MOST_DEALT`` documents at most."""
    step = max(1, -(-table.n_rows // MOST_DEALT))
    some = table.rows(range(0, table.n_rows, step))
    return TakenApart(
        evidence, hybrid, some, [replace(source, X=source.X[::step]) for source in sources]
    )


def _deal(spread: dict[str, float], by_field: dict[str, dict[str, float]]) -> None:
    """Give what the whole text has to the fields; what says nothing is left out."""
    for name, shares in by_field.items():
        said = spread.pop(name)
        for region, share in shares.items():
            spread[region] = spread.get(region, 0.0) + said * share


def _by_field(told: TakenApart) -> dict[str, dict[str, float]]:
    """Shares of the fields in what is said of the whole text, by the name of the source."""
    said: dict[str, dict[str, float]] = {}
    for name, parts in told.dealt():
        by_field = said.setdefault(name, {})
        along = spread_by_part(np.stack([part.scores for part in parts]))
        for part, value in zip(parts, along.tolist(), strict=True):
            by_field[part.region] = by_field.get(part.region, 0.0) + value
    for by_field in said.values():
        positive = {field: max(value, 0.0) for field, value in by_field.items()}
        total = sum(positive.values())
        by_field.update({f: value / total if total else 0.0 for f, value in positive.items()})
    return said


def spread_by_part(scores: FloatArray) -> FloatArray:
    """What parts add to the spread over classes of their sum, over all documents: (parts,).

    ``scores`` are (parts, documents, classes). Of one document it is the covariance with the
    sum over the standard deviation of the sum; negative where a part speaks against the rest.

    >>> spread_by_part(np.array([[[3.0, 0.0]], [[1.0, 0.0]], [[0.0, 0.0]]]))
    array([1.5, 0.5, 0. ])
    """
    apart = scores - scores.mean(axis=2, keepdims=True)
    whole = apart.sum(axis=0)  # (documents, classes)
    spread = whole.std(axis=1)  # (documents,)
    spread[spread == 0.0] = np.inf
    return np.asarray(((apart * whole).mean(axis=2) / spread).sum(axis=1))


def _lengths(evidence: Evidence, table: Table) -> dict[str, float]:
    fields = evidence.roles.text
    words = {f: sum(len((t or "").split()) for t in table.texts(f)) for f in fields}
    total = sum(words.values())
    return {field: count / total for field, count in words.items()} if total else {}


__all__ = ["RegionWeight", "RegionsOf", "region_weights", "spread_by_part"]
