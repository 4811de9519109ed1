"""How documents are read as content and arrays of a model file, and back."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from halfbayes.classifier.category_columns import Categories
from halfbayes.classifier.evidence import Evidence
from halfbayes.classifier.number_columns import MOST, Numbers
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.shelf import Shelf
from halfbayes.errors import ModelFileError
from halfbayes.text.pieces import Pieces
from halfbayes.text.representation import TextRepresentation
from halfbayes.text.topics import Topics, TopicsOfStems
from halfbayes.text.writing import FEATURES
from halfbayes.types import FloatArray

NAME_AND_STEMS: Final = 2


def write_evidence(
    evidence: Evidence, content: dict[str, Any], arrays: dict[str, NDArray[Any]]
) -> None:
    """Add how documents are read to the content and the arrays of a file."""
    content["language"] = evidence.language
    if evidence.text is not None:
        text = evidence.text
        content["text"] = {"idf": len(text.weighters), "pieces": text.pieces is not None}
        vocabulary = text.counter.vocabulary_
        arrays["text/words_packed"] = vocabulary.packed
        arrays["text/words_offsets"] = vocabulary.offsets
        arrays["text/is_pair"] = text.is_pair
        for number, weighter in enumerate(text.weighters.values()):
            arrays[f"text/idf_{number}"] = weighter.idf_
        if text.writing is not None:
            arrays["text/writing_idf"] = text.writing.weighter.idf_
            arrays["text/writing_mean"] = text.writing.mean
        _write_word_features(text, content["text"], arrays)
    if evidence.numbers is not None:
        arrays["numbers/median"] = evidence.numbers.median
        arrays["numbers/spread"] = evidence.numbers.spread
        arrays["numbers/ends"] = evidence.numbers.ends
        if evidence.numbers.usual:
            arrays["numbers/usual"] = np.array(evidence.numbers.usual, dtype=np.int64)
    if evidence.categories is not None:
        content["categories"] = [list(values) for values in evidence.categories.values]


def _write_word_features(
    text: TextRepresentation, content: dict[str, Any], arrays: dict[str, NDArray[Any]]
) -> None:
    if text.pieces is not None:
        arrays["text/pieces_packed"] = text.pieces.counter.vocabulary_.packed
        arrays["text/pieces_offsets"] = text.pieces.counter.vocabulary_.offsets
        arrays["text/pieces_idf"] = text.pieces.weighter.idf_
    if text.topics is not None:
        arrays["text/topics_idf"] = text.topics.weighter.idf_
        # As text: arrays of whole numbers would take three times as much.
        lines = text.topics.of_stems.lines()
        content["topics"] = [[name, " ".join(stems)] for name, stems in lines]


def read_evidence(roles: Roles, content: dict[str, Any], shelf: Shelf) -> Evidence:
    """How documents are read, as ``write_evidence`` wrote it."""
    evidence = Evidence(roles, content["language"])
    if roles.text:
        evidence.text = _read_text(evidence, content["text"], shelf)
    if roles.numeric:
        evidence.numbers = _read_numbers(len(roles.numeric), shelf)
    if roles.categorical:
        values = tuple(read_names(column) for column in content["categories"])
        if len(values) != len(roles.categorical):
            message = "categories are not those of the categorical columns"
            raise ModelFileError(message)
        evidence.categories = Categories(values)
    return evidence


def _read_numbers(width: int, shelf: Shelf) -> Numbers:
    usual: list[int] = []
    if "numbers/usual" in shelf.arrays:
        usual = shelf.take("numbers/usual", "int64", None).tolist()
        if sorted(set(usual)) != usual or not set(usual) <= set(range(width)):
            message = "the columns with usual values are not columns of numbers, in order"
            raise ModelFileError(message)
    numbers = Numbers(
        shelf.take("numbers/median", "float64", width),
        shelf.take("numbers/spread", "float64", width),
        _read_ends(width, shelf),
        tuple(usual),
    )
    if numbers.spread.min() <= 0.0:
        message = "the spread of a number is not positive"
        raise ModelFileError(message)
    return numbers


def _read_ends(width: int, shelf: Shelf) -> FloatArray:
    """The least and the largest numbers: all there are in files of earlier versions."""
    if "numbers/ends" not in shelf.arrays:
        return np.repeat([[-MOST], [MOST]], width, axis=1)
    ends = shelf.take("numbers/ends", "float64", 2, width)
    if np.any(ends[0] > ends[1]):
        message = "the least number of a column is larger than the largest"
        raise ModelFileError(message)
    return ends


def _read_text(evidence: Evidence, content: dict[str, Any], shelf: Shelf) -> TextRepresentation:
    words = shelf.take_vocabulary("text/words")
    is_pair = shelf.take("text/is_pair", "bool", len(words))
    n_pairs = int(is_pair.sum())
    text = TextRepresentation(language=evidence.language)
    text.assemble(
        evidence.roles.text,
        words,
        is_pair,
        pieces=_read_pieces(content, shelf),
        topics=_read_topics(content, shelf),
    )
    widths = [n_pairs if kind == "pairs" else len(words) - n_pairs for kind, _ in text.weighted]
    idf = [
        shelf.take_numbers(f"text/idf_{number}", width) for number, width in enumerate(widths)
    ]
    text.assemble_weights(idf)
    if "text/writing_idf" in shelf.arrays:  # before version 5: not
        learnt = ("text/writing_idf", "text/writing_mean")
        text.assemble_writing(*(shelf.take_numbers(name, len(FEATURES)) for name in learnt))
    return text


def _read_pieces(content: dict[str, Any], shelf: Shelf) -> Pieces | None:
    if not content["pieces"]:
        return None
    vocabulary = shelf.take_vocabulary("text/pieces")
    idf = shelf.take_numbers("text/pieces_idf", len(vocabulary))
    return Pieces.assembled(vocabulary, idf)


def _read_topics(content: dict[str, Any], shelf: Shelf) -> Topics | None:
    if "topics" not in content:  # before version 7: never
        return None
    of_stems = TopicsOfStems.of_lines(_read_lines(content["topics"]))
    idf = shelf.take_numbers("text/topics_idf", len(of_stems.names))
    return Topics.assembled(of_stems, idf)


def _read_lines(content: Any) -> list[tuple[str, list[str]]]:
    """Names of topics, each once, and the stems that each has, if not all have none."""
    lines = [read_names(line) for line in content] if isinstance(content, list) else []
    stems = {line[0]: line[1].split() for line in lines if len(line) == NAME_AND_STEMS}
    if len(stems) != len(lines) or not any(stems.values()):
        message = "the topics of words are not names, each once, with their stems"
        raise ModelFileError(message)
    return [*stems.items()]


def read_names(values: Sequence[Any]) -> tuple[str, ...]:
    """Names, or an error where a file has something else."""
    if isinstance(values, str) or any(not isinstance(value, str) for value in values):
        raise ModelFileError(f"expected a list of names, got {values!r:.80}")
    return tuple(values)


__all__ = ["read_evidence", "read_names", "write_evidence"]
