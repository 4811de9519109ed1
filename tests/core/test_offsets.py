"""The offsets of the classes count for what a document has, and for nothing else."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.special import log_softmax

from halfbayes.core.complement import Complement
from halfbayes.core.hybrid import SmallFit, fitted_hybrid
from halfbayes.core.known import Known
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.offsets import bearer, offset_share
from halfbayes.core.prior import log_prior
from halfbayes.core.shared_words import SharedWords
from halfbayes.core.small_fit import SmallObjective
from halfbayes.core.view import Documents
from halfbayes.core.views import Discriminant, EventView, SoftmaxDiscriminant
from halfbayes.core.weight_priors import TiedWeights

N_CLASSES = 3
WORDS = EventView(0, Complement(), centred=1.0)
RIDGE = Discriminant((0, 1, 2), (1.0, 1.0, 0.3), bearing=(0, 1))
seeds = st.integers(0, 2**32 - 1)


def invented(seed, n=60, *, empty=0):
    """Three regions; classes of unequal size, which a word model favours unequally.

    The first ``empty`` documents have nothing, and as many after them only the second region.
    """
    rng = np.random.default_rng(seed)
    y = np.sort(rng.choice(N_CLASSES, n, p=[0.7, 0.2, 0.1]))
    y[:N_CLASSES] = np.arange(N_CLASSES)
    rng.shuffle(y)
    regions = []
    for region in range(3):
        X = rng.poisson(0.3, size=(n, 12)) + 3.0 * (rng.random((n, 1)) < 0.8) * np.eye(12)[y]
        X[:, -1] += 1.0  # every document has something
        X[: empty if region == 1 else 2 * empty] = 0.0
        regions.append(
            sparse.csr_array(X / np.maximum(np.linalg.norm(X, axis=1), 1.0)[:, None])
        )
    return Documents(regions, y, N_CLASSES)


def test_they_are_borne_by_the_last_discriminative_view_or_the_first():
    regions = invented(0).regions
    assert bearer([WORDS, RIDGE], regions) == 1
    assert bearer([WORDS, RIDGE, SoftmaxDiscriminant(RIDGE)], regions) == 2
    assert bearer([EventView(1, Multinomial()), WORDS], regions) == 0
    dense = [np.ones((60, 2))]
    assert bearer([WORDS], dense) is None
    assert bearer([WORDS, RIDGE], dense) == 1


def test_the_regions_that_are_named_bear_them_or_all():
    assert RIDGE.bearers == SoftmaxDiscriminant(RIDGE).bearers == (0, 1)
    assert replace(RIDGE, bearing=None).bearers == (0, 1, 2)
    assert WORDS.bearers == (0,)
    assert SharedWords(1, (0, 1)).bearers == (1,)


def test_a_document_left_out_has_what_others_know_of_it():
    documents = invented(1, empty=4)
    known = Known(np.where(np.arange(60) == 20, 0.0, 1.0))
    r = offset_share(RIDGE, replace(documents, known=[known, None, None]))
    assert_allclose(r[:4], 0.0)
    assert_allclose(r[4:8], 0.5)
    assert r[20] == pytest.approx(0.5)
    assert_allclose(np.delete(r, 20)[8:], 1.0)
    assert offset_share(RIDGE, invented(1)) is None


@pytest.mark.parametrize(
    "views",
    [[WORDS, RIDGE], [WORDS], [SharedWords(0, (0, 1))]],
    ids=["discriminant", "words", "shared words"],
)
@settings(max_examples=10, deadline=None)
@given(seed=seeds)
def test_what_has_everything_gets_all_of_them_and_what_has_nothing_gets_none(views, seed):
    documents = invented(seed, empty=5)
    model = fitted_hybrid(views, documents, SmallFit())
    prior = log_prior(np.bincount(documents.y, minlength=N_CLASSES) * 1.0)
    assert_allclose(model.weights.offsets, prior)
    plain = [view.learnt(documents) for view in views]
    if views[0].centred:
        centre = plain[0].scores(documents.regions) - model.views[0].scores(documents.regions)
        plain[0] = plain[0].seen_from(centre[-1] if len(views) > 1 else np.zeros(N_CLASSES))
    without = model.weights.evidence(np.stack([v.scores(documents.regions) for v in plain]))
    borne = model.weights.evidence(model.view_scores(documents.regions)) - without
    assert_allclose(borne[:5], 0.0, atol=1e-12)
    c = borne[-1]
    assert_allclose(borne[10:], np.tile(c, (50, 1)), atol=1e-9)
    assert np.abs(c).max() > 0.0
    half = 0.5 if RIDGE in views else 0.0
    assert_allclose(borne[5:10], half * np.tile(c, (5, 1)), atol=1e-9)


@settings(max_examples=10, deadline=None)
@given(seeds)
def test_left_out_they_count_as_they_do_for_new_documents(seed):
    """The scores of documents left out are those of the small fit, whose r is theirs."""
    documents = invented(seed, empty=5)
    model = fitted_hybrid([RIDGE], documents, SmallFit())
    prior = log_prior(np.bincount(documents.y, minlength=N_CLASSES) * 1.0)
    f = RIDGE.learnt(documents).leave_one_out(documents)[None]
    r, tie = offset_share(RIDGE, documents), TiedWeights(np.array([RIDGE.expected]))
    fit = SmallObjective(f, documents.y, prior, tie, np.ones(60), r).fitted()
    c = fit.offsets - prior
    assert_allclose(model.weights.leave_one_out, fit.leave_one_out + r[:, None] * c, atol=1e-12)
    assert_allclose(model.weights.leave_one_out[:5], 0.0, atol=1e-6)


def test_the_paper_has_a_constant_for_every_document():
    documents = invented(3, empty=5)
    fit = SmallFit(tied=False)
    model = fitted_hybrid([EventView(0, Multinomial())], documents, fit)
    prior = log_prior(np.bincount(documents.y, minlength=N_CLASSES) * 1.0)
    assert not np.allclose(log_softmax(model.weights.offsets), prior)
    nothing = [X[:1] for X in documents.regions]
    assert_allclose(model.log_proba(nothing)[0], log_softmax(model.weights.offsets))
