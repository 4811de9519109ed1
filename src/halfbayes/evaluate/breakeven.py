"""Breakeven metrics of a binary classifier, for labels and scores as a user has them.

ROC breakeven: the bias is moved until the miss rate and the false-alarm rate meet; it judges a
classifier alike however uneven the two classes are (Rennie 2001, 4.4.2). Precision/recall
breakeven: until precision and recall meet. The arithmetic is ``core.breakeven``.
"""

from typing import Any, Final

import numpy as np

from halfbayes.core import breakeven
from halfbayes.errors import InvalidInputError
from halfbayes.types import BoolArray, FloatArray

SIDES: Final = 2


def roc_breakeven(y: Any, scores: Any, *, positive: Any = None) -> float:
    """Error rate where misses and false alarms are equally frequent; 0 is best, 0.5 is chance.

    ``positive`` is the label that high scores speak for, the greater of the two if not given.

    >>> roc_breakeven(["ham", "spam", "ham", "spam"], [0.1, 0.9, 0.4, 0.2])
    0.5
    """
    sides, values = _validated(y, scores, positive)
    return breakeven.roc_breakeven(sides, values)


def precision_recall_breakeven(y: Any, scores: Any, *, positive: Any = None) -> float:
    """Precision where it equals recall; 1 is best.

    >>> precision_recall_breakeven(["ham", "spam", "ham", "spam"], [0.1, 0.9, 0.4, 0.5])
    1.0
    """
    sides, values = _validated(y, scores, positive)
    return breakeven.precision_recall_breakeven(sides, values)


def _validated(y: Any, scores: Any, positive: Any) -> tuple[BoolArray, FloatArray]:
    labels, values = np.asarray(y), np.asarray(scores, dtype=np.float64)
    if labels.ndim != 1 or labels.shape != values.shape:
        raise InvalidInputError(
            f"y has shape {labels.shape} and scores {values.shape}; pass one score a label"
        )
    if not np.isfinite(values).all():
        msg = "scores hold NaN or infinity; every document needs a finite score"
        raise InvalidInputError(msg)
    names = np.unique(labels)
    if len(names) != SIDES:
        raise InvalidInputError(
            f"y holds {len(names)} different labels; a breakeven needs both sides of two: for "
            "several classes pass y == one of them"
        )
    if positive is not None and positive not in names.tolist():
        raise InvalidInputError(
            f"positive must be one of the labels in y, {names.tolist()}; got {positive!r}"
        )
    return np.asarray(labels == (names[1] if positive is None else positive)), values


__all__ = ["precision_recall_breakeven", "roc_breakeven"]
