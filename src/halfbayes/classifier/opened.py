"""A model file, opened: its content, its arrays, and what the model in it has learnt.

Whatever is wrong with it names the file, and says what to do.
"""

import os
from dataclasses import dataclass
from typing import Any

from numpy.typing import NDArray

from halfbayes.classifier.learnt import Learnt
from halfbayes.classifier.saved import read
from halfbayes.data.model_file import read_model_file
from halfbayes.errors import ModelFileError


@dataclass(frozen=True, slots=True, eq=False)
class OpenedModel:
    """What a model file holds, checked."""

    content: dict[str, Any]
    arrays: dict[str, NDArray[Any]]
    learnt: Learnt


def opened_model(path: str | os.PathLike[str]) -> OpenedModel:
    """The model in a file; no code in it is run."""
    content, arrays = read_model_file(path)
    try:
        learnt = read(content, arrays)
    except ModelFileError as error:
        raise ModelFileError(
            f"cannot use {os.fspath(path)}: {error}; "
            "save the model again, or fetch another copy"
        ) from error
    return OpenedModel(content, arrays, learnt)


def learnt_in(path: str | os.PathLike[str]) -> Learnt:
    """All that the model in a file has learnt."""
    return opened_model(path).learnt


__all__ = ["OpenedModel", "learnt_in", "opened_model"]
