import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_allclose

from halfbayes.core.coverage import (
    accuracy_coverage_curve,
    simultaneous_band,
)

sizes = st.integers(1, 60)


@st.composite
def judged_documents(draw):
    n = draw(sizes)
    places = st.integers(0, 8).map(lambda k: k / 8)  # few values: many ties
    confidence = draw(hnp.arrays(np.float64, n, elements=places))
    return confidence, draw(hnp.arrays(np.bool_, n))


@given(judged_documents())
def test_each_point_is_the_accuracy_above_its_threshold(documents):
    confidence, correct = documents
    curve = accuracy_coverage_curve(confidence, correct)
    for t, coverage, accuracy in zip(
        curve.threshold, curve.coverage, curve.accuracy, strict=True
    ):
        answered = confidence >= t
        assert coverage == answered.mean()
        assert_allclose(accuracy, correct[answered].mean())


@given(judged_documents(), st.floats(0.01, 1.0))
def test_no_threshold_with_the_accuracy_answers_more(documents, accuracy):
    confidence, correct = documents
    found = accuracy_coverage_curve(confidence, correct).coverage_at(accuracy)
    tried = [
        (confidence >= t).mean()
        for t in np.unique(confidence)
        if correct[confidence >= t].mean() >= accuracy
    ]
    assert found == max(tried, default=0.0)


@given(judged_documents())
def test_all_documents_have_the_overall_accuracy(documents):
    confidence, correct = documents
    assert_allclose(
        accuracy_coverage_curve(confidence, correct).accuracy_at(1.0), correct.mean()
    )


def area_over(confidence, correct):
    return accuracy_coverage_curve(confidence, correct).area_over


@given(judged_documents())
def test_the_area_lies_between_none_and_all_and_is_the_error_without_a_ranking(documents):
    confidence, correct = documents
    assert 0.0 <= area_over(confidence, correct) <= 1.0
    flat = area_over(np.zeros(len(correct)), correct)
    assert_allclose(flat, 1.0 - correct.mean(), atol=1e-12)


@given(judged_documents(), st.randoms())
def test_the_order_of_documents_does_not_matter(documents, random):
    confidence, correct = documents
    order = list(range(len(correct)))
    random.shuffle(order)
    assert_allclose(
        area_over(confidence[order], correct[order]), area_over(confidence, correct)
    )


def test_right_ones_first_makes_the_area_smallest():
    correct = np.array([True, True, False, False])
    best = area_over(np.array([4.0, 3.0, 2.0, 1.0]), correct)
    assert best == pytest.approx((0 + 0 + 1 / 3 + 1 / 2) / 4)
    assert area_over(np.array([1.0, 2.0, 3.0, 4.0]), correct) > best


def test_without_documents_there_is_no_area():
    none = np.empty(0), np.empty(0, dtype=bool)
    curve = accuracy_coverage_curve(*none)
    assert np.isnan(curve.area_over)
    assert np.isnan(curve.accuracy_at(0.5))
    assert curve.coverage_at(0.5) == 0.0


def population(n, rng):
    """Confidence c and a chance q(c) to be right that is far from c."""
    confidence = rng.random(n)
    return confidence, rng.random(n) < 0.5 + 0.5 * confidence**2


def true_accuracy(threshold):
    """Mean of 1/2 + c^2/2 over c above the threshold."""
    t = np.maximum(threshold, 0.0)
    return 0.5 + (1 - t**3) / 6 / (1 - t)


def misses(level, n, draws, rng):
    """Share of draws in which the band misses the truth anywhere."""
    missed = 0
    for _ in range(draws):
        band = simultaneous_band(*population(n, rng), level=level)
        truth = true_accuracy(band.threshold)
        missed += np.any((truth < band.low) | (truth > band.high))
    return missed / draws


@pytest.mark.parametrize("n", [40, 300])
def test_the_band_holds_everywhere_at_once_as_often_as_it_says(n):
    draws = 400
    rate = misses(0.8, n, draws, np.random.default_rng(n))
    assert rate <= 0.2 + 3 * np.sqrt(0.2 * 0.8 / draws)


def test_a_pointwise_interval_would_not_hold_everywhere_at_once():
    rng, missed = np.random.default_rng(1), 0
    for _ in range(200):
        confidence, correct = population(300, rng)
        band = simultaneous_band(confidence, correct, level=1 - 0.2 * 25)  # uncorrected
        truth = true_accuracy(band.threshold)
        missed += np.any((truth < band.low) | (truth > band.high))
    assert missed / 200 > 0.3


@given(judged_documents())
def test_the_band_surrounds_the_curve(documents):
    confidence, correct = documents
    band = simultaneous_band(confidence, correct)
    assert np.all(band.low <= band.accuracy + 1e-12)
    assert np.all(band.accuracy <= band.high + 1e-12)
    assert band.coverage[-1] == 1.0
    for t, answered in zip(band.threshold, band.answered, strict=True):
        assert np.count_nonzero(confidence > t) == answered
