"""Fit by training error: rescaling is undone, separable data have no error, others few."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.softmax import GaussianPrior, SoftmaxObjective
from halfbayes.core.training_error import UnitRange, least_error

seeds = st.integers(0, 2**32 - 1)


@given(seeds, st.booleans(), st.booleans())
@settings(max_examples=40)
def test_rescaled_inputs_with_undone_weights_give_the_same_scores(seed, shifted, is_sparse):
    rng = np.random.default_rng(seed)
    X = np.round(rng.normal(size=(8, 3)) * [1.0, 100.0, 0.0], 1) * (rng.random((8, 3)) < 0.7)
    documents = sparse.csr_array(X) if is_sparse else X
    inputs = UnitRange.of(documents, shifted=shifted)
    scaled = inputs.scaled(documents)
    scaled = scaled.toarray() if sparse.issparse(scaled) else scaled
    assert scaled.max() <= 1.0
    assert scaled.min() >= (0.0 if shifted else -1.0)
    W, b = rng.normal(size=(2, 3)), rng.normal(size=2)
    intercept, weights = inputs.undone(W, b)
    assert_allclose(X @ weights.T + intercept, scaled @ W.T + b, atol=1e-9)


def _objective(X, y, **options):
    return SoftmaxObjective(X, y, 2, GaussianPrior(2.0), **options)


@pytest.mark.parametrize("fit_intercept", [True, False])
def test_separable_documents_are_all_right_by_the_mean_and_by_every_sample(fit_intercept):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3)) * [1.0, 50.0, 1.0]
    score = X @ [1.0, 0.02, -1.0]
    X, y = X[np.abs(score) > 0.2], (score > 0).astype(np.intp)[np.abs(score) > 0.2]
    fit = least_error(_objective(X, y, fit_intercept=fit_intercept), samples=7, rng=rng)
    assert fit.sampled_weights.shape == (7, 2, 3)
    for intercept, weights in [
        (fit.intercept, fit.weights),
        *zip(fit.sampled_intercept, fit.sampled_weights, strict=True),
    ]:
        assert (np.argmax(X @ weights.T + intercept, axis=1) == y).all()


def test_a_document_of_weight_zero_takes_no_part():
    X = np.array([[0.0], [1.0], [2.0], [3.0], [0.0]])
    y = np.array([0, 0, 1, 1, 1])
    rng = np.random.default_rng(0)
    assert len(least_error(_objective(X, y), samples=3, rng=rng).sampled_weights) == 0
    weights = np.array([1.0, 1.0, 1.0, 1.0, 0.0])
    without = least_error(_objective(X, y, sample_weight=weights), samples=3, rng=rng)
    assert len(without.sampled_weights) == 3


def test_the_length_of_the_weights_is_the_most_likely_one():
    X, y = np.array([[0.0], [0.2], [0.8], [1.0], [0.1]]), np.array([0, 0, 1, 1, 1])
    objective = _objective(X, y)
    fit = least_error(objective, samples=3, rng=np.random.default_rng(0))
    losses = [
        objective.value_and_gradient(a * objective.point(fit.weights, fit.intercept))[0]
        for a in (0.9, 1.0, 1.1)
    ]
    assert losses[1] == min(losses)
