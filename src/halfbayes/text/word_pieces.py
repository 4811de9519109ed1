"""Pieces of words, learnt from the words themselves: no string of Python is made of any.

The words of a vocabulary are lower case and whole already: they are cut as they are. The law:
what ``TermCounter(analyzer="char_wb")`` counts in these words, with the same columns.
"""

from scipy import sparse

from halfbayes.text.counter import TermCounter
from halfbayes.text.native_kernel import SEED, kernel
from halfbayes.text.vocabulary import Vocabulary
from halfbayes.types import CountMatrix


def learnt_pieces(counter: TermCounter, words: Vocabulary) -> CountMatrix:
    """How often each word has each piece: (words, pieces); ``counter`` learns which there are.

    >>> counter = TermCounter(analyzer="char_wb", ngram_range=(3, 5))
    >>> learnt_pieces(counter, Vocabulary.of_terms(["a", "hi"])).toarray().tolist()
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 1.0, 1.0]]
    >>> counter.vocabulary_.terms
    [' a ', ' hi', ' hi ', 'hi ']
    """
    if kernel is None:
        return counter.fit_transform(words.terms)
    lengths = counter.ngram_range
    pieces, starts, columns, counts = kernel.word_pieces(
        words.packed, words.offsets, *lengths, SEED
    )
    counter.vocabulary_ = Vocabulary(*pieces)
    shape = len(words), len(counter.vocabulary_)
    found = sparse.csr_array((counts, columns, starts), shape=shape)
    found.has_canonical_format = True
    return found


__all__ = ["learnt_pieces"]
