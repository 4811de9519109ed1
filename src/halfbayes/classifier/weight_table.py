"""The linear part of a model, laid open: every weight, in numbers that stand by themselves.

    e_k(x) = sum over regions r that have anything in x of  b_rk
             + sum over all regions r and their features t of  v_rt w_rtk
    p(k|x) = sum over temperatures j of  share_j softmax_k(offset_k + factor_j e_k(x))

The values v of a document, by the kind of the feature:

    term      tf scale / length     tf = 1 + log count; the length of a region is the root of
                                    the sum of its (tf scale)^2, so that v has unit length
    writing   as a term, of marks and shapes of words (``text.writing``)
    piece     tf scale / length     tf = sum over the distinct words of the document of
                                    (1 + log count of the word) (times the piece is in it)
    topic     as a piece, with how much each stem has of which topics (``stems``; in the table
              rows ``stem`` without weights) instead of how often the piece is in the word
    number    asinh((x' - centre) / scale), 0 where there is no number; x' is x, but at least
              low and at most high
    tail      log(1 + ((u - centre) / scale)^2), one for each class, with u as of the number but
              for x itself; 0 without a number, and where u is 0 in a column that has a feature
              ``other``
    observed  1 where there is a number
    other     1 where there is a number and u is not 0; of columns that are mostly one value
    category  1 where the column has this value

Numbers have anything in x where a feature ``number`` is not 0. The law: what these numbers give
is ``predict_proba``, to rounding.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np

from halfbayes.classifier.evidence import TOPICS, Source
from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.region_table import RegionTable
from halfbayes.classifier.table import Table
from halfbayes.core.student import Student
from halfbayes.core.views import LearntDiscriminant, LearntEventView, LearntGivenView
from halfbayes.errors import ModelFileError
from halfbayes.types import FloatArray, LabelArray

FORMAT: Final = "halfbayes weights"
VERSION: Final = 3
WEIGHT: Final = "weight:"
"""Before the name of a class in the name of its column."""
FEATURES: Final = {"pieces": "piece", "topics": "topic", "writing": "writing"}
"""What the features of a region are called that are no terms."""
STEM: Final = "stem"
"""What rows are called that say how much of a topic a word has."""
BLOCKS: Final = ("number block", "category block")
"""Numbers and categories as the discriminant sees them; told with the others."""


@dataclass(frozen=True, slots=True, eq=False)
class WeightTable:
    """Every weight of a model."""

    classes: LabelArray
    language: str | None
    offsets: FloatArray  # (classes,)
    factors: FloatArray  # of the temperatures
    shares: FloatArray  # of the temperatures: sum to one
    regions: tuple[RegionTable, ...]

    def as_dict(self) -> dict[str, Any]:
        """The whole as plain values, for JSON."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "classes": self.classes.tolist(),
            "language": self.language,
            "offsets": self.offsets.tolist(),
            "temperatures": [
                {"factor": factor, "share": share}
                for factor, share in zip(
                    self.factors.tolist(), self.shares.tolist(), strict=True
                )
            ],
            "regions": [region.as_dict() for region in self.regions],
        }

    def as_columns(self) -> dict[str, list[Any]]:
        """The whole as one table: a row for every number of each class, and every stem."""
        rows = list(self._rows())
        names = ["region", "feature", "column", "name", "centre", "scale", "low", "high"]
        names += [f"{WEIGHT}{label}" for label in self.classes.tolist()]
        return dict(zip(names, map(list, zip(*rows, strict=True)), strict=True))

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        none, no_weights = (None, None), [None] * len(self.classes)
        yield (None, "offset", *none, *none, *none, *self.offsets.tolist())
        for factor, share in zip(self.factors.tolist(), self.shares.tolist(), strict=True):
            shares = [share] * len(self.classes)
            yield (None, "temperature", *none, None, factor, *none, *shares)
        for region in self.regions:
            yield (region.name, "present", *none, *none, *none, *region.present.tolist())
            numbers = zip(region.centre.tolist(), region.scale.tolist(), strict=True)
            named = zip(region.features, region.column, region.names, strict=True)
            ends: list[Any] = region.ends.T.tolist()  # of the first features
            ends += [none] * (len(region.features) - len(ends))
            rows = zip(named, numbers, ends, region.weights.tolist(), strict=True)
            for first, numeric, end, of_classes in rows:
                yield (region.name, *first, *numeric, *end, *of_classes)
            for stem, topics in region.stems.items():
                for topic, share in topics.items():
                    yield (region.name, STEM, topic, stem, None, share, *none, *no_weights)


def weight_table(learnt: Learnt) -> WeightTable:
    """The weights of what was learnt."""
    weights = learnt.hybrid.weights
    factors, shares = weights.temperatures
    return WeightTable(
        classes=learnt.classes,
        language=learnt.evidence.language,
        offsets=weights.offsets,
        factors=factors,
        shares=shares,
        regions=tuple(_Regions(learnt).tables()),
    )


