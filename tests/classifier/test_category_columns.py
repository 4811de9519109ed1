"""Codes and indicators of categories."""

import numpy as np

from halfbayes.classifier.category_columns import Categories


def test_new_categories_are_unknown():
    categories = Categories.learnt([["b", "a", None]])
    codes = categories.codes([["a", "b", "c", None]])
    assert np.array_equal(codes[:, 0], [0.0, 1.0, np.nan, np.nan], equal_nan=True)
    assert categories.indicators(codes).toarray().tolist() == [[1, 0], [0, 1], [0, 0], [0, 0]]


def test_indicators_of_a_document_that_has_every_column_are_of_unit_length():
    columns = [["a", "b", "a"], ["x", "y", None]]
    categories = Categories.learnt(columns)
    X = categories.indicators(categories.codes(columns)).toarray()
    assert X.shape == (3, 4)
    np.testing.assert_allclose((X**2).sum(axis=1), [1.0, 1.0, 0.5])
