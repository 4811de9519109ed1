"""Matplotlib, of the extra ``report``: what is told where it is needed and not installed."""

from collections.abc import Iterator
from contextlib import contextmanager

from halfbayes.errors import MissingExtraError


@contextmanager
def for_pictures() -> Iterator[None]:
    """Where matplotlib is imported, by name or with a module that needs it."""
    try:
        yield
    except ImportError as error:
        message = (
            "pictures need matplotlib, which is not installed; "
            "run: pip install 'halfbayes[report]'"
        )
        raise MissingExtraError(message) from error


__all__ = ["for_pictures"]
