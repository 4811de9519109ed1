"""The laws of tests/laws/event_models.py, applied to every event model."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from laws import corpora, event_models
from laws.corpora import N_CLASSES
from numpy.testing import assert_allclose

from halfbayes.core.bernoulli import Bernoulli
from halfbayes.core.categorical import Categorical
from halfbayes.core.complement import Complement
from halfbayes.core.dirichlet import DirichletMultinomial
from halfbayes.core.discriminant import Discriminant
from halfbayes.core.event_model import EventModel
from halfbayes.core.gaussian import Gaussian
from halfbayes.core.multinomial import Multinomial
from halfbayes.core.student import Student
from halfbayes.errors import NotLinearError

MODELS = {
    "multinomial": (Multinomial(), corpora.counts),
    "multinomial, little smoothing": (Multinomial(0.01), corpora.counts),
    "multinomial, amounts": (Multinomial(0.5), corpora.amounts),
    "multinomial, map": (Multinomial(1.5, "map"), corpora.counts),
    "multinomial, ml": (Multinomial(estimate="ml"), corpora.counts),
    "dirichlet": (DirichletMultinomial(0.7), corpora.counts),
    "dirichlet, amounts": (DirichletMultinomial(0.7), corpora.amounts),
    "complement": (Complement(), corpora.counts),
    "complement, amounts": (Complement(0.1), corpora.amounts),
    "complement, hardly smoothed": (Complement(1e-15), corpora.counts),
    "complement, pooled": (Complement(pooled=True), corpora.counts),
    "complement, pooled, amounts": (Complement(0.3, pooled=True), corpora.amounts),
    "bernoulli": (Bernoulli(), corpora.presences),
    "bernoulli, map": (Bernoulli(1.3, "map"), corpora.presences),
    "bernoulli, ml": (Bernoulli(estimate="ml"), corpora.presences),
    "categorical": (Categorical(0.5), corpora.categories),
    "gaussian": (Gaussian(), corpora.numbers),
    "gaussian, plain": (Gaussian(shrinkage=0.0), corpora.numbers),
    "gaussian, shared": (Gaussian("shared"), corpora.numbers),
    "student": (Student(), corpora.numbers),
    "student, few pseudo-documents": (Student(0.5, 0.1), corpora.numbers),
    "student, tails alike": (Student(most_freedom=5.0), corpora.numbers),
    "gaussian, shared and plain": (Gaussian("shared", shrinkage=0.0), corpora.numbers),
    "discriminant, full": (Discriminant("full"), corpora.continuous()),
    "discriminant, shared": (Discriminant("shared"), corpora.continuous()),
    "discriminant, diagonal": (Discriminant("diagonal", 0.3), corpora.continuous()),
}
REAL = {name for name in MODELS if name.endswith(", amounts")}
ROUNDED = REAL | {name for name in MODELS if name.startswith("discriminant")}
LINEAR = {
    "multinomial",
    "multinomial, amounts",
    "complement",
    "complement, pooled",
    "bernoulli",
    "discriminant, shared",
}

law = settings(max_examples=15, deadline=None)
every_model = pytest.mark.parametrize("name", MODELS)
exact_models = pytest.mark.parametrize("name", sorted(set(MODELS) - ROUNDED))


@every_model
def test_every_model_is_an_event_model(name):
    assert isinstance(MODELS[name][0], EventModel)


@every_model
@law
@given(data=st.data())
def test_leave_one_out_equals_refitting_without_each_document(name, data):
    model, strategy = MODELS[name]
    X, y = data.draw(strategy)
    event_models.assert_leave_one_out_equals_refitting(model, X, y, n_classes=N_CLASSES)


@every_model
@law
@given(data=st.data())
def test_a_weight_is_a_number_of_copies(name, data):
    model, strategy = MODELS[name]
    X, y = data.draw(strategy)
    copies = data.draw(st.lists(st.integers(1, 3), min_size=len(y), max_size=len(y)))
    event_models.assert_weights_are_copies(
        model, X, y, n_classes=N_CLASSES, copies=np.array(copies)
    )


@exact_models
@law
@given(data=st.data())
def test_learning_in_portions_equals_learning_at_once_bit_for_bit(name, data):
    model, strategy = MODELS[name]
    X, y = data.draw(strategy)
    cut = data.draw(st.integers(0, len(y)))
    event_models.assert_portions_equal_at_once(model, X, y, n_classes=N_CLASSES, cut=cut)


@exact_models
@law
@given(data=st.data())
def test_adding_then_forgetting_gives_back_the_same_bytes(name, data):
    model, strategy = MODELS[name]
    X, y = data.draw(strategy)
    cut = data.draw(st.integers(0, len(y)))
    event_models.assert_forgetting_undoes_learning(model, X, y, n_classes=N_CLASSES, cut=cut)


@exact_models
@law
@given(data=st.data())
def test_the_order_of_documents_is_free(name, data):
    model, strategy = MODELS[name]
    X, y = data.draw(strategy)
    order = np.array(data.draw(st.permutations(range(len(y)))), dtype=np.intp)
    event_models.assert_order_of_documents_is_free(
        model, X, y, n_classes=N_CLASSES, order=order
    )


@every_model
@law
@given(data=st.data())
def test_the_order_of_columns_is_free(name, data):
    model, strategy = MODELS[name]
    X, y = data.draw(strategy)
    order = np.array(data.draw(st.permutations(range(X.shape[1]))), dtype=np.intp)
    event_models.assert_order_of_columns_is_free(model, X, y, n_classes=N_CLASSES, order=order)


@pytest.mark.parametrize("name", sorted(ROUNDED))
@law
@given(data=st.data())
def test_portions_of_real_numbers_agree_to_rounding(name, data):
    model, strategy = MODELS[name]
    X, y = data.draw(strategy)
    cut = data.draw(st.integers(1, len(y)))
    parts = [
        model.statistics(X[p], y[p], n_classes=N_CLASSES)
        for p in (slice(cut), slice(cut, None))
    ]
    whole = model.log_likelihood(X, model.statistics(X, y, n_classes=N_CLASSES))
    assert_allclose(model.log_likelihood(X, parts[0] + parts[1]), whole, rtol=1e-8, atol=1e-8)
    back = model.log_likelihood(X, (parts[0] + parts[1]) - parts[1])
    assert_allclose(back, model.log_likelihood(X, parts[0]), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize("name", sorted(LINEAR))
@law
@given(data=st.data())
def test_linear_weights_reproduce_the_scores(name, data):
    model, strategy = MODELS[name]
    X, y = data.draw(strategy)
    event_models.assert_scores_are_linear(model, X, y, n_classes=N_CLASSES)


@pytest.mark.parametrize(
    "name",
    ["dirichlet", "categorical", "gaussian", "discriminant, full", "discriminant, diagonal"],
)
def test_a_model_that_is_not_linear_says_so(name):
    X, y = np.array([[0.0, 1.0], [2.0, 1.0], [1.0, 0.0]]), np.array([0, 1, 2])
    if name == "dirichlet":
        X = corpora.sparse.csr_array(X)
    event_models.raises_not_linear(
        MODELS[name][0], X, y, n_classes=N_CLASSES, error=NotLinearError
    )


@every_model
@law
@given(data=st.data())
def test_new_classes_are_new_rows(name, data):
    model, strategy = MODELS[name]
    X, y = data.draw(strategy)
    few = model.statistics(X, y, n_classes=N_CLASSES)
    order = np.array([3, 0, 4])
    many = few.placed(order, 5)
    assert_allclose(many.documents[order], few.documents)
    assert_allclose(
        model.log_likelihood(X, model.statistics(X, order[y], n_classes=5)),
        model.log_likelihood(X, many),
    )
