"""How a document is written: its marks, and the shapes of its words.

What words leave out when they are lower-cased and stemmed: an advertisement shouts and gives
a number to ring, a question ends in a mark, code is full of braces. There is one fixed list of
features, the same for every corpus, in this order:

    marks     each ASCII punctuation mark but the underscore: once, and then two or more in a
              row; marks of full width, curly quotes, long dashes and the like count as the
              ASCII mark they stand for; every other character that is no word character, space
              or control character is one of the other signs, an invisible one, too
    words     runs of word characters (``text.tokens``) by their letters and digits: in lower
              case, one capital, Capitalised, CAPITALS, mIxed; numbers by their digits, one to
              six or more; words with digits and letters

Combining marks belong to what they stand on and are not looked at, so that it does not matter
whether the accents of letters are composed. A capital is a character whose lower case is
another one.

The counts of all fields are added, weighted (1 + log tf) idf and brought to unit length, as
words are. The law: the kernel counts what ``features_of`` says, whatever the encoding.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from halfbayes.text.columns import source, texts
from halfbayes.text.counting import character_table
from halfbayes.text.fields import one_column
from halfbayes.text.native_kernel import kernel
from halfbayes.text.tokens import CONTEXT_LOWER, DECIMAL, MARK, SPACE, WORD, character_classes
from halfbayes.text.weighting import TermWeighter, learnt_weighter, weighter_of
from halfbayes.types import CountMatrix, FloatArray

MARKS: Final = "!\"#$%&'()*+,-./:;<=>?@[\\]^`{|}~"
OTHER_MARK: Final = "emoji and other signs"
LOWER, CAPITAL, CAPITALISED, CAPITALS, MIXED = (
    "words in lower case",
    "capitals by themselves",
    "Capitalised words",
    "words in CAPITALS",
    "words in mIxed case",
)
MOST_DIGITS: Final = 6
WITH_DIGITS: Final = "words with digits"
NUMBERS: Final = (
    "numbers of 1 digit",
    *(f"numbers of {n} digits" for n in range(2, MOST_DIGITS)),
    f"numbers of {MOST_DIGITS} digits or more",
)

FEATURES: Final = (
    *(f"single “{mark}”" for mark in MARKS),
    *(f"repeated “{mark}{mark}”" for mark in MARKS),
    OTHER_MARK,
    *(LOWER, CAPITAL, CAPITALISED, CAPITALS, MIXED),
    *NUMBERS,
    WITH_DIGITS,
)
"""What a person calls the features, in their order; no word and no pair is called so."""

TOLD: Final = (*FEATURES, *(f"few {f}" for f in FEATURES), *(f"no {f}" for f in FEATURES))
"""What is told of a document that has more of a feature than is usual, or less, or none."""

FOLDED: Final[Mapping[str, str]] = {
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”«»", '"'),
    **dict.fromkeys("–—", "-"),
    **dict.fromkeys("…。", "."),
    "、": ",",
    **{chr(0xFEE0 + ord(mark)): mark for mark in MARKS},
}
"""Marks that are typed in several ways, and the ASCII one they stand for."""

_CONTROLS: Final = 0xA0
"""Characters below this that are no words, spaces or ASCII marks are control characters."""


@dataclass(frozen=True, slots=True, eq=False)
class Writing:
    """How documents are written, weighted as those of the training documents."""

    weighter: TermWeighter
    mean: FloatArray  # of the training documents that have any text: (features,)

    @classmethod
    def learnt(cls, fields: Mapping[str, Any], threads: int) -> tuple["Writing", CountMatrix]:
        """Of the training documents, and how these are written."""
        counts = writing_counts(fields, threads)
        weighter = learnt_weighter("log", counts)
        X = weighter.weighed(counts)
        mean = np.asarray(X.sum(axis=0)) / max(np.count_nonzero(np.diff(X.indptr)), 1)
        return cls(weighter, mean), X

    @classmethod
    def assembled(cls, idf: FloatArray, mean: FloatArray) -> "Writing":
        """With what was learnt elsewhere."""
        return cls(weighter_of("log", idf), mean)

    def of(self, fields: Mapping[str, Any], threads: int) -> CountMatrix:
        """How these documents are written: (documents, features)."""
        return self.weighter.weighed(writing_counts(fields, threads))

    def from_usual(self, X: CountMatrix) -> CountMatrix:
        """How far documents are from what is usual: (documents, TOLD).

        Nearly all documents have most of the common features, so that what a document has says
        little of it, and what it has more or less of than others says more.
        """
        x = X.toarray()
        off = np.where(np.diff(X.indptr)[:, None] > 0, x - self.mean, 0.0)
        ways = [off > 0.0, (off < 0.0) & (x > 0.0), (off < 0.0) & (x == 0.0)]
        return sparse.csr_array(np.hstack([np.where(way, off, 0.0) for way in ways]))


def writing_counts(fields: Mapping[str, Any], threads: int) -> CountMatrix:
    """How often documents, given by field, have each feature: (documents, features).

    >>> X = writing_counts({"title": ["WIN £1000 now!!", None], "body": ["Ring 07", ""]}, 1)
    >>> {FEATURES[j]: int(X[0, j]) for j in X[[0]].indices}  # doctest: +NORMALIZE_WHITESPACE
    {'repeated “!!”': 1, 'emoji and other signs': 1, 'words in lower case': 1,
     'Capitalised words': 1, 'words in CAPITALS': 1, 'numbers of 2 digits': 1,
     'numbers of 4 digits': 1}
    """
    column = one_column(fields)
    if kernel is None:
        counts = np.array([_counted(text) for text in texts(column)], dtype=np.uint32)
        by_field = counts.reshape(len(fields), -1, len(FEATURES))
        dense: NDArray[np.uint32] = by_field.sum(axis=0, dtype=np.uint32)
    else:
        found = kernel.writing(source(column), character_table, len(fields), threads)
        dense = found.reshape(-1, len(FEATURES))
    documents, features = np.nonzero(dense)
    starts = np.searchsorted(documents, np.arange(len(dense) + 1))
    parts = dense[documents, features].astype(np.float64), features.astype(np.int32), starts
    X = sparse.csr_array(parts, shape=dense.shape)
    X.indptr = X.indptr.astype(np.int32)
    X.has_canonical_format = True
    return X


def features_of(text: str) -> Iterator[str]:
    """The features of a text, in reading order.

    >>> list(features_of("iPhone 4s -- O'Neill?!"))  # doctest: +NORMALIZE_WHITESPACE
    ['words in mIxed case', 'words with digits', 'repeated “--”', 'capitals by themselves',
     "single “'”", 'Capitalised words', 'single “?”', 'single “!”']
    """
    run: list[str] = []
    before = ""
    for character in (*text, " "):
        kind = _kind(character)
        if kind & WORD:
            run.append(character)
        elif run:
            yield from _shape(run)
            run = []
        mark = "" if kind & WORD else FOLDED.get(character, character)
        mark = mark if mark in MARKS else ""
        if before and before[0] != mark:
            yield f"{'single' if before == before[0] else 'repeated'} “{before}”"
            before = ""
        before = 2 * mark if before else mark
        if not (mark or kind & (WORD | SPACE) or ord(character) < _CONTROLS):
            yield OTHER_MARK


def _shape(run: Sequence[str]) -> Iterator[str]:
    """The shape of a run of word characters; none where they are combining marks alone."""
    kinds = [(_kind(c), c) for c in run]
    looked_at = [(kind, c) for kind, c in kinds if not kind & MARK]
    digits = sum(kind & DECIMAL > 0 for kind, _ in looked_at)
    capitals = [_is_capital(c) for _, c in looked_at]
    if not looked_at:
        return
    if digits == len(looked_at):
        yield NUMBERS[min(digits, MOST_DIGITS) - 1]
    elif digits:
        yield WITH_DIGITS
    elif not any(capitals):
        yield LOWER
    elif all(capitals):
        yield CAPITALS if len(capitals) > 1 else CAPITAL
    else:
        yield CAPITALISED if capitals[0] else MIXED


def _kind(character: str) -> int:
    return int(_tables()[0][ord(character)])


def _is_capital(character: str) -> bool:
    changes = _tables()[1][ord(character)] != ord(character)
    return bool(changes or _kind(character) & CONTEXT_LOWER)


@cache
def _tables() -> tuple[NDArray[np.uint8], NDArray[np.uint32]]:
    return character_classes(0x110000)


def _counted(text: str | None) -> list[int]:
    seen = Counter(features_of(text or ""))
    return [seen[feature] for feature in FEATURES]


__all__ = ["FEATURES", "TOLD", "Writing", "features_of", "writing_counts"]
