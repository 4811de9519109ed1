"""Pictures of trust, in scikit-learn's manner: accuracy against coverage, reliability.

    AccuracyCoverageDisplay.from_estimator(model, X, y)     .from_predictions(proba, y)
    ReliabilityDisplay.from_estimator(model, X, y)          .from_predictions(proba, y)

A display keeps what it shows; ``plot`` may be called again with another axes. Needs matplotlib,
the extra ``report``.
"""

from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from halfbayes.core.binomial import lower_bound, upper_bound
from halfbayes.core.calibration import (
    BINS,
    ReliabilityBins,
    expected_calibration_error,
    reliability_bins,
)
from halfbayes.errors import InvalidInputError
from halfbayes.evaluate.curves import CoverageReport, coverage_report
from halfbayes.evaluate.extra import for_pictures
from halfbayes.types import BoolArray, FloatArray, LabelArray

with for_pictures():
    import matplotlib.pyplot as plt


class Display:
    """What the displays have in common: where their numbers come from.

    ``SETTINGS`` are the options of ``of_answers``; all others are for ``plot``.
    """

    __slots__ = ()
    SETTINGS: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def from_estimator(cls, estimator: Any, X: Any, y: Any, **options: Any) -> Self:
        """Draw the display of a fitted classifier on documents X with labels y."""
        name = options.pop("name", type(estimator).__name__)
        proba = estimator.predict_proba(X)
        return cls.from_predictions(proba, y, classes=estimator.classes_, name=name, **options)

    @classmethod
    def from_predictions(
        cls, proba: Any, y: Any, *, classes: Any = None, name: str | None = None, **options: Any
    ) -> Self:
        """Draw the display of probabilities (documents, classes) for documents of labels y.

        ``classes`` names the columns; None takes the labels in order.
        """
        settings = {key: options.pop(key) for key in cls.SETTINGS if key in options}
        display = cls.of_answers(*_judged(proba, y, classes), name, **settings)
        return display.plot(**options)

    @classmethod
    def of_answers(
        cls, confidence: FloatArray, correct: BoolArray, name: str | None, /, **settings: Any
    ) -> Self:
        """The display of answers with these confidences, right or wrong; not drawn yet."""
        raise NotImplementedError

    def plot(self, ax: Any = None, **line_options: Any) -> Self:
        """Draw on ``ax``, or on a new figure."""
        raise NotImplementedError


@dataclass(slots=True, eq=False)
class AccuracyCoverageDisplay(Display):
    """Accuracy among the surest documents, from none to all, with its simultaneous band."""

    SETTINGS: ClassVar[tuple[str, ...]] = ("confidence",)
    report: CoverageReport = field(repr=False)
    name: str | None = None
    ax_: Any = field(default=None, init=False, repr=False)
    figure_: Any = field(default=None, init=False, repr=False)
    line_: Any = field(default=None, init=False, repr=False)
    band_: Any = field(default=None, init=False, repr=False)

    @classmethod
    def of_answers(
        cls, confidence: FloatArray, correct: BoolArray, name: str | None, /, **settings: Any
    ) -> Self:
        """The curve of these answers; the setting ``confidence`` (0.95) is that of its band."""
        level = settings.get("confidence", 0.95)
        return cls(coverage_report(confidence, correct, level=level), name)

    def plot(self, ax: Any = None, **line_options: Any) -> Self:
        """Draw on ``ax``, or on a new figure."""
        self.ax_ = _axes(ax)
        self.figure_ = self.ax_.figure
        curve, band = self.report.curve, self.report.band
        (self.line_,) = self.ax_.plot(
            curve.coverage, curve.accuracy, **({"label": self.name} | line_options)
        )
        self.band_ = self.ax_.fill_between(
            band.coverage, band.low, band.high, alpha=0.2, color=self.line_.get_color()
        )
        self.ax_.set(
            xlabel="coverage: share of documents answered",
            ylabel="accuracy among them",
            xlim=(0, 1),
        )
        if self.name is not None:
            self.ax_.legend(loc="lower left")
        return self


@dataclass(slots=True, eq=False)
class ReliabilityDisplay(Display):
    """How often the model is right where it is so sure; on the diagonal it means it."""

    SETTINGS: ClassVar[tuple[str, ...]] = ("n_bins",)
    bins: ReliabilityBins = field(repr=False)
    calibration_error: float
    name: str | None = None
    ax_: Any = field(default=None, init=False, repr=False)
    figure_: Any = field(default=None, init=False, repr=False)
    line_: Any = field(default=None, init=False, repr=False)

    @classmethod
    def of_answers(
        cls, confidence: FloatArray, correct: BoolArray, name: str | None, /, **settings: Any
    ) -> Self:
        """The diagram of these answers, in ``n_bins`` bins."""
        bins = settings.get("n_bins", BINS)
        return cls(
            reliability_bins(confidence, correct, bins=bins),
            expected_calibration_error(confidence, correct, bins=bins),
            name,
        )

    def plot(self, ax: Any = None, **line_options: Any) -> Self:
        """Draw on ``ax``, or on a new figure; bars are exact 95 % intervals of each bin."""
        self.ax_ = _axes(ax)
        self.figure_ = self.ax_.figure
        filled = self.bins.documents > 0
        n, accuracy = self.bins.documents[filled], self.bins.accuracy[filled]
        hits = np.rint(accuracy * n)
        bars = [accuracy - lower_bound(hits, n, 0.025), upper_bound(hits, n, 0.025) - accuracy]
        self.ax_.plot([0, 1], [0, 1], color="grey", linestyle="--", linewidth=1)
        self.line_ = self.ax_.errorbar(
            self.bins.confidence[filled],
            accuracy,
            yerr=np.maximum(bars, 0.0),
            **({"label": self.name, "marker": "o", "capsize": 2} | line_options),
        )
        self.ax_.set(
            xlabel="confidence",
            ylabel="accuracy",
            title=f"calibration error {self.calibration_error:.3f}",
            xlim=(0, 1),
            ylim=(0, 1),
        )
        if self.name is not None:
            self.ax_.legend(loc="upper left")
        return self


def _axes(ax: Any) -> Any:
    return plt.subplots()[1] if ax is None else ax


def _judged(proba: Any, y: Any, classes: Any) -> tuple[FloatArray, BoolArray]:
    """Confidence of each document and whether it was right."""
    table, labels = np.asarray(proba, dtype=np.float64), np.asarray(y)
    names: LabelArray = np.unique(labels) if classes is None else np.asarray(classes)
    if table.ndim != 2 or len(table) != len(labels) or len(table) == 0:  # noqa: PLR2004 (axes)
        raise InvalidInputError(
            f"probabilities must be (documents, classes), one row for each of {len(labels)} "
            f"labels, at least one; got shape {table.shape}"
        )
    if table.shape[1] != len(names):
        raise InvalidInputError(
            f"there are probabilities of {table.shape[1]} classes and {len(names)} classes; "
            "pass classes= in the order of the columns"
        )
    return table.max(axis=1), names[table.argmax(axis=1)] == labels


__all__ = ["AccuracyCoverageDisplay", "Display", "ReliabilityDisplay"]
