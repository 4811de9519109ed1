"""Documents left out are seen as new ones are."""

import numpy as np
import pytest
from laws.corpora import unit_rows
from scipy import sparse

from halfbayes.core.complement import Complement
from halfbayes.core.group_out import without_groups
from halfbayes.core.known import LEAST, Known, as_new, as_seen
from halfbayes.core.view import Documents
from halfbayes.core.views import EventView


@pytest.mark.parametrize("seed", range(5))
def test_the_known_share_is_the_length_that_other_documents_leave(seed):
    X = unit_rows(seed)
    dense = X.toarray()
    for i, share in enumerate(Known.of(X).share):
        others = np.delete(dense, i, axis=0).any(axis=0)
        assert share == pytest.approx(np.linalg.norm(dense[i, others]), abs=1e-12)


def test_terms_that_are_given_are_known_to_all():
    X = sparse.csr_array([[0.6, 0.8, 0.0], [0.0, 0.0, 1.0]])
    assert Known.of(X).share.tolist() == [0.0, 0.0]
    given = sparse.csr_array([[1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    assert Known.of(X, given).share.tolist() == pytest.approx([0.6, 1.0])


@pytest.mark.parametrize("seed", range(5))
def test_a_row_is_seen_through_the_terms_of_others_alone(seed):
    X, by = unit_rows(seed), unit_rows(seed + 100, n=4)
    seen, known = as_seen(X, by).toarray(), by.toarray().any(axis=0)
    assert not seen[:, ~known].any()
    lengths = np.linalg.norm(seen, axis=1)
    assert np.all((np.abs(lengths - 1.0) < 1e-12) | (lengths == 0.0))
    cosines = (seen * X.toarray()).sum(axis=1)
    assert cosines == pytest.approx(np.linalg.norm(X.toarray()[:, known], axis=1), abs=1e-12)


def test_scores_are_stretched_by_what_is_known_of_each_region():
    known = [Known(np.array([0.5, 0.01])), None, None]
    said = np.ones((2, 2))
    assert as_new(said, [(0, 1.0)], known)[:, 0].tolist() == [2.0, 1.0 / LEAST]
    assert as_new(said, [(1, 1.0)], known).tolist() == said.tolist()
    both = as_new(said, [(0, 1), (2, 3)], known)
    assert both[0, 0] == pytest.approx(1.0 / (0.25 * 0.5 + 0.75))


def test_groups_left_out_are_seen_through_the_words_of_the_others():
    rng, X = np.random.default_rng(0), unit_rows(3, n=20)
    groups, y = np.repeat(np.arange(5), 4), rng.integers(0, 2, 20)
    view = EventView(0, Complement())
    documents = Documents([X], y, 2, known=[Known.of(X)])
    found = without_groups([view], documents, groups)[0][0]
    dense = X.toarray()
    for group in range(5):
        out, kept = groups == group, groups != group
        rows = dense[out] * dense[kept].any(axis=0)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        others = Documents([sparse.csr_array(dense[kept])], y[kept], 2)
        expected = view.learnt(others).scores([sparse.csr_array(rows)])
        assert found[out] == pytest.approx(expected, rel=1e-9)


def test_of_a_document_of_which_nothing_is_known_nothing_is_said():
    known = [Known(np.array([0.0, 0.0])), Known(np.array([0.0, 0.5]))]
    said = as_new(np.ones((2, 2)), [(0, 1), (1, 1)], known, np.full((2, 2), 0.5))
    assert said.tolist() == [[0.0, 0.0], [5.5, 5.5]]
