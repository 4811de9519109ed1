"""Weights and offsets of the views: what they predict."""

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy.special import log_softmax, softmax

from halfbayes.core.view_weights import ViewWeights, given_weights

VIEWS = np.random.default_rng(1).normal(size=(2, 12, 3))
OFFSETS = np.log([0.2, 0.3, 0.5])


def test_the_average_over_the_temperature_is_an_integral():
    fit = ViewWeights(np.array([0.8, 1.6]), OFFSETS, 0.4, np.zeros((0, 3)))
    evidence = fit.evidence(VIEWS)
    s = np.linspace(-8.0, 8.0, 4001)
    density = np.exp(-0.5 * s**2) / np.exp(-0.5 * s**2).sum()
    z = OFFSETS + np.exp(s * fit.scale_sd)[:, None, None] * evidence
    expected = np.tensordot(density, softmax(z, axis=2), axes=1)
    # Seven nodes against four thousand.
    assert_allclose(np.exp(fit.log_proba(evidence)), expected, atol=2e-3)
    assert_allclose(fit.proba(evidence).sum(axis=1), 1.0, rtol=1e-12)


def test_few_temperatures_tell_as_much_as_many_where_they_differ_little():
    fit = ViewWeights(np.array([0.8, 1.6]), OFFSETS, 0.0999, np.zeros((0, 3)))
    evidence = 3.0 * fit.evidence(VIEWS)
    assert len(fit.temperatures[0]) == 3
    nodes, weights = np.polynomial.hermite_e.hermegauss(31)
    z = OFFSETS + np.exp(nodes * fit.scale_sd)[:, None, None] * evidence
    expected = np.tensordot(weights / weights.sum(), softmax(z, axis=2), axes=1)
    assert_allclose(fit.proba(evidence), expected, atol=1e-5)


def test_a_document_that_no_class_can_have_gets_the_prior():
    fit = ViewWeights(np.ones(1), OFFSETS, 0.2, np.zeros((0, 3)))
    assert_allclose(fit.proba(np.full((1, 3), -np.inf)), np.exp(OFFSETS)[None], rtol=1e-12)


def test_given_weights_of_one_are_naive_bayes():
    fit = given_weights(VIEWS, np.ones(2), OFFSETS)
    expected = log_softmax(VIEWS.sum(axis=0) + OFFSETS, axis=1)
    assert_allclose(fit.log_proba(fit.evidence(VIEWS)), expected, rtol=1e-12)


def test_probabilities_leave_the_evidence_as_it_was():
    weights = ViewWeights(np.ones(1), np.log([0.5, 0.5]), 0.2, np.zeros((1, 2)))
    evidence = np.array([[3.0, 1.0]])
    weights.proba(evidence)
    assert_array_equal(evidence, [[3.0, 1.0]])


@pytest.mark.parametrize("offset", [-np.inf, -800.0])
def test_a_class_that_the_prior_rules_out_stays_out(offset):
    weights = ViewWeights(np.ones(1), np.array([offset, 0.0, 0.0]), 0.2, np.zeros((1, 3)))
    proba = weights.proba(np.array([[900.0, -900.0, -900.0], [1.0, 1.0, 1.0]]))
    assert_allclose(proba.sum(axis=1), 1.0)
    if offset == -np.inf:
        assert_allclose(proba[:, 1:], 0.5)


@pytest.mark.parametrize("n_classes", [2, 3, 4, 5, 8, 20])
@pytest.mark.parametrize("n", [1, 2, 7, 13, 300])
def test_no_document_changes_what_another_is_told(n_classes, n):
    rng = np.random.default_rng(n)
    evidence, offsets = rng.normal(size=(n, n_classes)), rng.normal(size=n_classes)
    weights = ViewWeights(np.ones(1), offsets, 0.3, np.zeros((0, n_classes)))
    together, order = weights.proba(evidence), rng.permutation(n)
    assert np.array_equal(weights.proba(evidence[order]), together[order])
    alone = np.vstack([weights.proba(row[None]) for row in evidence])
    assert_allclose(alone, together, rtol=1e-14)
    halves = [weights.proba(half) for half in np.array_split(evidence, 2)]
    assert_allclose(np.vstack(halves), together, rtol=1e-14)


@pytest.mark.parametrize("far", [800.0, -800.0, 1e6])
def test_offsets_far_from_zero_give_probabilities(far):
    weights = ViewWeights(np.ones(1), np.array([far, 0.0, 1.0]), 0.3, np.zeros((0, 3)))
    evidence = np.array([[0.0, 1.0, 2.0], [-2000.0, 0.0, 0.0]])
    proba = weights.proba(evidence)
    assert_allclose(proba.sum(axis=1), 1.0)
    assert np.isfinite(proba).all()
