"""Many documents: the iterative solution agrees with the exact one, at linear cost."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core import ridge_iterative
from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.ridge import inverse_factor, solved_ridge
from halfbayes.core.ridge_iterative import PROBES, iterative_solution, pays

N_CLASSES = 4


def corpus(n, seed=0, terms=400):
    """Documents of unit length over two blocks: topics of their class, and noise."""
    rng = np.random.default_rng(seed)
    y = rng.integers(0, N_CLASSES, n)
    blocks = []
    for width in (terms, terms // 4):
        rate = rng.gamma(0.3, 1.0, size=(N_CLASSES, width)) * 30.0 / width
        X = rng.poisson(rate[y]).astype(float)
        X[: n // 10] = 0.0
        X /= np.maximum(np.linalg.norm(X, axis=1, keepdims=True), 1.0)
        X = sparse.csr_array(X)
        blocks.append(Block(X, mean_document(X), 0.5))
    return blocks, y, rng.uniform(0.5, 2.0, n)


def system(n, seed=0):
    blocks, y, weights = corpus(n, seed)
    return blocks, 0.3 / weights, np.column_stack([np.eye(N_CLASSES)[y], np.ones(n)])


def test_the_solution_equals_the_exact_one():
    blocks, penalties, right = system(500)
    rng = np.random.default_rng(0)
    exact = inverse_factor(blocks, penalties).times(right)
    found, _ = iterative_solution(blocks, penalties, right, rng=rng, tolerance=1e-9)
    # The tolerance, times the condition of the system, about 100.
    assert_allclose(found, exact, atol=1e-6 * np.abs(exact).max())


def test_the_diagonal_is_as_near_as_the_theory_of_the_probes_says():
    blocks, penalties, right = system(400)
    factor = inverse_factor(blocks, penalties)
    inverse, exact = factor.times(np.eye(400)), factor.diagonal
    _, found = iterative_solution(blocks, penalties, right, rng=np.random.default_rng(0))
    standard_error = np.sqrt((inverse**2).sum(axis=1) - exact**2) / np.sqrt(PROBES)
    full = standard_error > 1e-9  # an empty document meets no other
    z = ((found - exact) / np.where(full, standard_error, np.inf))[full]
    assert abs(z.mean()) < 0.2  # of 400, by and large independent: four standard errors
    assert 0.6 < z.std() < 1.2  # below one: the bounds of a diagonal are known


def test_leave_one_out_by_probes_is_near_the_exact_one(monkeypatch):
    blocks, y, weights = corpus(600)
    exact, _ = solved_ridge(blocks, np.eye(N_CLASSES)[y], precision=0.3, weights=weights)
    monkeypatch.setattr(ridge_iterative, "ALWAYS_EXACT", 0)
    monkeypatch.setattr(ridge_iterative, "NEVER_EXACT", 0)
    found, _ = solved_ridge(blocks, np.eye(N_CLASSES)[y], precision=0.3, weights=weights)
    again, _ = solved_ridge(blocks, np.eye(N_CLASSES)[y], precision=0.3, weights=weights)
    matrices = [block.X for block in blocks]
    assert_allclose(found.scores(matrices), exact.scores(matrices), atol=1e-3)
    error = found.leave_one_out - exact.leave_one_out
    assert np.sqrt((error**2).mean()) < 0.1 * exact.leave_one_out.std()
    assert np.array_equal(found.leave_one_out, again.leave_one_out)


@pytest.mark.parametrize("n", [1, 2])
def test_one_or_two_documents_are_no_exception(n):
    blocks, penalties, right = system(40)
    few = [Block(block.X[20 : 20 + n], block.mean, block.share) for block in blocks]
    exact = inverse_factor(few, penalties[:n]).times(right[:n])
    found, _ = iterative_solution(
        few, penalties[:n], right[:n], rng=np.random.default_rng(0), tolerance=1e-12
    )
    assert_allclose(found, exact, rtol=1e-9)


def test_every_entry_is_visited_as_often_however_many_documents_there_are(monkeypatch):
    """Cost grows linearly: products with the blocks do not become more."""
    visits = []
    product = ridge_iterative._System.product

    def counted(self, V):
        visits[-1] += V.shape[1]
        return product(self, V)

    monkeypatch.setattr(ridge_iterative._System, "product", counted)
    for n in (500, 4000):
        visits.append(0)
        blocks, penalties, right = system(n)
        iterative_solution(blocks, penalties / 100.0 * n, right, rng=np.random.default_rng(0))
    assert visits[1] < 1.5 * visits[0]


def test_the_way_of_solving_follows_from_the_size_alone():
    def blocks(n, per_document):
        return [Block(np.broadcast_to(1.0, (n, per_document)), np.zeros(per_document))]

    assert not pays(blocks(3_000, 100), 20)
    assert pays(blocks(6_000, 100), 20)
    assert not pays(blocks(6_000, 5_000), 200)
    assert pays(blocks(12_001, 5_000), 200)
