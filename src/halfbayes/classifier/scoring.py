"""What a fitted model says of new documents, straight from their text.

    sum_j theta_j f_jk(x) = sum over regions r that x has of  b_rk + w_rk . x^r  + the others

The views of text are linear in the words of a document of unit length: the word models and the
blocks of the discriminant become one weight per term and class (``text.scoring``). Numbers and
categories are read and scored as they are. The law: the same as ``Hybrid.view_scores`` of what
``Evidence.read`` gives, weighed, to rounding.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.table import Table
from halfbayes.core.hybrid import Hybrid
from halfbayes.core.views import (
    LearntDiscriminant,
    LearntEventView,
    LearntGivenView,
    LearntView,
)
from halfbayes.text.scoring import PartWeights, TextScorer
from halfbayes.types import FloatArray


@dataclass(frozen=True, eq=False)
class Scoring:
    """A fitted model, ready to score documents; what it works out is not pickled."""

    evidence: Evidence
    hybrid: Hybrid

    def __getstate__(self) -> dict[str, Any]:
        return {"evidence": self.evidence, "hybrid": self.hybrid}

    def scores(self, table: Table) -> FloatArray:
        """Sum_j theta_j f_jk(x) of each document: (documents, classes)."""
        total = np.zeros((table.n_rows, len(self.hybrid.weights.offsets)))
        if self.text is not None:
            total = self.text.scores(self.evidence.fields(table))
        if self.evidence.numbers is None and self.evidence.categories is None:
            return total
        sources = self.evidence.without_text().read(table)
        return self._with_others(total, [source.X for source in sources])

    @cached_property
    def n_text(self) -> int:
        """How many regions are text; they come first."""
        return 0 if self.evidence.text is None else len(self.evidence.text.keys)

    @cached_property
    def text(self) -> TextScorer | None:
        """The weights of all that is text."""
        text = self.evidence.text
        if text is None:
            return None
        said: list[list[tuple[float, Any, Any]]] = [[] for _ in text.keys]
        for theta, view in zip(self.hybrid.weights.theta, self.hybrid.views, strict=True):
            for region, terms, base in self._of_text(view):
                said[region].append((theta, terms, base))
        n_classes = len(self.hybrid.weights.offsets)
        parts = {
            key: PartWeights.total(text.idf(*key), n_classes, of_part)
            for key, of_part in zip(text.keys, said, strict=True)
        }
        return TextScorer(text, parts)

    def _of_text(self, view: LearntView) -> Iterator[tuple[int, Any, FloatArray]]:
        """Regions of text, and what a view says of each: (terms, classes) and (classes,)."""
        if isinstance(view, LearntDiscriminant):
            for region, block in zip(view.view.regions, view.blocks, strict=True):
                if region < self.n_text:
                    yield region, block.terms, -block.at_mean
        elif isinstance(view, LearntGivenView):
            for region, told, base in view.blocks:
                yield region, told.T.tocsr(), base
        elif isinstance(view, LearntEventView) and view.view.region < self.n_text:
            found = view.linear_weights()[view.view.region]
            yield view.view.region, found.terms.T, found.intercept

    def _with_others(self, total: FloatArray, others: Sequence[Any]) -> FloatArray:
        """``total`` and what regions beside text say."""
        for theta, view in zip(self.hybrid.weights.theta, self.hybrid.views, strict=True):
            if isinstance(view, LearntDiscriminant):
                blocks = zip(view.view.regions, view.blocks, strict=True)
                for region, block in blocks:
                    if region >= self.n_text:
                        total += theta * block.scores(others[region - self.n_text])
            elif isinstance(view, LearntEventView) and view.view.region >= self.n_text:
                total += theta * view.scores([None] * self.n_text + list(others))
        return total


__all__ = ["Scoring"]
