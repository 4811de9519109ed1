import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.core.prediction_sets import ClassRanks


def drawn(n, rng):
    """Scores of three classes of unequal size and difficulty."""
    y = rng.choice(3, n, p=[0.7, 0.2, 0.1])
    scores = rng.normal(0, 1, (n, 3))
    scores[np.arange(n), y] += np.array([2.0, 1.0, 0.3])[y]
    return np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True), y


@pytest.mark.parametrize("alpha", [0.05, 0.2])
def test_every_class_is_covered_as_often_as_asked(alpha):
    rng, covered = np.random.default_rng(0), []
    for _ in range(200):
        known = drawn(150, rng)
        proba, y = drawn(300, rng)
        inside = ClassRanks.of(*known).p_values(proba)[np.arange(300), y] > alpha
        covered.append([inside[y == k].mean() for k in range(3)])
    assert np.all(np.nanmean(covered, axis=0) >= 1 - alpha - 0.01)


@given(st.integers(0, 2**32 - 1))
def test_more_confidence_gives_larger_sets(seed):
    rng = np.random.default_rng(seed)
    p = ClassRanks.of(*drawn(40, rng)).p_values(drawn(10, rng)[0])
    assert np.all((p > 0.05).sum(axis=1) >= (p > 0.2).sum(axis=1))
    assert np.all((p > 0) & (p <= 1))


def test_a_class_with_few_documents_is_in_every_set():
    ranks = ClassRanks.of(np.array([[0.9, 0.1], [0.2, 0.8]]), np.array([0, 1]))
    assert np.all(ranks.p_values(np.array([[1.0, 0.0]])) > 0.1)