class _Regions:
    """The views of a model, added up region by region."""

    def __init__(self, learnt: Learnt) -> None:
        self.learnt = learnt
        self.evidence = learnt.evidence
        nothing = Table({name: [None] for name in learnt.roles.used}, 1)
        self.sources = self.evidence.read(nothing)
        self.n_classes = len(learnt.classes)
        self.blocks: dict[int, tuple[FloatArray, FloatArray]] = {}
        self.events: dict[int, tuple[float, LearntEventView]] = {}
        weighed = zip(learnt.hybrid.weights.theta, learnt.hybrid.views, strict=True)
        for theta, view in weighed:
            if isinstance(view, LearntDiscriminant):
                for place, block in zip(view.view.regions, view.blocks, strict=True):
                    self._add(place, theta * block.terms, -theta * block.at_mean)
            elif isinstance(view, LearntGivenView):
                for place, said in view.linear_weights().items():
                    self._add(place, theta * said.terms.T, theta * said.intercept)
            elif isinstance(view, LearntEventView):
                self.events[view.view.region] = theta, view

    def _add(self, place: int, weights: FloatArray, present: FloatArray) -> None:
        """What one more view says of a source, that others may say something of, too."""
        so_far = self.blocks.get(place)
        if so_far is not None:
            weights, present = weights + so_far[0], present + so_far[1]
        self.blocks[place] = weights, present

    def tables(self) -> Iterator[RegionTable]:
        """One table a region that says anything."""
        for place, source in enumerate(self.sources):
            if source.kind == "numbers":
                yield self._numbers(self.events[place])
            elif source.kind == "categories":
                yield self._categories(self.events[place])
            elif source.kind not in BLOCKS and (place in self.blocks or place in self.events):
                yield self._text(place, source)

    def _block(self, place: int, n_features: int) -> tuple[FloatArray, FloatArray]:
        """What the discriminants say of a source, with nothing where it does not see it."""
        nothing = np.zeros((n_features, self.n_classes)), np.zeros(self.n_classes)
        return self.blocks.get(place, nothing)

    def _place(self, kind: str) -> int:
        return next(place for place, source in enumerate(self.sources) if source.kind == kind)

    def _text(self, place: int, source: Source) -> RegionTable:
        names = self.evidence.names(source)
        weights, present = self._block(place, len(names))
        if place in self.events:
            theta, view = self.events[place]
            said = view.linear_weights()[place]
            weights, present = weights + theta * said.terms.T, present + theta * said.intercept
        alone = source.kind == "field"
        text: Any = self.evidence.text
        by_topics = source.kind == TOPICS and text.topics is not None
        return RegionTable(
            name=source.name,
            kind=source.kind,
            columns=(source.name,) if alone else self.learnt.roles.text,
            features=[FEATURES.get(source.kind, "term")] * len(names),
            column=[None] * len(names),
            names=names,
            centre=np.zeros(len(names)),
            scale=text.idf(source.kind, source.name if alone else None),
            weights=weights,
            present=present,
            stems=text.topics.of_stems.by_stem() if by_topics else {},
        )

    def _numbers(self, event: tuple[float, LearntEventView]) -> RegionTable:
        columns: tuple[str, ...] = self.learnt.roles.numeric
        scaling: Any = self.evidence.numbers
        linear, present = self._block(self._place("number block"), len(columns))
        theta, view = event
        student = view.view.event
        if not isinstance(student, Student):
            message = (
                "weights of numbers are told of models that take them for Student's t; this "
                "one was saved by an earlier version: train it again"
            )
            raise ModelFileError(message)
        sums: Any = view.statistics
        tails, known = student.tails(sums)
        n_classes, width = tails.location.shape
        falls = np.where(known, -0.5 * theta * (tails.freedom + 1.0), 0.0)
        own = [np.diag(falls[:, j]) for j in range(width)]  # one tail for each class
        observed = theta * np.where(known, tails.log_height, 0.0).T
        usual: list[int] = list(scaling.usual)
        shares, ever = student.shares(sums)
        of_usual = theta * np.where(ever, shares.log_none, 0.0).T
        other = observed[usual] + theta * np.where(ever, shares.log_one, 0.0).T - of_usual
        observed[usual] = of_usual
        named = [*columns, *(name for name in columns for _ in range(n_classes)), *columns]
        kinds = (["number"] * width, ["tail"] * (width * n_classes), ["observed"] * width)
        rest = width + len(usual)
        return RegionTable(
            name=self.evidence.called("numbers"),
            kind="numbers",
            columns=columns,
            features=[*chain(*kinds), *["other"] * len(usual)],
            column=[*named, *(columns[j] for j in usual)],
            names=[None] * (len(named) + len(usual)),
            centre=np.concatenate([scaling.median, tails.location.T.ravel(), np.zeros(rest)]),
            scale=np.concatenate([scaling.spread, tails.width.T.ravel(), np.ones(rest)]),
            weights=np.vstack([linear * width**-0.5, *own, observed, other]),
            present=present,
            ends=scaling.ends,
        )

    def _categories(self, event: tuple[float, LearntEventView]) -> RegionTable:
        columns = self.learnt.roles.categorical
        values = [] if self.evidence.categories is None else self.evidence.categories.values
        theta, view = event
        counts: Any = view.statistics
        categorical: Any = view.view.event
        place, width = self._place("category block"), sum(map(len, values))
        linear, present = self._block(place, width)
        weights = linear * len(columns) ** -0.5  # (categories, classes)
        starts = np.cumsum([0, *map(len, values)])
        at = [s + np.arange(n) for s, n in zip(starts, counts.n_categories, strict=False)]
        weights[np.concatenate(at)] += theta * categorical.log_theta(counts).T
        names = [value for seen in values for value in seen]
        return RegionTable(
            name=self.evidence.called("categories"),
            kind="categories",
            columns=columns,
            features=["category"] * len(names),
            column=[c for c, seen in zip(columns, values, strict=True) for _ in seen],
            names=[*names],
            centre=np.zeros(len(names)),
            scale=np.ones(len(names)),
            weights=weights,
            present=present,
        )


__all__ = ["FORMAT", "VERSION", "WEIGHT", "WeightTable", "weight_table"]
