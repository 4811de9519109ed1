"""scikit-learn's common checks, and laws of our own, for every generative classifier."""

import pickle
from importlib import import_module

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse
from sklearn.base import clone
from sklearn.utils.estimator_checks import parametrize_with_checks

from halfbayes.errors import (
    InvalidInputError,
    InvalidParameterError,
    NotLinearError,
    NoTrainingDataError,
    UnknownLabelError,
)
from halfbayes.models.discriminant import GaussianDiscriminant
from halfbayes.models.naive_bayes import (
    BernoulliNaiveBayes,
    CategoricalNaiveBayes,
    ComplementNaiveBayes,
    GaussianNaiveBayes,
    MultinomialNaiveBayes,
)

CHECKED = [
    MultinomialNaiveBayes(),
    MultinomialNaiveBayes(estimate="bayes", smoothing=0.5),
    MultinomialNaiveBayes(estimate="map", smoothing=1.5),
    MultinomialNaiveBayes(estimate="ml"),
    ComplementNaiveBayes(),
    BernoulliNaiveBayes(),
    BernoulliNaiveBayes(estimate="ml", binarize=None),
    CategoricalNaiveBayes(),
    GaussianNaiveBayes(),
    GaussianNaiveBayes(variance="shared", variance_shrinkage=0.0),
    GaussianDiscriminant(),
    GaussianDiscriminant(covariance="shared"),
    GaussianDiscriminant(covariance="diagonal", shrinkage=0.0),
]
MODELS = [
    MultinomialNaiveBayes(),
    MultinomialNaiveBayes(estimate="bayes"),
    ComplementNaiveBayes(),
    BernoulliNaiveBayes(),
    CategoricalNaiveBayes(),
    GaussianNaiveBayes(),
    GaussianDiscriminant(),
    GaussianDiscriminant(covariance="shared"),
]
every_model = pytest.mark.parametrize("model", MODELS, ids=str)
exact_models = pytest.mark.parametrize("model", MODELS[:6], ids=str)


@pytest.mark.filterwarnings("ignore:categories are whole numbers")
@pytest.mark.filterwarnings("ignore:SCIPY_ARRAY_API")
@parametrize_with_checks(CHECKED)
def test_scikit_learn_checks(estimator, check):
    check(estimator)


def corpus(n=30, v=6, k=3, seed=0):
    rng = np.random.default_rng(seed)
    y = np.array(["ant", "bee", "cat", "dog"])[rng.integers(0, k, n)]
    X = rng.poisson(0.5 + (y == "ant")[:, None] * np.arange(v) / v).astype(float)
    return X, y


def refitted(model, X, y, i):
    keep = np.arange(len(y)) != i
    return clone(model).fit(X[keep], y[keep])


@every_model
@pytest.mark.parametrize(
    "kind", [np.asarray, sparse.csr_array, sparse.csr_matrix, sparse.csc_array]
)
def test_leave_one_out_probabilities_equal_those_of_refitting(model, kind):
    X, y = corpus()
    fitted = clone(model).fit(kind(X), y)
    for i in range(len(y)):
        expected = refitted(model, X, y, i).predict_proba(X[[i]])
        assert_allclose(fitted.leave_one_out_proba_[[i]], expected, rtol=1e-8, atol=1e-12)
    assert_allclose(fitted.leave_one_out_proba(kind(X), y), fitted.leave_one_out_proba_)


@exact_models
def test_portions_with_new_classes_give_the_same_model_bit_for_bit(model):
    X, y = corpus(k=4)
    order = np.argsort(y == "ant", kind="stable")[::-1]  # the first portion has one class
    whole, parts = clone(model).fit(X, y), clone(model)
    for part in np.array_split(order, 5):
        parts.partial_fit(X[part], y[part])
    assert_array_equal(parts.classes_, whole.classes_)
    assert_array_equal(parts.predict_proba(X), whole.predict_proba(X))


@every_model
def test_portions_agree_and_forgetting_undoes_learning(model):
    X, y = corpus(k=4)
    half = clone(model).fit(X[:20], y[:20])
    before = half.predict_proba(X)
    half.partial_fit(X[20:], y[20:])
    whole = clone(model).fit(X, y)
    assert_allclose(half.predict_proba(X), whole.predict_proba(X), rtol=1e-7, atol=1e-12)
    half.forget(X[20:], y[20:])
    assert_allclose(half.predict_proba(X), before, rtol=1e-6, atol=1e-10)


@exact_models
def test_forgetting_gives_back_the_same_pickle(model):
    X, y = corpus()
    first = clone(model).partial_fit(X[:20], y[:20], classes=["ant", "bee", "cat"])
    before = pickle.dumps(first)
    first.partial_fit(X[20:], y[20:]).forget(X[20:], y[20:])
    assert pickle.dumps(first) == before


@every_model
def test_an_unknown_label_is_an_error_once_classes_were_announced(model):
    X, y = corpus()
    fitted = clone(model).partial_fit(X, y, classes=["ant", "bee", "cat"])
    before = fitted.statistics_.documents.copy()
    with pytest.raises(UnknownLabelError, match="'dog'"):
        fitted.partial_fit(X[:1], ["dog"])
    assert_array_equal(fitted.statistics_.documents, before)
    fitted.partial_fit(X[:1], ["dog"], classes=["dog"])
    assert fitted.classes_.tolist() == ["ant", "bee", "cat", "dog"]


