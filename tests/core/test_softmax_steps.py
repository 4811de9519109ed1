"""Softmax regression that goes on from least squares, and its scores without each document."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse

from halfbayes.core.hybrid import SmallFit, fitted_hybrid
from halfbayes.core.logspace import log_normalise
from halfbayes.core.ridge import (
    Block,
    Ridge,
    Solved,
    fitted_ridge,
    mean_document,
    softmax_ridge,
)
from halfbayes.core.ridge_iterative import Products
from halfbayes.core.softmax_steps import Place, SoftmaxObjective, System, softmax_place
from halfbayes.core.views import Discriminant, Documents, SoftmaxDiscriminant
from halfbayes.types import CountMatrix, FloatArray, IndexArray

CLASSES, DOCUMENTS, TERMS = 6, 90, 60
PRECISION = 0.1
EVEN = np.full(CLASSES, -np.log(CLASSES))


def corpus(seed: int = 0) -> tuple[CountMatrix, IndexArray]:
    """Documents of unit length; a class has words of its own, and most are shared."""
    rng = np.random.default_rng(seed)
    y = np.arange(DOCUMENTS) % CLASSES
    rates = rng.gamma(0.3, 1.0, (CLASSES, TERMS)) + 0.2
    X = rng.poisson(rates[y] * 0.5).astype(np.float64)
    X[:, 0] += 1.0
    return sparse.csr_array(X / np.sqrt((X**2).sum(axis=1))[:, None]), y


def least_squares(X: CountMatrix, y: IndexArray, mean: FloatArray) -> Solved:
    """What the least-squares discriminant was found from."""
    solved = fitted_ridge([Block(X, mean)], y, n_classes=CLASSES, precision=0.3).solved
    assert solved is not None
    return solved


def softmax(X: CountMatrix, y: IndexArray, mean: FloatArray) -> Ridge:
    """Softmax regression of these documents, seen from ``mean``."""
    return softmax_ridge(least_squares(X, y, mean), SoftmaxObjective(y, EVEN, PRECISION))


def own_log_proba(scores: FloatArray, y: IndexArray) -> FloatArray:
    """Log p of the class of each document."""
    return np.asarray(log_normalise(EVEN + scores)[np.arange(len(y)), y])


@pytest.mark.parametrize("way", ["inverse", "products"])
def test_the_steps_lead_close_to_the_optimum(way: str) -> None:
    """At the optimum l a = y - p."""
    X, y = corpus()
    solved = least_squares(X, y, mean_document(X))
    products = Products(solved.blocks, solved.penalties)
    objective = SoftmaxObjective(y, EVEN, PRECISION)

    def place(system: System) -> Place:
        return softmax_place(objective, system, solved.a, solved.scores)

    start = objective.look(np.zeros_like(solved.a), np.zeros_like(solved.a))
    best = place(replace(products, steps=300))
    np.testing.assert_allclose(objective.gradient(best), 0.0, atol=1e-3)
    at = place(solved.system if way == "inverse" else products)
    assert 0.0 <= at.value - best.value < 0.01 * (start.value - best.value)
    np.testing.assert_allclose(at.p.sum(axis=1), 1.0)


def test_scores_of_the_training_documents_are_those_of_the_solution() -> None:
    """G a of least squares is what its weights say of the documents."""
    X, y = corpus()
    mean = mean_document(X)
    ridge = fitted_ridge([Block(X, mean)], y, n_classes=CLASSES, precision=0.3)
    assert ridge.solved is not None
    np.testing.assert_allclose(ridge.solved.scores, ridge.scores([X]), atol=1e-9)


def test_leave_one_out_is_near_refitting_and_not_more_hopeful() -> None:
    """Without each document, against models that were fitted without it."""
    X, y = corpus()
    mean = mean_document(X)
    whole = softmax(X, y, mean)
    refitted = np.zeros((DOCUMENTS, CLASSES))
    for i in range(DOCUMENTS):
        others = np.delete(np.arange(DOCUMENTS), i)
        refitted[i] = softmax(X[others], y[others], mean).scores([X[[i]]])[0]
    found = own_log_proba(whole.leave_one_out, y)
    truth = own_log_proba(refitted, y)
    fitted = own_log_proba(whole.scores([X]), y)
    assert found.mean() < truth.mean() < fitted.mean()
    assert truth.mean() - found.mean() < fitted.mean() - truth.mean()
    assert np.corrcoef(found, truth)[0, 1] > 0.95


def test_the_view_is_the_same_after_least_squares_and_by_itself() -> None:
    """In a hybrid it goes on from the discriminant before it, which is not changed."""
    X, y = corpus()
    documents = Documents([X], y, CLASSES)
    base = Discriminant((0,), (1.0,))
    view = SoftmaxDiscriminant(base)
    model = fitted_hybrid([base, view], documents, SmallFit())
    alone = [base.learnt(documents), view.learnt(documents)]
    np.testing.assert_array_equal(
        model.view_scores([X]), np.stack([part.scores([X]) for part in alone])
    )
    assert model.dial == 1.0
