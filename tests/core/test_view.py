"""What every view obeys: an empty region says nothing, lengths divide, zeros stay numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.corpora import amounts
from numpy.testing import assert_allclose

from halfbayes.core.view import RegionWeights, require_linear, said
from halfbayes.errors import NotLinearError


@settings(max_examples=40, deadline=None)
@given(amounts, st.sampled_from([0.0, 0.5, 1.0]))
def test_scores_are_divided_by_a_power_of_the_length(corpus, exponent):
    X = corpus[0]
    scores = np.arange(1.0, 1.0 + 2 * X.shape[0]).reshape(-1, 2)
    found = said(scores, X, exponent)
    for i, row in enumerate(X.toarray()):
        expected = scores[i] / row.sum() ** exponent if row.any() else np.zeros(2)
        assert_allclose(found[i], expected, rtol=1e-12)


def test_in_a_dense_region_zero_is_a_number():
    assert said(np.ones((2, 2)), np.zeros((2, 3)), 0.0).tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_linear_weights_say_nothing_of_an_empty_document():
    weights = RegionWeights(np.array([1.0, 2.0]), np.eye(2))
    assert weights.scores(np.array([[0.0, 0.0], [3.0, 0.0]])).tolist() == [[0, 0], [4, 2]]


def test_a_score_by_length_is_not_linear():
    require_linear(0.0)
    with pytest.raises(NotLinearError, match="normalisation=None"):
        require_linear(1.0)
