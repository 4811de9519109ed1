import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.blocks import present_documents
from halfbayes.core.complement import Complement
from halfbayes.core.group_out import folds_of_groups, without_groups
from halfbayes.core.known import Known
from halfbayes.core.view import Documents
from halfbayes.core.views import EventView

groupings = st.lists(st.integers(0, 9), min_size=1, max_size=40).map(
    lambda drawn: np.unique(drawn, return_inverse=True)[1]
)


def invented(n_documents, seed=0):
    rng = np.random.default_rng(seed)
    X = sparse.csr_array(rng.poisson(0.7, (n_documents, 12)).astype(float))
    y = rng.integers(0, 3, n_documents)
    y[:6] = [0, 1, 2, 0, 1, 2]
    return Documents([X], y, 3)


@given(groupings, st.integers(1, 6))
def test_no_group_is_divided_and_no_fold_is_empty(groups, most):
    folds = folds_of_groups(groups, most=most)
    for group in np.unique(groups):
        assert len(np.unique(folds[groups == group])) == 1
    assert len(np.unique(folds)) == min(most, len(np.unique(groups)))


def test_with_a_group_per_document_it_is_leave_one_out():
    documents, view = invented(20), EventView(0, Complement())
    grouped, _ = without_groups([view], documents, np.arange(20))
    assert_allclose(grouped[0], view.learnt(documents).leave_one_out(documents), rtol=1e-9)


def test_scores_are_those_of_a_view_that_never_saw_the_group():
    documents, view = invented(20), EventView(0, Complement())
    groups = np.arange(20) % 4
    grouped, _ = without_groups([view], documents, groups)
    kept = groups != 2
    others = Documents([documents.regions[0][np.flatnonzero(kept)]], documents.y[kept], 3)
    asked = [documents.regions[0][np.flatnonzero(~kept)]]
    assert_allclose(grouped[0][~kept], view.learnt(others).scores(asked), rtol=1e-12)


def test_what_a_group_alone_has_is_not_there():
    X = sparse.csr_array([[1.0, 0.0], [0.0, 1.0], [0.0, 0.5], [1.0, 1.0]])
    groups = np.array([0, 1, 1, 0])
    documents = Documents(
        [X, np.zeros((4, 1))], np.array([0, 1, 0, 1]), 2, known=[Known(np.ones(4)), None]
    )
    _, seen = without_groups([], documents, groups)
    assert present_documents(seen.regions[0]).tolist() == [False, True, True, True]
    assert seen.regions[1] is documents.regions[1]
    assert seen.known is None
