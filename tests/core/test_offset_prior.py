import numpy as np
import pytest
from scipy.stats import multivariate_normal

from halfbayes.core.offset_prior import EXPECTED, likeliest_precision, log_evidence


@pytest.mark.parametrize("seed", range(4))
def test_the_evidence_of_a_parabola_is_that_of_a_normal_distribution(seed):
    """With L = (x - m) A (x - m) / 2 the centre m has variance 1/P + 1/A."""
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(4, 4))
    A, m, point = root @ root.T + np.eye(4), rng.normal(size=4), rng.normal(size=4)
    g = A @ (point - m)

    def exact(P):
        return multivariate_normal.logpdf(m, np.zeros(4), np.diag(1 / P) + np.linalg.inv(A))

    P, Q = np.array([1.0, 4.0, 30.0, 30.0]), np.array([1.0, 4.0, 3.0, 3.0])
    found = log_evidence(point, g, A, P) - log_evidence(point, g, A, Q)
    assert found == pytest.approx(exact(P) - exact(Q), rel=1e-9)


def test_documents_that_say_nothing_leave_the_offsets_held():
    """A flat likelihood: what is expected beforehand is what remains."""
    precisions = np.array([4.0, 3.0, 3.0])
    found = likeliest_precision(np.zeros(3), np.zeros(3), np.diag(precisions), precisions, 1)
    assert found == EXPECTED


def test_many_documents_that_favour_classes_let_the_offsets_go():
    precisions = np.array([4.0, *np.full(8, 30.0)])
    hessian = np.diag(precisions + 500.0)
    point = np.array([0.0, *np.tile([1.0, -1.0], 4)])
    assert likeliest_precision(point, np.zeros(9), hessian, precisions, 1) == 1.0


def test_where_there_is_no_curvature_there_is_no_evidence_and_offsets_are_held_as_expected():
    precisions = np.array([4.0, 3.0, 3.0])
    hessian = np.diag([0.0, 3.0, 3.0])  # a likelihood that bends away as the prior bends in
    assert log_evidence(
        np.zeros(3), np.zeros(3), hessian - np.diag(precisions), precisions
    ) == (-np.inf)
    assert likeliest_precision(np.zeros(3), np.zeros(3), hessian, precisions, 1) == EXPECTED
