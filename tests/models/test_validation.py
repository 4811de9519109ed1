"""Input checks: what passes, what does not, and what the message says."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse
from sklearn.exceptions import DataConversionWarning

from halfbayes.errors import InvalidInputError, InvalidParameterError, UnknownLabelError
from halfbayes.models import validation
from halfbayes.models.naive_bayes import MultinomialNaiveBayes


def test_doubles_are_not_copied():
    X = sparse.csr_array([[1.0, 0.0], [0.0, 2.0]])
    matrix = validation.validated_matrix(MultinomialNaiveBayes(), X, reset=True)
    assert np.shares_memory(matrix.data, X.data)
    assert np.shares_memory(matrix.indices, X.indices)
    dense = np.ones((2, 2))
    assert np.shares_memory(
        validation.validated_matrix(MultinomialNaiveBayes(), dense, reset=True), dense
    )


@pytest.mark.parametrize("kind", [sparse.csr_matrix, sparse.csc_array, sparse.coo_array])
def test_every_sparse_format_becomes_a_csr_array(kind):
    matrix = validation.validated_matrix(MultinomialNaiveBayes(), kind(np.eye(3)), reset=True)
    assert isinstance(matrix, sparse.csr_array)
    assert_array_equal(matrix.toarray(), np.eye(3))


def test_entries_stored_twice_are_added_also_when_unsorted():
    twice = sparse.csr_array((np.ones(3), [1, 0, 1], [0, 3]), shape=(1, 2))
    assert not twice.has_sorted_indices
    assert_array_equal(validation.without_duplicates(twice).toarray(), [[1.0, 2.0]])
    assert twice.nnz == 3
    once = sparse.csr_array((np.ones(2), [1, 0], [0, 2]), shape=(1, 2))
    assert validation.without_duplicates(once) is once


@given(st.lists(st.lists(st.integers(0, 4), max_size=5), min_size=1, max_size=6))
def test_entries_stored_twice_are_found_in_any_order(rows):
    terms = np.array([term for row in rows for term in row], dtype=np.int32)
    starts = np.concatenate([[0], np.cumsum([len(row) for row in rows])])
    X = sparse.csr_array((np.ones(len(terms)), terms, starts), shape=(len(rows), 5))
    doubled = any(len(set(row)) < len(row) for row in rows)
    assert (validation.without_duplicates(X) is not X) == doubled


def test_entries_stored_twice_make_no_difference_to_leave_one_out():
    twice = sparse.csr_array((np.ones(4), [1, 1, 0, 0], [0, 3, 4]), shape=(2, 2))
    y = ["a", "b"]
    assert_array_equal(
        MultinomialNaiveBayes().fit(twice, y).leave_one_out_proba_,
        MultinomialNaiveBayes().fit(twice.toarray(), y).leave_one_out_proba_,
    )


@pytest.mark.parametrize(
    "labels", [["b", "a", "b"], [2, 1, 2], [2.0, 1.0, 2.0], [True, False, True]]
)
@pytest.mark.parametrize("dtype", [None, object])
def test_labels_are_numbered_in_sorted_order(labels, dtype):
    classes, numbers = validation.encoded_labels(np.array(labels, dtype=dtype))
    assert classes.tolist() == sorted(set(labels))
    assert numbers.tolist() == [1, 0, 1]


@pytest.mark.parametrize(
    ("labels", "message"),
    [
        (None, "requires y"),
        (["a"], "1 labels for 2 documents"),
        ("label", "labels must be a list, one per document"),
        ([["a", "b"], ["a", "b"]], "labels must be a list, one per document"),
        ([0.5, 1.0], "continuous"),
        ([np.nan, 1.0], "no label for 1 of 2 documents, the first at row 0"),
        (["a", float("nan")], "no label for 1 of 2 documents, the first at row 1"),
        (["a", None], "no label for 1 of 2 documents, the first at row 1"),
        ([None, None], "no label for 2 of 2 documents"),
        (["a", pd.NA], "no label for 1 of 2 documents, the first at row 1"),
        (pd.Series(["a", None], dtype="string"), "no label for 1 of 2 documents"),
        (pd.Series([1, None], dtype="Int64"), "no label for 1 of 2 documents"),
        (np.array(["2020", "NaT"], dtype="M8[Y]"), "no label for 1 of 2 documents"),
        ([pd.Timestamp("2020"), pd.NaT], "no label for 1 of 2 documents"),
        ([np.inf, 1.0], "y contains inf"),
        (["a", 1], "several types cannot be sorted: int, str"),
        (["a", True], "several types cannot be sorted: bool, str"),
        (np.array([0.5, 1.0], dtype=object), "continuous"),
        (np.array(["a", 1], dtype=object), "int, str"),
    ],
)
def test_labels_that_are_no_classes_are_refused(labels, message):
    with pytest.raises(InvalidInputError, match=message):
        validation.encoded_labels(validation.validated_labels(labels, 2))


@pytest.mark.parametrize("nothing", [None, float("nan"), pd.NA, pd.NaT])
def test_labels_that_are_missing_are_counted_and_the_first_is_named(nothing):
    labels = np.array(["a", nothing, "b", nothing], dtype=object)
    with pytest.raises(
        InvalidInputError, match=r"no label for 2 of 4 .* first at row 1; leave"
    ):
        validation.encoded_labels(labels)


def test_labels_may_be_missing_only_where_that_is_allowed():
    for labels in ([1, None, 2], [1, float("nan"), 2], ["a", float("nan"), "b"]):
        with pytest.raises(InvalidInputError, match="no label for 1 of 3"):
            validation.validated_labels(labels, 3)
        found = validation.validated_labels(labels, 3, allow_missing=True)
        assert found[[0, 2]].tolist() == [labels[0], labels[2]]
    with pytest.raises(InvalidInputError, match="continuous"):
        validation.validated_labels([0.5, float("nan")], 2, allow_missing=True)


def test_unknown_labels_are_named_with_the_known_ones():
    with pytest.raises(
        UnknownLabelError,
        match=r"unknown labels 'c'; the classes are 'a', 'b'; "
        r"correct the labels, or leave these documents out$",
    ):
        validation.positions_among(np.array(["a", "b"]), np.array(["a", "c", "c"]))
    many = np.array([f"{k:02}" for k in range(30)])
    with pytest.raises(UnknownLabelError, match=r"30 in all"):
        validation.positions_among(many, np.array(["x"]))


@pytest.mark.parametrize("value", [-1.0, np.nan, np.inf, "1", None, True])
def test_a_number_out_of_range_is_refused_with_its_range(value):
    with pytest.raises(InvalidParameterError, match="s must be a number of at least 0; got"):
        validation.require_number("s", value, low=0.0)


def test_bounds_are_inclusive_unless_strict():
    assert validation.require_number("s", 0, low=0.0) == 0.0
    assert validation.require_number("s", np.float32(1.0), low=0.0, high=1.0) == 1.0
    with pytest.raises(InvalidParameterError, match="above 0"):
        validation.require_number("s", 0.0, low=0.0, strict=True)
    with pytest.raises(InvalidParameterError, match="at most 1"):
        validation.require_number("s", 1.1, low=0.0, high=1.0)


def test_smoothing_is_one_number_or_one_per_feature():
    assert validation.require_smoothing(2, 3, low=0.0, strict=True) == 2.0
    assert validation.require_smoothing([1, 2, 3], 3, low=0.0, strict=True).tolist() == [
        1,
        2,
        3,
    ]
    with pytest.raises(InvalidParameterError, match=r"shape \(2,\)"):
        validation.require_smoothing([1, 2], 3, low=0.0, strict=True)
    with pytest.raises(InvalidParameterError, match="least smoothing must be a number above 0"):
        validation.require_smoothing([1, 0, 2], 3, low=0.0, strict=True)


def test_a_wrong_choice_lists_the_right_ones():
    with pytest.raises(InvalidParameterError, match="one of 'ml', 'map'; got 'mle'"):
        validation.require_choice("estimate", "mle", ["ml", "map"])


def test_presence_is_above_the_threshold():
    X = np.array([[-1.0, 0.0, 0.5, 2.0]])
    for matrix in (X, sparse.csr_array(X)):
        assert validation.as_presence(matrix, 0.5).toarray().tolist() == [[0.0, 0.0, 0.0, 1.0]]
        present = validation.as_presence(matrix, None).toarray() != 0.0
        assert present.tolist() == [[True, False, True, True]]
    assert validation.as_presence(X, -0.5).toarray().tolist() == [[0.0, 1.0, 1.0, 1.0]]
    with pytest.raises(InvalidParameterError, match="sparse"):
        validation.as_presence(sparse.csr_array(X), -0.5)


def test_categories_are_whole_numbers_from_zero():
    assert_array_equal(validation.as_codes(np.array([[0.0, np.nan]])), [[0.0, np.nan]])
    with pytest.raises(InvalidInputError, match="Negative values"):
        validation.as_codes(np.array([[-1.0]]))
    with pytest.raises(InvalidInputError, match="OrdinalEncoder"):
        validation.as_codes(np.array([[1e12]]))
    with pytest.warns(DataConversionWarning, match="cut off"):
        assert validation.as_codes(np.array([[1.7]])).tolist() == [[1.0]]


def test_numbers_of_categories_are_whole():
    assert validation.require_categories(None, 2) is None
    assert validation.require_categories(3, 2).tolist() == [3, 3]
    assert validation.require_categories([3, 4], 2).tolist() == [3, 4]
    for wrong in (1.5, [1, 2, 3], -1):
        with pytest.raises(InvalidParameterError, match="n_categories"):
            validation.require_categories(wrong, 2)


def test_counts_are_not_negative_and_weights_neither():
    with pytest.raises(InvalidInputError, match="Negative values in data passed to X"):
        validation.as_counts(np.array([[-1.0]]))
    assert validation.validated_weights(None, np.ones((2, 1))) is None
    with pytest.raises(ValueError, match=r"[Nn]egative"):
        validation.validated_weights([-1.0, 1.0], np.ones((2, 1)))


def test_one_class_alone_is_refused_with_its_name():
    validation.require_several(np.array(["art", "law"]), 3)
    with pytest.raises(
        InvalidInputError, match=r"1,000 documents is labelled 'law'.*two classes"
    ):
        validation.require_several(np.array(["law"]), 1000)
    with pytest.raises(InvalidInputError, match=r"^the only document is labelled 'law'"):
        validation.require_several(np.array(["law"]), 1)
