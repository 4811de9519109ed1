import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.outliers import Directions, TypicalityRanks, mixture_log_density


def unit_documents(seed, n=12, n_terms=8):
    rng = np.random.default_rng(seed)
    X = rng.random((n, n_terms)) * (rng.random((n, n_terms)) < 0.6) + 1e-3
    X /= np.linalg.norm(X, axis=1, keepdims=True)
    return sparse.csr_array(X), rng.permutation(np.arange(n) % 3)


@given(st.integers(0, 2**32 - 1))
def test_leave_one_out_is_the_density_of_the_model_without_the_document(seed):
    X, y = unit_documents(seed)
    whole = Directions.of(X, y, 3)
    left_out = whole.leave_one_out(X, y)
    for i in range(len(y)):
        keep = np.arange(len(y)) != i
        without = Directions.of(X[keep], y[keep], 3)
        # The concentration is one number of all documents; it is held.
        shares = without.documents / without.documents.sum()
        lengths = np.linalg.norm(without.sums, axis=1)
        cosines = (X[[i]] @ (without.sums / lengths[:, None]).T).ravel()
        expected = np.log(shares) + whole.concentration * cosines
        assert_allclose(left_out[i], np.logaddexp.reduce(expected), rtol=1e-9)


def test_the_only_document_of_a_class_is_like_no_class_of_its_own():
    X = sparse.csr_array(np.eye(3))
    left_out = Directions.of(X, np.arange(3), 3).leave_one_out(X, np.arange(3))
    assert_allclose(left_out, left_out[0])
    assert left_out[0] <= 1e-9


@given(st.integers(0, 2**32 - 1), st.integers(0, 3))
def test_a_class_without_documents_changes_no_density(seed, place):
    X, y = unit_documents(seed)
    model, plain = Directions.of(X, y + (y >= place), 4), Directions.of(X, y, 3)
    assert_allclose(model.log_density(X), plain.log_density(X))
    assert_allclose(model.leave_one_out(X, y + (y >= place)), plain.leave_one_out(X, y))


def test_new_words_make_a_document_less_typical():
    X, y = unit_documents(0)
    model = Directions.of(X, y, 3)
    all_known = model.log_density(X, np.ones(12))
    assert_allclose(all_known, model.log_density(X))
    assert np.all(model.log_density(X, np.full(12, 0.5)) < all_known)


@pytest.mark.parametrize("regions", [1, 2, 3])
def test_p_values_of_new_documents_like_the_known_ones_are_uniform(regions):
    rng = np.random.default_rng(regions)
    shares = []
    for _ in range(100):
        ranks = TypicalityRanks.of(rng.normal(0, 1, (400, regions)))
        p = ranks.p_value(rng.normal(0, 1, (400, regions)))
        shares.append(np.mean(p <= 0.1))
    assert np.mean(shares) == pytest.approx(0.1, abs=4 * np.sqrt(2 * 0.09 / 400 / 100))


def test_a_document_stranger_in_every_region_has_a_smaller_p_value():
    rng = np.random.default_rng(0)
    ranks = TypicalityRanks.of(rng.normal(0, 1, (99, 2)))
    usual, strange = ranks.p_value(np.array([[0.0, 0.0], [-9.0, -9.0]]))
    assert strange == pytest.approx(0.01)
    assert usual > 0.3


def test_the_mixture_adds_the_classes():
    density = mixture_log_density(np.log([0.25, 0.75]), np.log([[0.4, 0.8]]))
    assert_allclose(np.exp(density), 0.25 * 0.4 + 0.75 * 0.8)
