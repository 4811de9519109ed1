import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.svm import LinearSVC
from sklearn.utils.estimator_checks import parametrize_with_checks

import halfbayes
from halfbayes.core.breakeven import roc_breakeven
from halfbayes.core.codes import one_vs_all
from halfbayes.core.decoding import LOSSES
from halfbayes.errors import InvalidInputError, InvalidParameterError, NoTrainingDataError

NB = halfbayes.MultinomialNaiveBayes
OutputCode = halfbayes.OutputCodeClassifier


def corpus(seed=0, n_documents=300, n_classes=12, n_terms=40, *, shape=0.3):
    rng = np.random.default_rng(seed)
    y = rng.integers(n_classes, size=n_documents)
    rates = rng.gamma(shape, size=(n_classes, n_terms))
    X = sparse.csr_array(rng.poisson(rates[y]).astype(float))
    return X, np.array(list("abcdefghijklmnop"))[y]


@parametrize_with_checks(
    [
        OutputCode(NB()),
        OutputCode(NB(), code="one-vs-all", decoding="logistic"),
        OutputCode(LogisticRegression(), code="exhaustive", decoding="linear"),
        OutputCode(LinearSVC(), code="bch-15"),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


@settings(max_examples=15)
@given(st.integers(0, 10**6))
def test_one_bit_per_class_and_linear_decoding_is_one_vs_all(seed):
    X, y = corpus(seed, n_documents=80, n_classes=5)
    model = OutputCode(NB(), code="one-vs-all", decoding="linear").fit(X, y)
    log_odds = np.stack(
        [NB().fit(X, y == c).predict_log_proba(X) @ [-1, 1] for c in model.classes_], axis=1
    )
    assert np.array_equal(model.predict(X), model.classes_[log_odds.argmax(axis=1)])


def test_around_a_linear_svm_it_is_scikit_learns_one_vs_rest():
    X, y = corpus()
    svm = LinearSVC(random_state=0)
    model = OutputCode(svm, code="one-vs-all", decoding="linear").fit(X, y)
    peer = OneVsRestClassifier(svm).fit(X, y)
    assert np.array_equal(model.predict(X), peer.predict(X))


@pytest.mark.parametrize("bits", [15, 31, 63, 127])
def test_bch_codes_have_their_distances(bits):
    X, y = corpus(n_classes=16)
    code = OutputCode(NB(), code=f"bch-{bits}").fit(X, y).code_
    assert code.shape == (16, bits)
    assert set(np.unique(code)) == {-1, 1}
    distances = [(code[i] != code[j]).sum() for i in range(16) for j in range(i)]
    assert min(distances) >= {15: 7, 31: 15, 63: 31, 127: 63}[bits]


@pytest.mark.parametrize("decoding", LOSSES)
@pytest.mark.parametrize("code", ["one-vs-all", "dense-20", "bch-31", "tuned-20"])
def test_every_code_and_decoding_learns_and_agrees_with_its_probabilities(code, decoding):
    X, y = corpus()
    model = OutputCode(NB(), code=code, decoding=decoding).fit(X, y)
    predicted, p = model.predict(X), model.predict_proba(X)
    assert (predicted == y).mean() > 0.7
    assert_allclose(p.sum(axis=1), 1.0)
    assert np.array_equal(model.classes_[p.argmax(axis=1)], predicted)
    losses = model.class_losses(X)
    assert np.array_equal(model.classes_[losses.argmin(axis=1)], predicted)


def test_a_given_matrix_is_the_code():
    X, y = corpus(n_classes=4)
    code = one_vs_all(4)[:, :3]
    model = OutputCode(NB(), code=code).fit(X, y)
    assert np.array_equal(model.code_, code)


def test_probabilities_are_calibrated_with_leave_one_out_scores():
    # Overconfident bits: every word of a document says the same six times.
    X, y = corpus(1, n_documents=1200, n_terms=10, shape=8.0)
    X = sparse.csr_array(X * 6.0)
    model = OutputCode(NB(), code="bch-31", decoding="linear").fit(X[:600], y[:600])
    p = model.predict_proba(X[600:])
    accuracy = (model.predict(X[600:]) == y[600:]).mean()
    assert 0.5 < accuracy < 0.9
    assert abs(p.max(axis=1).mean() - accuracy) < 0.05
    plain = NB().fit(X[:600], y[:600]).predict_proba(X[600:])
    own = np.arange(600), np.searchsorted(model.classes_, y[600:])
    assert -np.log(p[own]).mean() < 0.6 * -np.log(np.maximum(plain[own], 1e-12)).mean()


def test_probabilities_of_an_svm_come_from_folds_or_not_at_all():
    X, y = corpus(n_classes=3)
    model = OutputCode(LinearSVC(), code="exhaustive").fit(X, y)
    assert_allclose(model.predict_proba(X).sum(axis=1), 1.0)
    without = OutputCode(LinearSVC(), code="exhaustive", calibration_folds=0).fit(X, y)
    assert not hasattr(without, "predict_proba")
    assert np.array_equal(without.predict(X), model.predict(X))


def test_the_report_measures_new_documents_or_leave_one_out_scores():
    X, y = corpus()
    model = OutputCode(NB(), code="bch-15").fit(X, y)
    left_out = model.code_report()
    seen = model.code_report(X, y)
    assert left_out.n_documents == seen.n_documents == 300
    assert left_out.bit_error.mean() >= seen.bit_error.mean()
    side = model.code_[np.searchsorted(model.classes_, y), 3] == 1
    assert seen.bit_breakeven[3] == roc_breakeven(side, model.bit_scores(X)[:, 3])
    logistic = OutputCode(LogisticRegression(), code="bch-15").fit(X, y)
    with pytest.raises(NoTrainingDataError, match=r"code_report\(X, y\)"):
        logistic.code_report()
    assert logistic.code_report(X, y).bit_error.shape == (15,)


def test_a_pickled_model_answers_the_same_and_carries_no_documents():
    X, y = corpus()
    model = OutputCode(NB(), code="bch-31").fit(X, y)
    stored = pickle.dumps(model)
    again = pickle.loads(stored)
    assert_allclose(again.predict_proba(X), model.predict_proba(X))
    assert again.code_report().table() == model.code_report().table()
    assert X[:5].data.tobytes() not in stored


def test_the_same_seed_gives_the_same_model():
    X, y = corpus()
    for code in ("dense-20", "bch-31", "tuned-20"):
        one, other = (OutputCode(NB(), code=code, random_state=3).fit(X, y) for _ in range(2))
        assert np.array_equal(one.code_, other.code_)
        assert np.array_equal(one.predict_proba(X), other.predict_proba(X))


def test_a_tuned_code_has_easier_bits_than_a_random_one():
    X, y = corpus(2, n_documents=600, n_classes=14)
    tuned = OutputCode(NB(), code="tuned-20").fit(X, y).code_report()
    random = OutputCode(NB(), code="dense-20").fit(X, y).code_report()
    assert tuned.bit_breakeven.mean() < random.bit_breakeven.mean()
    assert tuned.column_separation.min() >= 1


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"code": "tuned-9"}, "MultinomialNaiveBayes inside and pass its code_"),
        ({"decoding": "loudest"}, "'hinge', 'linear', 'logistic', 'zero-one'"),
        ({"calibration_folds": 1}, "at least 2"),
        ({"calibration_folds": -1}, "calibration_folds"),
        ({"code": "bch-16"}, "15, 31, 63, 127"),
        ({"code": [[1], [-1]]}, "12 classes"),
    ],
)
def test_bad_parameters_are_refused_with_what_to_do(parameters, message):
    X, y = corpus()
    with pytest.raises(InvalidParameterError, match=message):
        OutputCode(LinearSVC(), **parameters).fit(X, y)


def test_a_tuned_code_needs_as_many_splits_as_bits():
    X, y = corpus(n_classes=3)
    with pytest.raises(InvalidParameterError, match="3 classes have 3; use 'exhaustive'"):
        OutputCode(NB(), code="tuned-9").fit(X, y)


def test_one_class_is_refused():
    X, _ = corpus()
    with pytest.raises(InvalidInputError, match="only one class"):
        OutputCode(NB()).fit(X, np.zeros(300))
