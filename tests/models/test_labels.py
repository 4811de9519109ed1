"""Labels stay what they are, and those that are missing are found."""

import numpy as np
import pandas as pd
import pytest

from halfbayes.errors import InvalidInputError
from halfbayes.models import labels


@pytest.mark.parametrize(
    ("y", "dtype"),
    [
        (["b", "a", "b"], "<U1"),
        (("b", "a", "b"), "<U1"),
        ([np.str_("b"), "a", "long"], "<U4"),
        ([["b"], ["a"], ["b"]], "<U1"),
        ([b"b", b"a", b"b"], "|S1"),
        ([2, 1, 2], "int64"),
        (list(np.array([2, 1, 2], dtype=np.int32)), "int32"),
        ([2, 1.0, 2], "float64"),
        ([True, False, True], "bool"),
        ([np.True_, np.False_, np.True_], "bool"),
    ],
)
@pytest.mark.filterwarnings("ignore:A column-vector y was passed")
def test_a_list_of_one_type_becomes_an_array_of_that_type(y, dtype):
    found = labels.label_array(y)
    assert found.dtype == np.dtype(dtype)
    assert found.tolist() == np.ravel(y).tolist()
    assert len(labels.missing_places(found)) == 0


@pytest.mark.parametrize("other", [1, 1.5, True, b"b"])
@pytest.mark.filterwarnings("ignore:A column-vector y was passed")
def test_a_list_of_several_types_keeps_them(other):
    assert labels.label_array(["a", other, "b"]).tolist() == ["a", other, "b"]
    assert labels.label_array([["a"], [other], ["b"]]).tolist() == ["a", other, "b"]


NOTHING = [None, float("nan"), np.float32("nan"), pd.NA, pd.NaT, np.datetime64("NaT")]


@pytest.mark.parametrize("nothing", NOTHING, ids=repr)
@pytest.mark.parametrize("some", ["a", 1, True, pd.Timestamp("2020-01-01")], ids=repr)
@pytest.mark.parametrize("kind", [list, tuple, "object"])
def test_every_way_to_say_nothing_is_found_beside_every_type(nothing, some, kind):
    values = [some, nothing, some, nothing]
    y = np.array(values, dtype=object) if kind == "object" else kind(values)
    assert labels.missing_places(labels.label_array(y)).tolist() == [1, 3]


@pytest.mark.parametrize(
    ("values", "dtype"),
    [
        (["a", None], "string"),
        (["a", None], "category"),
        ([1, None], "Int64"),
        ([True, None], "boolean"),
        (["2020-01-01", None], "datetime64[ns]"),
    ],
)
def test_what_is_missing_in_a_column_of_pandas_is_found(values, dtype):
    column = pd.Series(values, dtype=dtype)
    assert labels.missing_places(labels.label_array(column)).tolist() == [1]


def test_values_that_do_not_compare_as_one_are_not_missing():
    odd = np.empty(2, dtype=object)
    odd[:] = [np.ones(2), [float("nan")]]
    assert labels.missing_places(odd).tolist() == []


def test_missing_labels_are_counted_and_the_first_is_named():
    labels.reject_missing(np.array(["a", "b"]))
    with pytest.raises(
        InvalidInputError, match=r"no label for 1 of 2 .* first at row 1; leave"
    ):
        labels.reject_missing(np.array([1.0, np.nan]))


@pytest.mark.parametrize(
    ("dtype", "kept"), [("Int64", "int64"), ("UInt8", "uint8"), ("int64[pyarrow]", "int64")]
)
def test_whole_numbers_of_nullable_columns_stay_whole(dtype, kept):
    ids = [2**53 + 1, 2**53, 2**53 + 2] if "64" in dtype else [3, 1, 2]
    found = labels.label_array(pd.Series(ids, dtype=dtype))
    assert found.tolist() == ids
    assert found.dtype == kept


def test_nullable_booleans_stay_so_and_their_gaps_are_found():
    found = labels.label_array(pd.Series([True, False], dtype="boolean"))
    assert found.dtype == bool
    gappy = labels.label_array(pd.Series([True, None], dtype="boolean"))
    assert labels.missing_places(gappy).tolist() == [1]
