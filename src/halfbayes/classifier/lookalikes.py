"""Classes whose names differ only in capitals or white space: often one, written two ways."""

import warnings
from collections import defaultdict
from collections.abc import Iterable
from typing import Any


class AlikeClassesWarning(UserWarning):
    """Two classes have names that differ only in capitals or white space."""


def alike_classes(classes: Iterable[Any]) -> list[tuple[str, ...]]:
    """Names that differ only in capitals or white space, together and in order.

    >>> alike_classes(["bug", "Bug ", "question", 3])
    [('Bug ', 'bug')]
    """
    together: dict[str, list[str]] = defaultdict(list)
    for name in classes:
        if isinstance(name, str):
            together[" ".join(name.split()).casefold()].append(name)
    return sorted(tuple(sorted(names)) for names in together.values() if len(names) > 1)


def warn_of_alike(classes: Iterable[Any]) -> None:
    """Name the first classes that are alike, at the line that calls ``fit``."""
    found = alike_classes(classes)
    if found:
        more = f" (and {len(found) - 1} more such)" if len(found) > 1 else ""
        warnings.warn(
            f"the classes {' and '.join(map(repr, found[0]))}{more} differ only in capitals or "
            "white space; write them alike if they are one",
            AlikeClassesWarning,
            stacklevel=5,
        )


__all__ = ["AlikeClassesWarning", "alike_classes", "warn_of_alike"]
