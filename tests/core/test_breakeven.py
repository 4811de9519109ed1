import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from halfbayes.core.breakeven import precision_recall_breakeven, roc_breakeven

labelled = st.lists(st.tuples(st.booleans(), st.integers(-4, 4)), min_size=2, max_size=25)


def rates_at_every_threshold(positive, scores):
    """Brute force: miss, false alarm, precision and recall at each possible threshold."""
    for threshold in [-np.inf, *np.unique(scores)]:
        chosen = scores > threshold
        hits = (chosen & positive).sum()
        yield (
            1 - hits / positive.sum(),
            (chosen & ~positive).sum() / max(1, (~positive).sum()),
            hits / chosen.sum() if chosen.any() else np.nan,
            hits / positive.sum(),
        )


@given(labelled)
def test_roc_breakeven_equals_a_scan_of_every_threshold(sample):
    positive = np.array([p for p, _ in sample])
    scores = np.array([float(s) for _, s in sample])
    assume(positive.any() and not positive.all())
    pairs = [
        (abs(m - f), (m + f) / 2) for m, f, _, _ in rates_at_every_threshold(positive, scores)
    ]
    least = min(difference for difference, _ in pairs)
    expected = min(mean for difference, mean in pairs if difference <= least + 1e-12)
    assert_allclose(roc_breakeven(positive, scores), expected, atol=1e-12)


@given(labelled)
def test_precision_recall_breakeven_equals_a_scan_of_every_threshold(sample):
    positive = np.array([p for p, _ in sample])
    scores = np.array([float(s) for _, s in sample])
    assume(positive.any())
    pairs = [
        (abs(p - r), (p + r) / 2)
        for _, _, p, r in rates_at_every_threshold(positive, scores)
        if r > 0
    ]
    least = min(difference for difference, _ in pairs)
    near = [mean for difference, mean in pairs if difference <= least + 1e-12]
    assert (
        min(near) - 1e-12 <= precision_recall_breakeven(positive, scores) <= max(near) + 1e-12
    )


@given(labelled, st.floats(0.1, 10.0), st.floats(-5.0, 5.0))
def test_a_rising_change_of_the_scores_changes_no_breakeven(sample, slope, bias):
    positive = np.array([p for p, _ in sample])
    scores = np.array([float(s) for _, s in sample])
    moved = scores * slope + bias
    for breakeven in (roc_breakeven, precision_recall_breakeven):
        assert_allclose(breakeven(positive, scores), breakeven(positive, moved), equal_nan=True)


def test_hand_worked_breakevens():
    # From the top, miss is 1, 1/2, 1/2, 0, 0, 0 and false alarm 0, 0, 1/3, 1/3, 2/3, 1: they
    # are nearest after the second document.
    positive = np.array([True, False, True, False, False])
    scores = np.array([5.0, 4.0, 3.0, 2.0, 1.0])
    assert_allclose(roc_breakeven(positive, scores), (1 / 2 + 1 / 3) / 2)
    assert_allclose(precision_recall_breakeven(positive, scores), 1 / 2)


def test_one_side_only_has_no_roc_breakeven():
    assert np.isnan(roc_breakeven(np.array([True, True]), np.array([1.0, 2.0])))
    assert np.isnan(precision_recall_breakeven(np.array([False]), np.array([1.0])))


def test_a_wrong_document_on_top_is_no_precision_recall_breakeven_of_zero():
    positive = np.array([False, True, True, False])
    scores = np.array([9.0, 3.0, 2.0, 1.0])
    assert precision_recall_breakeven(positive, scores) == 0.5
