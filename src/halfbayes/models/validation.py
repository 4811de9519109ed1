"""Input is checked here, once: matrices, labels, weights and parameters.

Core trusts what it is given. Every error says what was expected, what came and what to do.
"""

import warnings
from collections.abc import Sequence
from typing import Any, cast

import numpy as np
from scipy import sparse
from sklearn.exceptions import DataConversionWarning
from sklearn.utils.validation import _check_sample_weight, validate_data

from halfbayes.errors import InvalidInputError, InvalidParameterError, UnknownLabelError
from halfbayes.models.labels import label_array, reject_missing
from halfbayes.types import CountMatrix, FloatArray, IndexArray, LabelArray, Matrix

MOST_CATEGORIES = 10_000_000
"""A category number above this is a mistake: counts are kept for every number below."""


def validated_matrix(
    estimator: Any, X: Any, *, reset: bool, allow_missing: bool = False
) -> Matrix:
    """X as numbers: a csr array or a dense array of doubles.

    Nothing is copied that is right already. NaN passes only where it means "missing".
    """
    checked: Any = validate_data(
        estimator,
        X,
        reset=reset,
        accept_sparse="csr",
        ensure_all_finite="allow-nan" if allow_missing else True,
    )
    if not isinstance(checked, np.ndarray):
        data = checked.data.astype(np.float64, copy=False)
        return sparse.csr_array((data, checked.indices, checked.indptr), shape=checked.shape)
    return np.asarray(checked, dtype=np.float64)


def as_counts(X: Matrix) -> CountMatrix:
    """X as a csr array of numbers that are not negative."""
    counts = X if sparse.issparse(X) else sparse.csr_array(X)
    if counts.nnz and counts.data.min() < 0.0:
        raise InvalidInputError(
            f"Negative values in data passed to X: the least is {counts.data.min():g}; "
            "counts and weights of words are zero or more, use GaussianNaiveBayes for others"
        )
    return cast("CountMatrix", counts)


def as_presence(X: Matrix, threshold: float | None) -> CountMatrix:
    """One where X is above the threshold (None: where it is not zero), as a csr array.

    >>> as_presence(np.array([[0.5, 2.0]]), 1.0).toarray()
    array([[0., 1.]])
    """
    if threshold is None:
        stored = X if sparse.issparse(X) else sparse.csr_array(X)
        return cast("CountMatrix", without_duplicates(stored))
    level = require_number("binarize", threshold, low=-np.inf)
    if not sparse.issparse(X):
        return sparse.csr_array((level < X).astype(np.float64))
    if level < 0.0:
        raise InvalidParameterError(
            f"binarize is {level:g}: with sparse X every word that is not stored would be "
            "present; use a threshold of at least 0, or a dense array"
        )
    whole = cast("CountMatrix", without_duplicates(X))
    above = (whole.data > level).astype(np.float64)
    return sparse.csr_array((above, whole.indices, whole.indptr), shape=whole.shape)


def as_codes(X: Matrix) -> FloatArray:
    """X as a dense array of category numbers, NaN where missing."""
    codes: FloatArray = X.toarray() if sparse.issparse(X) else X
    there = codes[~np.isnan(codes)]
    if there.size and there.min() < 0.0:
        raise InvalidInputError(
            f"Negative values in data passed to X: the least is {there.min():g}; "
            "categories are numbered 0, 1, 2, ..., and NaN is missing"
        )
    if there.size and there.max() > MOST_CATEGORIES:
        raise InvalidInputError(
            f"categories go from 0 to {MOST_CATEGORIES}, the largest is {there.max():g}; "
            "number them with sklearn.preprocessing.OrdinalEncoder"
        )
    if np.any(there != np.floor(there)):
        message = "categories are whole numbers: fractions were cut off; check X"
        warnings.warn(message, DataConversionWarning, stacklevel=2)
        codes = np.floor(codes)
    return codes


def without_duplicates(X: Matrix) -> Matrix:
    """The same matrix; entries that a csr array stores twice are added up.

    Entries need not be sorted.

    >>> twice = sparse.csr_array((np.ones(2), [0, 0], [0, 2]), shape=(1, 1))
    >>> without_duplicates(twice).data
    array([2.])
    """
    if isinstance(X, np.ndarray):
        return X
    if X.has_canonical_format if X.has_sorted_indices else not _has_duplicates(X):
        return X
    added = X.copy()
    added.sum_duplicates()
    return added


def _has_duplicates(X: CountMatrix) -> bool:
    """Whether some entry is stored twice: by columns, the rows of each come in order."""
    cells = sparse.csr_array((np.ones(X.nnz, dtype=np.int8), X.indices, X.indptr), X.shape)
    by_column = cells.tocsc()
    again = by_column.indices[1:] == by_column.indices[:-1]
    ends = by_column.indptr[1:-1]
    again[ends[(ends > 0) & (ends < X.nnz)] - 1] = False  # the next is of another column
    return bool(again.any())


def validated_labels(y: Any, n_documents: int, *, allow_missing: bool = False) -> LabelArray:
    """Labels as one array, one per document."""
    if y is None:
        message = "requires y to be passed, but the target y is None: one label per document"
        raise InvalidInputError(message)
    try:
        labels = label_array(y)
    except ValueError as error:
        raise InvalidInputError(f"labels must be a list, one per document; {error}") from error
    if len(labels) != n_documents:
        raise InvalidInputError(
            f"y has {len(labels)} labels for {n_documents} documents; pass one per document"
        )
    if not allow_missing:
        reject_missing(labels)
    if labels.dtype.kind == "f":
        _reject_continuous(labels[~np.isnan(labels)])
    return labels


