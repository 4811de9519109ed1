"""Softmax regression that goes on from least squares, and its scores without each document."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import sparse
from sklearn.linear_model import LogisticRegression

from halfbayes.core import inverse_factor
from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.gram import total_gram
from halfbayes.core.hybrid import SmallFit, fitted_hybrid
from halfbayes.core.known import Known
from halfbayes.core.logspace import log_normalise
from halfbayes.core.ridge import Ridge, Solved, softmax_ridge, solved_ridge
from halfbayes.core.ridge_iterative import Products
from halfbayes.core.softmax import GaussianPrior, SoftmaxObjective
from halfbayes.core.softmax_steps import (
    DualSoftmax,
    Place,
    System,
    softmax_place,
    softmax_without_each,
)
from halfbayes.core.views import Discriminant, Documents, SoftmaxDiscriminant, learnt_views
from halfbayes.errors import InvalidInputError
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
    return solved_ridge([Block(X, mean)], np.eye(CLASSES)[y], precision=0.3)[1]


def softmax(X: CountMatrix, y: IndexArray, mean: FloatArray) -> Ridge:
    """Softmax regression of these documents, seen from ``mean``."""
    return softmax_ridge(least_squares(X, y, mean), DualSoftmax(y, EVEN, PRECISION))


def own_log_proba(scores: FloatArray, y: IndexArray) -> FloatArray:
    """Log p of the class of each document."""
    return np.asarray(log_normalise(EVEN + scores)[np.arange(len(y)), y])


@pytest.mark.parametrize("way", ["inverse", "products"])
def test_the_steps_lead_close_to_the_optimum(way: str) -> None:
    """At the optimum l a = y - p."""
    X, y = corpus()
    solved = least_squares(X, y, mean_document(X))
    products = Products(solved.blocks, np.full(DOCUMENTS, 0.3))
    objective = DualSoftmax(y, EVEN, PRECISION)

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
    found, solved = solved_ridge([Block(X, mean)], np.eye(CLASSES)[y], precision=0.3)
    np.testing.assert_allclose(solved.scores, found.scores([X]), atol=1e-9)


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


@pytest.mark.parametrize("double", [0, 10**6], ids=["single", "double"])
def test_labels_that_mean_nothing_are_not_told_by_leave_one_out(
    double: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A document left out is no likelier of its own class than of any; fitted, it is."""
    monkeypatch.setattr(inverse_factor, "DOUBLE", double)
    X, y = corpus()
    gain, fitted = [], []
    for seed in range(20):
        drawn = np.random.default_rng(seed).permutation(y)
        found = softmax(X, drawn, mean_document(X))
        gain.append(own_log_proba(found.leave_one_out, drawn).mean() - EVEN[0])
        fitted.append(own_log_proba(found.scores([X]), drawn).mean() - EVEN[0])
    assert max(gain) < 0.0
    assert min(fitted) > 0.5


def test_the_view_is_the_same_after_least_squares_and_by_itself() -> None:
    """In a hybrid it goes on from the discriminant before it, which is not changed."""
    X, y = corpus()
    documents = Documents([X], y, CLASSES)
    base = Discriminant((0,), (1.0,))
    view = SoftmaxDiscriminant(base)
    model = fitted_hybrid([base, view], documents, SmallFit(offsets=False))
    alone = [base.learnt(documents), view.learnt(documents)]
    np.testing.assert_array_equal(
        model.view_scores([X]), np.stack([part.scores([X]) for part in alone])
    )
    assert model.dial == 1.0


def test_the_gradient_equals_finite_differences() -> None:
    """The gradient in a is G times what ``gradient`` gives."""
    X, y = corpus()
    mean = mean_document(X)
    G = total_gram([Block(X, mean)])
    rng = np.random.default_rng(1)
    a, d = rng.normal(size=(2, DOCUMENTS, CLASSES))
    prior = np.log(rng.dirichlet(np.ones(CLASSES)))
    objective = DualSoftmax(y, prior, PRECISION)
    slope = np.vdot(objective.gradient(objective.look(a, G @ a)), G @ d)
    ahead, behind = (objective.look(a + h * d, G @ (a + h * d)).value for h in (1e-5, -1e-5))
    np.testing.assert_allclose((ahead - behind) / 2e-5, slope, rtol=1e-6)


