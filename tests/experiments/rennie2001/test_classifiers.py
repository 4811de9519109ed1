import numpy as np
import pytest
from scipy import sparse

from halfbayes.core.code_report import code_report
from halfbayes.experiments.rennie2001.classifiers import (
    CODES,
    LEARNERS,
    NB,
    OVA,
    SVM,
    Bits,
    Coder,
    bayesian_naive_bayes,
    error_rate,
    map_naive_bayes,
    predicted_by,
)
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, Bag, Split, loaded, split


@pytest.fixture(scope="module")
def parts(toy_data):
    return split(NEWSGROUPS, loaded(NEWSGROUPS, toy_data), 0)


def test_map_naive_bayes_adds_one_to_every_count(parts):
    model = map_naive_bayes()
    predicted_by(model, parts, 5)
    counts = model.statistics_.terms
    expected = np.log((counts + 1.0) / (counts + 1.0).sum(axis=1, keepdims=True))
    event = model.event_model(model.n_features_in_)
    np.testing.assert_allclose(event.log_theta(model.statistics_), expected, rtol=1e-12)


@pytest.mark.parametrize("model", [map_naive_bayes, bayesian_naive_bayes])
def test_naive_bayes_learns_the_toy_corpus(model, parts):
    assert error_rate(predicted_by(model(), parts, 10), parts.bag.y[parts.test]) < 0.1


def test_the_svm_sees_ltc_weights_with_frequencies_of_the_training_documents():
    counts = np.array([[3, 1, 0], [0, 1, 1], [0, 1, 0], [1, 2, 7]], dtype=float)
    documents = np.arange(3)
    bag = Bag(sparse.csr_array(counts), np.array([0, 1, 1, 0]), None, None, [])
    _, inputs = LEARNERS[SVM]
    X, X_test = inputs(Split(bag, documents, documents, np.array([3])), documents)
    idf = np.log(3 / np.array([1, 3, 1]))
    by_hand = np.where(counts > 0, 1 + np.log(np.maximum(counts, 1)), 0) * idf
    length = np.linalg.norm(by_hand, axis=1, keepdims=True)
    by_hand = np.divide(by_hand, length, out=np.zeros((4, 3)), where=length > 0)
    assert X.toarray() == pytest.approx(by_hand[:3])
    assert X_test.toarray() == pytest.approx(by_hand[3:])


@pytest.mark.parametrize("learner", [NB, SVM])
def test_every_code_is_learnt_and_short_dense_codes_begin_the_long_one(learner, parts):
    coder = Coder(parts, 10, learner, seed=0)
    bits = {name: coder.bits(name) for name in CODES}
    assert {name: b.code.shape for name, b in bits.items()} == {
        name: (20, 20 if name == OVA else int(name.split()[1])) for name in CODES
    }
    assert (bits["Dense 63"].code[:, :15] == bits["Dense 15"].code).all()
    assert bits["BCH 63"].error() < 0.15


def test_rates_of_the_bits_are_those_of_the_code_report(parts):
    bits = Coder(parts, 5, NB, seed=0).bits("BCH 15")
    report = code_report(bits.code, parts.bag.classes, bits.scores, bits.y)
    assert bits.binary_error() == pytest.approx(report.bit_error.mean())
    assert bits.breakeven() == pytest.approx(report.bit_breakeven.mean())


def test_a_column_says_yes_where_its_score_is_above_0():
    scores = np.array([[0.3, -0.3], [-0.3, 0.3], [0.3, 0.3]])
    code = np.array([[1, -1], [-1, 1]], dtype=np.int8)
    assert Bits(scores, code, np.array([0, 1, 1])).binary_error() == pytest.approx(1 / 6)
    assert Bits(scores, code, np.array([1, 0, 0])).binary_error() == pytest.approx(5 / 6)


def test_agreement_is_the_share_of_equal_labels_over_pairs_of_bits():
    scores = np.array([[1.0, 1.0, -1.0], [-1.0, -1.0, -1.0]])
    bits = Bits(scores, np.ones((2, 3), dtype=np.int8), np.array([0, 1]))
    labels = scores > 0
    pairs = [(0, 1), (0, 2), (1, 2)]
    by_hand = np.mean([np.mean(labels[:, i] == labels[:, j]) for i, j in pairs])
    assert bits.agreement() == pytest.approx(by_hand)


def test_linear_decoding_of_one_vs_all_takes_the_highest_score(parts):
    bits = Coder(parts, 5, NB, seed=0).bits(OVA)
    assert bits.error("linear") == error_rate(bits.scores.argmax(axis=1), bits.y)
