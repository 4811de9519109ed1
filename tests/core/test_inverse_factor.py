"""The factor of the inverse: it solves, and its diagonal is that of the inverse."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from halfbayes.core import inverse_factor as module
from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.gram import lower_gram, total_gram
from halfbayes.core.inverse_factor import WHOLE, inverse_factor, lower_inverse


def invented(seed, n):
    rng = np.random.default_rng(seed)
    X = sparse.random_array((n, 40), density=0.2, rng=rng, format="csr")
    X = sparse.csr_array(X)
    return [Block(X, mean_document(X))], rng.uniform(0.1, 2.0, n)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 2**32 - 1), st.integers(1, 30))
def test_the_factor_solves_and_knows_the_diagonal(seed, n):
    blocks, penalties = invented(seed, n)
    A = total_gram(blocks) + np.diag(penalties)
    found = inverse_factor(blocks, penalties)
    right = np.random.default_rng(seed).normal(size=(n, 3))
    inverse = np.linalg.inv(A)
    assert_allclose(found.times(right), inverse @ right, atol=1e-9)
    assert_allclose(found.diagonal, np.diag(inverse), rtol=1e-9)
    h, Gh = found.towards(right)
    assert_allclose(Gh, total_gram(blocks) @ h, atol=1e-9)
    assert_allclose(np.tril(lower_inverse(total_gram(blocks), penalties)), np.tril(inverse))


@pytest.mark.parametrize("n", [97, 200, 333])
@pytest.mark.parametrize(("double", "rounding"), [(500, 1e-9), (0, 1e-3)])
def test_halves_make_the_whole_in_double_and_single_precision(n, double, rounding, monkeypatch):
    """Single precision keeps seven digits; the condition of A takes up to four of them."""
    monkeypatch.setattr(module, "DOUBLE", double)
    blocks, penalties = invented(n, n)
    A = total_gram(blocks) + np.diag(penalties)
    assert n > WHOLE
    assert np.linalg.cond(A) < 1e4
    found, inverse = inverse_factor(blocks, penalties), np.linalg.inv(A)
    assert_array_equal(found.factor, np.triu(found.factor))
    assert_allclose(found.diagonal, np.diag(inverse), rtol=rounding)
    assert_allclose(found.times(np.eye(n)), inverse, atol=rounding * np.abs(inverse).max())
    assert_allclose(found.whole(), inverse, atol=rounding * np.abs(inverse).max())


def test_inner_products_apart_add_up_to_those_together():
    blocks, penalties = invented(40, 40)
    found = inverse_factor(blocks, penalties, apart=True)
    assert len(found.apart) == len(blocks)
    assert_allclose(np.tril(sum(found.apart)), np.tril(total_gram(blocks)), atol=1e-12)
    assert_allclose(found.factor, inverse_factor(blocks, penalties).factor, atol=1e-12)
    assert inverse_factor(blocks, penalties).apart is None


def test_ill_conditioned_documents_are_solved_in_single_precision(monkeypatch):
    """A condition of 3e5 leaves one of seven digits or two."""
    monkeypatch.setattr(module, "DOUBLE", 0)
    X = np.random.default_rng(0).normal(size=(300, 300)) * np.geomspace(1.0, 1e-3, 300)
    A = X @ X.T + 1e-3 * np.eye(300)
    assert 1e5 < np.linalg.cond(A) < 1e6
    found = inverse_factor([Block(X, np.zeros(300))], np.full(300, 1e-3))
    assert_allclose(found.diagonal, np.diag(np.linalg.inv(A)), rtol=0.05)


def test_inner_products_are_kept_on_request_and_up_to_a_size(monkeypatch):
    blocks, penalties = invented(1, 20)
    assert inverse_factor(blocks, penalties).inner is None
    kept = inverse_factor(blocks, penalties, keep_inner=True).inner
    assert_array_equal(np.tril(kept), np.tril(lower_gram(blocks)))
    monkeypatch.setattr(module, "KEPT", 19)
    assert inverse_factor(blocks, penalties, keep_inner=True).inner is None


def test_no_documents_have_an_inverse_too():
    blocks, penalties = invented(1, 0)
    assert inverse_factor(blocks, penalties).times(np.zeros((0, 2))).shape == (0, 2)


def test_a_precision_of_zero_with_repeated_documents_says_what_to_do():
    X = np.ones((3, 1))
    with pytest.raises(np.linalg.LinAlgError, match="larger precision"):
        inverse_factor([Block(X, np.zeros(1))], np.zeros(3))
