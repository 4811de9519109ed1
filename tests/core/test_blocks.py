"""Blocks: products with centred documents, nothing centred in memory."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.corpora import amounts
from numpy.testing import assert_allclose

from halfbayes.core.blocks import Block, mean_document


def centred(block):
    X = block.X if isinstance(block.X, np.ndarray) else block.X.toarray()
    return np.where(X.any(axis=1)[:, None], X - block.mean, 0.0)


@settings(max_examples=40, deadline=None)
@given(amounts, st.booleans())
def test_products_are_those_with_the_centred_documents(corpus, dense):
    X = corpus[0].toarray() if dense else corpus[0]
    block = Block(X, mean_document(X))
    phi = centred(block)
    V = np.arange(2.0 * len(phi)).reshape(-1, 2)
    U = np.arange(2.0 * phi.shape[1]).reshape(-1, 2)
    # Values up to 30 squared cancel against the mean's.
    assert_allclose(block.centred_transposed(V), phi.T @ V, rtol=1e-10, atol=1e-10)
    assert_allclose(block.centred(U), phi @ U, rtol=1e-10, atol=1e-10)
    assert_allclose(block.squared_lengths(), (phi**2).sum(axis=1), rtol=1e-9, atol=1e-9)


@settings(max_examples=30, deadline=None)
@given(amounts)
def test_a_weight_of_two_counts_twice_in_the_mean_and_empty_documents_do_not(corpus):
    X = corpus[0]
    weights = 1.0 + np.arange(X.shape[0]) % 2
    copies = X.toarray()[np.repeat(np.arange(X.shape[0]), weights.astype(int))]
    there = copies[copies.any(axis=1)]
    expected = there.mean(axis=0) if len(there) else np.zeros(X.shape[1])
    assert_allclose(mean_document(X, weights), expected, rtol=1e-12)
    assert_allclose(mean_document(X, np.zeros(X.shape[0])), 0.0)
