"""Stochastic gradient: its finish reaches the minimum, whatever the order of the documents."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from halfbayes.core.minimise import minimise
from halfbayes.core.objective import Stopping
from halfbayes.core.softmax import GaussianPrior, SoftmaxObjective
from halfbayes.core.stochastic import AVERAGED_EPOCHS, variance_reduced


def _problem():
    rng = np.random.default_rng(11)
    X = rng.normal(size=(300, 3))
    y = (X @ [1.0, -2.0, 0.5] + rng.logistic(size=300) > 0).astype(np.intp)
    return SoftmaxObjective(X, y, 2, GaussianPrior(1.0))


@pytest.mark.parametrize("seed", range(4))
def test_every_seed_ends_at_newtons_point(seed):
    objective, start = _problem(), np.zeros(8)
    stopping = Stopping(gradient_norm=1e-8, iterations=2000)
    found = variance_reduced(objective, start, stopping, np.random.default_rng(seed))
    exact = minimise(objective, start, solver="newton", stopping=stopping)
    assert found.converged
    # gradient 1e-8, least curvature above 0.1
    assert_allclose(found.point, exact.point, atol=1e-7)


def test_averaging_alone_comes_near_but_does_not_arrive():
    """The reason for the second phase."""
    objective, start = _problem(), np.zeros(8)
    stopping = Stopping(gradient_norm=1e-8, iterations=AVERAGED_EPOCHS)
    near = variance_reduced(objective, start, stopping, np.random.default_rng(0))
    exact = minimise(objective, start, solver="newton")
    assert not near.converged
    assert near.value - exact.value < 0.1 * (near.trace[0] - exact.value)


def test_one_document_is_a_batch():
    objective = SoftmaxObjective(np.array([[2.0]]), np.array([0]), 2, fit_intercept=False)
    found = variance_reduced(objective, np.zeros(2), Stopping(), np.random.default_rng(0))
    assert found.converged
