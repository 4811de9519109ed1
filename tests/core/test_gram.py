"""Inner products of documents, whatever their terms are like."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core import gram as module
from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.gram import gram, lower_gram, total_gram

seeds = st.integers(0, 2**32 - 1)


def invented(seed, n):
    rng = np.random.default_rng(seed)
    common = rng.poisson(0.5, size=(n, 4)) * rng.uniform(0.5, 2.0, size=(n, 4))
    rare = sparse.random_array((n, 150), density=0.02, rng=rng, format="csr").toarray()
    mixed = np.hstack([common, rare])
    mixed[rng.random(n) < 0.2] = 0.0
    matrices = [sparse.csr_array(mixed), sparse.csr_array(rare), rng.normal(size=(n, 3))]
    return [
        Block(X, mean_document(X), share)
        for X, share in zip(matrices, (1, 2, 0.5), strict=True)
    ]


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(1, 90))
def test_the_total_is_that_of_centred_documents(seed, n):
    blocks = invented(seed, n)
    expected = np.zeros((n, n))
    for block in blocks:
        X = block.X if isinstance(block.X, np.ndarray) else block.X.toarray()
        phi = (X - block.mean) * block.present[:, None]
        expected += block.share * phi @ phi.T
    assert_allclose(total_gram(blocks), expected, atol=1e-12)
    single = total_gram(blocks, np.float32)
    assert single.dtype == np.float32
    assert_allclose(single, expected, atol=1e-4)


@given(seeds, st.integers(1, 60), st.sampled_from([1, 4, 10_000]))
@settings(max_examples=30, deadline=None)
def test_which_terms_are_called_frequent_makes_no_difference(seed, n, frequent):
    blocks = invented(seed, n)
    usual, module.FREQUENT = module.FREQUENT, frequent
    try:
        changed = total_gram(blocks)
    finally:
        module.FREQUENT = usual
    assert_allclose(changed, total_gram(blocks), atol=1e-12)


def test_the_lower_triangle_is_that_of_the_whole():
    blocks = invented(1, 30)
    assert_allclose(np.tril(lower_gram(blocks)), np.tril(total_gram(blocks)), atol=0.0)


def test_a_term_stored_twice_counts_twice():
    X = sparse.csr_array((np.ones(3), [0, 0, 0], [0, 2, 3]), shape=(2, 1))
    assert gram(X).tolist() == [[4.0, 2.0], [2.0, 1.0]]
