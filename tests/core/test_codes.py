from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from halfbayes.core.codes import (
    column_separation,
    constant_columns,
    dense,
    distinct_splits,
    exhaustive,
    given_code,
    one_vs_all,
    repeated_columns,
    row_distances,
)
from halfbayes.errors import InvalidParameterError

matrices = st.tuples(st.integers(2, 6), st.integers(1, 8), st.integers(0, 10**6)).map(
    lambda t: np.random.default_rng(t[2]).choice([-1, 1], size=t[:2]).astype(np.int8)
)


@given(matrices)
def test_row_distances_count_differing_bits(matrix):
    expected = [[(a != b).sum() for b in matrix] for a in matrix]
    assert row_distances(matrix).tolist() == np.array(expected).tolist()


@given(matrices)
def test_column_separation_is_the_distance_to_the_nearest_column_or_complement(matrix):
    K, columns = len(matrix), matrix.T
    for j, separation in enumerate(column_separation(matrix)):
        distances = [(columns[j] != columns[i]).sum() for i in range(len(columns)) if i != j]
        assert separation == min([min(d, K - d) for d in distances], default=K)


@given(matrices)
def test_every_column_comes_from_its_first_split_up_to_sign(matrix):
    first, source, sign = distinct_splits(matrix)
    assert np.array_equal(matrix, matrix[:, first[source]] * sign)
    assert repeated_columns(matrix).sum() == matrix.shape[1] - len(first)
    splits = {min(tuple(c), tuple(-c)) for c in matrix.T}
    assert len(first) == len(splits)


@pytest.mark.parametrize("n_classes", [2, 3, 4, 6])
def test_exhaustive_has_every_split_once(n_classes):
    columns = {tuple(c) for c in exhaustive(n_classes).T}
    every = {c for c in product([-1, 1], repeat=n_classes) if c[0] == 1 and len(set(c)) > 1}
    assert columns == every
    assert exhaustive(n_classes).shape[1] == len(every)


@settings(max_examples=30, deadline=None)
@given(st.integers(3, 20), st.integers(1, 63), st.integers(0, 1000))
def test_dense_rows_are_distinct_and_columns_are_new_splits(n_classes, n_bits, seed):
    n_bits = min(max(n_bits, int(np.ceil(np.log2(n_classes)))), 2 ** (n_classes - 1) - 1)
    matrix = dense(n_classes, n_bits, rng=np.random.default_rng(seed))
    assert matrix.shape == (n_classes, n_bits)
    assert not constant_columns(matrix).any()
    assert not repeated_columns(matrix).any()
    assert len(np.unique(matrix, axis=0)) == n_classes


def test_dense_says_what_to_use_where_it_cannot_be():
    with pytest.raises(InvalidParameterError, match="4 classes have 7; use 'exhaustive'"):
        dense(4, 8, rng=np.random.default_rng(0))
    with pytest.raises(InvalidParameterError, match="at least 'dense-5'"):
        dense(20, 3, rng=np.random.default_rng(0))


def test_exhaustive_refuses_many_classes():
    with pytest.raises(InvalidParameterError, match="at most 11 classes: use 'bch-63'"):
        exhaustive(12)


@pytest.mark.parametrize(
    ("matrix", "message"),
    [
        ([[1, -1], [-1, 1], [1, 1]], "shape"),
        ([1, -1], "shape"),
        (np.zeros((2, 0)), "shape"),
        ([[1, 0], [-1, 1]], "-1 or"),
        ([[1, 1], [1, 1]], "share a row"),
        ([[1, 1], [1, -1]], r"columns \[0\]"),
    ],
)
def test_a_bad_matrix_is_refused_with_what_is_wrong(matrix, message):
    with pytest.raises(InvalidParameterError, match=message):
        given_code(matrix, 2)


def test_a_good_matrix_is_taken_as_it_is():
    assert np.array_equal(given_code(one_vs_all(4).tolist(), 4), one_vs_all(4))
