"""LogisticRegression: scikit-learn's contract and numbers, softmax, and both criteria."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from scipy.special import expit, softmax
from sklearn.base import clone
from sklearn.exceptions import ConvergenceWarning
from sklearn.linear_model import LogisticRegression as SklearnLogisticRegression
from sklearn.utils.estimator_checks import parametrize_with_checks

from halfbayes.core.minimise import SOLVERS
from halfbayes.errors import InvalidInputError, InvalidParameterError
from halfbayes.models.logistic import LogisticRegression

seeds = st.integers(0, 2**32 - 1)


class UnweightedLeastError(LogisticRegression):
    """By training error, without weights: those change which hyperplanes are drawn."""

    def fit(self, X, y):
        return super().fit(X, y)


@parametrize_with_checks(
    [
        LogisticRegression(),
        LogisticRegression(solver="newton", fit_intercept=False),
        UnweightedLeastError(criterion="error", random_state=0),
    ]
)
def test_it_keeps_the_contract_of_scikit_learn(estimator, check):
    check(estimator)


def _documents(seed, n_classes, n=60):
    rng = np.random.default_rng(seed)
    X = rng.poisson(1.0, size=(n, 5)) * 1.0
    W = rng.normal(size=(5, n_classes))
    y = np.array([rng.choice(n_classes, p=p) for p in softmax(X @ W, axis=1)])
    y[:n_classes] = np.arange(n_classes)
    return X, y


@pytest.mark.parametrize("n_classes", [2, 3, 5])
@pytest.mark.parametrize("precision", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("fit_intercept", [True, False])
def test_the_map_estimate_equals_the_l2_penalised_one_of_scikit_learn(
    n_classes, precision, fit_intercept
):
    X, y = _documents(3, n_classes)
    weight = np.random.default_rng(1).uniform(0.5, 2.0, size=len(y))
    ours = LogisticRegression(precision=precision, fit_intercept=fit_intercept, tolerance=1e-10)
    theirs = SklearnLogisticRegression(
        C=1 / precision, tol=1e-10, max_iter=10_000, fit_intercept=fit_intercept
    )
    ours.fit(X, y, sample_weight=weight)
    theirs.fit(X, y, sample_weight=weight)
    # L-BFGS compares values, so scikit-learn's own minimum is exact to about 1e-6 only.
    assert_allclose(ours.coef_, theirs.coef_, rtol=1e-4, atol=1e-5)
    assert_allclose(ours.predict_proba(X), theirs.predict_proba(X), rtol=1e-4)


@pytest.mark.parametrize("n_classes", [2, 4])
@pytest.mark.parametrize("solver", sorted(SOLVERS))
def test_every_solver_gives_the_same_classifier(solver, n_classes):
    X, y = _documents(8, n_classes)
    model = LogisticRegression(solver=solver, random_state=0).fit(X, y)
    default = LogisticRegression().fit(X, y)
    # gradients of 1e-7 per document with a precision of 1: points equal to about 1e-5
    assert_allclose(model.coef_, default.coef_, atol=3e-5)
    assert model.n_iter_ >= 1


@given(seeds, st.integers(3, 5))
@settings(max_examples=10, deadline=None)
def test_probabilities_of_many_classes_are_the_softmax_of_linear_scores(seed, n_classes):
    X, y = _documents(seed, n_classes)
    model = LogisticRegression().fit(X, y)
    assert model.coef_.shape == (n_classes, 5)
    scores = X @ model.coef_.T + model.intercept_
    assert_allclose(model.predict_proba(X), softmax(scores, axis=1), rtol=1e-12)
    assert_allclose(model.decision_function(X), scores)


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_the_probability_of_two_classes_is_the_sigmoid_of_the_log_odds(seed):
    X, y = _documents(seed, 2)
    model = LogisticRegression().fit(X, y)
    assert model.coef_.shape == (1, 5)
    log_odds = X @ model.coef_[0] + model.intercept_[0]
    assert_allclose(model.predict_proba(X)[:, 1], expit(log_odds), rtol=1e-12)
    assert_allclose(model.decision_function(X), log_odds, rtol=1e-12)


@given(seeds, st.integers(2, 4))
@settings(max_examples=10, deadline=None)
def test_exported_weights_give_back_the_log_probabilities(seed, n_classes):
    X, y = _documents(seed, n_classes)
    model = LogisticRegression().fit(X, y)
    intercept, weights = model.linear_weights()
    assert weights.shape == (n_classes, 5)
    scores = intercept + X @ weights.T
    difference = model.predict_log_proba(X) - scores
    assert_allclose(difference - difference[:, :1], 0.0, atol=1e-9)


@given(seeds)
@settings(max_examples=10, deadline=None)
def test_renaming_the_classes_renames_the_predictions(seed):
    X, y = _documents(seed, 3)
    names = np.array(["c", "a", "b"])
    plain, renamed = LogisticRegression().fit(X, y), LogisticRegression().fit(X, names[y])
    order = [list(renamed.classes_).index(name) for name in names]
    assert_allclose(renamed.predict_proba(X)[:, order], plain.predict_proba(X), atol=1e-6)


@given(seeds)
@settings(max_examples=5, deadline=None)
def test_sparse_and_dense_documents_give_the_same_model(seed):
    X, y = _documents(seed, 3)
    model = LogisticRegression(tolerance=1e-9)
    dense, thin = (clone(model).fit(M, y) for M in (X, sparse.csr_array(X)))
    # products round otherwise; both stop at a gradient of 6e-8 or less, precision 1
    assert_allclose(dense.coef_, thin.coef_, atol=2e-7)


def test_a_huge_precision_leaves_only_the_class_frequencies():
    X, y = _documents(2, 3)
    model = LogisticRegression(precision=1e9).fit(X, y)
    # weights of the order 1e-7 remain
    expected = np.tile(np.bincount(y) / len(y), (len(y), 1))
    assert_allclose(model.predict_proba(X), expected, rtol=1e-5)


def test_without_a_prior_the_intercept_matches_the_class_frequencies():
    """Maximum likelihood: expected counts equal observed counts, for every term and class."""
    X, y = _documents(5, 3, n=300)
    model = LogisticRegression(precision=0.0, tolerance=1e-10).fit(X, y)
    observed = np.eye(3)[y]
    expected = model.predict_proba(X)
    assert_allclose(expected.sum(axis=0), observed.sum(axis=0), rtol=1e-6)
    assert_allclose(X.T @ expected, X.T @ observed, rtol=1e-6)


def test_one_class_is_certain():
    model = LogisticRegression().fit([[0.0], [1.0]], ["only", "only"])
    assert model.predict([[5.0]]).tolist() == ["only"]
    assert model.predict_proba([[5.0]]).tolist() == [[1.0]]
    assert (
        LogisticRegression(criterion="error").fit([[0.0]], ["only"]).predict([[1.0]]) == "only"
    )


def test_too_few_iterations_are_announced():
    X, y = _documents(1, 3)
    with pytest.warns(ConvergenceWarning, match="raise max_iterations"):
        LogisticRegression(max_iterations=1).fit(X, y)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"precision": -1.0}, "precision must be"),
        ({"solver": "magic"}, "'conjugate-gradient', 'gradient'"),
        ({"criterion": "luck"}, "'conditional-likelihood', 'error'"),
        ({"tolerance": 0.0}, "tolerance must be"),
        ({"max_iterations": 0}, "max_iterations must be"),
    ],
)
def test_wrong_parameters_are_named_with_what_is_right(options, message):
    with pytest.raises(InvalidParameterError, match=message):
        LogisticRegression(**options).fit([[0.0], [1.0]], [0, 1])


def test_separable_data_are_fitted_without_error_and_keep_their_hyperplanes():
    rng = np.random.default_rng(4)
    X = rng.random((40, 2)) * [1.0, 1000.0]
    score = X @ [1.0, 0.001] - 1.0
    X, y = X[np.abs(score) > 0.05], np.where(score > 0, "up", "down")[np.abs(score) > 0.05]
    model = LogisticRegression(criterion="error", random_state=1).fit(X, y)
    assert model.score(X, y) == 1.0
    each = model.sampled_predictions(X)
    assert each.shape == (100, len(y))
    assert (each == y).all()
    unseen = rng.random((200, 2)) * [1.0, 1000.0]
    votes = model.sampled_predictions(unseen)
    assert (votes != votes[0]).any()  # they differ where there were no documents
    again = clone(model).fit(X, y)
    assert again.coef_.tobytes() == model.coef_.tobytes()


@given(seeds, st.integers(2, 3))
@settings(max_examples=8, deadline=None)
def test_the_error_criterion_has_at_most_the_training_error_of_the_likelihood(seed, n_classes):
    X, y = _documents(seed, n_classes)
    scaled = X / X.max(axis=0)
    likelihood = LogisticRegression().fit(scaled, y)
    error = LogisticRegression(criterion="error", random_state=0).fit(scaled, y)
    assert error.score(scaled, y) >= likelihood.score(scaled, y)


def test_hyperplanes_are_not_there_without_separable_data():
    X, y = [[0.0], [1.0], [0.0], [1.0]], [0, 1, 1, 0]
    model = LogisticRegression(criterion="error", random_state=0).fit(X, y)
    with pytest.raises(InvalidInputError, match="criterion='error'"):
        model.sampled_predictions(X)
