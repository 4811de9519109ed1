"""The least-squares discriminant: leave-one-out is refitting, weights are copies."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.linear_model import Ridge as SklearnRidge

from halfbayes.core import inverse_factor as inverse_module
from halfbayes.core.blocks import Block, mean_document, present_documents
from halfbayes.core.gram import gram
from halfbayes.core.known import Known
from halfbayes.core.ridge import solved_ridge

N_CLASSES = 3
seeds = st.integers(0, 2**32 - 1)


def invented(seed, n=8, empty=0.2, *, dense_block=True):
    """Two sparse blocks and a dense one, some documents empty in some of them."""
    rng = np.random.default_rng(seed)
    matrices = []
    for terms in (5, 12):
        X = rng.poisson(0.6, size=(n, terms)) * rng.uniform(0.2, 1.5, size=(n, terms))
        X[rng.random(n) < empty] = 0.0
        matrices.append(sparse.csr_array(X))
    if dense_block:
        matrices.append(rng.normal(size=(n, 3)))
    shares = rng.uniform(0.2, 2.0, size=len(matrices))
    blocks = [
        Block(X, mean_document(X), share) for X, share in zip(matrices, shares, strict=True)
    ]
    return blocks, rng.integers(0, N_CLASSES, n), rng.uniform(0.2, 3.0, n)


def rows(blocks, chosen):
    return [Block(block.X[chosen], block.mean, block.share) for block in blocks]


def scores(ridge, blocks):
    return ridge.scores([block.X for block in blocks])


def fit(blocks, y, weights=None, precision=0.3):
    return solved_ridge(blocks, np.eye(N_CLASSES)[y], precision=precision, weights=weights)[0]


@settings(max_examples=40, deadline=None)
@given(seeds, st.integers(1, 9), st.sampled_from([1e-2, 0.3, 10.0]), st.booleans())
def test_leave_one_out_equals_refitting_with_the_mean_held_fixed(seed, n, precision, weighted):
    blocks, y, weights = invented(seed, n)
    weights = weights if weighted else None
    text = [replace(block, known=Known(np.ones(n))) for block in blocks]
    ridge = fit(text, y, weights, precision)
    for i in range(n):
        others = np.arange(n) != i
        left = fit(
            rows(blocks, others),
            y[others],
            None if weights is None else weights[others],
            precision,
        )
        asked = rows(blocks, [i])
        expected = scores(left, asked)
        of_mean = [
            block.present[0] * weights.at_mean
            for block, weights in zip(asked, left.blocks, strict=True)
        ]
        assert_allclose(ridge.mean_left_out[i], sum(of_mean), rtol=1e-8, atol=1e-10)
        # The least penalty bounds the condition of the system: 1e-2 of a length of about 5.
        assert_allclose(ridge.leave_one_out[[i]], expected, rtol=1e-8, atol=1e-10)


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(0, 7))
def test_a_document_of_weight_two_is_the_document_twice(seed, i):
    blocks, y, _ = invented(seed)
    doubled = np.append(np.arange(8), i)
    weights = np.ones(8)
    weights[i] = 2.0
    twice, weighted = fit(rows(blocks, doubled), y[doubled]), fit(blocks, y, weights)
    assert_allclose(scores(twice, blocks), scores(weighted, blocks), rtol=1e-8, atol=1e-11)


@settings(max_examples=25, deadline=None)
@given(seeds, st.integers(0, 7))
def test_a_document_of_weight_zero_is_not_there_and_has_its_ordinary_score(seed, i):
    blocks, y, weights = invented(seed)
    weights[i] = 0.0
    others = np.arange(8) != i
    known = Known(np.ones(8))
    text = [replace(block, known=known) for block in blocks]
    left = [replace(block, known=known.rows(others)) for block in rows(blocks, others)]
    there, absent = fit(text, y, weights), fit(left, y[others], weights[others])
    assert_allclose(scores(there, blocks), scores(absent, blocks), rtol=1e-8, atol=1e-11)
    assert_allclose(there.leave_one_out[i], scores(absent, blocks)[i], rtol=1e-8, atol=1e-11)
    assert_allclose(there.leave_one_out[others], absent.leave_one_out, rtol=1e-8, atol=1e-11)
    assert_allclose(there.mean_left_out[others], absent.mean_left_out, rtol=1e-8, atol=1e-11)
    of_all = sum(w.at_mean * b.present[i] for w, b in zip(there.blocks, blocks, strict=True))
    assert_allclose(there.mean_left_out[i], of_all, rtol=1e-8, atol=1e-11)


@settings(max_examples=20, deadline=None)
@given(seeds)
def test_sparse_and_dense_blocks_agree_and_order_does_not_matter(seed):
    blocks, y, weights = invented(seed, dense_block=False)
    dense = [Block(block.X.toarray(), block.mean, block.share) for block in blocks]
    order = np.random.default_rng(seed).permutation(8)
    one, other = fit(blocks, y, weights), fit(dense, y, weights)
    shuffled = fit(rows(blocks[::-1], order), y[order], weights[order])
    assert_allclose(one.leave_one_out, other.leave_one_out, rtol=1e-8, atol=1e-11)
    assert_allclose(one.leave_one_out[order], shuffled.leave_one_out, rtol=1e-8, atol=1e-11)


def test_the_weights_are_those_of_scikit_learns_ridge():
    blocks, y, weights = invented(3, n=30, empty=0.0)
    phi = np.hstack(
        [
            np.sqrt(block.share / sum(b.share for b in blocks))
            * ((block.X.toarray() if sparse.issparse(block.X) else block.X) - block.mean)
            for block in blocks
        ]
    )
    # A row without any term is empty here and an ordinary row of zeros there.
    full = np.all([block.present for block in blocks], axis=0)
    phi, y, weights, blocks = phi[full], y[full], weights[full], rows(blocks, full)
    theirs = SklearnRidge(alpha=0.3, solver="cholesky").fit(phi, np.eye(3)[y], weights)
    assert_allclose(scores(fit(blocks, y, weights), blocks), phi @ theirs.coef_.T, rtol=1e-8)


def test_many_documents_are_solved_to_single_precision(monkeypatch):
    blocks, y, weights = invented(5, 60)
    exact = fit(blocks, y, weights)
    monkeypatch.setattr(inverse_module, "DOUBLE", 10)
    single = fit(blocks, y, weights)
    assert_allclose(single.leave_one_out, exact.leave_one_out, atol=1e-4)
    assert_allclose(scores(single, blocks), scores(exact, blocks), atol=1e-4)


@settings(max_examples=30, deadline=None)
@given(seeds, st.integers(1, 200))
def test_gram_is_the_product_with_the_transpose(seed, n):
    X = sparse.random_array(
        (n, 300), density=0.03, rng=np.random.default_rng(seed), format="csr"
    )
    X = sparse.csr_array(X)
    assert_allclose(gram(X), X.toarray() @ X.toarray().T, rtol=1e-12, atol=1e-14)


def test_a_stored_zero_is_nothing():
    X = sparse.csr_array((np.array([0.0, 1.0, 0.0]), [0, 1, 1], [0, 1, 2, 3]), shape=(3, 2))
    assert present_documents(X).tolist() == [False, True, False]
    assert present_documents(X.toarray()).tolist() == [False, True, False]
    assert mean_document(X).tolist() == [0.0, 1.0]


@pytest.mark.parametrize("n", [1, 2])
def test_without_the_last_other_document_nothing_is_left_to_say(n):
    blocks, _, _ = invented(1, n, empty=0.0)
    ridge = fit(blocks, np.arange(n))
    assert_allclose(ridge.leave_one_out, 0.0, atol=1e-12)
    weighted = fit(blocks, np.arange(n), weights=np.eye(n)[0])
    assert_allclose(weighted.leave_one_out, 0.0, atol=1e-12)
    assert_allclose(fit(blocks, np.arange(n), weights=np.zeros(n)).leave_one_out, 0.0)


def test_empty_documents_and_one_class_score_nothing():
    X = sparse.csr_array((4, 3))
    empty = fit([Block(X, mean_document(X))], np.array([0, 0, 1, 2]))
    assert_allclose(empty.leave_one_out, 0.0, atol=1e-15)
    blocks, _, _ = invented(2)
    one, _ = solved_ridge(blocks, np.ones((8, 1)), precision=0.3)
    assert_allclose(one.leave_one_out, 0.0, atol=1e-12)
    assert_allclose(scores(one, blocks), 0.0, atol=1e-12)
