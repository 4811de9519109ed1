"""EM over unlabelled documents: what it must not know, and what it is worth."""

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy import sparse

from halfbayes.core import expectation
from halfbayes.core.complement import Complement
from halfbayes.core.expectation import SemiSupervised, Teaching, dealt
from halfbayes.core.hybrid import SmallFit, fitted_hybrid
from halfbayes.core.known import Known, as_new
from halfbayes.core.supplement import Supplement
from halfbayes.core.views import Discriminant, Documents, EventView

VIEWS = [EventView(0, Complement()), Discriminant((0,), (1.0,))]
HOW = Teaching(weight=0.3, steps=3)


def invented(n_documents, *, seed, n_words=60):
    """Unit-length documents of three classes: few words each, of which a third tells."""
    rng = np.random.default_rng(seed)
    y = np.arange(n_documents) % 3
    theta = np.ones((3, n_words))
    for k in range(3):
        theta[k, 15 * k : 15 * (k + 1)] = 4.0
    theta /= theta.sum(axis=1, keepdims=True)
    counts = rng.multinomial(8, theta[y]).astype(float)
    return sparse.csr_array(counts / np.linalg.norm(counts, axis=1, keepdims=True)), y


def semi(n_labelled=12, n_unlabelled=200, y=None):
    X, truth = invented(n_labelled, seed=1)
    U, _ = invented(n_unlabelled, seed=2)
    documents = Documents([X], truth if y is None else y, 3)
    return SemiSupervised(VIEWS, documents, [U], SmallFit())


@pytest.mark.parametrize("steps", [1, 3])
def test_what_the_views_say_of_a_document_does_not_depend_on_its_label(steps):
    y = np.repeat([0, 1, 2], [8, 3, 4])
    other = y.copy()
    other[14] = 0  # the last of class 2 becomes the ninth of class 0, in the same fold
    assert np.array_equal(dealt(y, 5), dealt(other, 5))
    how = Teaching(weight=0.3, steps=steps)
    before, after = (semi(15, y=labels).cross_fitted_scores(how) for labels in (y, other))
    assert_allclose(after[:, 14], before[:, 14], atol=1e-10)
    assert not np.allclose(after[:, :14], before[:, :14], atol=1e-3)


@pytest.mark.parametrize("narrow", [True, False])
def test_every_discriminant_of_em_is_the_one_that_is_learnt(narrow, monkeypatch):
    """Two of them, by their features and, where these are many, by their documents."""
    if not narrow:
        monkeypatch.setattr(expectation, "is_narrow", lambda _: False)
    model = semi()
    first, second = (some[:, :20] for some in (model.documents.regions[0], model.unlabelled[0]))
    documents = replace(model.documents, regions=[*model.documents.regions, first])
    views = [*VIEWS, Discriminant((1,), (1.0,), precision=0.7)]
    model = SemiSupervised(views, documents, [*model.unlabelled, second], SmallFit())
    everything = np.arange(12)
    supplement = Supplement(model.unlabelled, HOW.weight * model.expected(everything, HOW))
    taught = replace(documents, supplement=supplement)
    systems = model._systems(everything, HOW)
    assert list(systems) == [1, 2]
    for place, system in systems.items():
        learnt, left_out = views[place].learnt(taught), system.left_out(taught)
        assert_allclose(left_out.scores[:12], learnt.ridge.leave_one_out, atol=1e-9)


def test_discriminants_of_em_see_documents_left_out_as_new_ones():
    """Of one region, where it makes no difference that regions are not told apart."""
    model = semi()
    known = [Known(np.linspace(0.3, 1.0, 12)) for _ in model.documents.regions]
    documents = replace(model.documents, known=known)
    view = Discriminant((0,), (1.0,))
    model = SemiSupervised([view], documents, model.unlabelled, SmallFit())
    supplement = Supplement(model.unlabelled, np.full((200, 3), 0.1))
    taught = replace(documents, supplement=supplement)
    [system] = model._systems(np.arange(12), Teaching(weight=0.3)).values()
    left_out = system.left_out(taught)
    seen = as_new(left_out.scores[:12], view.parts, known, left_out.of_mean[:12])
    expected = view.learnt(taught).leave_one_out(taught)
    assert_allclose(seen, expected, atol=1e-9)


def test_expected_classes_are_probabilities():
    expected = semi().expected(np.arange(12), HOW)
    assert expected.shape == (200, 3)
    assert_allclose(expected.sum(axis=1), 1.0)


def test_with_a_weight_of_next_to_nothing_the_model_is_that_of_labelled_documents():
    model = semi()
    alone = fitted_hybrid(VIEWS, model.documents, SmallFit())
    taught = model.hybrid(Teaching(weight=1e-12, steps=3))
    new, _ = invented(50, seed=3)
    # Only the mean document, from which the discriminant sees, is that of all documents.
    assert_allclose(taught.views[0].scores([new]), alone.views[0].scores([new]), atol=1e-6)
    one, other = taught.views[1].scores([new]), alone.views[1].scores([new])
    assert_allclose(one - one.mean(axis=0), other - other.mean(axis=0), atol=1e-6)


def test_it_helps_where_words_of_a_class_go_together():
    model = semi()
    new, truth = invented(600, seed=4)
    alone = fitted_hybrid(VIEWS, model.documents, SmallFit())
    taught = model.hybrid(HOW)

    def loss(hybrid):
        return -hybrid.log_proba([new])[np.arange(len(truth)), truth].mean()

    assert loss(taught) < loss(alone) - 0.1


def test_the_same_documents_give_the_same_bytes():
    new, _ = invented(20, seed=5)
    one, other = (semi().hybrid(HOW).log_proba([new]) for _ in range(2))
    assert one.tobytes() == other.tobytes()


def test_folds_take_from_every_class_alike():
    y = np.array([2, 0, 1, 0, 1, 2, 0, 1, 2, 0])
    fold = dealt(y, 5)
    for f in range(3):
        assert sorted(y[fold == f].tolist()) == [0, 1, 2]
    assert y[fold == 3].tolist() == [0]
