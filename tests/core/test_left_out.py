"""Documents left out by a discriminant are scored as new ones are, region by region."""

import numpy as np
import pytest
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


def unit_rows(seed, n=12, n_terms=30):
    rng = np.random.default_rng(seed)
    X = rng.random((n, n_terms)) * (rng.random((n, n_terms)) < 0.15)
    X[np.arange(n), rng.integers(0, n_terms, n)] += 0.5
    return sparse.csr_array(X / np.linalg.norm(X, axis=1, keepdims=True))


SHARES = (1.0, 0.4)


def refitted(matrices, y, i, least):
    """Document i as a new one, by a discriminant of the others whose means stay."""
    kept = np.arange(len(y)) != i
    pairs = zip(matrices, SHARES, strict=True)
    others = [Block(X[kept], mean_document(X), share) for X, share in pairs]
    ridge, _ = solved_ridge(others, np.eye(3)[y[kept]], precision=0.3)
    asked = zip(matrices, least, strict=True)
    return ridge.scores([as_seen(X[[i]], X[kept], enough) for X, enough in asked])[0]


@pytest.mark.parametrize("least", [(1, 1), (1, 2), (2, 2)])
@pytest.mark.parametrize("seed", range(4))
def test_a_document_left_out_by_a_discriminant_is_scored_as_a_new_one(seed, least):
    """Seen through the terms that enough of the others have, from means that stay."""
    matrices = [unit_rows(seed), unit_rows(seed + 50, n_terms=20)]
    y = np.random.default_rng(seed).integers(0, 3, 12)
    known = [Known.of(X, least=enough) for X, enough in zip(matrices, least, strict=True)]
    documents = Documents(matrices, y, 3, known=known)
    left_out = Discriminant((0, 1), SHARES).learnt(documents).leave_one_out(documents)
    for i in np.flatnonzero(np.min([part.share for part in known], axis=0) > LEAST):
        expected = refitted(matrices, y, i, least)
        assert left_out[i] == pytest.approx(expected, abs=1e-9)


def test_of_many_documents_the_regions_are_stretched_together(monkeypatch):
    X, y = unit_rows(1), np.arange(12) % 3
    documents = Documents([X], y, 3, known=[Known.of(X)])
    view = Discriminant((0,), (1.0,))
    apart = view.learnt(documents).ridge.leave_one_out
    monkeypatch.setattr(ridge_module, "MOST", 0)
    assert_allclose(view.learnt(documents).ridge.leave_one_out, apart, atol=1e-12)


def test_word_lists_are_never_left_out():
    """A list that says what the labels say makes its class likelier."""
    X, y = unit_rows(2), np.arange(12) % 2
    lists = sparse.csr_array(np.stack([X[y == k].mean(axis=0) for k in (0, 1)]))
    documents = Documents([X], y, 2, known=[Known.of(X)])
    taught = Documents(
        [X], y, 2, supplement=Supplement([lists], 2.0 * np.eye(2)), known=documents.known
    )
    view = Discriminant((0,), (1.0,))
    own = [
        view.learnt(some).leave_one_out(some)[np.arange(12), y] for some in (documents, taught)
    ]
    assert own[1].shape == (12,)
    assert own[1].mean() > own[0].mean()


def test_a_region_that_a_document_has_not_says_nothing_of_the_mean():
    one, other = np.array([[1.0], [3.0]]), sparse.csr_array([[2.0], [0.0]])
    blocks = [Block(one, np.array([2.0])), Block(other, np.array([1.0]))]
    towards = TowardsMean.of(blocks)
    assert towards.present.tolist() == [[1.0, 1.0], [1.0, 0.0]]
    assert towards.g.tolist() == [[-2.0, 1.0], [2.0, 0.0]]
    assert towards.of_mean(np.eye(2)).tolist() == [[-1.0, 2.0], [-2.0, 2.0]]
