"""Counted documents find their columns: those of their own terms, or of a given vocabulary.

Terms are stemmed here, each distinct word once, and the columns that become equal add up.

Where words and pairs of words count (``ngram_range=(1, 2)``), the kernel keeps the words of a
document in reading order and pairs them once they have the numbers of their stems: a pair is
two numbers, and letters are written out once for each column. The result is that of n-grams
made of strings, as the twin makes them.
"""

from typing import TypeGuard

import numpy as np

from halfbayes.text.counting import Counts, places
from halfbayes.text.native_kernel import kernel
from halfbayes.text.stemming import stemmed
from halfbayes.text.vocabulary import Vocabulary


def learn_columns(counts: Counts, language: str | None) -> Vocabulary:
    """Arrange ``counts`` by their own terms in order, stemmed if there is a language."""
    if language is None:
        vocabulary, column = Vocabulary(*counts.sorted_terms()), None
    else:
        vocabulary, column = stemmed(Vocabulary(*counts.distinct_terms()), language)
        if in_pairs(counts):
            paired = counts.paired_terms(vocabulary.packed, vocabulary.offsets, column)
            vocabulary, column = Vocabulary(*paired), None
    counts.arrange(column, len(vocabulary))
    return vocabulary


def take_columns(counts: Counts, vocabulary: Vocabulary, language: str | None) -> None:
    """Arrange ``counts`` by the columns of ``vocabulary``; other terms are dropped."""
    stems = Vocabulary(*counts.distinct_terms())
    column = np.arange(len(stems), dtype=np.uint32)
    if language is not None:
        stems, column = stemmed(stems, language)
    if in_pairs(counts):
        table = vocabulary.pair_table
        numbers = table.word_numbers(stems.packed, stems.offsets)
        counts.pair_known(table, numbers[column])
        counts.arrange(None, len(vocabulary))
    else:
        counts.arrange(places(vocabulary, stems)[column], len(vocabulary))


def in_pairs(counts: Counts) -> "TypeGuard[kernel.Counts]":
    """Whether the kernel counted these, and has yet to pair the words."""
    return kernel is not None and isinstance(counts, kernel.Counts) and counts.in_pairs


__all__ = ["in_pairs", "learn_columns", "take_columns"]
