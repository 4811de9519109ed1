"""A given view: documents teach it nothing but which classes there are."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.event_view import EventView
from halfbayes.core.given_view import GivenView
from halfbayes.core.hybrid import SmallFit, fitted_hybrid
from halfbayes.core.known import Known
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.supplement import Supplement
from halfbayes.core.view import Documents

seeds = st.integers(0, 2**31)
offsets = st.lists(st.floats(-5, 5), min_size=3, max_size=3).map(np.array)


def drawn(seed, n=12, empty=2):
    rng = np.random.default_rng(seed)
    has = (np.arange(n) >= empty)[:, None]
    X, Z = (
        sparse.csr_array(rng.poisson(0.7, size=(n, width)) * (1.0 * has)) for width in (6, 4)
    )
    U, V = (sparse.csr_array(rng.poisson(0.4, size=(3, width)) * 1.0) for width in (6, 4))
    return Documents([X, Z], np.arange(n) % 3, 3), GivenView((0, 1), (U, V))


@given(seeds)
def test_what_it_says_is_the_product_with_what_stands_for_each_class(seed):
    documents, view = drawn(seed)
    X, Z = (region.toarray() for region in documents.regions)
    U, V = (told.toarray() for told in view.told)
    assert_allclose(view.learnt(documents).scores(documents.regions), X @ U.T + Z @ V.T)


@given(seeds, st.integers(0, 11), st.booleans())
def test_leave_one_out_equals_learning_from_the_others(seed, i, alone):
    documents, view = drawn(seed)
    if alone:  # document i is the only one of its class
        y = np.arange(12) % 2
        y[i] = 2
        documents = replace(documents, y=y)
    others = documents.rows(np.flatnonzero(np.arange(12) != i))
    refitted = view.learnt(others).scores([X[[i]] for X in documents.regions])
    assert_allclose(view.learnt(documents).leave_one_out(documents)[[i]], refitted)


def test_of_a_class_without_documents_not_even_the_name_is_known():
    documents, view = drawn(0)
    two = replace(documents, y=np.arange(12) % 2)
    scores = view.learnt(two).scores(documents.regions)
    assert not scores[:, 2].any()
    assert_allclose(scores[:, :2], view.learnt(documents).scores(documents.regions)[:, :2])
    listed = Supplement([X[:1] for X in documents.regions], np.array([[0.0, 0.0, 2.0]]))
    known = replace(two, supplement=listed)
    assert view.learnt(known).scores(documents.regions)[:, 2].any()


@given(seeds, offsets, offsets)
def test_centre_and_offsets_count_for_documents_that_have_the_first_region(seed, centre, more):
    documents, view = drawn(seed)
    learnt = view.learnt(documents)
    plain = learnt.scores(documents.regions)
    moved = learnt.seen_from(centre).favouring(more).scores(documents.regions)
    has = np.diff(documents.regions[0].indptr) > 0
    assert_allclose(moved - plain, has[:, None] * (more - centre), atol=1e-12)


@given(seeds, offsets)
def test_its_weights_by_region_are_its_scores(seed, centre):
    documents, view = drawn(seed)
    learnt = view.learnt(documents).seen_from(centre)
    weights = learnt.linear_weights()
    scores = sum(weights[r].scores(X) for r, X in enumerate(documents.regions))
    assert_allclose(scores, learnt.scores(documents.regions), atol=1e-12)


def test_documents_decide_how_much_it_is_heard():
    """It counts more where it is right than where it is about another class."""
    rng = np.random.default_rng(0)
    y = np.arange(60) % 3
    named = rng.random(60) < 0.6
    X = rng.poisson(0.5, size=(60, 9)) * 1.0
    X[np.arange(60), y] += named
    documents = Documents([sparse.csr_array(X)], y, 3)
    words = EventView(0, Multinomial())
    thetas = []
    for shift in (0, 1):
        told = sparse.csr_array(np.roll(np.eye(3, 9), shift, axis=0))
        view = GivenView((0,), (told,), expected=2.0)
        thetas.append(fitted_hybrid([words, view], documents, SmallFit()).weights.theta[1])
    assert thetas[0] > 2.0 * thetas[1]


@given(seeds)
def test_documents_left_out_are_seen_as_new_ones_region_by_region(seed):
    documents, view = drawn(seed, empty=0)
    known = [Known(np.random.default_rng(seed).uniform(0.3, 1.0, 12)) for _ in range(2)]
    seen = view.learnt(documents).leave_one_out(replace(documents, known=known))
    whole = [
        sparse.csr_array(X / part.share[:, None])
        for X, part in zip(documents.regions, known, strict=True)
    ]
    assert_allclose(seen, view.learnt(documents).scores(whole), atol=1e-12)
