import numpy as np
import pytest
from experiments.numbers import summary_of
from scipy.stats import binom

from halfbayes.experiments.ngjordan2001 import samples
from halfbayes.experiments.ngjordan2001.batched import errors_on
from halfbayes.experiments.reproduction import Measurement


def made_up(bayes_power, logistic_power):
    """Errors that reach the best at m = 10 n^power."""
    cells = []
    for n in samples.INPUTS[:4]:
        for name, power in (
            (samples.NAIVE_BAYES, bayes_power),
            (samples.LOGISTIC, logistic_power),
        ):
            cells += [
                Measurement(
                    f"n = {n}", name, 0.1 + samples.EXCESS * 10 * n**power / m, 0, x=float(m)
                )
                for m in samples.SIZES
            ]
        cells += [
            Measurement(f"n = {n}", samples.BEST, 0.1, 0, x=float(m)) for m in samples.SIZES
        ]
    return summary_of(*cells)


def test_the_examples_needed_are_read_off_the_curve():
    summary = made_up(0.0, 1.0)
    assert samples.needed(summary, 16, samples.NAIVE_BAYES) == pytest.approx(10.0, rel=0.05)
    assert samples.needed(summary, 16, samples.LOGISTIC) == pytest.approx(160.0, rel=0.05)
    assert samples.exponent(summary, samples.LOGISTIC) == pytest.approx(1.0, abs=0.05)
    assert len(samples.points(summary, samples.LOGISTIC)) == 4
    assert all(found.holds for found in samples.claims(summary).values())
    assert not any(found.holds for found in samples.claims(made_up(1.0, 0.0)).values())
    assert len(samples.draw(summary).axes) == 2


def test_nothing_is_needed_beyond_what_was_measured():
    assert samples.needed(made_up(3.0, 1.0), 64, samples.NAIVE_BAYES) is None


def test_the_best_classifier_is_the_best():
    rng = np.random.default_rng(0)
    strengths = np.array([0.15, 0.0] * 8)
    training, fresh = (samples.drawn(strengths, 5, m, rng) for m in (40, 4000))
    best = errors_on(samples.best_weights(strengths, 5), *fresh).mean()
    assert best < samples.bayes_errors(training, fresh).mean()
    assert best < samples.logistic_errors(training, fresh, rng).mean()
    many = samples.drawn(strengths, 1, 20_000, rng)
    test = samples.drawn(strengths, 1, 20_000, rng)
    asymptote = errors_on(samples.best_weights(strengths, 1), *test)[0]
    assert samples.bayes_errors(many, test)[0] == pytest.approx(asymptote, abs=0.01)
    assert samples.logistic_errors(many, test, rng)[0] == pytest.approx(asymptote, abs=0.01)


def test_half_of_the_inputs_tell_of_the_class(tmp_path, monkeypatch):
    monkeypatch.setattr(samples, "SIZES", (8,))
    n = 32
    said = binom(n // 2, 0.5 + samples.STRENGTH)  # how many of the inputs that tell are right
    wrong = said.cdf(n // 4 - 1) + said.pmf(n // 4) / 2
    by_hand = samples.FLIPPED + (1 - 2 * samples.FLIPPED) * wrong
    best = [
        one.value
        for seed in range(2)
        for one in samples.run({"n": n, "seed": seed}, tmp_path)
        if one.column == samples.BEST
    ]
    # Of 80,000 examples each: some five standard errors.
    assert best == pytest.approx([by_hand, by_hand], abs=0.008)
    assert best[0] != best[1]  # every draw has examples of its own


def test_a_task_measures_every_size(tmp_path, monkeypatch):
    monkeypatch.setattr(samples, "SIZES", (8, 128))
    monkeypatch.setattr(samples, "TEST", 50)
    found = samples.run({"n": 8, "seed": 3}, tmp_path)
    assert {one.x for one in found} == {8.0, 128.0}
    assert {one.column for one in found if one.x == 128.0} == {
        samples.NAIVE_BAYES,
        samples.BEST,
    }
