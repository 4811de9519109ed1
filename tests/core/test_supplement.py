"""Documents that teach: they count as whole ones do, and leave-one-out leaves them in."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from laws.corpora import N_CLASSES, amounts
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core.complement import Complement
from halfbayes.core.counts import class_counts
from halfbayes.core.ridge import solved_ridge
from halfbayes.core.supplement import Supplement, joined, soft_counts, targets
from halfbayes.core.views import Discriminant, Documents, EventView

few = settings(max_examples=25, deadline=None)


@st.composite
def supplemented(draw):
    """Labelled documents with a supplement over the same words."""
    X, y = draw(amounts)
    Z = X[draw(st.permutations(range(len(y))))][: draw(st.integers(1, len(y)))]
    shape = (Z.shape[0], N_CLASSES)
    shares = draw(hnp.arrays(np.float64, shape, elements=st.floats(0.125, 2.0)))
    return Documents([X], y, N_CLASSES, supplement=Supplement([Z], shares))


def one_hot(y):
    return np.eye(N_CLASSES)[y]


@few
@given(amounts)
def test_documents_wholly_in_one_class_count_as_labelled_ones(corpus):
    X, y = corpus
    hard, soft = class_counts(X, y, n_classes=N_CLASSES), soft_counts(X, one_hot(y))
    assert_allclose(soft.terms, hard.terms)
    assert_allclose(soft.documents, hard.documents)


@few
@given(amounts)
def test_a_supplement_of_known_classes_teaches_as_labelled_documents_do(corpus):
    X, y = corpus
    cut = len(y) // 2
    more = Supplement([X[cut:]], one_hot(y[cut:]))
    taught = Documents([X[:cut]], y[:cut], N_CLASSES, supplement=more)
    whole = Documents([X], y, N_CLASSES)
    for view in (EventView(0, Complement()), Discriminant((0,), (1.0,))):
        assert_allclose(
            view.learnt(taught).scores([X]), view.learnt(whole).scores([X]), atol=1e-8
        )


@few
@given(supplemented())
def test_word_counts_left_out_are_those_learnt_again_without_the_document(documents):
    view, (X,), y = EventView(0, Complement()), documents.regions, documents.y
    exact = view.learnt(documents).leave_one_out(documents)
    for i in range(len(y)):
        others = np.arange(len(y)) != i
        rest = Documents([X[others]], y[others], N_CLASSES, supplement=documents.supplement)
        assert_allclose(exact[[i]], view.learnt(rest).scores([X[[i]]]), atol=1e-8)


@few
@given(supplemented())
def test_a_discriminant_left_out_is_that_fitted_again_with_the_supplement_in(documents):
    view = Discriminant((0,), (1.0,))
    left_out = view.learnt(documents).leave_one_out(documents)
    assert left_out.shape == (len(documents.y), N_CLASSES)
    Y, weights = targets(documents.supplement.shares, documents.y, None)
    for i in range(len(documents.y)):
        others = np.where(np.arange(len(Y)) == i, 0.0, weights)
        ridge, _ = solved_ridge(view.blocks(documents), Y, precision=0.3, weights=others)
        assert_allclose(left_out[i], ridge.scores(documents.regions)[i], atol=1e-8)


def test_supplements_are_joined_row_by_row_and_nothing_is_nothing():
    one = Supplement([sparse.csr_array([[1.0]]), np.array([[2.0]])], np.array([[1.0, 0.0]]))
    both = joined(one, one)
    assert both.shares.tolist() == [[1.0, 0.0]] * 2
    assert [region.shape for region in both.regions] == [(2, 1), (2, 1)]
    assert joined(one, None) is one
    assert joined(None, one) is one
    assert joined(None, None) is None
