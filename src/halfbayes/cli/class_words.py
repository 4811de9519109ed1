"""Lists of words for classes, from a JSON file."""

import json
from pathlib import Path
from typing import Any

from halfbayes.errors import InvalidInputError

EXAMPLE = '{"sport": ["goal", "league"], "law": ["court"]}'


def read_class_words(source: str) -> dict[str, list[str]]:
    """The lists in the file ``source``, by class."""
    try:
        lists: Any = json.loads(Path(source).read_text("utf-8-sig"))
    except OSError as error:
        raise InvalidInputError(
            f"cannot read the class words in {source}: {error.strerror or error}; name a JSON "
            f"file that holds lists such as {EXAMPLE}"
        ) from error
    except (ValueError, RecursionError) as error:
        raise InvalidInputError(
            f"the class words in {source} are not JSON ({error}); write them like {EXAMPLE}"
        ) from error
    if not isinstance(lists, dict) or not all(_are_words(words) for words in lists.values()):
        raise InvalidInputError(
            f"the class words in {source} are not lists of words by class; "
            f"write them like {EXAMPLE}"
        )
    return lists


def _are_words(words: object) -> bool:
    return isinstance(words, list) and all(isinstance(word, str) for word in words)


__all__ = ["read_class_words"]
