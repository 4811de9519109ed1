"""Documents left out by a discriminant are scored as new ones are, region by region."""

from dataclasses import replace

import numpy as np
import pytest
from laws.corpora import unit_rows
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core import ridge as ridge_module
from halfbayes.core.blocks import Block, mean_document
from halfbayes.core.known import LEAST, Known, as_seen
from halfbayes.core.left_out import TowardsMean
from halfbayes.core.ridge import solved_ridge
from halfbayes.core.supplement import Supplement
from halfbayes.core.view import Documents
from halfbayes.core.views import Discriminant

SHARES = (1.0, 0.4)
LEAST_OF_EACH = pytest.mark.parametrize("least", [(1, 1), (1, 2), (2, 2)])


def invented(seed, empty=0):
    """Two regions of text, the second of which some documents do not have."""
    second = unit_rows(seed + 50, n_terms=20).toarray()
    second[:empty] = 0.0
    y = np.random.default_rng(seed).integers(0, 3, 12)
    return [unit_rows(seed), sparse.csr_array(second)], y


def known_of(matrices, least):
    return [Known.of(X, least=enough) for X, enough in zip(matrices, least, strict=True)]


def left_out_of(matrices, y, known, **supplement):
    documents = Documents(matrices, y, 3, known=known, **supplement)
    return Discriminant((0, 1), SHARES).learnt(documents).leave_one_out(documents)


def refitted(matrices, y, i, least):
    """Document i as a new one, by a discriminant of the others whose means stay."""
    kept = np.arange(len(y)) != i
    pairs = zip(matrices, SHARES, strict=True)
    others = [Block(X[kept], mean_document(X), share) for X, share in pairs]
    ridge, _ = solved_ridge(others, np.eye(3)[y[kept]], precision=0.3)
    asked = zip(matrices, least, strict=True)
    return ridge.scores([as_seen(X[[i]], X[kept], enough) for X, enough in asked])[0]


@LEAST_OF_EACH
@pytest.mark.parametrize("empty", [0, 4])
@pytest.mark.parametrize("seed", range(4))
def test_a_document_left_out_by_a_discriminant_is_scored_as_a_new_one(seed, empty, least):
    """Seen through the terms that enough of the others have, from means that stay."""
    matrices, y = invented(seed, empty)
    known = known_of(matrices, least)
    left_out = left_out_of(matrices, y, known)
    for i in np.flatnonzero(np.min([part.share for part in known], axis=0) > LEAST):
        expected = refitted(matrices, y, i, least)
        assert left_out[i] == pytest.approx(expected, abs=1e-9)


@LEAST_OF_EACH
def test_word_lists_teach_and_are_never_left_out(least):
    """As the last rows of what is fitted again, of weight one."""
    matrices, y = invented(2)
    lists = [unit_rows(70, n=3), unit_rows(71, n=3, n_terms=20)]
    together = [
        sparse.csr_array(sparse.vstack(pair)) for pair in zip(matrices, lists, strict=True)
    ]
    known = [part.rows(slice(12)) for part in known_of(together, least)]
    taught = left_out_of(matrices, y, known, supplement=Supplement(lists, np.eye(3)))
    assert taught.shape == (12, 3)
    everything = np.append(y, [0, 1, 2])
    for i in np.flatnonzero(np.min([part.share for part in known], axis=0) > LEAST):
        expected = refitted(together, everything, i, least)
        assert taught[i] == pytest.approx(expected, abs=1e-9)


def test_what_blocks_say_adds_up_to_what_is_said():
    matrices, y = invented(3, empty=3)
    blocks = [
        Block(X, mean_document(X), share, known=Known.of(X, least=1))
        for X, share in zip(matrices, SHARES, strict=True)
    ]
    ridge, _ = solved_ridge(blocks, np.eye(3)[y], precision=0.3)
    all_known = [Known(np.ones(12)) for _ in blocks]
    scores = [replace(block, known=part) for block, part in zip(blocks, all_known, strict=True)]
    plain, _ = solved_ridge(scores, np.eye(3)[y], precision=0.3)
    assert_allclose(plain.apart.scores(all_known), ridge.leave_one_out, atol=1e-12)
    assert_allclose(ridge.apart.of_mean.sum(axis=0), ridge.mean_left_out, atol=1e-12)


def test_of_many_documents_the_regions_are_stretched_together(monkeypatch):
    matrices, y = invented(1)
    known = known_of(matrices, (1, 1))
    apart = left_out_of(matrices, y, known)
    monkeypatch.setattr(ridge_module, "MOST", 0)
    together = left_out_of(matrices, y, known)
    assert np.abs(together - apart).max() > 0.01
    raw, _ = solved_ridge(
        [
            Block(X, mean_document(X), share, known=part)
            for X, share, part in zip(matrices, SHARES, known, strict=True)
        ],
        np.eye(3)[y],
        precision=0.3,
    )
    share = np.average([part.share for part in known], axis=0, weights=SHARES)[:, None]
    stretched = (raw.leave_one_out + raw.mean_left_out) / np.maximum(share, LEAST)
    assert_allclose(together, stretched - raw.mean_left_out, atol=1e-12)


def test_a_document_of_weight_zero_is_asked_beside_text_that_is_known():
    matrices, y = invented(4)
    blocks = [Block(X, mean_document(X), known=Known.of(X, least=2)) for X in matrices]
    weights = np.where(np.arange(12) == 5, 0.0, 1.0)
    ridge, _ = solved_ridge(blocks, np.eye(3)[y], precision=0.3, weights=weights)
    assert ridge.apart is None
    assert np.isfinite(ridge.leave_one_out).all()


def test_a_region_that_a_document_has_not_says_nothing_of_the_mean():
    one, other = np.array([[1.0], [3.0]]), sparse.csr_array([[2.0], [0.0]])
    blocks = [Block(one, np.array([2.0])), Block(other, np.array([1.0]))]
    towards = TowardsMean.of(blocks)
    assert TowardsMean.where_known(blocks).g.shape == (2, 0)
    assert towards.present.tolist() == [[1.0, 1.0], [1.0, 0.0]]
    assert towards.g.tolist() == [[-2.0, 1.0], [2.0, 0.0]]
    assert towards.of_mean(np.eye(2)).tolist() == [[-1.0, 2.0], [-2.0, 2.0]]
