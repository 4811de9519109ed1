import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from halfbayes.core.calibration import log_loss
from halfbayes.core.recalibration import MAPS, fitted_temperature


def drawn(n, rng, power=1.0, n_classes=3):
    """Calibrated probabilities, made bolder by a power, and classes drawn from them."""
    proba = rng.dirichlet(np.ones(n_classes), n)
    y = np.array([rng.choice(n_classes, p=p) for p in proba])
    bold = proba**power
    return bold / bold.sum(axis=1, keepdims=True), y


@pytest.mark.parametrize("name", MAPS)
def test_bold_probabilities_become_better(name):
    rng = np.random.default_rng(0)
    fitted = MAPS[name](*drawn(400, rng, 4.0))
    proba, y = drawn(1000, rng, 4.0)
    assert log_loss(fitted(proba), y) < log_loss(proba, y) - 0.3


@pytest.mark.parametrize("name", MAPS)
def test_calibrated_probabilities_stay_nearly_as_they_are(name):
    rng = np.random.default_rng(0)
    fitted = MAPS[name](*drawn(2000, rng))
    proba, _ = drawn(200, rng)
    assert np.mean(np.abs(fitted(proba) - proba)) < 0.05


@pytest.mark.parametrize("name", MAPS)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1))
def test_two_documents_a_class_are_enough(name, seed):
    rng = np.random.default_rng(seed)
    y = np.repeat(np.arange(4), 2)
    fitted = MAPS[name](rng.dirichlet(np.full(4, 0.1), 8), y)
    new = fitted(np.vstack([np.eye(4), rng.dirichlet(np.ones(4), 5)]))
    assert_allclose(new.sum(axis=1), 1.0)
    assert np.all(np.isfinite(new))
    assert np.all(new >= 0.0)


@given(st.integers(0, 2**32 - 1))
def test_temperature_changes_no_prediction(seed):
    rng = np.random.default_rng(seed)
    proba, y = drawn(30, rng, 2.0)
    moved = fitted_temperature(proba, y)(proba)
    assert np.array_equal(moved.argmax(axis=1), proba.argmax(axis=1))


def test_the_right_temperature_is_found():
    proba, y = drawn(4000, np.random.default_rng(0), 4.0)
    assert fitted_temperature(proba, y).slope == pytest.approx(0.25, abs=0.02)


@pytest.mark.parametrize("name", MAPS)
def test_separated_classes_stay_short_of_certainty(name):
    y = np.repeat([0, 1], 3)
    proba = np.where(y[:, None] == np.array([0, 1]), 0.9, 0.1)
    assert MAPS[name](proba, y)(proba).max() < 1.0
