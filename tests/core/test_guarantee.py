"""The promise, proved by simulation: populations of scores whose true accuracies are known."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws.populations import POPULATIONS, true_accuracy

from halfbayes.core.binomial import at_most_tail
from halfbayes.core.guarantee import (
    Promise,
    certified,
    certified_by_group,
    certified_instead,
    certifies,
    documents_needed,
    first_rank,
)

DRAWS = 2000


@pytest.mark.parametrize(
    ("accuracy", "needed"),
    [
        (0.95, [59, 93, 124, 153, 208, 336]),
        (0.90, [29, 46, 61, 76, 103, 167]),
        (0.99, [299, 473, 628, 773, 1049, 1693]),
    ],
)
def test_the_documents_needed_are_those_of_clopper_and_pearson(accuracy, needed):
    assert [documents_needed(e, accuracy, 0.05) for e in (0, 1, 2, 3, 5, 10)] == needed


@given(st.integers(0, 40), st.floats(0.5, 0.99), st.floats(0.01, 0.3))
def test_one_document_fewer_would_not_do(errors, accuracy, delta):
    n = documents_needed(errors, accuracy, delta)
    assert at_most_tail(errors, n, 1 - accuracy) <= delta
    assert at_most_tail(errors, n - 1, 1 - accuracy) > delta


@given(st.integers(1, 5000))
def test_the_strictest_threshold_can_pass_and_leaves_room(n):
    rank = first_rank(n, 0.95, 0.05)
    assert rank == 59 or rank * 8 <= n


def violations(population, n, promise, rng, draws=DRAWS):
    """Share of draws in which the true accuracy of what is answered is too low."""
    broken, coverage = 0, 0.0
    for _ in range(draws):
        confidence, correct = population.draw(n, rng)
        found = certified(confidence, correct, accuracy=promise.accuracy, delta=promise.delta)
        coverage += found.coverage
        broken += found.holds and true_accuracy(population, found.threshold) < promise.accuracy
    return broken / draws, coverage / draws


def allowed(delta, draws=DRAWS):
    return delta + 3 * np.sqrt(delta * (1 - delta) / draws)


@pytest.mark.parametrize("n", [50, 200, 2000])
@pytest.mark.parametrize("name", ["easy", "hard", "thirty classes"])
def test_the_promise_holds(name, n):
    promise = Promise(0.9, 0.1)
    rng = np.random.default_rng(len(name) * n)
    rate, coverage = violations(POPULATIONS[name], n, promise, rng)
    assert rate <= allowed(promise.delta)
    if n == 2000:
        assert coverage > 0.1


def test_the_promise_holds_where_confidence_says_nothing():
    rng = np.random.default_rng(5)
    rate, _ = violations(POPULATIONS["useless confidence"], 300, Promise(0.9, 0.1), rng)
    assert rate <= allowed(0.1)


def test_the_promise_fails_where_documents_are_not_a_random_sample():
    """Checked documents from an easy population, new ones from a harder."""
    rng, broken = np.random.default_rng(0), 0
    for _ in range(300):
        confidence, correct = POPULATIONS["easy"].draw(300, rng)
        found = certified(confidence, correct, accuracy=0.9, delta=0.1)
        broken += (
            found.holds and true_accuracy(POPULATIONS["overconfident"], found.threshold) < 0.9
        )
    assert broken / 300 > 0.5


def test_the_best_threshold_seen_would_break_the_promise():
    """The check can fail: a threshold chosen without the test is wrong far too often."""
    rng, broken = np.random.default_rng(0), 0
    population = POPULATIONS["hard"]
    for _ in range(300):
        confidence, correct = population.draw(200, rng)
        order = np.argsort(-confidence)
        accuracy = np.cumsum(correct[order]) / np.arange(1, 201)
        reached = np.flatnonzero(accuracy >= 0.9)
        threshold = confidence[order][reached[-1]] if len(reached) else np.inf
        broken += len(reached) > 0 and true_accuracy(population, threshold) < 0.9
    assert broken / 300 > allowed(0.1, 300)


def test_nothing_is_certified_from_too_few_documents():
    found = certified(np.linspace(0, 1, 58), np.ones(58, bool), accuracy=0.95, delta=0.05)
    assert not found.holds
    assert found.threshold == np.inf
    assert found.coverage == 0.0


def test_all_is_certified_where_all_is_right():
    found = certified(np.linspace(0, 1, 59), np.ones(59, bool), accuracy=0.95, delta=0.05)
    assert (found.answered, found.errors, found.threshold) == (59, 0, 0.0)


def test_a_confidence_of_minus_infinity_is_never_answered():
    confidence = np.concatenate([np.linspace(0.5, 1, 60), np.full(10, -np.inf)])
    correct = np.arange(70) < 60
    found = certified(confidence, correct, accuracy=0.95, delta=0.05)
    assert (found.answered, found.errors, found.threshold) == (60, 0, 0.5)


def test_equal_confidences_are_answered_together():
    confidence = np.repeat([0.9, 0.5], 100)
    found = certified(confidence, np.arange(200) < 100, accuracy=0.9, delta=0.1)
    assert (found.answered, found.threshold) == (100, 0.9)


@given(st.integers(0, 2**32 - 1))
def test_the_order_of_documents_does_not_matter(seed):
    rng = np.random.default_rng(seed)
    confidence, correct = POPULATIONS["easy"].draw(150, rng)
    order = rng.permutation(150)
    first = certified(confidence, correct, accuracy=0.9, delta=0.1)
    assert certified(confidence[order], correct[order], accuracy=0.9, delta=0.1) == first


def test_groups_hold_together():
    """Each of four groups has its own threshold; none is too low, as often as promised."""
    rng, broken, draws = np.random.default_rng(0), 0, 400
    population = POPULATIONS["hard"]
    for _ in range(draws):
        confidence, correct = population.draw(1200, rng)
        group = rng.integers(0, 4, 1200)
        found = certified_by_group(confidence, correct, group, promise=Promise(0.9, 0.1, 4))
        broken += any(c.holds and true_accuracy(population, c.threshold) < 0.9 for c in found)
    assert broken / draws <= allowed(0.1, draws)


def test_what_is_offered_instead_is_wrong_no_more_often_than_allowed():
    # Surer documents are righter; no threshold reaches 0.95, and every lower target is tried.
    rng, wrong, draws = np.random.default_rng(0), 0, 2000
    for _ in range(draws):
        confidence = rng.random(120)
        correct = rng.random(120) < 0.55 + 0.37 * confidence
        found = certified_instead(confidence, correct, accuracy=0.95, delta=0.1)
        if found is not None:
            true_accuracy = 0.55 + 0.37 * (1.0 + found.threshold) / 2
            wrong += true_accuracy < found.accuracy
    assert wrong / draws <= 0.1


@pytest.mark.parametrize("accuracy", [0.95, 0.9, 0.55])
def test_only_lower_accuracies_are_offered_and_each_pays_for_all(accuracy):
    confidence, correct = np.linspace(0.9, 0.5, 40), np.ones(40, dtype=bool)
    found = certified_instead(confidence, correct, accuracy=accuracy, delta=0.05)
    assert found.accuracy < accuracy
    assert found.delta == pytest.approx(0.05 / 5)
    assert certified_instead(confidence, ~correct, accuracy=accuracy, delta=0.05) is None
    assert certified_instead(confidence, correct, accuracy=0.5, delta=0.05) is None


def test_whether_anything_is_certified_is_told_without_the_rest():
    rng, seen = np.random.default_rng(0), set()
    for n in (5, 40, 59, 60, 100, 300) * 20:
        confidence = rng.choice([0.9, 0.8, 0.7, -np.inf, *rng.random(n)], n)
        correct = rng.random(n) < rng.uniform(0.9, 1.0)
        whole = certified(confidence, correct, accuracy=0.95, delta=0.05)
        assert certifies(confidence, correct, Promise(0.95, 0.05)) == whole.holds
        seen.add(whole.holds)
    assert seen == {True, False}
