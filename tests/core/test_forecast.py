import numpy as np
import pytest
from laws.populations import POPULATIONS

from halfbayes.core.forecast import Checked, best_plan, error_curve, outlook
from halfbayes.core.guarantee import Promise, certified

PROMISE = Promise(0.9, 0.1)


def test_the_chance_of_an_error_only_grows_and_matches_the_errors_seen():
    confidence, correct = POPULATIONS["hard"].draw(500, np.random.default_rng(0))
    chance = error_curve(confidence, correct).chance
    assert np.all(np.diff(chance[np.argsort(-confidence)]) >= 0)
    assert chance.mean() == pytest.approx(1 - correct.mean(), abs=0.02)


@pytest.mark.parametrize("name", ["easy", "hard", "thirty classes"])
@pytest.mark.parametrize("accuracy", [0.9, 0.95])
def test_coverage_to_come_is_foretold_from_few_labels(name, accuracy):
    """From 150 labels: what 1,000 certify, on average over draws."""
    rng, population = np.random.default_rng(0), POPULATIONS[name]
    promise = Promise(accuracy, 0.05)
    truth = [
        certified(*population.draw(1000, rng), accuracy=accuracy, delta=0.05).coverage
        for _ in range(60)
    ]
    foretold = [
        error_curve(*population.draw(150, rng)).simulated_coverage(1000, promise, rng)
        for _ in range(60)
    ]
    assert np.mean(foretold) == pytest.approx(np.mean(truth), abs=0.1)


def test_a_confidence_that_means_nothing_is_found_out():
    """Right in 88 %, whatever the confidence: 1,000 labels certify nothing at 95 %."""
    rng, population = np.random.default_rng(0), POPULATIONS["useless confidence"]
    promise = Promise(0.95, 0.05)
    foretold = [
        error_curve(*population.draw(150, rng)).simulated_coverage(1000, promise, rng)
        for _ in range(40)
    ]
    assert np.mean(foretold) < 0.02


def test_as_many_labels_as_it_says_do_certify_something():
    rng, population = np.random.default_rng(1), POPULATIONS["easy"]
    enough = []
    for _ in range(12):
        confidence, correct = population.draw(25, rng)
        future = outlook(error_curve(confidence, correct), PROMISE, rng)
        if future is None:
            continue
        found = [
            certified(*population.draw(25 + future.labels, rng), accuracy=0.9, delta=0.1).holds
            for _ in range(20)
        ]
        enough.append(np.mean(found))
    assert len(enough) >= 8
    assert np.mean(enough) > 0.4


def test_where_no_labels_help_it_says_so():
    rng = np.random.default_rng(0)
    confidence, correct = rng.random(400), rng.random(400) < 0.6
    assert outlook(error_curve(confidence, correct), PROMISE, rng) is None


def test_a_model_that_learns_needs_less_reading():
    confidence, correct = POPULATIONS["hard"].draw(200, np.random.default_rng(0))
    still = best_plan(Checked(confidence, correct), 5000, PROMISE, rng=np.random.default_rng(0))
    learns = best_plan(
        Checked(confidence, correct, 0.5), 5000, PROMISE, rng=np.random.default_rng(0)
    )
    assert learns.read < still.read
    assert 0 <= still.low <= still.read <= still.high <= 5000
    assert still.automatic == 5000 - still.read


def test_where_all_is_certified_no_label_pays():
    confidence, correct = np.linspace(0, 1, 1000), np.ones(1000, dtype=bool)
    plan = best_plan(Checked(confidence, correct), 500, PROMISE, rng=np.random.default_rng(0))
    assert plan.labels == 0
    assert plan.read == pytest.approx(0.0, abs=1.0)


def test_the_interval_holds_what_comes():
    """Labels are added as planned and certified: the reading left lies in the interval."""
    rng, population, held = np.random.default_rng(3), POPULATIONS["thirty classes"], 0
    for _ in range(12):
        confidence, correct = population.draw(150, rng)
        plan = best_plan(Checked(confidence, correct), 2000, PROMISE, rng=rng)
        more, more_correct = population.draw(plan.labels, rng)
        threshold = certified(
            np.append(confidence, more),
            np.append(correct, more_correct),
            accuracy=0.9,
            delta=0.1,
        ).threshold
        unread, _ = population.draw(2000 - plan.labels, rng)
        needed = plan.labels + np.count_nonzero(unread < threshold)
        held += plan.low - 20 <= needed <= plan.high + 20
    assert held >= 10