@every_model
def test_forgetting_unknown_documents_is_an_error(model):
    X, y = corpus()
    fitted = clone(model).fit(X, y)
    with pytest.raises(UnknownLabelError):
        fitted.forget(X[:1], ["dog"])
    with pytest.raises(InvalidInputError, match="never learnt"):
        fitted.forget(np.vstack([X, X]), np.concatenate([y, y]))
    with pytest.raises(InvalidInputError, match="never learnt"):
        fitted.leave_one_out_proba(np.vstack([X, X]), np.concatenate([y, y]))


@every_model
def test_training_documents_are_not_pickled_and_leave_one_out_says_so(model):
    X, y = corpus()
    fitted = clone(model).fit(X, y)
    expected = fitted.leave_one_out_proba_
    loaded = pickle.loads(pickle.dumps(fitted))
    with pytest.raises(NoTrainingDataError, match=r"leave_one_out_proba\(X, y\)"):
        _ = loaded.leave_one_out_proba_
    assert_allclose(loaded.leave_one_out_proba(X, y), expected)
    with pytest.raises(NoTrainingDataError):
        _ = fitted.partial_fit(X[:1], y[:1]).leave_one_out_proba_


@every_model
def test_weights_of_two_are_doubled_documents(model):
    X, y = corpus()
    weights = np.repeat([1.0, 2.0], 15)
    weighted = clone(model).fit(X, y, sample_weight=weights)
    doubled = clone(model).fit(np.vstack([X, X[15:]]), np.concatenate([y, y[15:]]))
    assert_allclose(weighted.predict_proba(X), doubled.predict_proba(X), rtol=1e-7, atol=1e-12)


@every_model
def test_posteriors_are_the_prior_times_the_likelihood_over_the_evidence(model):
    X, y = corpus()
    fitted = clone(model).fit(X, y)
    assert_allclose(fitted.predict_proba(X).sum(axis=1), 1.0)
    assert_allclose(np.exp(fitted.predict_log_proba(X)), fitted.predict_proba(X), atol=1e-12)
    if not isinstance(model, ComplementNaiveBayes):
        joint = fitted._learnt.scorer(fitted._prepared(X)) + fitted.class_log_prior_
        posterior = np.exp(joint - fitted.log_evidence(X)[:, None])
        assert_allclose(posterior, fitted.predict_proba(X), atol=1e-9)


@every_model
def test_linear_weights_give_the_posterior_or_an_error(model):
    X, y = corpus()
    X = np.minimum(X, 1.0)
    fitted = clone(model).fit(X, y)
    try:
        b, w = fitted.linear_weights()
    except NotLinearError:
        return
    scores = X @ w.T + b
    log_proba = scores - np.log(np.exp(scores).sum(axis=1))[:, None]
    assert_allclose(log_proba, fitted.predict_log_proba(X), rtol=1e-7, atol=1e-7)


@every_model
def test_one_class_and_one_document_per_class_are_defined(model):
    X, y = corpus()
    alone = clone(model).fit(X, np.full(len(y), "ant"))
    assert_array_equal(alone.predict_proba(X), 1.0)
    assert_array_equal(alone.leave_one_out_proba_, 1.0)
    single = clone(model).fit(X[:3], ["ant", "bee", "cat"])
    assert_allclose(single.leave_one_out_proba_.sum(axis=1), 1.0)
    one = clone(model).fit(X[:1], ["ant"])
    assert_array_equal(one.leave_one_out_proba_, 1.0)


@every_model
def test_no_documents_are_an_error(model):
    with pytest.raises(ValueError, match="0 sample"):
        clone(model).fit(np.zeros((0, 3)), [])


@every_model
def test_samples_come_with_their_labels_and_repeat_with_the_seed(model):
    X, y = corpus()
    fitted = clone(model).fit(X, y)
    drawn, labels = fitted.sample(50, random_state=1)
    again, same = fitted.sample(50, random_state=1)
    assert_array_equal(labels, same)
    dense, dense_again = (m.toarray() if sparse.issparse(m) else m for m in (drawn, again))
    assert_array_equal(dense, dense_again)
    assert drawn.shape == (50, X.shape[1])
    assert fitted.sample(["bee", "ant"], random_state=0)[1].tolist() == ["bee", "ant"]
    assert fitted.predict(drawn).shape == (50,)
    with pytest.raises(UnknownLabelError):
        fitted.sample(["dog"])


@every_model
def test_a_wrong_class_smoothing_is_refused(model):
    X, y = corpus()
    with pytest.raises(InvalidParameterError, match="class_smoothing"):
        clone(model).set_params(class_smoothing=-1.0).fit(X, y)


@every_model
def test_five_hundred_classes_work(model):
    rng = np.random.default_rng(0)
    X = rng.poisson(1.0, (1000, 5)).astype(float)
    y = np.arange(1000) % 500
    fitted = clone(model).fit(X, y)
    assert fitted.predict_proba(X[:3]).shape == (3, 500)
    assert_allclose(fitted.leave_one_out_proba_.sum(axis=1), 1.0)
    expected = refitted(model, X, y, 7).predict_proba(X[[7]])
    assert_allclose(fitted.leave_one_out_proba_[[7]], expected, rtol=1e-7, atol=1e-12)


def test_the_checked_classes_are_all_there_are():
    homes = ["halfbayes.models.naive_bayes", "halfbayes.models.discriminant"]
    public = {name for home in homes for name in import_module(home).__all__}
    assert {type(model).__name__ for model in CHECKED} == public
    assert {type(model).__name__ for model in MODELS} == public
