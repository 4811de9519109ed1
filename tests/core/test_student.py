"""Student's t model: the integral it stands for, its limit, hand-made and missing numbers."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from laws import event_models
from laws.corpora import N_CLASSES, continuous
from numpy.testing import assert_allclose
from scipy.integrate import quad
from scipy.stats import invgamma, norm
from scipy.stats import t as student_t

from halfbayes.core.categorical import Categorical
from halfbayes.core.gaussian import Gaussian
from halfbayes.core.student import Student

few = settings(max_examples=25, deadline=None)


def test_the_formula_by_hand():
    X, y = np.array([[0.0], [2.0], [9.0]]), np.array([0, 0, 1])
    model = Student(variance_documents=3.0, mean_documents=1.0, smoothing=0.0)
    tails, known = model.tails(model.statistics(X, y, n_classes=3))
    pool = (2.0 + 3.0 * X.var()) / 6.0
    overall = X.mean()
    between = 2.0 / 3.0 * (1.0 - overall) ** 2
    assert known.all()
    assert_allclose(
        tails.location[:, 0], [(overall + 2.0) / 3.0, (overall + 9.0) / 2.0, overall]
    )
    assert_allclose(tails.freedom[:, 0], [5.0, 4.0, 3.0])
    spread = (1.0 + 1.0 / 3.0) * (2.0 + 3.0 * pool + between) / 5.0
    assert_allclose(tails.scale[0, 0] ** 2, spread)
    assert_allclose(tails.scale[2, 0] ** 2, 2.0 * pool)


@few
@given(continuous())
def test_the_density_is_that_of_scipy(corpus):
    X, y = corpus
    model = Student()
    statistics = model.statistics(X, y, n_classes=N_CLASSES)
    tails, known = model.tails(statistics)
    terms = student_t.logpdf(X[:, None, :], tails.freedom, tails.location, tails.scale)
    expected = np.where(known, terms, 0.0).sum(axis=2)
    assert_allclose(model.log_likelihood(X, statistics), expected, rtol=1e-8, atol=1e-8)


def test_it_is_the_gaussian_integrated_over_mean_and_variance():
    """Over the mean in closed form, over the variance by quadrature."""
    X, y = np.array([[0.0], [2.0], [9.0], [7.0]]), np.array([0, 0, 1, 1])
    c, g, new = 3.0, 1.0, 4.0
    model = Student(c, g, smoothing=0.0)
    statistics = model.statistics(X, y, n_classes=2)
    overall, pool = X.mean(), (4.0 + c * X.var()) / (4.0 + c)
    h, d = 2.0 + g, 2.0 + c
    centre = (g * overall + 2.0 * 1.0) / h
    squares = 2.0 + c * pool + g * 2.0 / h * (1.0 - overall) ** 2
    posterior = invgamma(0.5 * d, scale=0.5 * squares)

    def integrand(v):
        return posterior.pdf(v) * norm.pdf(new, centre, np.sqrt(v * (1.0 + 1.0 / h)))

    density = quad(integrand, 0.0, np.inf)[0]
    [[ours, _]] = model.log_likelihood(np.array([[new]]), statistics)
    assert_allclose(ours, np.log(density), rtol=1e-6)


def test_with_many_documents_it_is_the_gaussian():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(20_000, 2)) * [1.0, 3.0] + 5.0, np.repeat([0, 1], 10_000)
    student, gaussian = Student(), Gaussian(shrinkage=0.0)
    statistics = student.statistics(X, y, n_classes=2)
    assert_allclose(
        student.log_likelihood(X[:200], statistics),
        gaussian.log_likelihood(X[:200], statistics),
        rtol=1e-3,
    )


def test_one_far_number_does_not_decide_when_little_is_known():
    X = np.array([[1.0], [1.0], [1.0], [1.0], [1.0], [2.0]])
    y = np.array([0, 0, 0, 1, 1, 1])
    far = np.array([[3.0]])
    gaps = []
    for model in (Gaussian(), Student()):
        [[first, second]] = model.log_likelihood(far, model.statistics(X, y, n_classes=2))
        gaps.append(second - first)
    assert gaps[0] > 10.0
    assert 0.0 < gaps[1] < gaps[0] / 3.0


def test_samples_have_the_moments_of_their_class():
    rng = np.random.default_rng(0)
    X, y = rng.normal(size=(400, 2)) * [1.0, 5.0] + 7.0, np.repeat([0, 1], 200)
    event_models.assert_samples_have_the_statistics(
        Student(), X, y, n_classes=2, close={"rtol": 0.1, "atol": 0.4}
    )


@pytest.mark.parametrize("sizes", [(100, 100), (180, 20), (400, 40, 4)])
def test_with_tails_alike_no_number_decides_however_far_out(sizes):
    rng = np.random.default_rng(0)
    y = np.repeat(np.arange(len(sizes)), sizes)
    X = rng.normal(size=(len(y), 1))
    far = np.array([[1e2], [1e4], [1e8]])
    gaps = {}
    for model in (Student(), Student(most_freedom=5.0)):
        scores = model.log_likelihood(far, model.statistics(X, y, n_classes=len(sizes)))
        gaps[model.most_freedom] = np.ptp(scores, axis=1)
    assert gaps[5.0].max() < 1.0
    assert_allclose(gaps[5.0][1], gaps[5.0][2], rtol=0.01)  # it does not grow
    assert gaps[None][-1] > 3.0 * gaps[5.0][-1]


def test_with_tails_alike_a_feature_that_never_varied_says_nothing():
    X, y = np.full((120, 1), 3.0), np.repeat([0, 1], [100, 20])
    model = Student(most_freedom=5.0)
    statistics = model.statistics(X, y, n_classes=2)
    scores = model.log_likelihood(np.array([[3.0], [3.01], [1e6]]), statistics)
    assert np.ptp(scores, axis=1).max() < 0.2


@st.composite
def flagged(draw):
    """A corpus of numbers and then flags, and how many these are."""
    X, y = draw(continuous())
    n_flags = draw(st.integers(1, 2))
    cells = st.sampled_from([0.0, 1.0, np.nan])
    return (
        np.hstack([X, draw(hnp.arrays(np.float64, (len(y), n_flags), elements=cells))]),
        y,
        n_flags,
    )


@few
@given(flagged())
def test_numbers_and_flags_add_up(corpus):
    X, y, n_flags = corpus
    numbers, flags = X[:, :-n_flags], X[:, -n_flags:]
    both, alone = Student(n_flags=n_flags), Student()
    expected = alone.log_likelihood(numbers, alone.statistics(numbers, y, n_classes=N_CLASSES))
    for flag in flags.T[np.nan_to_num(flags).any(axis=0)]:  # of others nothing is said
        worth = (np.isfinite(flag).sum() + 2) / (np.nansum(flag) + 1)
        for k in range(N_CLASSES):
            own = flag[(y == k) & np.isfinite(flag)]
            one = (own.sum() + 1) / (len(own) + worth)
            said = np.log(np.where(flag == 1, one, 1 - one))
            expected[:, k] += np.where(np.isnan(flag), 0.0, said)
    found = both.log_likelihood(X, both.statistics(X, y, n_classes=N_CLASSES))
    assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@given(st.integers(1, 9), st.integers(0, 20))
def test_in_classes_of_one_size_a_one_counts_as_among_two_categories(first, second):
    X = np.zeros((60, 1))
    X[:first], X[30 : 30 + second] = 1.0, 1.0
    y = np.repeat([0, 1], 30)
    student, frequencies = Student(n_flags=1), Categorical(n_categories=np.array([2]))
    gaps = [
        np.diff(model.log_likelihood(np.ones((1, 1)), model.statistics(X, y, n_classes=2)))
        for model in (student, frequencies)
    ]
    assert_allclose(*gaps, atol=1e-12)


def test_what_is_rare_is_not_likely_in_a_class_of_few_documents():
    X, y = np.zeros((1010, 1)), np.repeat([0, 1], [1000, 10])
    X[0] = 1.0
    model = Student(n_flags=1)
    [[many, few_documents]] = model.log_likelihood(
        np.array([[1.0]]), model.statistics(X, y, n_classes=2)
    )
    assert abs(few_documents - many) < np.log(2.0)


@few
@given(flagged())
def test_flags_are_left_out_exactly(corpus):
    X, y, n_flags = corpus
    event_models.assert_leave_one_out_equals_refitting(
        Student(n_flags=n_flags, most_freedom=5.0), X, y, n_classes=N_CLASSES
    )


def test_a_flag_that_is_never_set_says_nothing():
    X, y = np.zeros((30, 1)), np.repeat([0, 1], [25, 5])
    model = Student(n_flags=1)
    statistics = model.statistics(X, y, n_classes=2)
    assert model.log_likelihood(np.array([[0.0], [1.0]]), statistics).tolist() == [[0, 0]] * 2


def test_a_flag_set_once_decides_little():
    X, y = np.zeros((200, 1)), np.repeat([0, 1], 100)
    X[-1] = 1.0
    model = Student(n_flags=1)
    [[first, second]] = model.log_likelihood(
        np.array([[1.0]]), model.statistics(X, y, n_classes=2)
    )
    assert second - first == pytest.approx(np.log(2.0))
