import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose

from halfbayes.core.learning_curve import (
    MISFIT,
    STEEPEST,
    STEEPNESSES,
    SizeError,
    learning_curve,
)

sizes = st.lists(
    st.tuples(st.integers(1, 5000), st.floats(0.0, 1.0)), min_size=1, max_size=5
).map(lambda drawn: [SizeError(n, round(share * n), n) for n, share in drawn])


@settings(max_examples=25)
@given(sizes, st.integers(1, 10_000))
def test_the_error_to_expect_falls_as_labels_are_added(points, labels):
    curve = learning_curve(points)
    assert_allclose(curve.chance.sum(), 1.0)
    assert 0.0 <= curve.expected_steepness <= STEEPEST
    fewer, more = curve.at(labels), curve.at(2 * labels)
    assert fewer.error + 1e-12 >= more.error
    assert fewer.low <= fewer.high
    assert 0.0 <= more.low <= more.high <= 1.0


@pytest.mark.parametrize("c", [0.1, 0.3, 0.6])
def test_a_power_law_is_found_again(c):
    points = [
        SizeError(n, round(n * 0.2 * (n / 10**5) ** -c), n) for n in (12500, 50000, 10**5)
    ]
    curve = learning_curve(points)
    assert_allclose(curve.expected_steepness, c, atol=0.02)  # the counts themselves vary
    assert_allclose(curve.at(200_000).error, 0.2 * 2**-c, rtol=0.02)


def test_more_documents_make_the_interval_narrower():
    few = learning_curve([SizeError(20, 8, 20), SizeError(40, 12, 40)]).at(80)
    many = learning_curve([SizeError(2000, 800, 2000), SizeError(4000, 1200, 4000)]).at(8000)
    assert many.high - many.low < few.high - few.low


def test_the_interval_widens_the_further_it_looks():
    curve = learning_curve([SizeError(5000, 1500, 5000), SizeError(10_000, 2500, 10_000)])
    told = [curve.at(labels) for labels in (10_000, 20_000, 40_000)]
    widths = [one.high / one.low for one in told]
    assert widths == sorted(widths)
    assert widths[-1] > 1.5  # four times the labels: the misfit alone gives exp(0.8) or so


def test_one_size_alone_tells_its_own_error():
    told = learning_curve([SizeError(1000, 250, 1000)]).at(1000)
    assert_allclose(told.error, 0.25, atol=0.005)
    assert told.low < 0.25 < told.high
    assert np.isfinite(told.error)


def test_exponents_are_drawn_around_the_law_and_nearer_with_more_documents():
    """Their spread is never less than the misfit alone makes it."""
    rng, drawn = np.random.default_rng(0), {}
    for n in (40, 4000, 400_000):
        errors = [
            SizeError(n, round(n * 0.2), n),
            SizeError(4 * n, round(n * 0.8 * 4**-0.3), 4 * n),
        ]
        drawn[n] = learning_curve(errors).drawn(4000, rng)
        assert drawn[n].min() >= 0.0
        assert drawn[n].max() <= STEEPEST
    assert_allclose(drawn[400_000].mean(), 0.3, atol=0.02)
    spread = [drawn[n].std() for n in (40, 4000, 400_000)]
    assert spread == sorted(spread, reverse=True)
    assert_allclose(spread[-1], MISFIT / np.log(2.0), rtol=0.1)


def test_one_size_alone_leaves_every_exponent_possible_and_all_alike():
    """A tenth of them in each tenth from 0 to the steepest, the ends as well as the middle."""
    drawn = learning_curve([SizeError(50, 10, 50)]).drawn(40_000, np.random.default_rng(0))
    assert len(np.unique(drawn)) == len(drawn)
    counts, _ = np.histogram(drawn, bins=10, range=(0.0, STEEPEST))
    # Five standard errors of a count, and the ends of the grid, which count as whole nodes.
    assert_allclose(counts / len(drawn), 0.1, atol=0.0075 + 0.1 / STEEPNESSES)
