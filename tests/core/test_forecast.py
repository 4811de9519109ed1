from dataclasses import replace

import numpy as np
import pytest
from laws.populations import POPULATIONS

from halfbayes.core.forecast import (
    FORESEEN,
    LIKELY,
    MOST_SIMULATED,
    Checked,
    best_plan,
    outlook,
)
from halfbayes.core.guarantee import Promise, certified, certifies, documents_needed

PROMISE = Promise(0.9, 0.1)


def middle_future(checked, more, promise, rng):
    """Coverage certified with ``more`` labels, in the middle of the worlds."""
    return np.median(checked.coverages(more, checked.worlds(25, rng), promise))


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
        middle_future(Checked(*population.draw(150, rng)), 850, promise, rng) for _ in range(60)
    ]
    assert np.mean(foretold) == pytest.approx(np.mean(truth), abs=0.1)


def test_a_confidence_that_means_nothing_is_found_out():
    """Right in 88 %, whatever the confidence: 1,000 labels certify nothing at 95 %."""
    rng, population = np.random.default_rng(0), POPULATIONS["useless confidence"]
    promise = Promise(0.95, 0.05)
    foretold = [
        middle_future(Checked(*population.draw(150, rng)), 850, promise, rng) for _ in range(40)
    ]
    assert np.mean(foretold) < 0.02


@pytest.mark.parametrize("name", ["easy", "hard", "thirty classes"])
def test_at_least_half_of_the_forecasts_come_true(name):
    """Nothing is certified; N more labels of the same draw are added to those there are."""
    rng, population, promise = np.random.default_rng(5), POPULATIONS[name], Promise(0.95, 0.05)
    true = []
    while len(true) < 24:
        confidence, correct = population.draw(50, rng)
        future = outlook(Checked(confidence, correct), promise, rng)
        if certifies(confidence, correct, promise) or future is None:
            continue
        more, more_correct = population.draw(future.labels, rng)
        everything = np.append(confidence, more), np.append(correct, more_correct)
        true.append(certifies(*everything, promise))
    assert np.mean(true) >= 0.5


def test_errors_already_made_are_not_forgotten():
    """The surest document is wrong: a label or two more leave it where it is."""
    confidence, correct = np.linspace(1, 0.9, 65), np.arange(65) > 0
    promise = Promise(0.95, 0.05)
    assert not certifies(confidence, correct, promise)
    future = outlook(Checked(confidence, correct), promise, np.random.default_rng(0))
    assert 65 + future.labels >= documents_needed(1, 0.95, 0.05)


def test_the_first_labels_of_a_world_stay_the_first():
    checked = Checked(*POPULATIONS["hard"].draw(80, np.random.default_rng(0)))
    (world,) = checked.worlds(1, np.random.default_rng(1))
    few, many = checked.after(10, world), checked.after(50, world)
    for some, more in zip(few, many, strict=True):
        assert some.tolist() == more[:90].tolist()
    assert few[0][:80].tolist() == checked.confidence.tolist()
    assert few[1][:80].tolist() == checked.correct.tolist()


def test_a_model_that_learns_mends_some_of_its_errors():
    confidence, correct = POPULATIONS["hard"].draw(400, np.random.default_rng(0))
    learns = Checked(confidence, correct, [0.5])
    (world,) = learns.worlds(1, np.random.default_rng(1))
    later = learns.after(1200, world)[1][:400]
    assert np.all(later >= correct)
    assert np.mean(~later) == pytest.approx(np.mean(~correct) / 2, abs=0.05)


def test_beyond_the_largest_simulation_the_checked_documents_keep_their_share():
    confidence, correct = POPULATIONS["hard"].draw(500, np.random.default_rng(0))
    checked = Checked(confidence, correct)
    (world,) = checked.worlds(1, np.random.default_rng(1))
    later = checked.after(49_500, world)
    assert len(later[0]) == len(later[1]) == MOST_SIMULATED
    assert np.isin(later[0][:200], confidence).all()


def test_what_is_likely_is_more_likely_than_not():
    assert LIKELY > 0.5


def test_where_no_labels_help_it_says_so():
    rng = np.random.default_rng(0)
    confidence, correct = rng.random(400), rng.random(400) < 0.6
    assert outlook(Checked(confidence, correct), PROMISE, rng) is None


