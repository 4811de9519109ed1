"""Sparse matrices multiplied by scikit-learn: the bytes of scipy's product."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse

from halfbayes.core.blocks import Block, mean_document, sparse_product
from halfbayes.core.gram import total_gram
from halfbayes.models.products import dense_product

seeds = st.integers(0, 2**32 - 1)


def drawn(rng, shape, kind):
    X = sparse.random_array(shape, density=0.1, rng=rng, format="csr", dtype=kind)
    return sparse.csr_array(X)


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(0, 40), st.integers(0, 60), st.sampled_from([np.float32, np.float64]))
def test_it_has_the_bytes_of_scipys(seed, n, terms, kind):
    rng = np.random.default_rng(seed)
    A, B = drawn(rng, (n, terms), kind), drawn(rng, (n + 3, terms), kind)
    found = dense_product(A, B.T)
    assert found.dtype == kind
    assert_array_equal(found, sparse_product(A, B.T))


@pytest.mark.parametrize("index", [np.int32, np.int64])
def test_wide_indices_and_read_only_memory_are_taken(index):
    X = drawn(np.random.default_rng(0), (6, 9), np.float64)
    wide = sparse.csr_array(
        (X.data, X.indices.astype(index), X.indptr.astype(index)), shape=X.shape
    )
    for part in (wide.data, wide.indices, wide.indptr):
        part.setflags(write=False)
    assert_array_equal(dense_product(wide, wide.T), (X @ X.T).toarray())


@settings(max_examples=20, deadline=None)
@given(seeds, st.integers(1, 40))
def test_inner_products_are_the_same_by_either(seed, n):
    X = drawn(np.random.default_rng(seed), (n, 200), np.float64)
    ours = [
        Block(X, mean_document(X), 1.0, product) for product in (sparse_product, dense_product)
    ]
    assert_array_equal(total_gram(ours[:1]), total_gram(ours[1:]))
