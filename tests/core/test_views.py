"""Views: leave-one-out is learning without the document; scores are weights by region."""

import pickle

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.bernoulli import Bernoulli
from halfbayes.core.blocks import mean_document
from halfbayes.core.complement import Complement
from halfbayes.core.gaussian import Gaussian
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.views import Discriminant, Documents, EventView, SharedWords
from halfbayes.errors import NotLinearError

N_CLASSES = 3


def documents(seed=0, n=9, *, weighted=False):
    """A region of counts, one of weights, one of numbers; some documents empty in some."""
    rng = np.random.default_rng(seed)
    counts, weights = (
        rng.poisson(0.7, (n, 6)) * 1.0,
        rng.random((n, 4)) * rng.poisson(0.7, (n, 4)),
    )
    counts[0], weights[1] = 0.0, 0.0
    numbers = rng.normal(size=(n, 2))
    numbers[2] = np.nan
    regions = [sparse.csr_array(counts), sparse.csr_array(weights), numbers]
    return Documents(
        regions,
        np.arange(n) % N_CLASSES,
        N_CLASSES,
        rng.uniform(0.5, 2.0, n) if weighted else None,
    )


def rows(whole, chosen):
    weights = None if whole.weights is None else whole.weights[chosen]
    return Documents([X[chosen] for X in whole.regions], whole.y[chosen], N_CLASSES, weights)


EVENTS = [
    EventView(0, Multinomial()),
    EventView(0, Multinomial(0.1), exponent=1.0),
    EventView(1, Complement(), exponent=0.5),
    EventView(0, Bernoulli()),
    EventView(2, Gaussian()),
]
LINEAR = [
    EventView(0, Multinomial()),
    EventView(1, Complement()),
    SharedWords(0, (0,)),
    Discriminant((0, 1), (1.0, 0.5)),
]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("view", EVENTS, ids=str)
def test_leave_one_out_equals_learning_without_the_document(view, weighted):
    whole = documents(weighted=weighted)
    found = view.learnt(whole).leave_one_out(whole)
    for i in range(len(whole.y)):
        others = view.learnt(rows(whole, np.arange(len(whole.y)) != i))
        assert_allclose(
            found[[i]], others.scores(rows(whole, [i]).regions), rtol=1e-8, atol=1e-9
        )


@pytest.mark.parametrize("view", [*EVENTS, *LINEAR], ids=str)
def test_an_empty_region_says_nothing(view):
    whole = documents()
    empty = [sparse.csr_array((1, 6)), sparse.csr_array((1, 4)), np.full((1, 2), np.nan)]
    learnt = view.learnt(whole)
    assert_allclose(learnt.scores(empty), 0.0, atol=1e-12)
    region = getattr(view, "region", None)
    if region is not None:
        assert_allclose(learnt.leave_one_out(whole)[region], 0.0, atol=1e-12)


@pytest.mark.parametrize("view", LINEAR, ids=str)
def test_scores_are_weights_by_region(view):
    whole = documents()
    learnt = view.learnt(whole)
    parts = [w.scores(whole.regions[region]) for region, w in learnt.linear_weights().items()]
    assert_allclose(sum(parts), learnt.scores(whole.regions), rtol=1e-10, atol=1e-12)


@pytest.mark.parametrize("view", [EVENTS[1], EVENTS[4]], ids=str)
def test_scores_by_length_and_of_unequal_variances_are_not_linear(view):
    with pytest.raises(NotLinearError):
        view.learnt(documents()).linear_weights()


def test_the_discriminant_is_seen_from_the_weighted_mean_document():
    whole = documents(weighted=True)
    learnt = Discriminant((0,), (1.0,)).learnt(whole)
    mean = mean_document(whole.regions[0], whole.weights)
    assert_allclose(learnt.scores([mean[None, :]]), 0.0, atol=1e-12)


@pytest.mark.parametrize("view", [*EVENTS, *LINEAR], ids=str)
def test_a_learnt_view_can_be_pickled(view):
    whole = documents()
    learnt = view.learnt(whole)
    scores = learnt.scores(whole.regions)
    assert_allclose(pickle.loads(pickle.dumps(learnt)).scores(whole.regions), scores)
