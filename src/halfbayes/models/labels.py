"""Labels as one array: each stays what it is, and those that are missing are found.

numpy makes texts of everything in a list with a text, of NaN and of numbers too. Such a list
becomes an array of objects here, so that nobody takes "nan" for a class.
"""

from typing import Any, Final

import numpy as np
from sklearn.utils.validation import column_or_1d

from halfbayes.errors import InvalidInputError
from halfbayes.types import IndexArray, LabelArray

TEXT_TYPES: Final = (str, bytes)
NOTHING: Final = frozenset({"NAType", "NaTType"})
"""What pandas calls the types of its empty cells; it need not be there."""


def label_array(y: Any) -> LabelArray:
    """One array of labels that came as a list, an array or a column.

    Whole numbers and booleans of pandas' nullable types stay what they are.

    >>> label_array(["a", "b"]).dtype.kind, label_array(["a", 1, float("nan")]).tolist()
    ('U', ['a', 1, nan])
    """
    if _is_nullable(y):
        return _without_nullable(y)
    labels: LabelArray = column_or_1d(y, warn=True)
    if labels.dtype.kind not in "US" or not isinstance(y, list | tuple):
        return labels
    if _are_texts(y):
        return labels
    objects = np.array(y, dtype=object).ravel()
    return labels if _are_texts(objects.tolist()) else objects


def _is_nullable(y: Any) -> bool:
    """Whether y is a column of pandas of a type that scikit-learn makes floats of."""
    dtype = getattr(y, "dtype", None)
    kind = getattr(dtype, "kind", None)
    return kind in {"i", "u", "b"} and not isinstance(dtype, np.dtype) and y.ndim == 1


def _without_nullable(y: Any) -> LabelArray:
    values = list(y)
    objects = np.array(values, dtype=object)
    return objects if len(missing_places(objects)) else np.array(values)


def missing_places(labels: LabelArray) -> IndexArray:
    """Where the label is None, NaN, or what pandas and numpy call NA and NaT.

    >>> missing_places(np.array(["a", None, "b", float("nan")], dtype=object))
    array([1, 3])
    """
    if labels.dtype.kind in "fc":
        return np.flatnonzero(np.isnan(labels))
    if labels.dtype.kind in "mM":
        return np.flatnonzero(np.isnat(labels))
    values = labels.tolist() if labels.dtype.kind == "O" else []
    if _are_texts(values):
        return np.zeros(0, dtype=np.intp)
    return np.array([i for i, value in enumerate(values) if _is_missing(value)], dtype=np.intp)


def reject_missing(labels: LabelArray) -> None:
    """An error that counts the missing labels and names the first, if there are any."""
    missing = missing_places(labels)
    if len(missing):
        raise InvalidInputError(
            f"y has no label for {len(missing)} of {len(labels)} documents, the first at row "
            f"{missing[0]}; leave these documents out, or pass them as unlabelled where fit "
            "takes such"
        )


def _are_texts(values: list[Any] | tuple[Any, ...]) -> bool:
    """Whether all are text, or all are bytes: one look at each type, not at each value."""
    types = set(map(type, values))
    return any(all(issubclass(found, text) for found in types) for text in TEXT_TYPES)


def _is_missing(value: Any) -> bool:
    if value is None or type(value).__name__ in NOTHING:
        return True
    differs = value != value  # noqa: PLR0124 (NaN, of every type of number and time)
    return isinstance(differs, bool | np.bool) and bool(differs)


__all__ = ["label_array", "missing_places", "reject_missing"]
