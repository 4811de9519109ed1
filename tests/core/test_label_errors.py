import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.core.label_errors import ranked_label_errors


@given(st.integers(0, 2**32 - 1), st.integers(1, 30), st.integers(2, 5))
def test_documents_are_ranked_by_the_probability_of_their_label(seed, n, n_classes):
    rng = np.random.default_rng(seed)
    proba, y = rng.dirichlet(np.ones(n_classes), n), rng.integers(0, n_classes, n)
    found = ranked_label_errors(proba, y)
    assert np.all(np.diff(found.suspicion[found.order]) <= 0)
    assert sorted(found.order) == list(range(n))
    assert np.array_equal(found.own, proba[np.arange(n), y])
    assert np.array_equal(found.suggested, proba.argmax(axis=1))


def test_flipped_labels_come_first():
    rng = np.random.default_rng(0)
    y = rng.integers(0, 4, 400)
    proba = np.full((400, 4), 0.05)
    proba[np.arange(400), y] = 0.85
    flipped = rng.choice(400, 20, replace=False)
    y[flipped] = (y[flipped] + 1) % 4
    found = ranked_label_errors(proba, y)
    assert set(found.order[:20]) == set(flipped)
    assert set(found.implausible(0.1)) == set(flipped)
    assert len(found.implausible(0.01)) == 0


def test_certain_probabilities_do_no_harm():
    found = ranked_label_errors(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([0, 0]))
    assert np.all(np.isfinite(found.suspicion))
    assert found.order[0] == 1
