"""Names of classes, read as words that speak for them before any document does.

Who labels documents calls their classes by what they are about: ``rec.sport.hockey``,
``card_declined``, ``Sci/Tech``. Such a name is a first document of its class, and what it is
worth is soon told by the others (``core.given_view``). What is read of a name:

    words     its letters and digits from one mark or space to the next; of one with capitals
              within, ``moneyFx``, its parts, too
    left out  what names no subject (``NO_SUBJECT``), single letters, and numbers alone
    nothing   of names that say what their class is not, ``not_spam``, and of labels that are no
              text, unless a user says what the classes are called

A name brings with it what documents about such things say (``text.thesaurus``), in English. It
is known less surely than the name itself, and so heard apart from it.

The names of classes that have no words in the end are empty; where all are, none is read.
"""

import re
import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from halfbayes.classifier.word_lists import UnlabelledClassWarning
from halfbayes.errors import InvalidParameterError, ModelFileError
from halfbayes.text.thesaurus import LANGUAGE, related
from halfbayes.types import LabelArray

NO_SUBJECT: Final = frozenset(
    word
    for line in (
        "a an and any are as at be by category class false for from general group in",
        "is it kind label misc miscellaneous na nan neither no non none nor not null",
        "of on or other others rest tag that the this to topic true type",
        "uncategorized unknown unspecified with without yes",
    )
    for word in line.split()
)
"""Words of names that say nothing of what documents are about."""

NEGATIONS: Final = frozenset({"no", "non", "not", "without"})
"""A name that begins with one of these says what its class is not."""

MOST_CHARACTERS: Final = 400
"""Of a name; what is longer is no name, and read no further."""

EXAMPLE: Final = 'class_names={"C04": "neoplasms", "C14": "heart and vessels"}'

_WORD: Final = re.compile(r"[^\W_]+")
_PART: Final = re.compile(r"[a-z]+|[A-Z]+(?![a-z])|[A-Z][a-z]*")


@dataclass(frozen=True, slots=True)
class Called:
    """What the classes are called, and what documents about such things say.

    >>> import numpy as np
    >>> called = Called.of(True, np.array(["hockey", "x"]), topics=True, language="english")
    >>> called.names, called.related[0][:16], called.related[1]
    (('hockey', ''), 'puck goal goalie', '')
    """

    names: tuple[str, ...] = ()  # of each class, or none at all
    related: tuple[str, ...] = ()  # what documents about such things say

    @classmethod
    def of(
        cls, class_names: Any, classes: LabelArray, *, topics: bool, language: str | None
    ) -> "Called":
        """Of these parameters and labels."""
        names = names_of_classes(class_names, classes)
        if not topics or language != LANGUAGE:
            return cls(names)
        told = tuple(" ".join(related(name.split())) for name in names)
        return cls(names, told if any(told) else ())

    @property
    def texts(self) -> tuple[str, ...]:
        """Names, then what is related to them."""
        return (*self.names, *self.related)


def names_of_classes(class_names: Any, classes: LabelArray) -> tuple[str, ...]:
    """The words of the name of each class, or nothing where no name has any.

    >>> import numpy as np
    >>> names_of_classes(True, np.array(["rec.sport.hockey", "moneyFx", "other", "C"]))
    ('rec sport hockey', 'moneyFx money Fx', '', '')
    >>> names_of_classes(True, np.array([1, 2])), names_of_classes({2: "law"}, np.array([1, 2]))
    ((), ('', 'law'))
    """
    given = checked_names(class_names)
    if given is False:
        return ()
    labels = classes.tolist()
    called = {label: label for label in labels if isinstance(label, str)}
    if given is not True:
        called |= given
        _warn_of_others(given, labels)
    names = tuple(" ".join(_subject(called.get(label, ""))) for label in labels)
    return names if any(names) else ()


def checked_names(class_names: Any) -> bool | dict[Any, str]:
    """The parameter ``class_names``, or an error that says how it is written."""
    if isinstance(class_names, bool):
        return class_names
    if not isinstance(class_names, Mapping):
        raise InvalidParameterError(
            f"class_names must be True, False or a dict of texts by class, got "
            f"{class_names!r:.80}; write {EXAMPLE}"
        )
    for label, name in class_names.items():
        if not isinstance(name, str):
            raise InvalidParameterError(
                f"class_names[{label!r}] must be a text, got {name!r:.80}; write {EXAMPLE}"
            )
    return dict(class_names)


def written_names(class_names: Any) -> Any:
    """The parameter as plain values for a model file."""
    given = checked_names(class_names)
    if isinstance(given, bool):
        return given
    return [
        [label.item() if hasattr(label, "item") else label, name]
        for label, name in given.items()
    ]


def read_names(content: Any) -> Any:
    """The parameter that ``written_names`` wrote."""
    try:
        return checked_names(dict(content) if isinstance(content, list) else content)
    except (InvalidParameterError, TypeError, ValueError) as error:
        raise ModelFileError(
            f"the names of classes in the file are not right: {error}"
        ) from error


def _subject(name: str) -> list[str]:
    """The words of a name that say what its class is about."""
    words = []
    for word in _WORD.findall(name[:MOST_CHARACTERS]):
        parts = _PART.findall(word) if word.isascii() else []
        words += [word, *(parts if len(parts) > 1 else [])]
    if words and words[0].lower() in NEGATIONS:
        return []
    return [word for word in words if _is_subject(word)]


def _is_subject(word: str) -> bool:
    told = len(word) > 1 or not word.isascii()
    return told and not word.isdigit() and word.lower() not in NO_SUBJECT


def _warn_of_others(given: Mapping[Any, str], labels: list[Any]) -> None:
    unknown = [label for label in given if label not in labels]
    if unknown:
        warnings.warn(
            f"class_names has a name for {unknown[0]!r}, a class of no labelled document; "
            f"the classes are {', '.join(map(repr, labels[:5]))}"
            f"{', ...' if len(labels) > 5 else ''}",  # noqa: PLR2004
            UnlabelledClassWarning,
            stacklevel=2,
        )


__all__ = ["Called", "checked_names", "names_of_classes", "read_names", "written_names"]
