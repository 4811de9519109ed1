"""One word model for several regions: counted together, left out together."""

import pickle

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from laws.corpora import N_CLASSES
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.multinomial import Multinomial
from halfbayes.core.shared_words import SharedWords
from halfbayes.core.supplement import Supplement
from halfbayes.core.views import Documents, EventView


@st.composite
def two_regions(draw):
    """Documents of two regions over one vocabulary, some of them empty."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    n, terms = draw(st.integers(1, 7)), draw(st.integers(1, 5))
    regions = [sparse.csr_array(rng.poisson(0.6, size=(n, terms)) * 1.0) for _ in range(2)]
    weights = rng.uniform(0.5, 2.0, n) if draw(st.booleans()) else None
    return Documents(regions, rng.integers(0, N_CLASSES, n), N_CLASSES, weights)


def rows(documents, chosen):
    weights = None if documents.weights is None else documents.weights[chosen]
    regions = [X[chosen] for X in documents.regions]
    return Documents(regions, documents.y[chosen], documents.n_classes, weights)


@settings(max_examples=40, deadline=None)
@given(two_regions(), st.sampled_from([0.1, 1.0, None]), st.sampled_from([0.0, 0.5, 1.0]))
def test_leave_one_out_equals_learning_without_the_document(documents, smoothing, exponent):
    if smoothing is None:  # one for each word
        smoothing = np.linspace(0.1, 2.0, documents.regions[0].shape[1])
    for region in (0, 1):
        view = SharedWords(region, (0, 1), smoothing, exponent)
        found = view.learnt(documents).leave_one_out(documents)
        for i in range(len(documents.y)):
            others = view.learnt(rows(documents, np.arange(len(documents.y)) != i))
            expected = others.scores(rows(documents, [i]).regions)
            # Weights make counts real: what is left of them is right to rounding.
            assert_allclose(found[[i]], expected, rtol=1e-8, atol=1e-12)


@settings(max_examples=20, deadline=None)
@given(two_regions())
def test_regions_add_up_to_the_word_model_of_their_sum(documents):
    joined = documents.regions[0] + documents.regions[1]
    whole = Documents([joined], documents.y, N_CLASSES, documents.weights)
    expected = EventView(0, Multinomial()).learnt(whole).scores([joined])
    views = [SharedWords(region, (0, 1)).learnt(documents) for region in (0, 1)]
    found = views[0].scores(documents.regions) + views[1].scores(documents.regions)
    assert_allclose(found, expected, rtol=1e-10, atol=1e-12)


@settings(max_examples=20, deadline=None)
@given(two_regions())
def test_scores_are_linear_and_survive_pickling(documents):
    view = SharedWords(1, (0, 1)).learnt(documents)
    scores = view.scores(documents.regions)
    linear = view.linear_weights()[1]
    assert_allclose(linear.scores(documents.regions[1]), scores, rtol=1e-12)
    assert_allclose(pickle.loads(pickle.dumps(view)).scores(documents.regions), scores)


def test_documents_that_only_teach_are_counted():
    X = sparse.csr_array([[1.0, 0.0], [0.0, 2.0]])
    taught = Documents([X, X], np.array([0, 1]), 2)
    half = Documents([X[:1], X[:1]], np.array([0]), 2)
    supplement = Supplement([X[1:], X[1:]], np.array([[0.0, 1.0]]))
    more = Documents([X[:1], X[:1]], np.array([0]), 2, supplement=supplement)
    view = SharedWords(0, (0, 1))
    assert_allclose(view.learnt(more).scores([X, X]), view.learnt(taught).scores([X, X]))
    assert not np.allclose(view.learnt(half).scores([X, X]), view.learnt(taught).scores([X, X]))
