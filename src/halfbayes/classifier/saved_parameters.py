"""Parameters of a ``DocumentClassifier`` as content of a model file, and back.

Only what the model depends on is kept: not the number of threads, and no difference between
one name and a list of it, or between no names and an empty list.
"""

from collections.abc import Mapping
from typing import Any, Final

from halfbayes.classifier.class_names import read_names, written_names
from halfbayes.classifier.named_columns import ROLES, names_of
from halfbayes.classifier.word_lists import read_lists, written_lists
from halfbayes.errors import ModelFileError

LEFT_OUT: Final = frozenset({"threads"})
FIRST: Final = {*ROLES, "language", "class_words", "class_words_weight", "groups"}
"""Parameters of the first format; every file has them."""


def written_parameters(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """What a file keeps of ``parameters``.

    >>> kept = written_parameters({"text": "body", "numeric": (), "class_words": None})
    >>> kept["text"], kept["numeric"]
    (['body'], None)
    """
    kept = {name: value for name, value in parameters.items() if name not in LEFT_OUT}
    for role in ROLES:
        kept[role] = list(names_of(role, kept.get(role))) or None
    kept["class_words"] = written_lists(kept["class_words"])
    kept["class_names"] = written_names(kept.get("class_names", False))
    kept["topics"] = bool(kept.get("topics", False))
    return kept


def read_parameters(content: Any, known: set[str]) -> dict[str, Any]:
    """The parameters a file has kept, all of them ``known``; others are as by default.

    Files of version 1 kept the number of threads; it is of the machine, not of the model.
    """
    if not isinstance(content, dict) or not set(content) >= FIRST or set(content) - known:
        message = "the parameters in the file are not those of a DocumentClassifier"
        raise ModelFileError(message)
    kept = {name: value for name, value in content.items() if name not in LEFT_OUT}
    return {
        **kept,
        "class_words": read_lists(content.get("class_words")),
        "class_names": read_names(content.get("class_names", False)),  # up to version 5: no
        "topics": content.get("topics") is True,
    }


__all__ = ["read_parameters", "written_parameters"]
