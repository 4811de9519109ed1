"""What solvers see: the softmax objective keeps both protocols."""

import numpy as np

from halfbayes.core.objective import Iterate, SampledObjective, Stopping
from halfbayes.core.softmax import SoftmaxObjective

OBJECTIVE = SoftmaxObjective(np.array([[0.0], [1.0]]), np.array([0, 1]), 2)


def test_the_softmax_objective_offers_samples():
    assert isinstance(OBJECTIVE, SampledObjective)


def test_an_iterate_knows_when_it_has_converged():
    at = Iterate.at(OBJECTIVE, np.zeros(OBJECTIVE.size))
    assert at.norm == 0.5
    assert at.result([at.value], 1, Stopping(gradient_norm=0.5)).converged
    assert not at.result([at.value], 1, Stopping(gradient_norm=0.4)).converged
