import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from halfbayes.core.complement import Complement
from halfbayes.core.counts import ClassCounts
from halfbayes.core.grid import GridRows, class_units, from_units
from halfbayes.core.left_out_words import LeftOutWords, WordTable

K, V = 3, 8


def corpus(seed, n=12):
    rng = np.random.default_rng(seed)
    X = rng.random((n, V)) * (rng.random((n, V)) < 0.4)
    X[0] = 0.0  # a document without a word
    X /= np.maximum(np.sqrt((X**2).sum(axis=1)), 1e-9)[:, None]
    y = rng.integers(0, K, n)
    return GridRows.of(sparse.csr_array(X)).matrix, y


def table_of(X, y):
    places, sums = class_units(X, y, K)
    whole = np.zeros(V * K, dtype=np.int64)
    whole[places] = sums
    return whole.reshape(V, K)


EVENTS = [Complement(), Complement(smoothing=0.5, pooled=True)]


@pytest.mark.parametrize("event", EVENTS)
@given(seed=st.integers(0, 200))
def test_scores_are_those_of_the_event_model_without_the_document(event, seed):
    X, y = corpus(seed)
    whole = table_of(X, y)
    counts = ClassCounts(from_units(whole).T, np.bincount(y, minlength=K).astype(float))
    found = LeftOutWords.of(event, 0, whole).scores(X, y, WordTable.of(whole))
    assert_allclose(found, event.leave_one_out(X, y, counts), rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("event", EVENTS)
@given(seed=st.integers(0, 50), cut=st.integers(0, 12))
def test_neither_cutting_nor_a_part_of_the_table_changes_a_bit(event, seed, cut):
    X, y = corpus(seed)
    whole = table_of(X, y)
    words, table = LeftOutWords.of(event, 0, whole), WordTable.of(whole)
    expected = words.scores(X, y, table)
    for rows in (slice(0, cut), slice(cut, None)):
        part = X[rows]
        needed = np.unique(part.indices).astype(np.int64)
        assert_array_equal(words.scores(part, y[rows], table), expected[rows])
        assert_array_equal(words.scores(part, y[rows], table.rows(needed)), expected[rows])


def test_words_of_a_second_model_begin_where_the_first_ends():
    X, y = corpus(1)
    whole = table_of(X, y)
    both = np.concatenate([np.full((5, K), 7 << 30), whole])
    alone = LeftOutWords.of(Complement(), 0, whole).scores(X, y, WordTable.of(whole))
    later = LeftOutWords.of(Complement(), 5, whole).scores(X, y, WordTable.of(both))
    assert_array_equal(later, alone)


@pytest.mark.parametrize("event", EVENTS)
def test_a_document_that_has_all_words_there_are_says_nothing_without_itself(event):
    X, y = sparse.csr_array([[0.5, 0.25, 0, 0, 0, 0, 0, 0], [0] * V]), np.array([0, 1])
    whole = table_of(X, y)
    found = LeftOutWords.of(event, 0, whole).scores(X, y, WordTable.of(whole))
    assert np.isfinite(found).all()
    assert np.ptp(found[0]) == 0.0
