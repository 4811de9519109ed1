"""How good answers are, for a person to read: overall, class by class, and what is confused.

    precision of a class   share of the documents given this class that are of it
    recall of a class      share of the documents of this class that are given it

The interval of the accuracy is Clopper and Pearson's at 95 %. The other measures are those of
``evaluate.metrics``.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from halfbayes.core.binomial import lower_bound, upper_bound
from halfbayes.core.coverage import accuracy_coverage_curve
from halfbayes.core.percent import asked_percent, percent
from halfbayes.evaluate.metrics import Quality, quality
from halfbayes.types import FloatArray, IndexArray

TAIL: Final = 0.025
"""Share of samples in which either end of the interval is wrong."""

TARGETS: Final = (0.9, 0.95, 0.99)
LEAST_NAMED: Final = 0.01
"""A smaller share of the documents is as good as none."""
WORST_PAIRS: Final = 10


@dataclass(frozen=True, slots=True)
class ClassScore:
    """How one class fares."""

    label: str
    documents: int
    precision: float | None  # None where the class is never given
    recall: float | None  # None where the class has no documents


@dataclass(frozen=True, slots=True)
class Confusion:
    """Documents of one class that are given another."""

    label: str
    given: str
    documents: int


@dataclass(frozen=True, slots=True)
class Scorecard:
    """Everything measured on some documents."""

    documents: int
    accuracy: float
    interval: tuple[float, float]
    quality: Quality
    coverage: dict[str, float]  # by accuracy: share of documents, surest first, that reach it
    classes: tuple[ClassScore, ...]
    confusions: tuple[Confusion, ...]  # most frequent first

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values, for JSON."""
        return asdict(self)

    def lines(self) -> Iterator[str]:
        """The same in words and small tables."""
        low, high = self.interval
        yield (
            f"{percent(self.accuracy, 1)} of {self.documents:,} documents right "
            f"({percent(low, 1)} to {percent(high, 1)} with 95 % confidence)"
        )
        yield (
            f"log loss {self.quality.log_loss:.3f}, "
            f"calibration error {self.quality.calibration_error:.3f} (some of that is chance)"
        )
        yield "as counted, without a promise for new documents:"
        too_few = f"  fewer than {percent(LEAST_NAMED)} of the documents"
        for target, share in self.coverage.items():
            right = asked_percent(float(target))
            yield (
                f"  the surest {percent(share)} of the documents are at least {right} right"
                if share >= LEAST_NAMED
                else f"{too_few} are sure enough to be {right} right"
            )
        yield ""
        yield from _class_lines(self.classes)
        if self.confusions:
            yield ""
            yield "Most often taken for another class:"
            for pair in self.confusions:
                yield f"  {pair.documents:5,} of {pair.label} given {pair.given}"


def scorecard(probabilities: FloatArray, y: IndexArray, classes: Sequence[Any]) -> Scorecard:
    """Measures of (documents, classes) probabilities for documents of the classes ``y``.

    >>> card = scorecard(np.array([[0.9, 0.1], [0.6, 0.4]]), np.array([0, 1]), ["law", "art"])
    >>> card.accuracy, card.classes[0].precision, card.confusions[0].given
    (0.5, 0.5, 'law')
    """
    given = np.argmax(probabilities, axis=1)
    right = given == y
    curve = accuracy_coverage_curve(probabilities.max(axis=1), right)
    hits, n, K = int(right.sum()), len(y), len(classes)
    table = np.bincount(y * K + given, minlength=K * K).reshape(K, K)  # (own, given)
    names = [str(label) for label in classes]
    return Scorecard(
        documents=n,
        accuracy=hits / n,
        interval=(float(lower_bound(hits, n, TAIL)), float(upper_bound(hits, n, TAIL))),
        quality=quality(probabilities, y),
        coverage={f"{target:g}": curve.coverage_at(target) for target in TARGETS},
        classes=tuple(_class_score(name, table, k) for k, name in enumerate(names)),
        confusions=_confusions(table, names),
    )


def _class_score(name: str, table: IndexArray, k: int) -> ClassScore:
    own, given = int(table[k].sum()), int(table[:, k].sum())
    hits = int(table[k, k])
    return ClassScore(
        label=name,
        documents=own,
        precision=hits / given if given else None,
        recall=hits / own if own else None,
    )


def _confusions(table: IndexArray, names: Sequence[str]) -> tuple[Confusion, ...]:
    wrong = table.copy()
    np.fill_diagonal(wrong, 0)
    order = np.argsort(-wrong, axis=None, kind="stable")[:WORST_PAIRS]
    pairs = [divmod(int(place), len(names)) for place in order]
    return tuple(
        Confusion(names[own], names[given], int(wrong[own, given]))
        for own, given in pairs
        if wrong[own, given]
    )


def _class_lines(classes: Sequence[ClassScore]) -> Iterator[str]:
    width = max(len("class"), *(len(score.label) for score in classes))
    yield f"{'class':{width}}  documents  precision   recall"
    for score in classes:
        yield (
            f"{score.label:{width}}  {score.documents:9,}  {_share(score.precision):>9}  "
            f"{_share(score.recall):>7}"
        )


def _share(value: float | None) -> str:
    return "-" if value is None else percent(value, 1)


__all__ = ["ClassScore", "Confusion", "Scorecard", "scorecard"]
