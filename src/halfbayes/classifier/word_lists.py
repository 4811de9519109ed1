"""What a user knows of the classes beforehand: words that speak for each.

A list is one document of its class that holds these words, in every text column. It counts in
the vocabulary, the word counts and the discriminant as much as ``weight`` labelled documents.
It is no document of the corpus: it is not scored, not left out, and no number of documents, no
class prior and no weight of a view knows of it. As labels grow they outvote it. A class may
have a list and no labelled document; where others have some, a warning names it, since it may
be misspelt.
"""

import difflib
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import Table
from halfbayes.core.supplement import Supplement
from halfbayes.errors import InvalidInputError, InvalidParameterError, ModelFileError
from halfbayes.models.validation import encoded_labels, require_number
from halfbayes.types import FloatArray, IndexArray, LabelArray

WEIGHT: Final = 2.0
"""Labelled documents a list counts for by default: with 1 to 10 labels per class the best of
0.5, 1 and 2, and soon outvoted where its words are wrong."""

EXAMPLE: Final = 'class_words={"sport": ["goal", "league"]}'


class UnlabelledClassWarning(UserWarning):
    """There are words for a class that no labelled document has."""


@dataclass(frozen=True, slots=True, eq=False)
class WordLists:
    """A text for each class that a user has listed words for."""

    labels: LabelArray
    texts: tuple[str, ...]
    weight: float

    def table(self, roles: Roles) -> Table:
        """The lists as documents: their words are in every text column."""
        if not roles.text:
            raise InvalidParameterError(
                f"class_words need a column of text, but the columns are {roles}; "
                "name one as text, or leave class_words out"
            )
        return Table({name: list(self.texts) for name in roles.text}, len(self.texts))

    def supplement(self, regions: Sequence[Any], classes: LabelArray) -> Supplement:
        """The lists, read as ``regions``, with what they count in each class."""
        place = {label: k for k, label in enumerate(classes.tolist())}
        shares: FloatArray = np.zeros((len(self.texts), len(classes)))
        for row, label in enumerate(self.labels.tolist()):
            shares[row, place[label]] = self.weight
        return Supplement(regions, shares)


def word_lists(class_words: Any, weight: Any) -> WordLists | None:
    """The lists in the parameters ``class_words`` and ``class_words_weight``, checked.

    >>> word_lists({"sport": ["goal", "league"]}, 1.0).texts
    ('goal league',)
    """
    number = require_number("class_words_weight", weight, low=0.0, strict=True)
    if class_words is None:
        return None
    if not isinstance(class_words, Mapping):
        raise InvalidParameterError(
            f"class_words must be a dict of lists of words by class, got "
            f"{type(class_words).__name__}; write {EXAMPLE}"
        )
    if not class_words:
        return None
    texts = tuple(_text(label, words) for label, words in class_words.items())
    return WordLists(_labels(list(class_words)), texts, number)


def known_classes(labels: LabelArray, lists: WordLists | None) -> tuple[LabelArray, IndexArray]:
    """Sorted classes of labels and lists, and the number of each label's class among them."""
    if lists is None:
        return encoded_labels(labels)
    if len(labels) == 0:
        return encoded_labels(lists.labels)[0], np.zeros(0, dtype=np.intp)
    kinds = {array.dtype.kind for array in (labels, lists.labels)} - {"O"}
    if len(kinds) > 1 and kinds != {"i", "u"}:
        raise InvalidParameterError(
            f"class_words must name classes as the labels do; its first class is "
            f"{lists.labels.tolist()[0]!r} and the first label {labels.tolist()[0]!r}"
        )
    _warn_of_others(labels, lists)
    classes, numbers = encoded_labels(np.concatenate([labels, lists.labels]))
    return classes, numbers[: len(labels)]


def written_lists(class_words: Any) -> Any:
    """The parameter ``class_words`` as lists of lists, for a model file."""
    if not isinstance(class_words, Mapping):
        return class_words
    return [
        [label.item() if isinstance(label, np.generic) else label, list(words)]
        for label, words in class_words.items()
    ]


def read_lists(content: Any) -> Any:
    """The parameter that ``written_lists`` wrote."""
    if content is None:
        return None
    try:
        lists = {label: list(words) for label, words in content}
        word_lists(lists, WEIGHT)
    except (TypeError, ValueError) as error:
        raise ModelFileError(f"the word lists in the file are not right: {error}") from error
    return lists


def _text(label: Any, words: Any) -> str:
    if isinstance(words, str | bytes):
        raise InvalidParameterError(
            f"class_words[{label!r}] must be a list of words, got one str; "
            f"write {words.split()!r}"
        )
    try:
        listed = list(words)
    except TypeError:
        raise InvalidParameterError(
            f"class_words[{label!r}] must be a list of words, got {words!r}; write {EXAMPLE}"
        ) from None
    wrong = next((word for word in listed if not isinstance(word, str)), None)
    if wrong is not None:
        raise InvalidParameterError(
            f"class_words[{label!r}] must be words, got {wrong!r} among them; write it as str"
        )
    text = " ".join(listed)
    if not text.strip():
        raise InvalidParameterError(
            f"class_words[{label!r}] has no word; list one at least, or leave the class out"
        )
    return text


def _warn_of_others(labels: LabelArray, lists: WordLists) -> None:
    """Name the first class that has words and no document."""
    known = set(labels.tolist())
    for name in lists.labels.tolist():
        if name in known:
            continue
        near = difflib.get_close_matches(str(name), sorted(map(str, known)), n=1)
        warnings.warn(
            f"class_words has words for {name!r}, a class of no labelled document; "
            + (f"did you mean {near[0]!r}?" if near else "it is learnt from the words alone"),
            UnlabelledClassWarning,
            stacklevel=2,
        )
        return


def _labels(names: list[Any]) -> LabelArray:
    if any(name is None or isinstance(name, tuple) for name in names):
        raise InvalidInputError(f"class_words must name classes as labels; got {names!r:.80}")
    if len({type(name) for name in names}) > 1:
        raise InvalidParameterError(
            f"class_words names classes of several types, {names!r:.80}; use one type"
        )
    return np.asarray(names)


__all__ = [
    "WEIGHT",
    "UnlabelledClassWarning",
    "WordLists",
    "known_classes",
    "read_lists",
    "word_lists",
    "written_lists",
]
