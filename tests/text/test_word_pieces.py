"""Pieces of words straight from a vocabulary: those that TermCounter finds in the words."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal

from halfbayes.text import word_pieces as module
from halfbayes.text.counter import TermCounter
from halfbayes.text.native_kernel import SEED, kernel
from halfbayes.text.vocabulary import Vocabulary
from halfbayes.text.word_pieces import learnt_pieces

letters = st.sampled_from("abcdeéßяжбقक中文字𐐨0123_")
words = st.lists(st.text(letters, min_size=1, max_size=12), min_size=1, unique=True)


def counter(lengths=(3, 5)):
    return TermCounter(analyzer="char_wb", ngram_range=lengths, dtype=np.float64)


@settings(max_examples=100, deadline=None)
@given(words, st.sampled_from([(3, 5), (1, 2), (4, 4)]))
def test_they_are_what_a_counter_finds_in_the_words(terms, lengths):
    ours, plain = counter(lengths), counter(lengths)
    found = learnt_pieces(ours, Vocabulary.of_terms(sorted(terms)))
    expected = plain.fit_transform(sorted(terms))
    assert ours.vocabulary_.terms == plain.vocabulary_.terms
    for part in ("data", "indices", "indptr"):
        assert_array_equal(getattr(found, part), getattr(expected, part))
    assert found.dtype == expected.dtype


def test_a_megabyte_of_a_word_and_many_alike_are_cut():
    terms = sorted(["a" * 1_000_000, *("word" + str(i) for i in range(5000))])
    ours = counter()
    found = learnt_pieces(ours, Vocabulary.of_terms(terms))
    assert found[0, ours.vocabulary_.columns["aaaa"]] == 1_000_000 - 3
    assert found.sum() == sum(max(len(t) + 3 - n, 0) for t in terms for n in (3, 4, 5))


def test_without_the_kernel_they_are_the_same(monkeypatch):
    terms = Vocabulary.of_terms(["cats", "dog", "naïve"])
    ours, twin = counter(), counter()
    found = learnt_pieces(ours, terms)
    monkeypatch.setattr(module, "kernel", None)
    assert (learnt_pieces(twin, terms) != found).nnz == 0
    assert ours.vocabulary_.terms == twin.vocabulary_.terms


@pytest.mark.skipif(kernel is None, reason="the kernel was not built")
@pytest.mark.parametrize("lengths", [(0, 3), (4, 3)])
def test_lengths_that_are_none_are_refused(lengths):
    terms = Vocabulary.of_terms(["a"])
    with pytest.raises(ValueError, match="lengths of pieces"):
        kernel.word_pieces(terms.packed, terms.offsets, *lengths, SEED)
