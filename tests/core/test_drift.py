import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.core.drift import CELLS, AuditBet, ExchangeabilityBet, Ranks

DRAWS = 300


def allowed(alpha):
    return alpha + 3 * np.sqrt(alpha * (1 - alpha) / DRAWS)


@pytest.mark.parametrize("ties", [False, True])
def test_an_unchanged_stream_rarely_raises_a_false_alarm(ties):
    rng, alarms = np.random.default_rng(0), 0
    for _ in range(DRAWS):
        scores = rng.beta(5, 1, 400)
        scores = scores.round(1) if ties else scores
        bet = ExchangeabilityBet.against(scores[:100])
        alarms += bet.update(scores[100:], rng) >= 10
    assert alarms / DRAWS <= allowed(0.1)


def test_falling_scores_are_seen_soon_even_after_a_long_good_time():
    rng, seen = np.random.default_rng(0), 0
    for _ in range(30):
        bet = ExchangeabilityBet.against(rng.beta(5, 1, 200))
        bet.update(rng.beta(5, 1, 1000), rng)
        seen += bet.update(rng.beta(2, 2, 150), rng) >= 100
    assert seen >= 27


def test_rising_scores_are_no_alarm():
    rng = np.random.default_rng(0)
    bet = ExchangeabilityBet.against(rng.beta(2, 2, 200))
    assert bet.update(rng.beta(5, 1, 300), rng) < 20


@pytest.mark.parametrize("error", [0.1, 0.05])
def test_answers_as_right_as_promised_rarely_raise_a_false_alarm(error):
    rng, alarms = np.random.default_rng(0), 0
    for _ in range(DRAWS):
        alarms += AuditBet(0.9).update(rng.random(800) < error) >= 10
    assert alarms / DRAWS <= allowed(0.1)


def test_answers_worse_than_promised_are_seen_even_after_a_long_good_time():
    rng, seen = np.random.default_rng(0), 0
    for _ in range(30):
        bet = AuditBet(0.9)
        bet.update(rng.random(1000) < 0.05)
        seen += bet.update(rng.random(150) < 0.3) >= 100
    assert seen >= 27


@given(st.lists(st.booleans(), max_size=60))
def test_capital_stays_above_zero(wrong):
    bet = AuditBet(0.8)
    highest = bet.update(wrong)
    assert bet.capital > 0
    assert highest >= max(1.0, bet.capital)


def test_batches_may_be_cut_anyhow():
    scores = np.random.default_rng(0).random(60)
    whole, parts = (ExchangeabilityBet.against(scores[:20]) for _ in range(2))
    one, other = np.random.default_rng(1), np.random.default_rng(1)
    whole.update(scores[20:], one)
    for start in range(20, 60, 8):
        parts.update(scores[start : start + 8], other)
    assert whole.capital == parts.capital


@given(st.lists(st.floats(0.0, 1.0), max_size=30), st.floats(0.0, 1.0))
def test_ranks_are_those_of_the_scores_on_the_grid(scores, score):
    cells = [min(int(s * CELLS**2), CELLS**2 - 1) for s in [*scores, score]]
    below = sum(cell < cells[-1] for cell in cells[:-1])
    same = cells[:-1].count(cells[-1])
    assert Ranks(scores).below_and_at(score) == (below, same)


def test_a_long_stream_takes_no_more_memory_than_a_short_one():
    rng = np.random.default_rng(0)
    bet = ExchangeabilityBet.against(rng.random(10))
    before = len(pickle.dumps(bet.seen))
    bet.update(rng.random(3000), rng)
    assert len(pickle.dumps(bet.seen)) < before + 100
