"""The pure-Python twin of the kernel: what it must compute, said briefly.

Slow, and the same to the last count: tests compare the two, and it takes over where
the extension could not be built. The rules, in reading order of a document:

- Runs and stretches are as ``tokens`` says.
- ``emails``: word runs joined by ``. + - %``, then ``@``, then word runs joined by ``.``
  or ``-`` with at least one dot, are one EMAILADDR.
- ``numbers``: runs of decimal digits, joined by single ``.`` or ``,``, are one NUMBER.
- A word shorter than ``min_length`` or longer than ``LONGEST_WORD`` does not count, nor does a
  stop word; word n-grams join the words that remain with a blank.
- A stretch of a script without spaces gives its character n-grams; word n-grams do
  not reach across it.
- "char" and "char_wb" are scikit-learn's: n-grams of the text with two or more spaces made one
  blank, or of each word with a blank on either side (a word shorter than n counts once, whole).
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from halfbayes.text.tokens import (
    EMAIL,
    LONGEST_WORD,
    NUMBER,
    UNSEGMENTED,
    TokenOptions,
    mark_ranges,
)
from halfbayes.text.vocabulary import ABSENT, Vocabulary


class Run(NamedTuple):
    """A run of word characters and its place in the text."""

    text: str
    start: int
    end: int
    unsegmented: bool


def terms_of(document: str, options: TokenOptions) -> Iterator[str]:
    """The terms of a document.

    >>> options = TokenOptions(numbers=True, emails=True)
    >>> list(terms_of("Call 555,1234 or Ann@example.org", options))
    ['call', 'NUMBER', 'or', 'EMAILADDR']
    >>> list(terms_of("Tokyo 東京都", TokenOptions()))
    ['tokyo', '東', '京', '都', '東京', '京都']
    """
    text = options.prepared(document)
    if options.analyzer == "char":
        text = re.sub(r"\s\s+", " ", text)
        yield from character_ngrams(text, options.ngram_range)
    elif options.analyzer == "char_wb":
        for word in text.split():
            yield from _ngrams_of_word(f" {word} ", options.ngram_range)
    else:
        yield from _terms_of_words(text, options)


def character_ngrams(text: str, ngram_range: tuple[int, int]) -> Iterator[str]:
    """Every stretch of n characters, for each n of the range."""
    for n in range(ngram_range[0], min(ngram_range[1], len(text)) + 1):
        for start in range(len(text) - n + 1):
            yield text[start : start + n]


def _ngrams_of_word(word: str, ngram_range: tuple[int, int]) -> Iterator[str]:
    shortest, longest = ngram_range
    yield from character_ngrams(word, (shortest, min(longest, len(word) - 1)))
    if longest >= len(word):
        yield word


def _terms_of_words(text: str, options: TokenOptions) -> Iterator[str]:
    sequence: list[str] = []
    for token, unsegmented in _tokens(text, options):
        if unsegmented:
            yield from _word_ngrams(sequence, options.ngram_range)
            sequence = []
            grams = character_ngrams(token, options.unsegmented or (1, 0))
            yield from (gram for gram in grams if gram not in options.stop_words)
        elif token not in options.stop_words:
            sequence.append(token)
    yield from _word_ngrams(sequence, options.ngram_range)


def _word_ngrams(words: Sequence[str], ngram_range: tuple[int, int]) -> Iterator[str]:
    for n in range(ngram_range[0], min(ngram_range[1], len(words)) + 1):
        for start in range(len(words) - n + 1):
            yield " ".join(words[start : start + n])


def _tokens(text: str, options: TokenOptions) -> Iterator[tuple[str, bool]]:
    """Words, NUMBER, EMAILADDR and stretches without spaces (marked true), in reading order."""
    pattern = _run_pattern(options.unsegmented is not None)
    runs = [Run(m[0], *m.span(), m.lastgroup == "stretch") for m in pattern.finditer(text)]
    at = no_email_before = 0
    while at < len(runs):
        run, end = runs[at], at + 1
        if not run.unsegmented and options.emails and at >= no_email_before:
            no_email_before, end = _email(text, runs, at)
        if end > at + 1:
            yield EMAIL, False
        elif not run.unsegmented and options.numbers and run.text.isdecimal():
            while _joined(text, runs, end - 1, ".,") and runs[end].text.isdecimal():
                end += 1
            yield NUMBER, False
        elif run.unsegmented or options.min_length <= len(run.text) <= LONGEST_WORD:
            yield run.text, run.unsegmented
        at = end


def _joined(text: str, runs: Sequence[Run], at: int, separators: str) -> bool:
    """Whether run ``at`` and the next word run have just one of these characters between."""
    if at + 1 == len(runs) or runs[at + 1].unsegmented:
        return False
    return runs[at + 1].start == runs[at].end + 1 and text[runs[at].end] in separators


def _email(text: str, runs: Sequence[Run], at: int) -> tuple[int, int]:
    """Before which run no other address can start, and where the one at ``at`` ends."""
    last = at
    while _joined(text, runs, last, ".+-%"):
        last += 1
    chain_end, dotted = last + 1, False
    if not _joined(text, runs, last, "@"):
        return chain_end, at + 1
    last += 1
    while _joined(text, runs, last, ".-"):
        dotted |= text[runs[last].end] == "."
        last += 1
    return chain_end, last + 1 if dotted else at + 1


@cache
def _run_pattern(split: bool) -> re.Pattern[str]:  # noqa: FBT001 (cached by value)
    def ranges(pairs: Iterable[tuple[int, int]]) -> str:
        return "".join(f"{re.escape(chr(a))}-{re.escape(chr(b))}" for a, b in pairs)

    marks = ranges(mark_ranges())
    word = f"[\\w{marks}]"
    if not split:
        return re.compile(f"{word}+")
    without_spaces = f"(?:(?=[{ranges(UNSEGMENTED)}]){word})"
    return re.compile(
        f"(?P<stretch>{without_spaces}(?:{without_spaces}|[{marks}])*)"
        f"|(?:(?!{without_spaces}){word})+"
    )


class ReferenceCounts:
    """The interface of ``kernel.Counts`` over dictionaries."""

    def __init__(
        self,
        documents: Iterable[str | None],
        options: TokenOptions,
        fixed: Vocabulary | None = None,
    ) -> None:
        self._rows = [dict(Counter(terms_of(text or "", options))) for text in documents]
        self._columns = fixed.columns if fixed is not None else {}
        self._arranged: list[dict[int, int]] = []
        self._n_columns = len(self._columns)

    def sorted_terms(self) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
        """The distinct terms in order; columns are places in it from now on."""
        terms = sorted(set().union(*self._rows))
        self._columns = {term: column for column, term in enumerate(terms)}
        packed = Vocabulary.of_terms(terms)
        return packed.packed, packed.offsets

    distinct_terms = sorted_terms

    def arrange(self, target: NDArray[np.uint32] | None, columns: int) -> None:
        """Give each of the terms its column; counts in one column add."""
        self._n_columns = columns
        for row in self._rows:
            counts: Counter[int] = Counter()
            for term, count in row.items():
                place = self._columns.get(term, ABSENT)
                column = place if target is None or place == ABSENT else int(target[place])
                if column != ABSENT:
                    counts[column] += count
            self._arranged.append(dict(sorted(counts.items())))

    def frequencies(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Of each column: the documents that have it, and its occurrences."""
        documents = np.zeros(self._n_columns, dtype=np.int64)
        occurrences = np.zeros(self._n_columns, dtype=np.int64)
        for row in self._arranged:
            for column, count in row.items():
                documents[column] += 1
                occurrences[column] += count
        return documents, occurrences

    def row_starts(self, keep: NDArray[np.uint32] | None) -> NDArray[np.int64]:
        """Where each row of the matrix starts."""
        lengths = [sum(1 for _ in self._kept(row, keep)) for row in self._arranged]
        return np.cumsum([0, *lengths], dtype=np.int64)

    def write(
        self,
        keep: NDArray[np.uint32] | None,
        starts: NDArray[np.int64],
        indices: NDArray[np.int32] | NDArray[np.int64],
        data: NDArray[np.int32] | NDArray[np.int64] | NDArray[np.float64],
        binary: bool,  # noqa: FBT001 (the kernel's signature)
    ) -> None:
        """Fill the arrays of a CSR matrix."""
        for start, row in zip(starts, self._arranged, strict=False):
            for place, (column, count) in enumerate(self._kept(row, keep), start=int(start)):
                indices[place] = column
                data[place] = 1 if binary else count

    @staticmethod
    def _kept(
        row: dict[int, int], keep: NDArray[np.uint32] | None
    ) -> Iterator[tuple[int, int]]:
        for column, count in row.items():
            place = column if keep is None else int(keep[column])
            if place != ABSENT:
                yield place, count


__all__ = ["ReferenceCounts", "Run", "character_ngrams", "terms_of"]
