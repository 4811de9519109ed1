"""Priors of the view weights: derivatives are those of theta, and tied weights positive."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose

from halfbayes.core.small_fit import fitted_weights
from halfbayes.core.weight_priors import FreeWeights, TiedWeights, posterior_hessian

PRIORS = [
    TiedWeights(np.array([0.5, 2.0])),
    TiedWeights(np.array([0.5, 2.0]), leeway=np.array([0.5, 1.5])),
    FreeWeights(2),
]


@pytest.mark.parametrize("prior", PRIORS, ids=["tied", "of its own", "free"])
def test_the_derivatives_are_those_of_the_weights(prior):
    u = np.linspace(-0.4, 0.7, len(prior.precisions))
    slope = np.array([0.3, -1.2])  # dL/dtheta
    h = 1e-5
    shifts = h * np.eye(len(u))
    first = [(prior.theta(u + e) - prior.theta(u - e)) / (2 * h) for e in shifts]
    assert_allclose(prior.directions(u), first, rtol=1e-8, atol=1e-10)
    second = [
        slope @ (prior.directions(u + e) - prior.directions(u - e)).T / (2 * h) for e in shifts
    ]
    pull = prior.directions(u) @ slope
    assert_allclose(prior.curvature(pull), second, rtol=1e-8, atol=1e-10)


@settings(max_examples=30)
@given(hnp.arrays(np.float64, 4, elements=st.floats(-50.0, 50.0)))
def test_tied_weights_are_never_negative(u):
    assert np.all(TiedWeights(np.array([0.5, 2.0, 0.0])).theta(u) >= 0.0)


@pytest.mark.parametrize(("pull", "bends"), [(0.4, True), (-1.4, True), (-1.6, False)])
def test_the_curvature_of_theta_counts_only_where_half_of_the_documents_would_do(pull, bends):
    prior, told, precisions = TiedWeights(np.array([1.0])), np.diag([1.0, 1.0, 4.0]), np.ones(3)
    pulls = np.array([pull, 0.0])  # 1 + 1/2 + pull is what half of the documents leave
    found = posterior_hessian(prior, told, precisions, pulls)
    assert_allclose(found, np.diag([2.0 + pull * bends, 2.0, 5.0]))
    assert_allclose(told, np.diag([1.0, 1.0, 4.0]))


def test_a_view_with_more_leeway_goes_further_for_the_same_pull():
    f = np.array([[2.0, 0.0], [2.0, 0.0], [0.0, 2.0], [0.0, 2.0]])
    prior = TiedWeights(np.full(2, 0.1), leeway=np.array([0.5, 2.0]))
    fit = fitted_weights(np.stack([f, f]), np.array([0, 0, 1, 1]), np.log([0.5, 0.5]), prior)
    assert fit.theta[1] > 2.0 * fit.theta[0]
