"""An event model as a view: where it says something, and what is said on top of it."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.bernoulli import Bernoulli
from halfbayes.core.complement import Complement
from halfbayes.core.event_view import EventView
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.view import Documents

offsets = st.lists(st.floats(-5, 5), min_size=3, max_size=3).map(np.array)


def learnt(event, exponent=0.0):
    rng = np.random.default_rng(0)
    X = sparse.csr_array(rng.poisson(1.0, size=(12, 6)) * 1.0 * (np.arange(12) > 1)[:, None])
    documents = Documents([X], np.arange(12) % 3, 3)
    return EventView(0, event, exponent).learnt(documents), documents


@pytest.mark.parametrize("event", [Multinomial(), Complement(), Bernoulli()])
@given(centre=offsets, more=offsets)
def test_what_is_taken_away_or_added_counts_for_documents_that_have_anything(
    event, centre, more
):
    view, documents = learnt(event)
    plain = view.scores(documents.regions)
    moved = view.seen_from(centre).favouring(more).scores(documents.regions) - plain
    assert_allclose(moved[:2], 0.0)
    assert_allclose(moved[2:], np.tile(more - centre, (10, 1)), atol=1e-12)
    alone = view.favouring(more).scores(documents.regions) - plain
    assert_allclose(alone[2:], np.tile(more, (10, 1)), atol=1e-12)


@given(offsets)
def test_left_out_scores_are_those_before_any_centre(centre):
    view, documents = learnt(Complement())
    assert_allclose(
        view.seen_from(centre).leave_one_out(documents), view.leave_one_out(documents)
    )


def test_scores_are_divided_by_a_power_of_the_length():
    plain, documents = learnt(Multinomial())
    by_length, _ = learnt(Multinomial(), exponent=1.0)
    length = np.maximum(documents.regions[0].sum(axis=1), 1.0)[:, None]
    found = by_length.scores(documents.regions) * length
    assert_allclose(found, plain.scores(documents.regions))
