"""Documents as they are given: lists, arrays, and string columns of any data frame.

Arrow columns (pyarrow, polars, pandas with Arrow strings; string, large_string, string_view; in
chunks, slices, with nulls) are read where they lie, through the Arrow C interface. A missing
value (None, NaN, NA, null) is an empty document.
"""

from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np

from halfbayes.errors import InvalidInputError
from halfbayes.text.native_kernel import kernel

Texts: TypeAlias = tuple[str | None, ...]

_TEXT = frozenset({str, type(None)})

_EXPECTED = "expected a list of str or a string column (pandas, polars, pyarrow)"


def texts(documents: Any) -> Texts:
    """The documents as a tuple of str or None.

    >>> texts(["one", None, float("nan")])
    ('one', None, None)
    """
    items = tuple(_listed(documents))
    if _TEXT.issuperset(map(type, items)):
        return items
    return tuple(_text(item, place) for place, item in enumerate(items))


def only_text(values: list[Any]) -> bool:
    """Whether all are str, of no kind derived from it, or None.

    >>> only_text(["one", None]), only_text(["one", 2])
    (True, False)
    """
    return _TEXT.issuperset(map(type, values)) if kernel is None else kernel.only_text(values)


def source(documents: Any) -> "kernel.Source":
    """The documents as the kernel reads them."""
    found = kernel.Source()
    try:
        if isinstance(documents, list) and found.read_tuple(tuple(documents)):
            return found
        if not (_is_arrow(documents) and _read_arrow(documents, found)):
            found.read_tuple(texts(documents))
    except InvalidInputError:
        raise
    except (ValueError, RuntimeError) as error:  # the kernel's: too long, or a broken stream
        raise InvalidInputError(
            f"{error}; split the document, or read the column again"
        ) from error
    return found


def _is_arrow(documents: Any) -> bool:
    if str(getattr(documents, "dtype", "")) in {"object", "category"}:
        return False
    return hasattr(documents, "__arrow_c_stream__") or hasattr(documents, "__arrow_c_array__")


def _read_arrow(documents: Any, found: "kernel.Source") -> bool:
    try:
        if hasattr(documents, "__arrow_c_stream__"):
            return found.read_stream(documents.__arrow_c_stream__())
        return found.read_array(*documents.__arrow_c_array__())
    except ImportError:  # pandas lends its columns by pyarrow, which need not be there
        return False


def _listed(documents: Any) -> Iterable[Any]:
    if isinstance(documents, str | bytes):
        raise InvalidInputError(
            f"{_EXPECTED}, got one {type(documents).__name__}; put it in a list: [text]"
        )
    if getattr(documents, "ndim", 1) != 1 or hasattr(documents, "columns"):
        shape = getattr(documents, "shape", None)
        raise InvalidInputError(
            f"{_EXPECTED}, got a {type(documents).__name__} of shape {shape}; "
            "pass one column, such as table['text']"
        )
    for method in ("to_pylist", "to_list", "tolist"):
        if hasattr(documents, method):
            listed: Sequence[Any] = getattr(documents, method)()
            return listed
    if isinstance(documents, dict) or not isinstance(documents, Iterable):
        raise InvalidInputError(f"{_EXPECTED}, got {type(documents).__name__}")
    return documents


def _text(item: Any, place: int) -> str | None:
    if isinstance(item, str):
        return str(item)
    if _is_missing(item):
        return None
    remedy = "decode it first" if isinstance(item, bytes) else "convert it with str()"
    raise InvalidInputError(
        f"documents must be str, got {type(item).__name__} {_shortened(repr(item))} "
        f"at position {place}; {remedy}"
    )


def _shortened(text: str, longest: int = 40) -> str:
    return text if len(text) <= longest else text[: longest - 3] + "..."


def _is_missing(item: Any) -> bool:
    if item is None or type(item).__name__ in {"NAType", "NaTType"}:
        return True
    return isinstance(item, float | np.floating) and bool(np.isnan(item))


__all__ = ["Texts", "only_text", "source", "texts"]
