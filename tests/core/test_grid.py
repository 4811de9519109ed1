import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from halfbayes.core.grid import (
    MOST_DOCUMENTS,
    UNITS,
    GridRows,
    class_units,
    from_units,
    units,
)

matrices = hnp.arrays(np.float64, (7, 5), elements=st.floats(0.0, 1.0))


def dense(X, y):
    places, sums = class_units(sparse.csr_array(X), y, 3)
    whole = np.zeros(3 * X.shape[1], dtype=np.int64)
    whole[places] = sums
    return whole.reshape(-1, 3).T


@given(matrices, st.integers(0, 7), st.permutations(range(7)))
def test_sums_do_not_depend_on_order_or_portions(X, cut, order):
    y = np.array([0, 1, 2, 0, 1, 2, 0])
    parts = dense(X[:cut], y[:cut]) + dense(X[cut:], y[cut:])
    assert_array_equal(parts, dense(X, y))
    assert_array_equal(dense(X[order], y[order]), dense(X, y))


@given(matrices)
def test_the_sums_are_those_of_the_numbers_to_half_a_unit_each(X):
    y = np.array([0, 1, 2, 0, 1, 2, 0])
    exact = np.stack([X[y == k].sum(axis=0) for k in range(3)])
    assert_allclose(from_units(dense(X, y)), exact, atol=3 * 0.5 / UNITS + 1e-15)


@given(matrices)
def test_what_is_on_the_grid_stays_there(X):
    once = GridRows.of(sparse.csr_array(X)).matrix
    assert_array_equal(GridRows.of(once).matrix.toarray(), once.toarray())


def test_as_many_documents_as_promised_do_not_overflow():
    largest = int(units(np.array([1.0]))[0])
    assert largest * (MOST_DOCUMENTS - 1) < 2**63


@given(matrices, st.integers(0, 7), st.integers(0, 7))
def test_rows_in_little_memory_are_the_rows_on_the_grid(X, start, stop):
    X, y = sparse.csr_array(X), np.array([0, 1, 2, 0, 1, 2, 0])
    rows = GridRows.of(X)
    on_grid = from_units(units(X.toarray()))
    assert_array_equal(rows.matrix.toarray(), on_grid)
    stop = max(start, stop)
    some = rows.rows(slice(start, stop))
    assert_array_equal(some.matrix.toarray(), on_grid[start:stop])
    for found, expected in zip(rows.class_units(y, 3), class_units(X, y, 3), strict=True):
        assert_array_equal(found, expected)
