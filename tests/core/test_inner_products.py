"""Inner products by scipy: frequent terms are handed back, the others are multiplied."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core import inner_products as module
from halfbayes.core.inner_products import sparse_inner_products


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(0, 40), st.integers(0, 12), st.integers(1, 45))
def test_both_parts_together_are_all_products(seed, n, most, rows):
    rng = np.random.default_rng(seed)
    X = sparse.csr_array(sparse.random_array((n, 50), density=0.2, rng=rng, format="csr"))
    G, usual = np.zeros((n, n)), module.ROWS
    module.ROWS = rows
    try:
        D = sparse_inner_products(X, 0.5, most, G)
    finally:
        module.ROWS = usual
    assert D.shape == (n, int((np.bincount(X.indices, minlength=50) > most).sum()))
    assert_allclose(np.tril(G + D @ D.T), 0.25 * np.tril((X @ X.T).toarray()), atol=1e-13)
