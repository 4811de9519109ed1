import numpy as np
import pytest

from halfbayes.core.code_report import code_report
from halfbayes.experiments.rennie2001.classifiers import (
    CODES,
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
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, loaded, split


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
