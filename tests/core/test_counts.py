"""Class counts: arithmetic by hand and by dense matrices."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.corpora import N_CLASSES, counts
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from halfbayes.core.counts import (
    ClassCounts,
    class_counts,
    dense_blocks,
    difference,
    drawn_documents,
    drawn_lengths,
    own_sums,
    row_blocks,
)


@given(counts, st.data())
@settings(max_examples=40, deadline=None)
def test_counts_are_the_product_of_indicators_and_documents(corpus, data):
    X, y = corpus
    weights = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(y), max_size=len(y))))
    indicators = np.eye(N_CLASSES)[y] * weights[:, None]
    result = class_counts(X, y, n_classes=N_CLASSES, weights=weights.astype(float))
    assert_array_equal(result.terms, indicators.T @ X.toarray())
    assert_array_equal(result.documents, indicators.sum(axis=0))


def test_entries_stored_twice_are_both_counted():
    X = sparse.csr_array((np.array([1.0, 2.0]), [0, 0], [0, 2]), shape=(1, 1))
    assert class_counts(X, np.array([0]), n_classes=1).terms.tolist() == [[3.0]]


def test_taking_away_what_was_never_added_is_noticed():
    one = ClassCounts(np.array([[1.0]]), np.array([1.0]))
    two = ClassCounts(np.array([[2.0]]), np.array([1.0]))
    assert (one - two).overdrawn
    assert not (two - one).overdrawn


def test_real_sums_leave_no_residue_when_taken_away():
    a = ClassCounts(np.array([[0.1]]), np.array([1.0]))
    b = ClassCounts(np.array([[0.2]]), np.array([1.0]))
    rest = (a + b) - b - a
    assert rest.terms.tolist() == [[0.0]]


def test_a_difference_is_rounding_beside_the_largest_sum():
    left, taken = np.array([0.1 + 0.2, 1e-14, 0.0]), np.array([0.3, 0.0, 1.0])
    assert difference(left, taken).tolist() == [0.0, 0.0, -1.0]
    assert difference(left, taken, np.array([1.0, 1e-3, 1.0])).tolist() == [0.0, 1e-14, -1.0]
    assert difference(left, taken, 1e20).tolist() == [0.0, 0.0, -1.0]


def test_whole_counts_are_kept_beside_huge_ones_and_small_weights_beside_small_ones():
    huge = ClassCounts(np.array([[2.0**52, 3.0]]), np.array([2.0**52]))
    one = ClassCounts(np.array([[0.0, 2.0]]), np.array([1.0]))
    assert (huge - one).terms.tolist() == [[2.0**52, 1.0]]
    assert (huge - one).documents.tolist() == [2.0**52 - 1.0]
    tiny = ClassCounts(np.array([[3e-20]]), np.array([1e-20]))
    assert (tiny - ClassCounts(np.array([[1e-20]]), np.array([0.0]))).terms[0, 0] > 1.9e-20


@given(counts, st.integers(1, 9))
@settings(max_examples=40, deadline=None)
def test_blocks_cover_every_row_once_in_order(corpus, size):
    X, _ = corpus
    blocks = list(row_blocks(X, size))
    covered = np.concatenate([np.arange(X.shape[0])[rows] for rows in blocks])
    assert_array_equal(covered, np.arange(X.shape[0]))
    stored = [X[rows].nnz for rows in blocks]
    assert all(
        n <= size or X[rows].shape[0] == 1 for n, rows in zip(stored, blocks, strict=True)
    )
    dense = np.vstack([x for _, x in dense_blocks(X, size)])
    assert_array_equal(dense, X.toarray())


def test_own_sums_see_the_counts_without_the_document():
    X, y = sparse.csr_array([[2.0, 0.0], [1.0, 3.0], [0.0, 0.0]]), np.array([0, 0, 1])
    terms = class_counts(X, y, n_classes=2).terms
    assert_array_equal(own_sums(X, y, terms, lambda e: e.counts), [1.0, 2.0 + 0.0, 0.0])
    documents = own_sums(X, y, terms, lambda e: e.of_documents(np.array([5.0, 7.0, 9.0])))
    assert_array_equal(documents, [5.0, 14.0, 0.0])


def test_drawn_documents_have_the_lengths_asked_for_and_the_words_of_their_class():
    theta = np.array([[0.25, 0.75, 0.0], [0.0, 0.0, 1.0]])
    y = np.repeat([0, 1], 2000)
    X = drawn_documents(theta, y, np.full(4000, 3), rng=np.random.default_rng(1))
    assert_array_equal(X.sum(axis=1), 3.0)
    shares = class_counts(X, y, n_classes=2).terms / 6000.0
    assert_allclose(shares, theta, atol=0.02)  # standard deviation 0.0056


def test_drawn_lengths_have_the_mean_of_the_class_or_of_all():
    counts_ = ClassCounts(np.array([[30.0], [0.0]]), np.array([3.0, 0.0]))
    lengths = drawn_lengths(np.repeat([0, 1], 4000), counts_, rng=np.random.default_rng(0))
    assert_allclose([lengths[:4000].mean(), lengths[4000:].mean()], 10.0, atol=0.2)
