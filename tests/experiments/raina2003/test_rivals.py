import numpy as np
import pytest
from scipy import sparse

from halfbayes.experiments.raina2003 import rivals
from halfbayes.experiments.raina2003.pairs import load_pair
from halfbayes.models.hybrid import HybridClassifier
from halfbayes.models.naive_bayes import MultinomialNaiveBayes


@pytest.fixture(scope="module")
def split(two_groups):
    pair = load_pair(two_groups, "a.one", "b.two")
    order = pair.permutation(0)
    return pair, order[:40], order[40:]


@pytest.mark.parametrize(
    ("name", "n_regions", "normalised"),
    [
        (rivals.HYBRID, 2, True),
        (rivals.UNNORMALISED, 2, False),
        (rivals.HYBRID_1, 1, True),
        (rivals.UNNORMALISED_1, 1, False),
    ],
)
def test_the_hybrids_are_those_of_the_package(split, name, n_regions, normalised):
    pair, training, test = split
    whole = [pair.regions[0] + pair.regions[1]] if n_regions == 1 else list(pair.regions)
    model = HybridClassifier.raina2003(normalised=normalised)
    model.fit([X[training] for X in whole], pair.y[training])
    logits = model.logits([X[test] for X in whole])
    odds = rivals.generative_odds(pair, training, test)[name]
    assert odds == pytest.approx(logits[:, 1] - logits[:, 0], rel=1e-3, abs=1e-3)


def test_naive_bayes_is_that_of_the_package(split):
    pair, training, test = split
    X = pair.regions[0] + pair.regions[1]
    model = MultinomialNaiveBayes(class_smoothing=0.0).fit(X[training], pair.y[training])
    log_proba = model.predict_log_proba(X[test])
    odds = rivals.generative_odds(pair, training, test)[rivals.NAIVE_BAYES]
    assert odds == pytest.approx(log_proba[:, 1] - log_proba[:, 0])


def test_every_method_learns_what_is_easy(split):
    pair, training, test = split
    odds = rivals.generative_odds(pair, training, test)
    odds[rivals.LOGISTIC] = rivals.logistic_odds(pair, training, test)
    odds[rivals.HALFBAYES] = rivals.halfbayes_odds(pair, training, test)
    found = rivals.errors(odds, pair.y[test])
    assert max(found.values()) < 0.2
    flipped = rivals.errors({name: -z for name, z in odds.items()}, pair.y[test])
    assert min(flipped.values()) > 0.8


def test_logistic_regression_sees_shares_of_words_wherever_they_stand(split):
    pair, training, test = split
    odds = rivals.logistic_odds(pair, training, test)
    subject, body = pair.regions
    moved = pair._replace(regions=(body, subject))
    assert rivals.logistic_odds(moved, training, test) == pytest.approx(odds)
    times = sparse.diags_array(1.0 + np.arange(len(pair.y)) % 3)
    longer = pair._replace(regions=tuple(sparse.csr_array(times @ X) for X in pair.regions))
    assert rivals.logistic_odds(longer, training, test) == pytest.approx(odds)


def test_log_ratios_left_out_are_not_those_of_the_fit(split):
    pair, training, _ = split
    regions = [X[training] for X in pair.regions]
    left_out, seen = rivals.log_ratios(regions, pair.y[training], regions)
    own = np.where(pair.y[training] == 1, 1.0, -1.0)[:, np.newaxis]
    assert (own * seen).mean() > (own * left_out).mean()
