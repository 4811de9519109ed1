"""Few features and many documents: the inverse is that of the documents, to rounding."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core import ridge as ridge_module
from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.gram import total_gram
from halfbayes.core.inverse_factor import inverse_factor
from halfbayes.core.narrow import MOST_FEATURES, is_narrow, narrow_inverse
from halfbayes.core.ridge import solved_ridge


def invented(seed, n):
    """Two blocks, one of them sparse with empty documents and one dense, and penalties."""
    rng = np.random.default_rng(seed)
    X = sparse.csr_array(sparse.random_array((n, 7), density=0.2, rng=rng, format="csr"))
    Z = rng.normal(size=(n, 2))
    blocks = [Block(X, mean_document(X), 0.7), Block(Z, mean_document(Z), 0.3)]
    return blocks, rng.uniform(0.1, 2.0, n)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
def test_it_is_the_inverse_of_the_documents(seed, n):
    blocks, penalties = invented(seed, n)
    inverse = np.linalg.inv(total_gram(blocks) + np.diag(penalties))
    found = narrow_inverse(blocks, penalties)
    right = np.random.default_rng(seed).normal(size=(n, 3))
    assert_allclose(found.times(right), inverse @ right, atol=1e-9)
    assert_allclose(found.diagonal, np.diag(inverse), rtol=1e-9)
    h, Gh = found.towards(right)
    assert_allclose(Gh, total_gram(blocks) @ h, atol=1e-9)
    assert_allclose(found.diagonal, inverse_factor(blocks, penalties).diagonal, rtol=1e-9)


def test_the_discriminant_is_the_same_either_way(monkeypatch):
    blocks, _ = invented(3, 60)
    Y = np.eye(3)[np.arange(60) % 3]
    weights = np.random.default_rng(3).uniform(0.5, 2.0, 60)
    assert is_narrow(blocks)
    narrow, _ = solved_ridge(blocks, Y, precision=0.3, weights=weights)
    monkeypatch.setattr(ridge_module, "is_narrow", lambda _: False)
    wide, _ = solved_ridge(blocks, Y, precision=0.3, weights=weights)
    assert_allclose(narrow.leave_one_out, wide.leave_one_out, atol=1e-10)
    for one, other in zip(narrow.blocks, wide.blocks, strict=True):
        assert_allclose(one.terms, other.terms, atol=1e-10)


@pytest.mark.parametrize(
    ("n_documents", "n_features", "narrow"),
    [(17, 9, False), (18, 9, True), (10_000, MOST_FEATURES, True), (10_000, 300, False)],
)
def test_when_there_are_few_features(n_documents, n_features, narrow):
    X = sparse.csr_array((n_documents, n_features))
    assert is_narrow([Block(X, np.zeros(n_features))]) is narrow