def test_run_to_the_end_it_is_the_softmax_regression_of_others() -> None:
    """That of ``core.softmax`` with the class prior as offset, and of scikit-learn."""
    X, y = corpus()
    mean = mean_document(X)
    centred = X.toarray() - mean
    solved = least_squares(X, y, mean)
    longer = replace(solved.system, steps=200)
    for prior in (EVEN, np.log(np.arange(1.0, CLASSES + 1.0) / 21.0)):
        objective = DualSoftmax(y, prior, PRECISION)
        at = softmax_place(objective, longer, solved.a, solved.scores)
        terms = centred.T @ at.a  # (terms, classes)
        offset = np.tile(prior, (DOCUMENTS, 1))
        held = GaussianPrior(PRECISION, intercept_precision=1e9)
        primal = SoftmaxObjective(centred, y, n_classes=CLASSES, prior=held, offsets=offset)
        point = np.vstack([terms, np.zeros(CLASSES)])
        value, gradient = primal.value_and_gradient(point.ravel())
        np.testing.assert_allclose(value, at.value, rtol=1e-9)
        np.testing.assert_allclose(gradient.reshape(point.shape)[:-1], 0.0, atol=1e-4)
    logistic = LogisticRegression(C=1.0 / PRECISION, fit_intercept=False, tol=1e-10)
    logistic.set_params(max_iter=5000).fit(centred, y)
    at = softmax_place(DualSoftmax(y, EVEN, PRECISION), longer, solved.a, solved.scores)
    np.testing.assert_allclose((centred.T @ at.a).T, logistic.coef_, atol=1e-3)


def test_documents_that_say_nothing_get_nothing() -> None:
    """All equal, all empty, one class without words: finite scores, and none left out."""
    X, y = corpus()
    dense = X.toarray()
    equal, empty, gap = np.tile(dense[0], (DOCUMENTS, 1)), np.zeros_like(dense), dense.copy()
    gap[y == 2] = 0.0
    for values, tells in ((equal, False), (empty, False), (gap, True)):
        Z = sparse.csr_array(values)
        found = softmax(Z, y, mean_document(Z))
        for scores in (found.scores([Z]), found.leave_one_out):
            assert np.all(np.isfinite(scores))
            assert np.any(np.abs(scores) > 1e-6) == tells
            np.testing.assert_allclose(scores[values.sum(axis=1) == 0.0], 0.0, atol=1e-12)


def test_where_rounding_leaves_no_factor_nobody_answers() -> None:
    """Then the whole of what a document adds to its own score is taken off."""
    rng = np.random.default_rng(0)
    X = 1e6 * rng.normal(size=(40, 2)) + 1e9
    block = Block(X, np.zeros(2))
    a = rng.normal(size=(40, 2))
    at = Place(a, X @ (X.T @ a), np.full((40, 2), 0.5), 0.0)
    alone = at.f - at.a * (X**2).sum(axis=1)[:, None]
    np.testing.assert_allclose(softmax_without_each([block], at, PRECISION), alone)


def test_inner_products_that_were_kept_are_those_worked_out_again() -> None:
    """Single precision tells them apart, where none were kept."""
    X, y = corpus()
    block = Block(X, mean_document(X))
    [kept, again] = [
        solved_ridge([block], np.eye(CLASSES)[y], precision=0.3, keep_inner=keep)[1]
        for keep in (True, False)
    ]
    assert kept.system.inner is not None
    assert again.system.inner is None
    objective = DualSoftmax(y, EVEN, PRECISION)
    one, other = softmax_ridge(kept, objective), softmax_ridge(again, objective)
    np.testing.assert_array_equal(one.scores([X]), other.scores([X]))
    np.testing.assert_allclose(one.leave_one_out, other.leave_one_out, atol=1e-5)


def test_weights_and_word_lists_are_refused() -> None:
    """It would need them in its objective."""
    X, y = corpus()
    documents = Documents([X], y, CLASSES, weights=np.full(DOCUMENTS, 2.0))
    with pytest.raises(InvalidInputError, match="count alike"):
        SoftmaxDiscriminant(Discriminant((0,), (1.0,))).learnt(documents)


def test_it_can_be_the_only_view() -> None:
    """Then there is no discriminant before it to go on from."""
    X, y = corpus()
    view = SoftmaxDiscriminant(Discriminant((0,), (1.0,)))
    [learnt] = learnt_views([view], Documents([X], y, CLASSES))
    assert learnt.scores([X]).shape == (DOCUMENTS, CLASSES)


def test_what_is_said_of_the_mean_without_a_document_is_what_the_others_say_of_it() -> None:
    """As if nobody answered for it."""
    X, y = corpus()
    text = Block(X, mean_document(X), known=Known(np.ones(DOCUMENTS)))
    solved = solved_ridge([text], np.eye(CLASSES)[y], precision=0.3)[1]
    objective = DualSoftmax(y, EVEN, PRECISION)
    ridge = softmax_ridge(solved, objective)
    a = softmax_place(objective, solved.system, solved.a, solved.scores).a
    for i in (0, 7):
        others = np.where(np.arange(DOCUMENTS)[:, None] == i, 0.0, a)
        [block] = solved.block_weights(others)
        np.testing.assert_allclose(ridge.mean_left_out[i], block.at_mean, atol=1e-9)