def encoded_labels(labels: LabelArray) -> tuple[LabelArray, IndexArray]:
    """Sorted classes, and the number of each document's class among them.

    >>> encoded_labels(np.array(["b", "a", "b"]))
    (array(['a', 'b'], dtype='<U1'), array([1, 0, 1]))
    """
    reject_missing(labels)
    if labels.dtype.kind != "O":
        classes, y = np.unique(labels, return_inverse=True)
        return classes, y.astype(np.intp, copy=False)
    values = labels.tolist()
    try:
        names = sorted(set(values))
    except TypeError as error:
        kinds = sorted({type(value).__name__ for value in values})
        raise InvalidInputError(
            f"labels of several types cannot be sorted: {', '.join(kinds)}; use one type"
        ) from error
    _reject_continuous(np.array([name for name in names if isinstance(name, float)]))
    number = {name: k for k, name in enumerate(names)}
    y = np.fromiter((number[value] for value in values), dtype=np.intp, count=len(values))
    classes = np.empty(len(names), dtype=object)
    classes[:] = names
    return classes, y


def positions_among(
    classes: LabelArray,
    names: LabelArray,
    *,
    advice: str = "correct the labels, or leave these documents out",
) -> IndexArray:
    """Where each of ``names`` stands in the sorted ``classes``.

    Unknown ones are an error that ends with ``advice``.
    """
    number = {name: k for k, name in enumerate(classes.tolist())}
    unknown = [name for name in dict.fromkeys(names.tolist()) if name not in number]
    if unknown:
        raise UnknownLabelError(
            f"unknown labels {_listed(unknown)}; the classes are {_listed(classes.tolist())}; "
            f"{advice}"
        )
    return np.array([number[name] for name in names.tolist()], dtype=np.intp)


def validated_weights(sample_weight: Any, X: Matrix) -> FloatArray | None:
    """One weight per document, zero or more; None stays None."""
    if sample_weight is None:
        return None
    weights = _check_sample_weight(sample_weight, X, dtype=np.float64, ensure_non_negative=True)
    return cast("FloatArray", weights)


def require_number(
    name: str, value: Any, *, low: float, high: float = np.inf, strict: bool = False
) -> float:
    """A finite number from ``low`` (``strict``: above it) to ``high``."""
    bound = f"a number {'above' if strict else 'of at least'} {low:g}"
    if np.isfinite(high):
        bound = f"{bound} and at most {high:g}"
    is_number = isinstance(value, int | float | np.number) and not isinstance(value, bool)
    number = float(value) if is_number else np.nan
    inside = low < number <= high if strict else low <= number <= high
    if not (inside and np.isfinite(number)):
        raise InvalidParameterError(f"{name} must be {bound}; got {value!r}")
    return number


def require_categories(value: Any, n_features: int) -> IndexArray | None:
    """Least numbers of categories: one number, one per feature, or None."""
    if value is None:
        return None
    numbers = np.asarray(value)
    if numbers.dtype.kind not in "iu" or numbers.shape not in {(), (n_features,)}:
        raise InvalidParameterError(
            f"n_categories must be a whole number or {n_features} of them; got {value!r}"
        )
    require_number("the least of n_categories", numbers.min(), low=0.0)
    return np.broadcast_to(numbers.astype(np.intp), (n_features,))


def require_smoothing(value: Any, n_features: int, *, low: float, strict: bool) -> Any:
    """Smoothing: one number, or one per feature."""
    if isinstance(value, str):
        raise InvalidParameterError(
            f"smoothing must be a number or one per feature; got {value!r} ('learned' is for "
            "MultinomialNaiveBayes)"
        )
    if np.ndim(value) == 0:
        return require_number("smoothing", value, low=low, strict=strict)
    values = np.asarray(value, dtype=np.float64)
    if values.shape != (n_features,):
        raise InvalidParameterError(
            f"smoothing has shape {values.shape}; pass one number, or one per feature: "
            f"({n_features},)"
        )
    require_number("the least smoothing", values.min(), low=low, strict=strict)
    require_number("the largest smoothing", values.max(), low=low)
    return values


def require_choice(name: str, value: Any, choices: Sequence[str]) -> Any:
    """One of a list of names."""
    if value not in choices:
        raise InvalidParameterError(
            f"{name} must be one of {', '.join(map(repr, choices))}; got {value!r}"
        )
    return value


def _reject_continuous(labels: LabelArray) -> None:
    if not np.isfinite(labels).all():
        message = "y contains inf; labels are classes: text or whole numbers"
        raise InvalidInputError(message)
    if np.any(labels != np.floor(labels)):
        message = "Unknown label type: continuous. Labels are classes: text or whole numbers"
        raise InvalidInputError(message)


def _listed(names: list[Any], most: int = 10) -> str:
    shown = ", ".join(repr(name) for name in names[:most])
    return shown if len(names) <= most else f"{shown}, ... ({len(names)} in all)"


def require_several(classes: LabelArray, n_documents: int) -> None:
    """One class alone cannot be told from others."""
    if len(classes) == 1:
        who = f"every one of the {n_documents:,} documents"
        raise InvalidInputError(
            f"{who if n_documents != 1 else 'the only document'} is labelled "
            f"{classes.tolist()[0]!r}; "
            "a classifier needs documents of two classes or more"
        )


__all__ = [
    "as_codes",
    "as_counts",
    "as_presence",
    "encoded_labels",
    "positions_among",
    "require_categories",
    "require_choice",
    "require_number",
    "require_several",
    "require_smoothing",
    "validated_labels",
    "validated_matrix",
    "validated_weights",
    "without_duplicates",
]
