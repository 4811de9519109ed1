import numpy as np
import pytest
from experiments.numbers import summary_of

from halfbayes.experiments.rennie2001 import imbalance
from halfbayes.experiments.rennie2001.classifiers import NB, SVM, TODAY
from halfbayes.experiments.rennie2001.corpus import NEWSGROUPS, loaded, split
from halfbayes.experiments.reproduction import Measurement


def test_the_variance_of_the_difference_is_the_sum_and_the_formula_holds(monkeypatch):
    monkeypatch.setattr(imbalance, "DRAWS", 20_000)
    rng = np.random.default_rng(0)
    theta = np.concatenate(
        [0.05 * rng.dirichlet(np.ones(50), size=2), np.full((2, 1), 0.95)], 1
    )
    counts = np.append(rng.integers(0, 3, size=(3, 50)), np.zeros((3, 1)), axis=1)
    truth = imbalance.Truth(theta, counts)
    found = imbalance.variances(truth, 1_000, rng=rng)
    together = found[imbalance.Z_PLUS] + found[imbalance.Z_MINUS]
    # Correlations of 20,000 draws are within some 2 % of none.
    assert found[imbalance.H] == pytest.approx(together, rel=0.05)
    # Eq. 3.7 takes the counts for independent; rare words nearly are.
    assert found[imbalance.BY_FORMULA] == pytest.approx(found[imbalance.Z_PLUS], rel=0.1)


def test_one_class_keeps_its_few_documents(toy_data, monkeypatch):
    kept = []
    monkeypatch.setattr(imbalance, "SIZES", (2, 4))
    monkeypatch.setattr(imbalance, "FEW", 2)
    monkeypatch.setattr(
        imbalance,
        "scores",
        lambda pair, _, training: kept.append((pair, training)) or np.zeros(len(pair.test)),
    )
    imbalance.run({"pair": 0, "seed": 0}, toy_data)
    imbalance.run({"pair": 0, "seed": 0, "today": True}, toy_data)
    sizes = [sorted(np.unique(p.bag.y[t], return_counts=True)[1].tolist()) for p, t in kept]
    of_a_learner = [[[2, 2]] * n * 2 + [[2, 4]] * n + [[4, 4]] * n for n in (2, 1)]
    assert sizes == [*of_a_learner[0], *of_a_learner[1]]


def test_a_pair_has_the_documents_of_two_groups(toy_data):
    whole = split(NEWSGROUPS, loaded(NEWSGROUPS, toy_data), 0)
    pair = imbalance.pair_of(whole, imbalance.PAIRS[0])
    assert set(pair.bag.classes[pair.bag.y[pair.test]]) == set(imbalance.PAIRS[0])
    assert set(pair.pool) <= set(whole.pool)


def test_the_theorem_fails_where_the_difference_varies_too_much():
    def summary_with(h):
        values = {imbalance.Z_PLUS: 1.0, imbalance.Z_MINUS: 0.5, imbalance.H: h}
        variances = [
            Measurement(imbalance.THEOREM, name, v, x=float(n))
            for name, v in values.items()
            for n in imbalance.LESS
        ]
        return summary_of(*variances)

    assert imbalance.claims(summary_with(1.5))["theorem"].holds
    assert not imbalance.claims(summary_with(2.5))["theorem"].holds


@pytest.mark.parametrize("learner", [NB, SVM, TODAY])
def test_every_learner_tells_the_toy_pair_apart(learner, toy_data):
    whole = split(NEWSGROUPS, loaded(NEWSGROUPS, toy_data), 0)
    pair = imbalance.pair_of(whole, imbalance.PAIRS[0])
    found = imbalance.rates(pair, imbalance.scores(pair, learner, pair.pool))
    assert found == {imbalance.ERROR: 0.0, imbalance.BREAKEVEN: 0.0}


def test_the_error_weighs_both_classes_alike_and_breakeven_ignores_the_bias(toy_data):
    whole = split(NEWSGROUPS, loaded(NEWSGROUPS, toy_data), 0)
    pair = imbalance.pair_of(whole, imbalance.PAIRS[0])
    y = pair.bag.y[pair.test]
    right_but_biased = np.where(y == y.max(), -1.0, -2.0)
    found = imbalance.rates(pair, right_but_biased)
    assert found == {imbalance.ERROR: 0.5, imbalance.BREAKEVEN: 0.0}
