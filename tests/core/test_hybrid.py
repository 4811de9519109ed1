"""The hybrid: its ends are naive Bayes and the discriminant; the dial says where it is."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.special import log_softmax, softmax

from halfbayes.core.complement import Complement
from halfbayes.core.hybrid import SmallFit, fitted_hybrid
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.newton import TOLERANCE
from halfbayes.core.prior import log_prior
from halfbayes.core.views import Discriminant, Documents, EventView
from halfbayes.core.weight_priors import TiedWeights
from halfbayes.errors import InvalidInputError

N_CLASSES = 3
seeds = st.integers(0, 2**32 - 1)
WORDS = EventView(0, Multinomial())
OTHERS = EventView(1, Complement(), exponent=1.0, expected=None)
RIDGE = Discriminant((0, 1), (1.0, 0.5))


def documents(seed, n=12, *, weighted=False):
    rng = np.random.default_rng(seed)
    y = np.concatenate([np.arange(min(n, N_CLASSES)), rng.integers(0, N_CLASSES, n)])[:n]
    rate = rng.gamma(0.5, 1.0, size=(2, N_CLASSES, 8))
    regions = [sparse.csr_array(rng.poisson(rate[r][y]) * 1.0) for r in range(2)]
    return Documents(regions, y, N_CLASSES, rng.uniform(0.5, 2.0, n) if weighted else None)


@settings(max_examples=15, deadline=None)
@given(seeds, st.booleans())
def test_probabilities_sum_to_one_and_the_dial_is_a_share(seed, weighted):
    whole = documents(seed, weighted=weighted)
    model = fitted_hybrid([WORDS, OTHERS, RIDGE], whole, SmallFit())
    for log_proba in (model.log_proba(whole.regions), model.leave_one_out_log_proba):
        assert_allclose(np.exp(log_proba).sum(axis=1), 1.0, rtol=1e-9)
    assert 0.0 <= model.dial <= 1.0
    assert np.all(model.weights.theta >= 0.0)


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_the_dial_is_0_without_a_discriminant_and_1_with_nothing_else(seed):
    whole = documents(seed)
    assert fitted_hybrid([WORDS, OTHERS], whole, SmallFit()).dial == 0.0
    assert fitted_hybrid([RIDGE], whole, SmallFit()).dial == 1.0
    free = fitted_hybrid([WORDS, RIDGE], whole, SmallFit(tied=False))
    assert 0.0 <= free.dial <= 1.0


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_weights_of_one_and_the_prior_are_naive_bayes(seed):
    whole = documents(seed)
    model = fitted_hybrid([WORDS], whole, SmallFit(theta=(1.0,)))
    scores = WORDS.learnt(whole).scores(whole.regions)
    prior = log_prior(np.bincount(whole.y, minlength=N_CLASSES) * 1.0)
    expected = log_softmax(scores + prior, axis=1)
    assert_allclose(model.log_proba(whole.regions), expected, atol=1e-14)
    left_out = WORDS.learnt(whole).leave_one_out(whole)
    # A probability near one has a logarithm near zero: rounding is absolute there.
    expected = log_softmax(left_out + prior, axis=1)
    assert_allclose(model.leave_one_out_log_proba, expected, atol=1e-14)


@given(seeds)
def test_a_document_with_nothing_in_it_gets_the_class_prior(seed):
    whole = documents(seed)
    prior = log_prior(np.bincount(whole.y, minlength=N_CLASSES) * 1.0)
    nothing = [sparse.csr_array((1, 8)), sparse.csr_array((1, 8))]
    for views in ([WORDS, OTHERS, RIDGE], [WORDS, RIDGE], [WORDS], [OTHERS]):
        for fit in (SmallFit(), SmallFit(leave_one_out=False), SmallFit(offsets=False)):
            model = fitted_hybrid(views, whole, fit)
            assert_allclose(model.log_proba(nothing), prior[None, :], rtol=1e-9)


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_the_training_fit_still_answers_honestly(seed):
    whole = documents(seed, n=30)
    fit = SmallFit(leave_one_out=False, offsets=False)
    model = fitted_hybrid([WORDS], whole, fit)
    left_out = WORDS.learnt(whole).leave_one_out(whole)[None]
    expected = model.weights.log_proba(model.weights.evidence(left_out))
    assert_allclose(model.leave_one_out_log_proba, expected, rtol=1e-12)


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_the_training_fit_is_most_probable_on_what_was_seen(seed):
    whole = documents(seed, n=30)
    seen = WORDS.learnt(whole).scores(whole.regions)
    fitted, honest = (
        fitted_hybrid([WORDS], whole, SmallFit(leave_one_out=leave_one_out, offsets=False))
        for leave_one_out in (False, True)
    )
    prior = TiedWeights(np.ones(1))
    variance = prior.common_sd**2 + prior.leeway**2  # of log theta = s + d

    def minus_log_posterior(model):
        theta, offsets = model.weights.theta[0], model.weights.offsets
        log_p = log_softmax(theta * seen + offsets, axis=1)[np.arange(30), whole.y]
        return np.log(theta) ** 2 / (2.0 * variance) - log_p.sum()

    assert minus_log_posterior(fitted) <= minus_log_posterior(honest) + TOLERANCE


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_the_logits_are_weights_by_region(seed):
    whole = documents(seed)
    model = fitted_hybrid([WORDS, EventView(1, Complement()), RIDGE], whole, SmallFit())
    total = model.weights.offsets + sum(
        w.scores(whole.regions[region]) for region, w in model.linear_weights().items()
    )
    assert_allclose(total, model.logits(whole.regions), rtol=1e-9, atol=1e-10)


@settings(max_examples=10, deadline=None)
@given(seeds, st.floats(1e-3, 1e3))
def test_a_weight_without_expectation_does_not_feel_the_scale_of_its_view(seed, scale):
    whole = documents(seed)
    scaled = Documents([scale * X for X in whole.regions], whole.y, N_CLASSES)
    view = EventView(0, Multinomial(1.0), exponent=0.0, expected=None)
    prior = EventView(0, Multinomial(scale), exponent=0.0, expected=None)
    one, other = (
        fitted_hybrid([v], d, SmallFit()) for v, d in ((view, whole), (prior, scaled))
    )
    assert_allclose(one.log_proba(whole.regions), other.log_proba(scaled.regions), atol=1e-4)


def test_documents_of_weight_zero_are_not_there():
    whole = documents(4)
    weights = np.where(np.arange(12) % 4 == 3, 0.0, 1.0)
    weighted = Documents(whole.regions, whole.y, N_CLASSES, weights)
    kept = np.flatnonzero(weights)
    absent = Documents([X[kept] for X in whole.regions], whole.y[kept], N_CLASSES)
    views = [WORDS, OTHERS, RIDGE]
    there, gone = (fitted_hybrid(views, d, SmallFit()) for d in (weighted, absent))
    assert_allclose(there.log_proba(whole.regions), gone.log_proba(whole.regions), rtol=1e-7)
    assert_allclose(there.dial, gone.dial, rtol=1e-9)


@pytest.mark.parametrize("n", [1, 2])
def test_one_or_two_documents_are_no_exception(n):
    whole = documents(2, n=n)
    model = fitted_hybrid([WORDS, OTHERS, RIDGE], whole, SmallFit())
    assert np.isfinite(model.log_proba(whole.regions)).all()
    assert np.isfinite(model.leave_one_out_log_proba).all()


def test_nothing_in_any_document_leaves_the_prior():
    X = sparse.csr_array((4, 3))
    whole = Documents([X, X], np.array([0, 0, 0, 1]), 2)
    model = fitted_hybrid([WORDS, OTHERS, RIDGE], whole, SmallFit(offsets=False))
    assert model.dial == 0.0
    assert_allclose(np.exp(model.log_proba([X, X])), np.tile([4 / 6, 2 / 6], (4, 1)), rtol=1e-9)
    assert_allclose(softmax(model.weights.offsets), [4 / 6, 2 / 6], rtol=1e-9)


def test_probabilities_of_zero_cannot_be_weighed():
    view = EventView(0, Multinomial(1.0, "ml"))
    with pytest.raises(InvalidInputError, match="smoothing"):
        fitted_hybrid([view], documents(1), SmallFit())


@pytest.mark.parametrize("scale", [1.0, 3.0, 7.0, 1e-3, 1e3])
def test_rounding_is_no_spread(scale):
    # Both classes have both words equally often: all that a view says of them is rounding.
    rows = [
        [3, 0],
        [0, 1],
        [0, 2],
        [1, 1],
        [1, 2],
        [2, 1],
        [0, 3],
        [1, 0],
        [2, 0],
        [4, 4],
        [2, 3],
    ]
    X = sparse.csr_array(np.array([*rows, [3, 2]]) * scale)
    whole = Documents([X], np.array([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1]), 2)
    events = (Multinomial(), Complement())
    views = [EventView(0, event, exponent=0.5, expected=None) for event in events]
    model = fitted_hybrid(views, whole, SmallFit(leave_one_out=False))
    assert np.all(np.abs(model.weights.theta) < 10.0)
    assert_allclose(np.exp(model.log_proba([X])), 0.5, atol=1e-9)
