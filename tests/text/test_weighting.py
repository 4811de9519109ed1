"""Weights against the formulas, scikit-learn and arithmetic by hand."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.feature_extraction.text import TfidfTransformer
from sklearn.utils.estimator_checks import parametrize_with_checks

from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.text.weighting import (
    INVERSE_DOCUMENT_FREQUENCIES,
    TERM_FREQUENCIES,
    TermWeighter,
    augmented,
    count,
    one_plus_log,
    presence,
    relative_frequency,
)

counts = hnp.arrays(
    np.float64,
    hnp.array_shapes(min_dims=2, max_dims=2, min_side=1, max_side=6),
    elements=st.integers(0, 9).map(float),
)


@parametrize_with_checks(
    [
        TermWeighter(),
        TermWeighter(tf="relative", idf="smooth", norm="none"),
        TermWeighter.smart("apn"),
    ]
)
def test_scikit_learn_accepts_the_weighter(estimator, check):
    check(estimator)


@given(counts)
def test_sum_of_tf_idf_over_documents_is_the_mutual_information(X):
    X = X[X.sum(axis=1) > 0]  # an empty document has no P(t|d)
    if len(X) == 0:
        return
    W = TermWeighter(tf="relative", idf="plain", norm="none").fit_transform(X)
    N = len(X)
    P_t_given_d = X / X.sum(axis=1, keepdims=True)
    N_t = np.maximum((X > 0).sum(axis=0), 1)
    H_D, H_D_given_T = np.log(N), (P_t_given_d.mean(axis=0) * np.log(N_t)).sum()
    assert_allclose(W.sum() / N, H_D - H_D_given_T, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("smooth", [True, False])
@pytest.mark.parametrize("sublinear", [True, False])
@given(X=counts)
def test_weights_are_scikit_learns_where_it_has_the_same(smooth, sublinear, X):
    X = X[:, (X > 0).any(axis=0)]  # without smoothing scikit-learn divides by no document
    if X.shape[1] == 0:
        return
    ours = TermWeighter(
        tf="log" if sublinear else "count", idf="smooth" if smooth else "shifted"
    )
    theirs = TfidfTransformer(smooth_idf=smooth, sublinear_tf=sublinear)
    assert_allclose(ours.fit_transform(X), theirs.fit_transform(X).toarray(), rtol=1e-9)


@given(counts)
def test_unit_length_is_one_or_zero(X):
    W = TermWeighter().fit_transform(X)
    lengths = np.linalg.norm(W, axis=1)
    assert_allclose(lengths, (lengths > 0).astype(float), rtol=1e-9)


@given(counts, counts)
def test_document_frequencies_of_chunks_add_up(first, second):
    n_terms = min(first.shape[1], second.shape[1])
    chunks = [first[:, :n_terms], second[:, :n_terms]]
    whole = np.vstack(chunks)
    frequency = sum((chunk > 0).sum(axis=0) for chunk in chunks)
    from_sums = TermWeighter().fit_frequencies(frequency, len(whole))
    assert np.array_equal(from_sums.idf_, TermWeighter().fit(whole).idf_)


@given(counts)
def test_dense_sparse_and_stored_zeros_weigh_the_same(X):
    dense = TermWeighter().fit_transform(X)
    full = sparse.csr_array(np.ones_like(X))
    full.data[:] = X.ravel()  # every zero is stored
    W = TermWeighter().fit_transform(full)
    assert sparse.issparse(W)
    assert np.array_equal(W.toarray(), dense)
    assert full.nnz == X.size  # the input is left alone


def test_each_tf_is_its_formula():
    X = sparse.csr_array(np.array([[4.0, 0.0, 1.0], [0.0, 2.0, 0.0]]))
    assert_allclose(count(X), [4, 1, 2])
    assert_allclose(relative_frequency(X), [4 / 5, 1 / 5, 1])
    assert_allclose(one_plus_log(X), [1 + np.log(4), 1, 1 + np.log(2)])
    assert_allclose(presence(X), [1, 1, 1])
    assert_allclose(augmented(X), [1, 0.5 + 0.125, 1])


def test_each_idf_is_its_formula():
    N_t = np.array([1.0, 2.0, 4.0])
    idf = {name: function(4, N_t) for name, function in INVERSE_DOCUMENT_FREQUENCIES.items()}
    assert_allclose(idf["none"], [1, 1, 1])
    assert_allclose(idf["plain"], np.log([4, 2, 1]))
    assert_allclose(idf["plus one"], np.log([2, 4 / 3, 4 / 5]))
    assert_allclose(idf["shifted"], np.log([4, 2, 1]) + 1)
    assert_allclose(idf["smooth"], np.log([5 / 2, 5 / 3, 1]) + 1)
    assert_allclose(idf["probabilistic"], [np.log(3), 0, 0])


@pytest.mark.parametrize("idf", INVERSE_DOCUMENT_FREQUENCIES)
def test_a_term_of_no_document_has_a_finite_weight(idf):
    assert np.isfinite(TermWeighter(idf=idf).fit([[1.0, 0.0], [2.0, 0.0]]).idf_).all()


def test_smart_letters_name_the_choices():
    chosen = TermWeighter.smart("btn").get_params()
    assert chosen == {"tf": "binary", "idf": "plain", "norm": "none"}
    assert TermWeighter.smart("nnc").get_params() == {
        "tf": "count",
        "idf": "none",
        "norm": "unit",
    }
    assert set(TERM_FREQUENCIES) - {"count", "log", "binary", "augmented"} == {"relative"}


@pytest.mark.parametrize("letters", ["", "lt", "ltcc", "xtc", "lxc", "ltx"])
def test_unknown_smart_letters_are_refused(letters):
    with pytest.raises(InvalidParameterError, match="such as 'ltc'"):
        TermWeighter.smart(letters)


@pytest.mark.parametrize("parameter", ["tf", "idf", "norm"])
def test_an_unknown_choice_lists_the_known_ones(parameter):
    with pytest.raises(
        InvalidParameterError, match=f"{parameter} must be one of .*'none'|'count'"
    ):
        TermWeighter(**{parameter: "best"}).fit([[1.0]])


def test_negative_counts_are_refused():
    with pytest.raises(InvalidInputError, match="0 or more, got -2"):
        TermWeighter().fit([[1.0, -2.0]])


def test_a_sparse_frame_stays_sparse():
    X = sparse.csr_array(np.array([[1.0, 0.0], [2.0, 3.0]]))
    frame = pd.DataFrame.sparse.from_spmatrix(X)
    found = TermWeighter().fit_transform(frame)
    assert sparse.issparse(found)
    assert_allclose(found.toarray(), TermWeighter().fit_transform(X).toarray())
    assert isinstance(TermWeighter().fit_transform(frame.sparse.to_dense()), np.ndarray)
