"""Packages of the extra ``files``, imported when a file needs them."""

from importlib import import_module
from typing import Any

from halfbayes.errors import MissingExtraError


def arrow_module(name: str, purpose: str) -> Any:
    """The module ``name`` of Arrow, needed to read or write ``purpose`` files."""
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtraError(
            f"{purpose} files need pyarrow, which is not installed; "
            "run: pip install 'halfbayes[files]'"
        ) from error


__all__ = ["arrow_module"]