def test_a_model_that_learns_needs_less_reading():
    confidence, correct = POPULATIONS["hard"].draw(200, np.random.default_rng(0))
    still = best_plan(Checked(confidence, correct), 5000, PROMISE, rng=np.random.default_rng(0))
    learns = best_plan(
        Checked(confidence, correct, [0.5]), 5000, PROMISE, rng=np.random.default_rng(0)
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


@pytest.mark.parametrize("wrong", [(0, 6, 9), (0, 30, 31, 90), ()])
def test_what_is_expected_to_be_read_lies_in_its_interval(wrong):
    correct = ~np.isin(np.arange(130), wrong)
    checked = Checked(np.linspace(1.0, 0.6, 130), correct, [0.3])
    plan = best_plan(checked, 5000, Promise(0.8, 0.05), rng=np.random.default_rng(1))
    assert plan.low <= plan.read <= plan.high


def test_worlds_take_the_possible_exponents_in_turn():
    checked = Checked(*POPULATIONS["hard"].draw(80, np.random.default_rng(0)), [0.1, 0.4])
    worlds = checked.worlds(5, np.random.default_rng(1))
    assert [world.learning for world in worlds] == [0.1, 0.4, 0.1, 0.4, 0.1]


def test_a_plan_is_less_sure_where_it_is_not_known_how_much_the_model_learns():
    """The interval that one exponent gives lies within that of all."""
    checked = POPULATIONS["hard"].draw(200, np.random.default_rng(0))

    def width(exponents):
        rng = np.random.default_rng(0)
        plan = best_plan(Checked(*checked, exponents), 10**6, PROMISE, rng=rng)
        assert plan.low <= plan.read <= plan.high
        return plan.high - plan.low

    assert width(np.linspace(0.0, 0.7, 100).tolist()) > 1.2 * width([0.35])


def test_a_plan_looks_no_further_than_forecasts_hold():
    """Ten times the labels at hand at most; that more might pay is said, not reckoned."""
    rng = np.random.default_rng(0)
    checked = Checked(*POPULATIONS["hard"].draw(100, rng), [0.2])
    plan = best_plan(checked, 10**7, PROMISE, rng=rng)
    assert plan.labels == (FORESEEN - 1) * 100
    assert plan.beyond
    assert not best_plan(checked, 200, PROMISE, rng=rng).beyond


def test_where_nothing_is_foreseen_that_is_not_the_last_word():
    """Right in 60 %, whatever the confidence: all is read, and more labels are not foreseen."""
    rng = np.random.default_rng(0)
    checked = Checked(rng.random(100), rng.random(100) < 0.6)
    plan = best_plan(checked, 10**6, PROMISE, rng=rng)
    assert (plan.read, plan.beyond) == (10**6, True)
    assert not best_plan(checked, 300, PROMISE, rng=rng).beyond


def test_more_labels_at_hand_narrow_the_plan():
    """On average over draws, with as many exponents possible."""
    rng, exponents = np.random.default_rng(0), np.linspace(0.1, 0.3, 20).tolist()

    def width(n):
        plans = [
            best_plan(
                Checked(*POPULATIONS["hard"].draw(n, rng), exponents), 10**6, PROMISE, rng=rng
            )
            for _ in range(6)
        ]
        return np.mean([plan.high - plan.low for plan in plans])

    assert width(1000) < width(100)


@pytest.mark.parametrize("more", [0, 890])
def test_documents_less_sure_than_all_that_are_known_may_come(more):
    """All are right and certified: of new ones 1 / (n + N + 1) are less sure, on average."""
    n, count, rng = 99, 400, np.random.default_rng(0)
    checked = Checked(np.linspace(0.6, 1.0, n), np.ones(n, dtype=bool))
    worlds = [replace(world, chance=np.zeros(n)) for world in checked.worlds(count, rng)]
    below = 1.0 - checked.coverages(more, worlds, PROMISE)
    left = 1.0 / (n + more + 1)
    # Beta(1, n + N) has a standard deviation of no more than its mean.
    assert np.mean(below) == pytest.approx(left, abs=4.0 * left / np.sqrt(count))


def test_in_no_world_more_labels_leave_more_to_come_that_is_less_sure():
    checked = Checked(np.linspace(0.6, 1.0, 99), np.ones(99, dtype=bool))
    worlds = checked.worlds(50, np.random.default_rng(0))
    told = [[world.share_above(0.0, 99 + more) for world in worlds] for more in (0, 1, 50, 900)]
    assert np.all(np.diff(told, axis=0) > 0.0)


def test_labels_pay_where_they_show_that_fewer_documents_are_unlike_all_others():
    """Of a million documents 10,000 would be left by 99 labels, and a tenth of that by more."""
    checked = Checked(np.linspace(0.6, 1.0, 99), np.ones(99, dtype=bool))
    plan = best_plan(checked, 10**6, PROMISE, rng=np.random.default_rng(0))
    assert plan.labels == (FORESEEN - 1) * 99
    assert 0.0 < plan.low < plan.read < plan.high
    assert plan.read < 5000
