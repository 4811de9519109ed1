"""The views of the hybrid classifier: one of each region, the discriminant last."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.views import Discriminant, Documents, EventView, SharedWords
from halfbayes.errors import InvalidParameterError
from halfbayes.models.hybrid_views import PRECISION, discriminant_of, named_views
from halfbayes.models.regions import EVENTS, Region


def region(name, event, width=3):
    return Region(name, np.arange(width), None if event is None else EVENTS[event])


def documents(scales=(1.0, 1.0), weights=None):
    rng = np.random.default_rng(0)
    regions = [sparse.csr_array(scale * rng.poisson(1.0, (8, 3))) for scale in scales]
    return Documents(regions, np.arange(8) % 2, 2, weights)


def views_of(regions, *, shared=False, normalisation="length", discriminant=True):
    return named_views(
        regions,
        documents(),
        shared=shared,
        normalisation=normalisation,
        discriminant=discriminant,
    )


def test_regions_without_an_event_model_are_read_by_the_discriminant_only():
    views = views_of([region("subject", None), region("body", "complement")])
    assert list(views) == ["body", "discriminant"]
    assert isinstance(views["body"], EventView)
    assert views["body"].exponent == 1.0
    assert views["discriminant"].regions == (0, 1)


def test_numbers_have_no_length_and_no_discriminant():
    views = views_of([region("amount", "gaussian")])
    assert list(views) == ["amount"]
    assert views["amount"].exponent == 0.0


def test_shared_words_are_counted_everywhere():
    regions = [region("subject", "multinomial"), region("body", "multinomial")]
    views = views_of(regions, shared=True, discriminant=False)
    assert all(isinstance(view, SharedWords) for view in views.values())
    assert [view.sources for view in views.values()] == [(0, 1), (0, 1)]
    with pytest.raises(InvalidParameterError, match="one vocabulary"):
        views_of([regions[0], region("body", "multinomial", width=2)], shared=True)
    with pytest.raises(InvalidParameterError, match="needs one multinomial"):
        views_of([regions[0], region("body", "complement")], shared=True)


def test_a_shared_word_model_may_have_a_prior_for_each_word():
    event = Multinomial(np.array([0.1, 1.0, 2.0]))
    regions = [Region(name, np.arange(3), event) for name in ("subject", "body")]
    views = views_of(regions, shared=True, discriminant=False)
    assert all(view.smoothing is event.smoothing for view in views.values())
    with pytest.raises(InvalidParameterError, match="one per feature"):
        views_of([Region("subject", np.arange(2), event)], shared=True)


@pytest.mark.parametrize("weights", [None, np.arange(8.0)])
def test_the_precision_is_relative_to_the_length_of_documents(weights):
    whole = documents((1.0, 50.0), weights)
    view = discriminant_of([0, 1], whole)
    assert isinstance(view, Discriminant)
    share = np.array(view.shares) / sum(view.shares)
    m = np.ones(8) if weights is None else weights
    lengths = []
    for part, X in zip(share, whole.regions, strict=True):
        block = Block(X, 0.0 * mean_document(X))
        there = m * block.present
        lengths.append(part * (there @ block.squared_lengths()) / there.sum())
    assert_allclose(lengths[0], lengths[1], rtol=1e-12)
    assert_allclose(view.precision, PRECISION * sum(lengths), rtol=1e-12)
