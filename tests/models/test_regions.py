"""Regions: columns by every kind of name, read as words, categories or numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from laws.corpora import amounts
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.complement import Complement
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.models.regions import (
    EVENTS,
    Region,
    allows_missing,
    columns_of,
    events_of,
    fitted_weighter,
    is_several,
    side_by_side,
    weighter_of,
    words,
)


@pytest.mark.parametrize("part", [slice(1, 3), (1, 3), [1, 2], np.array([1, 2]), slice(-3, -1)])
def test_a_region_is_a_slice_a_pair_or_a_list_of_columns(part):
    assert columns_of([part], 4)["region 0"].tolist() == [1, 2]


@pytest.mark.parametrize("part", [[4], [-1], [0.5], [[0]], "subject", 3])
def test_other_regions_are_refused(part):
    with pytest.raises(InvalidParameterError, match="a region is a slice"):
        columns_of([part], 4)


@pytest.mark.parametrize(
    "part", [(0, 9), slice(0, 5), slice(5, None), slice(-5, None), (0, "b"), (0.0, 2.0)]
)
def test_a_region_that_leaves_the_columns_is_refused(part):
    with pytest.raises(InvalidParameterError, match="within the 4 columns"):
        columns_of([part], 4)


@pytest.mark.parametrize("part", [(0, 4), slice(None), slice(-4, None), slice(0, np.int64(4))])
def test_a_region_may_reach_the_last_column(part):
    assert columns_of([part], 4)["region 0"].tolist() == [0, 1, 2, 3]


def test_there_is_at_least_one_region():
    assert columns_of(None, 2)["document"].tolist() == [0, 1]
    with pytest.raises(InvalidParameterError, match="regions is empty"):
        columns_of([], 4)


def test_a_list_of_matrices_is_told_from_a_matrix_of_lists():
    assert is_several([np.eye(2), sparse.eye_array(2)])
    assert not is_several([[1.0, 2.0], [3.0, 4.0]])
    assert not is_several([])
    assert not is_several(np.eye(2))


def test_matrices_stand_side_by_side_sparse_or_dense():
    dense = side_by_side([np.eye(2), np.ones((2, 1))])
    mixed = side_by_side([sparse.eye_array(2), np.ones((2, 1))])
    assert_allclose(dense, mixed.toarray())


@settings(max_examples=30, deadline=None)
@given(amounts)
def test_words_have_no_stored_zeros_and_the_same_values(corpus):
    X = corpus[0]
    indptr = np.append(X.indptr[:-1], X.nnz + 1)  # one more entry, zero, in the last row
    data, indices = np.append(X.data, 0.0), np.append(X.indices, 0)
    stored = sparse.csr_array((data, indices, indptr), shape=X.shape)
    assert words(stored).data.all()
    assert_allclose(words(stored).toarray(), X.toarray())


def test_missing_words_are_refused_and_missing_numbers_are_not():
    X = np.array([[np.nan, 1.0]])
    with pytest.raises(InvalidInputError, match="NaN in a region of words"):
        Region("body", np.array([0]), Complement()).read(X, None)
    read = Region("amount", np.array([0]), EVENTS["gaussian"]).read(sparse.csr_array(X), None)
    assert np.isnan(read).all()
    assert allows_missing(["complement", "categorical"])
    assert not allows_missing(None)


def test_events_come_by_name_or_as_they_are():
    mine = Complement(0.1)
    assert events_of([mine, None, "gaussian"], 3) == [mine, None, EVENTS["gaussian"]]
    assert events_of("bernoulli", 2) == [EVENTS["bernoulli"]] * 2
    with pytest.raises(InvalidParameterError, match="event must be"):
        events_of(3.0, 1)


@settings(max_examples=30, deadline=None)
@given(amounts)
def test_a_document_of_weight_two_counts_twice_in_the_frequencies(corpus):
    X = corpus[0]
    weights = 1.0 + np.arange(X.shape[0]) % 2
    copies = X[np.repeat(np.arange(X.shape[0]), weights.astype(int))]
    weighted, twice = fitted_weighter("ltc", X, weights), fitted_weighter("ltc", copies, None)
    assert_allclose(weighted.idf_, twice.idf_, rtol=1e-12)
    assert fitted_weighter(None, X, None) is None
    assert weighter_of("smooth").idf == "smooth"
