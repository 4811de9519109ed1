"""Design: the products are those of the written-out matrix."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.design import Design


@given(st.integers(0, 2**32 - 1), st.booleans(), st.booleans())
def test_products_equal_those_of_the_dense_matrix(seed, intercept, is_sparse):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(6, 3)) * (rng.random((6, 3)) < 0.6)
    design = Design(sparse.csr_array(X) if is_sparse else X, intercept)
    full = np.hstack([X, np.ones((6, 1))]) if intercept else X
    W, R, rows = rng.normal(size=(full.shape[1], 2)), rng.normal(size=(6, 2)), np.array([4, 1])
    assert_allclose(design.dense(), full)
    assert_allclose(design.product(W), full @ W, atol=1e-12)
    assert_allclose(design.product(W, rows), full[rows] @ W, atol=1e-12)
    assert_allclose(design.transposed_product(R), full.T @ R, atol=1e-12)
    assert_allclose(design.transposed_product(R[:2], rows), full[rows].T @ R[:2], atol=1e-12)
    assert_allclose(design.squared_lengths(), (full**2).sum(axis=1))


@pytest.mark.parametrize("intercept", [False, True])
def test_columns_count_the_intercept(intercept):
    assert Design(np.zeros((2, 3)), intercept).n_columns == 3 + intercept
