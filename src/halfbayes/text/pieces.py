"""Pieces of the words of documents, weighted: what a word nobody has seen looks like.

A word has its character 3- to 5-grams, each as often as it is in the word
(``text.word_features``). They are left out where the words suffice: where there are many long
documents.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from halfbayes.text.counter import TermCounter
from halfbayes.text.fields import first_rows
from halfbayes.text.vocabulary import Vocabulary
from halfbayes.text.weighting import learnt_weighter, weighter_of
from halfbayes.text.word_features import WordFeatures, summed
from halfbayes.text.word_pieces import learnt_pieces
from halfbayes.types import CountMatrix, FloatArray, IndexArray

MOST_PIECES: Final = 450_000
"""Pieces of all training documents, counted in each, beyond which they are left out."""

MOST_SHORT_PIECES: Final = 1_500_000
"""The same for short documents: they have few words, and pieces help longer."""

SHORT: Final = 400
"""Mean number of pieces of a short document; some 30 words have as many."""

PIECE_LENGTHS: Final = (3, 5)
"""Shortest and longest piece, in characters."""

# The first bits of the second and later bytes of a character of UTF-8.
_CONTINUES, _CONTINUATION = 0b1100_0000, 0b1000_0000


@dataclass(frozen=True, slots=True, eq=False)
class Pieces(WordFeatures):
    """Character n-grams of words."""

    counter: TermCounter

    @classmethod
    def learnt(
        cls, words: Vocabulary, tf: CountMatrix, n_documents: int
    ) -> tuple["Pieces | None", "CountMatrix | None"]:
        """From the tf of words in the training documents, and what these look like.

        Only the first rows are documents, of which anything is learnt. None where there would
        be too many pieces.
        """
        of_documents = first_rows(tf, n_documents).indices
        n_pieces = int(_pieces_by_word(words)[of_documents].sum())
        is_short = n_pieces <= SHORT * n_documents
        if n_pieces > (MOST_SHORT_PIECES if is_short else MOST_PIECES) or n_pieces == 0:
            return None, None
        counter = _piece_counter()
        X = summed(tf, learnt_pieces(counter, words))
        weighter = learnt_weighter("count", first_rows(X, n_documents))
        return cls(weighter, counter), weighter.weighed(X)

    @classmethod
    def assembled(cls, vocabulary: Vocabulary, idf: FloatArray) -> "Pieces":
        """Pieces that were learnt elsewhere."""
        counter = _piece_counter()
        counter.vocabulary_ = vocabulary
        return cls(weighter_of("count", idf), counter)

    def within(self, words: Vocabulary) -> CountMatrix:
        """How often each word has each piece."""
        found: CountMatrix = self.counter.transform(words.terms)
        return found

    @property
    def names(self) -> list[str]:
        """The pieces."""
        return self.counter.vocabulary_.terms


def _pieces_by_word(words: Vocabulary) -> IndexArray:
    """How many pieces each word has."""
    begins = (words.packed & _CONTINUES) != _CONTINUATION  # a character
    before = np.concatenate([[0], np.cumsum(begins)])
    size = np.diff(before[words.offsets]) + 2  # with the blanks on either side
    shortest, longest = PIECE_LENGTHS
    return np.asarray(
        sum(np.maximum(size - n + 1, 0) for n in range(shortest, longest + 1)), dtype=np.intp
    )


def _piece_counter() -> TermCounter:
    return TermCounter(analyzer="char_wb", ngram_range=PIECE_LENGTHS, dtype=np.float64)


__all__ = [
    "MOST_PIECES",
    "MOST_SHORT_PIECES",
    "PIECE_LENGTHS",
    "SHORT",
    "Pieces",
]
