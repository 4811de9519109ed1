"""Inner products by the kernel: the numbers of scipy's, and what BLAS is to multiply."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.gram import Together, total_gram
from halfbayes.core.inner_products import sparse_inner_products
from halfbayes.text import inner_products as module
from halfbayes.text.inner_products import inner_products
from halfbayes.text.native_kernel import kernel

seeds = st.integers(0, 2**32 - 1)


def drawn(rng, shape):
    return sparse.csr_array(sparse.random_array(shape, density=0.1, rng=rng, format="csr"))


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(0, 40), st.integers(0, 60), st.integers(0, 6))
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_they_are_those_of_scipy(kind, seed, n, terms, most):
    rng = np.random.default_rng(seed)
    X, start = drawn(rng, (n, terms)), rng.normal(size=(n, n)).astype(kind)
    G, expected = start.copy(), start.copy()
    D = inner_products(X, 0.7, most, G)
    assert G.dtype == D.dtype == kind
    assert_array_equal(D, sparse_inner_products(X, 0.7, most, expected))
    assert_allclose(np.tril(G), np.tril(expected), atol=100 * np.finfo(kind).eps)


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_wide_indices_and_read_only_memory_are_taken(index):
    X = drawn(np.random.default_rng(0), (6, 9))
    wide = sparse.csr_array(
        (X.data, X.indices.astype(index), X.indptr.astype(index)), shape=X.shape
    )
    for part in (wide.data, wide.indices, wide.indptr):
        part.setflags(write=False)
    G = np.zeros((6, 6))
    inner_products(wide, 1.0, 6, G)
    assert_allclose(np.tril(G), np.tril((X @ X.T).toarray()))


def test_a_term_stored_twice_counts_twice():
    X = sparse.csr_array((np.ones(3), [0, 0, 0], [0, 2, 3]), shape=(2, 1))
    G = np.zeros((2, 2))
    inner_products(X, 1.0, 3, G)
    assert np.tril(G).tolist() == [[4.0, 0.0], [2.0, 1.0]]
    assert inner_products(X, 1.0, 2, G).tolist() == [[2.0], [1.0]]


@settings(max_examples=20, deadline=None)
@given(seeds, st.integers(1, 40))
def test_documents_have_the_same_by_either(seed, n):
    X = drawn(np.random.default_rng(seed), (n, 200))
    either = inner_products, sparse_inner_products
    ours, theirs = (total_gram([Block(X, mean_document(X), 1.0, way)]) for way in either)
    assert_allclose(ours, theirs, atol=1e-13)


def test_without_the_kernel_scipy_multiplies(monkeypatch):
    monkeypatch.setattr(module, "kernel", None)
    G = np.zeros((2, 2))
    inner_products(sparse.csr_array([[1.0, 2.0], [3.0, 0.0]]), 1.0, 2, G)
    assert np.tril(G).tolist() == [[5.0, 0.0], [3.0, 9.0]]


def test_a_term_stored_twice_counts_twice_in_some_documents_too():
    X = sparse.csr_array(
        (np.array([1.0, 2, 3, 1, 1]), [0, 0, 0, 0, 1], [0, 3, 5]), shape=(2, 2)
    )
    for way in (inner_products, sparse_inner_products):
        together = Together.of([Block(X, np.zeros(2), inner_products=way)], np.float64)
        assert np.tril(together.gram(np.arange(2))).tolist() == [[36.0, 0.0], [6.0, 2.0]]


@pytest.mark.skipif(kernel is None, reason="the kernel was not built")
@pytest.mark.parametrize(
    ("starts", "terms", "n_values", "size"),
    [
        ([0, 1, 2], [0, 1], 2, 1),  # too small a result
        ([], [], 0, 0),
        ([0, 2, 1], [0, 1], 2, 2),  # rows that run backwards
        ([0, 1, 3], [0, 1], 2, 2),
        ([0, 1, 2], [0, 1], 1, 2),
        ([0, 1, 2], [0, 5], 2, 2),  # no such term
        ([0, 1, 2], [0, -1], 2, 2),
    ],
)
def test_parts_that_do_not_fit_are_refused(starts, terms, n_values, size):
    parts = np.array(starts, dtype=np.int32), np.array(terms, dtype=np.int32)
    with pytest.raises(ValueError, match="expected"):
        kernel.add_inner_products(*parts, np.ones(n_values), 2, 1.0, 1, np.zeros((size, size)))


def test_single_precision_in_is_double_precision_out():
    X = drawn(np.random.default_rng(1), (6, 9)).astype(np.float32)
    G, expected = np.zeros((6, 6)), np.zeros((6, 6))
    D = inner_products(X, 0.7, 1, G)
    assert_allclose(D, sparse_inner_products(X, 0.7, 1, expected), rtol=1e-15)
    assert_allclose(np.tril(G), np.tril(expected), rtol=1e-14)
