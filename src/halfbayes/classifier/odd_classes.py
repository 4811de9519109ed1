"""Classes that are probably none: nearly one for each document, or named like a missing value.

crowded    more classes than half of the documents, where there are 20 documents or more:
a column of numbers of records or of free text, taken for that of the labels
missing    n/a, NA, nan, null, none or -: what other programs write into an empty cell
"""

import warnings
from collections.abc import Iterable
from typing import Any, Final, TypeVar

from halfbayes.data.cells import MISSING

Model = TypeVar("Model")

LEAST_DOCUMENTS: Final = 20
"""Of fewer nothing is said: one label of each class is a beginning."""

CROWDED: Final = 0.5
"""Classes for each document from which on there are fewer than two documents for each."""


class ManyClassesWarning(UserWarning):
    """Nearly every document has a class of its own."""


def are_crowded(n_classes: int, n_documents: int) -> bool:
    """Whether there are too many classes for so many documents to be any.

    >>> are_crowded(11, 20), are_crowded(10, 20), are_crowded(5, 5)
    (True, False, False)
    """
    return n_documents >= LEAST_DOCUMENTS and n_classes > CROWDED * n_documents


def like_missing(classes: Iterable[Any]) -> list[str]:
    """Names of classes that are what other programs write where there is no value.

    >>> like_missing(["bug", "N/A", "-", 3])
    ['N/A', '-']
    """
    named = [name for name in classes if isinstance(name, str)]
    return [name for name in named if name.strip().lower() in MISSING]


def warn_of_many(labels: Iterable[Any]) -> None:
    """Warn where nearly every label is another, at the line that calls ``fit``."""
    given = list(map(str, labels))
    n_classes = len(set(given))
    if are_crowded(n_classes, len(given)):
        warnings.warn(
            f"{len(given):,} documents have {n_classes:,} classes, fewer than two documents "
            "for each; pass the class of each document as its label, not its number or text",
            ManyClassesWarning,
            stacklevel=5,
        )


def warned(model: Model) -> Model:
    """The model, which will not warn of many classes: they are known, or there on purpose."""
    vars(model)["_is_warned"] = True
    return model


__all__ = ["ManyClassesWarning", "are_crowded", "like_missing", "warn_of_many", "warned"]
