"""The small fit: derivatives, optimum, symmetries, and both corrections."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy.special import log_softmax, softmax
from sklearn.linear_model import LogisticRegression

from halfbayes.core.small_fit import HELD, SmallObjective, fitted_weights
from halfbayes.core.weight_priors import FreeWeights, TiedWeights

seeds = st.integers(0, 2**32 - 1)


def invented(seed, n=12, n_classes=3, n_views=2, signal=0.6):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, n_classes, n)
    views = rng.normal(size=(n_views, n, n_classes))
    views[:, np.arange(n), y] += signal * rng.random((n_views, 1))
    log_prior = log_softmax(rng.normal(size=n_classes))
    return views, y, log_prior, rng.uniform(0.2, 2.0, n)


def prior_of(kind, n_views=2):
    """Without a choice of the precision of the offsets, which would be one fit more."""
    expected = np.linspace(0.5, 2.0, n_views)
    return (
        TiedWeights(expected, offset_precision=30.0) if kind == "tied" else FreeWeights(n_views)
    )


def differences(function, point, h=1e-5):
    shifts = h * np.eye(len(point))
    return np.array([(function(point + e) - function(point - e)) / (2 * h) for e in shifts])


kinds = pytest.mark.parametrize("kind", ["tied", "free"])


@kinds
@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_the_gradient_is_that_of_the_value(kind, seed):
    views, y, log_prior, weights = invented(seed)
    objective = SmallObjective(views, y, log_prior, prior_of(kind), weights)
    point = np.random.default_rng(seed).normal(size=objective.size) * 0.3
    gradient, _ = objective.derivatives(point)
    # Central differences: h^2 and rounding / h, about 1e-9 of values of about 10.
    assert_allclose(gradient, differences(objective.value, point), rtol=1e-6, atol=1e-7)


@pytest.mark.parametrize("own", [(-0.6, -0.1, 0.3), (-0.4, -0.3, 0.3), (-0.4, -0.3, 1.0)])
def test_the_way_down_leads_to_the_lowest_valley(own):
    """Views that should weigh most anti-learn: all are hushed, or the third is heard."""
    y = np.repeat([0, 1], 12)
    signs = np.where(np.eye(2)[y] > 0.0, 1.0, -1.0)
    views = np.stack([said * signs for said in own])
    prior = TiedWeights(np.array([0.5, 2.5, 0.15]), leeway=np.array([0.5, 0.5, 1.0]))
    fit = SmallObjective(views, y, np.log([0.5, 0.5]), prior, np.ones(24))
    starts = np.zeros((13, fit.size))
    starts[np.arange(1, 13), np.tile([1, 2, 3], 4)] = np.repeat([1.0, 2.0, 3.0, 4.0], 3)
    values = [fit.value(fit.optimum(start)[0]) for start in starts]
    found = fit.value(fit.optimum(*fit.start())[0])
    assert found <= min(values) + 0.1
    assert found < values[0] - 1.0 or own[2] == 1.0
    left_out = softmax(fit.fitted().leave_one_out, axis=1)
    assert left_out[np.arange(24), y].min() > 0.6


@kinds
@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_the_hessian_is_that_of_the_value_or_the_expected_one(kind, seed):
    views, y, log_prior, weights = invented(seed)
    prior = prior_of(kind)
    objective = SmallObjective(views, y, log_prior, prior, weights)
    point = np.random.default_rng(seed).normal(size=objective.size) * 0.3
    gradient, hessian = objective.derivatives(point)
    numeric = differences(lambda at: objective.derivatives(at)[0], point)
    bent = np.zeros_like(hessian)
    n = objective.n_weights
    bent[:n, :n] = prior.curvature((gradient - objective.precisions * point)[:n])
    expected = numeric - bent
    half = 0.5 * (expected + np.diag(objective.precisions)) + bent
    convex = np.linalg.eigvalsh(half)[0] > 0.0
    assert_allclose(hessian, numeric if convex else expected, rtol=1e-6, atol=1e-7)
    assert np.linalg.eigvalsh(hessian)[0] > 0.0


@kinds
@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_no_weights_near_the_optimum_are_more_probable(kind, seed):
    views, y, log_prior, weights = invented(seed, n=40)
    prior = prior_of(kind)
    fit = fitted_weights(views, y, log_prior, prior, weights)
    objective = SmallObjective(views, y, log_prior, prior, weights)
    c = fit.offsets - log_prior
    u = _parameters(prior, fit.theta)
    gradient, hessian = objective.derivatives(np.concatenate([u, c]))
    # The fit stops where a step gains less than 1e-9: gradient H^-1 gradient is below that.
    assert gradient @ np.linalg.solve(hessian, gradient) < 1e-7


def _parameters(prior, theta):
    """The most probable u with these weights."""
    if isinstance(prior, FreeWeights):
        return theta
    both = np.log(theta / prior.expected)  # s + d_j
    a, b = prior.common_sd**-2, prior.leeway**-2
    s = b * both.sum() / (a + b * len(both))
    return np.concatenate([[s], both - s])


@kinds
def test_left_out_documents_get_what_a_fit_without_them_gives(kind):
    """One Newton step: the error falls as 1/n^2, where the correction falls as 1/n."""
    prior = prior_of("tied") if kind == "tied" else FreeWeights(2, 1.0, 1.0)
    for n, bound in ((30, 0.2), (90, 0.08)):
        both = [_error_and_correction(seed, n, prior) for seed in range(6)]
        error, correction = np.mean(both, axis=0)  # a single small corpus may have bad luck
        assert error < bound * correction


def _error_and_correction(seed, n, prior):
    """Mean distance from refitting: of the Newton step, and of no step at all."""
    views, y, log_prior, weights = invented(seed, n=n)
    fit = fitted_weights(views, y, log_prior, prior, weights)
    found = softmax(fit.offsets + fit.leave_one_out, axis=1)
    plain = softmax(fit.offsets + fit.evidence(views), axis=1)
    refitted = np.empty_like(found)
    for i in range(n):
        rest = np.arange(n) != i
        left = fitted_weights(views[:, rest], y[rest], log_prior, prior, weights[rest])
        refitted[i] = softmax(left.offsets + left.evidence(views[:, [i]])[0])
    return np.abs(found - refitted).mean(), np.abs(plain - refitted).mean()


@settings(max_examples=10, deadline=None)
@given(seeds, st.integers(2, 40))
def test_the_newton_step_is_that_of_the_hessian_without_the_document(seed, n_classes):
    views, y, log_prior, m = invented(seed, n=30, n_classes=n_classes)
    objective = SmallObjective(views, y, log_prior, prior_of("tied"), m)
    point = np.random.default_rng(seed).normal(size=objective.size) * 0.2
    _, H = objective.derivatives(point)
    n = objective.n_weights
    offsets, theta = log_prior + point[n:], objective.prior.theta(point[:n])
    found = log_softmax(objective.without_each(point, H) + offsets, axis=1)
    z = np.tensordot(theta, views, axes=1) + offsets
    directed = np.tensordot(objective.prior.directions(point[:n]), views, axes=1)
    for i in range(3):
        p = softmax(z[i])
        J = np.hstack([directed[:, i].T, np.eye(n_classes)])  # (classes, parameters)
        W = np.diag(p) - np.outer(p, p)
        pull = m[i] * J.T @ (p - np.eye(n_classes)[y[i]])
        expected = z[i] + J @ np.linalg.solve(H - m[i] * J.T @ W @ J, pull)
        assert_allclose(found[i], log_softmax(expected), rtol=1e-7, atol=1e-8)


@kinds
@settings(max_examples=15, deadline=None)
@given(seed=seeds)
def test_order_of_documents_classes_and_views_only_orders_the_answer(kind, seed):
    views, y, log_prior, weights = invented(seed, n=20)
    rng = np.random.default_rng(seed)
    rows, columns, order = rng.permutation(20), rng.permutation(3), rng.permutation(2)
    prior = prior_of(kind)
    shuffled = prior
    if kind == "tied":
        shuffled = TiedWeights(prior.expected[order], offset_precision=30.0)
    one = fitted_weights(views, y, log_prior, prior, weights)
    other = fitted_weights(
        views[order][:, rows][:, :, columns],
        np.argsort(columns)[y[rows]],
        log_prior[columns],
        shuffled,
        weights[rows],
    )
    # Both stop within 1e-9 of the same value, not at the same point.
    near = {"rtol": 1e-3, "atol": 1e-4}
    assert_allclose(other.theta, one.theta[order], **near)
    assert_allclose(other.offsets, one.offsets[columns], **near)
    assert_allclose(
        softmax(other.leave_one_out, axis=1),
        softmax(one.leave_one_out, axis=1)[rows][:, columns],
        **near,
    )


@settings(max_examples=20, deadline=None)
@given(seeds, st.floats(-3.0, 3.0))
def test_tied_weights_stay_positive_even_where_the_views_mislead(seed, signal):
    views, y, log_prior, _ = invented(seed, signal=signal)
    fit = fitted_weights(views, y, log_prior, prior_of("tied"))
    assert np.all(fit.theta >= 0.0)
    assert 0.0 < fit.scale_sd <= 1.0


def test_free_weights_of_two_classes_are_those_of_scikit_learn():
    views, y, log_prior, weights = invented(5, n=80, n_classes=2)
    fit = fitted_weights(views, y, log_prior, FreeWeights(2, 1e-9, 1e-9), weights)
    b = (views[:, :, 1] - views[:, :, 0]).T
    theirs = LogisticRegression(C=1e9, tol=1e-10, max_iter=10_000).fit(b, y, weights)
    assert_allclose(fit.theta, theirs.coef_[0], rtol=1e-4)
    assert_allclose(fit.offsets[1] - fit.offsets[0], theirs.intercept_[0], rtol=1e-4)
    assert fit.scale_sd == 0.0


@kinds
def test_a_document_of_weight_two_is_the_document_twice(kind):
    views, y, log_prior, _ = invented(8, n=10)
    copies = np.append(np.arange(10), [3, 4])
    weights = 1.0 + np.isin(np.arange(10), [3, 4])
    twice = fitted_weights(views[:, copies], y[copies], log_prior, prior_of(kind))
    weighted = fitted_weights(views, y, log_prior, prior_of(kind), weights)
    assert_allclose(twice.theta, weighted.theta, rtol=1e-6)
    assert_allclose(twice.offsets, weighted.offsets, rtol=1e-6)


@kinds
def test_a_document_of_weight_zero_is_not_there(kind):
    views, y, log_prior, weights = invented(9, n=10)
    weights[4] = 0.0
    rest = np.arange(10) != 4
    there = fitted_weights(views, y, log_prior, prior_of(kind), weights)
    absent = fitted_weights(views[:, rest], y[rest], log_prior, prior_of(kind), weights[rest])
    assert_allclose(there.theta, absent.theta, rtol=1e-9)
    assert_allclose(there.leave_one_out[4], there.evidence(views)[4], rtol=1e-12)


def test_offsets_are_let_go_where_many_documents_ask_for_it():
    """A view that favours class 0 in every document: few hold the offset, many let it go."""
    rng, offsets = np.random.default_rng(0), {}
    for n in (6, 600):
        y = rng.integers(0, 4, n)
        views = rng.normal(size=(1, n, 4))
        views[0, np.arange(n), y] += 2.0
        views[0, :, 0] += 1.5
        prior = TiedWeights(np.ones(1))
        fit = fitted_weights(views, y, np.full(4, np.log(0.25)), prior)
        held = fitted_weights(
            views, y, np.full(4, np.log(0.25)), TiedWeights(np.ones(1), offset_precision=30.0)
        )
        offsets[n] = fit.offsets[0] - fit.offsets[1], held.offsets[0] - held.offsets[1]
    assert offsets[6][0] == offsets[6][1]
    assert offsets[600][0] < offsets[600][1] < 0.0


def test_held_offsets_stay_with_the_prior():
    views, y, log_prior, _ = invented(2, n=40)
    fit = fitted_weights(views, y, log_prior, TiedWeights(np.ones(2), offset_precision=HELD))
    assert_allclose(fit.offsets, log_prior, atol=1e-9)


@kinds
@pytest.mark.parametrize(("n", "n_classes"), [(1, 1), (2, 2), (3, 1), (2, 5)])
def test_one_class_and_one_document_are_no_exception(kind, n, n_classes):
    views, _, log_prior, _ = invented(3, n=n, n_classes=n_classes)
    y = np.arange(n) % n_classes
    fit = fitted_weights(views, y, log_prior, prior_of(kind))
    for evidence in (fit.evidence(views), fit.leave_one_out):
        assert_allclose(np.exp(fit.log_proba(evidence)).sum(axis=1), 1.0, rtol=1e-9)


@kinds
@pytest.mark.parametrize("scale", [0.0, 1e-6, 1e4])
def test_views_of_any_scale_end_in_finite_weights(kind, scale):
    views, y, log_prior, _ = invented(6, n=60, signal=3.0)
    fit = fitted_weights(scale * views, y, log_prior, prior_of(kind))
    assert np.isfinite(fit.theta).all()
    assert np.isfinite(fit.log_proba(fit.leave_one_out)).all()
