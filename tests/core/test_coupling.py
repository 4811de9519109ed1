import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.optimize import minimize

from halfbayes.core.codebook import named_code
from halfbayes.core.coupling import (
    agreeing,
    coupled_probabilities,
    fitted_sharpness,
    sharpened,
)


def divergence(p, r, code):
    q = np.clip(p @ (code == 1), 1e-12, 1 - 1e-12)
    return (r * np.log(r / q) + (1 - r) * np.log((1 - r) / (1 - q))).sum()


@settings(max_examples=25)
@given(
    st.sampled_from(["one-vs-all", "exhaustive", "dense-6", "bch-31"]),
    st.integers(4, 7),
    st.integers(0, 10**6),
)
def test_probabilities_the_bits_agree_with_are_found(name, n_classes, seed):
    rng = np.random.default_rng(seed)
    code = named_code(name, n_classes, rng=rng)
    least = np.linalg.svd(np.vstack([code.T, np.ones(n_classes)]), compute_uv=False)[-1]
    p = rng.dirichlet(np.ones(n_classes), size=5)
    found = coupled_probabilities(p @ (code == 1), code)
    # The barrier holds p away from the edge by some 1e-4, and so the bits by some 1e-3.
    assert_allclose(found @ (code == 1), p @ (code == 1), atol=0.01)
    if least > 0.3:  # below, bits tell little of some direction, and another p agrees as well
        assert_allclose(found, p, atol=0.02)


@pytest.mark.parametrize("name", ["one-vs-all", "dense-7", "bch-15"])
def test_no_other_optimiser_finds_less_divergence(name):
    rng = np.random.default_rng(3)
    code = named_code(name, 5, rng=rng)
    for r in rng.uniform(0.02, 0.98, size=(8, code.shape[1])):
        found = coupled_probabilities(r[None, :], code)[0]
        peer = minimize(
            lambda z, r=r: divergence(np.exp(z) / np.exp(z).sum(), r, code),
            np.zeros(5),
            method="L-BFGS-B",
        )
        assert divergence(found, r, code) <= peer.fun + 5 * 1e-4  # K times the barrier
        assert_allclose(found.sum(), 1.0)
        assert (found > 0).all()


def test_bits_that_are_sure_and_contradict_each_other_still_give_probabilities():
    code = named_code("one-vs-all", 3, rng=np.random.default_rng(0))
    p = coupled_probabilities(np.array([[1.0, 1.0, 0.0], [0.0, 0.0, 0.0]]), code)
    assert_allclose(p[0], [0.5, 0.5, 0.0], atol=1e-3)
    assert_allclose(p[1], np.full(3, 1 / 3), atol=1e-3)


def test_many_documents_are_the_same_as_each_alone():
    rng = np.random.default_rng(4)
    code = named_code("bch-15", 6, rng=rng)
    r = rng.uniform(size=(30, 15))
    together = coupled_probabilities(r, code)
    alone = np.concatenate([coupled_probabilities(row[None, :], code) for row in r])
    assert_allclose(together, alone, rtol=1e-7, atol=1e-12)
    assert coupled_probabilities(r[:0], code).shape == (0, 6)


def test_memory_for_many_classes_is_a_few_hessians_and_no_table_of_pairs(monkeypatch):
    monkeypatch.setattr("halfbayes.core.coupling.MAX_ENTRIES", 400**2)  # a document at a time
    rng = np.random.default_rng(6)
    code = named_code("bch-63", 400, rng=rng)
    r = rng.uniform(size=(3, code.shape[1]))
    tracemalloc.start()
    coupled_probabilities(r, code)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * 8 * 400**2


@given(st.integers(2, 6), st.integers(0, 10**6))
def test_agreeing_is_the_nearest_distribution_in_which_the_chosen_class_is_first(n, seed):
    rng = np.random.default_rng(seed)
    p, chosen = rng.dirichlet(np.ones(n), size=1), rng.integers(n, size=1)
    moved = agreeing(p, chosen)
    assert moved[0].argmax() == chosen[0]
    assert_allclose(moved.sum(), 1.0)
    distance = np.linalg.norm(moved - p)
    for other in rng.dirichlet(np.ones(n), size=200):
        if other[chosen[0]] >= other.max():
            assert np.linalg.norm(other - p[0]) >= distance - 1e-7
    if p[0].argmax() == chosen[0]:
        assert_allclose(moved, p, atol=1e-8)


@given(st.floats(0.1, 8.0), st.integers(0, 10**6))
def test_sharpened_probabilities_sum_to_one_and_keep_their_order(power, seed):
    p = np.random.default_rng(seed).dirichlet(np.ones(5), size=4)
    sharper = sharpened(p, power)
    assert_allclose(sharper, p**power / (p**power).sum(axis=1, keepdims=True), rtol=1e-9)
    assert np.array_equal(sharper.argsort(axis=1), p.argsort(axis=1))


def test_the_power_that_probabilities_were_taken_to_is_found_from_labels():
    rng = np.random.default_rng(5)
    true = rng.dirichlet(np.full(4, 0.5), size=20_000)
    y = (true.cumsum(axis=1) > rng.random((20_000, 1))).argmax(axis=1)
    blunt = sharpened(np.maximum(true, 1e-12), 0.4)
    assert_allclose(fitted_sharpness(blunt, y), 1 / 0.4, rtol=0.05)
