import numpy as np
from numpy.testing import assert_allclose

from halfbayes.core.codes import column_separation, dense, exhaustive
from halfbayes.core.tuning import tuned_columns


def synthetic(code, quality, y, rng):
    """Log-odds of bits with the given quality: larger is more often right."""
    return code[y] * quality + rng.normal(size=(len(y), code.shape[1]))


def test_bits_that_are_learnt_well_are_chosen_before_those_that_are_not():
    rng = np.random.default_rng(0)
    pool = dense(12, 60, rng=rng)
    y = rng.integers(12, size=400)
    quality = np.where(np.arange(60) < 20, 2.0, 0.05)
    chosen = tuned_columns(pool, synthetic(pool, quality, y, rng), y, n_bits=15)
    assert len(set(chosen.tolist())) == 15
    assert (chosen < 20).all()


def test_a_column_that_parts_confused_classes_is_chosen_next():
    # Column 0 parts {0, 1} from {2, 3}; 1 is nearly the same split again; 2 parts 0 from 1 and
    # 2 from 3, which column 0 leaves together.
    pool = np.array([[1, 1, 1], [1, 1, -1], [-1, -1, 1], [-1, 1, -1]], dtype=np.int8)
    y = np.repeat(np.arange(4), 25)
    log_odds = pool[y] * np.array([3.0, 2.0, 2.0])
    chosen = tuned_columns(pool, log_odds, y, n_bits=2)
    assert chosen.tolist() == [0, 2]


def test_the_choice_is_steepest_descent_of_the_multiclass_loss():
    rng = np.random.default_rng(1)
    pool = exhaustive(4)
    y = rng.integers(4, size=50)
    log_odds = np.clip(synthetic(pool, 0.7, y, rng), -4, 4)

    def loss(steps):
        margins = (log_odds * steps) @ pool.T / 2
        margins -= margins[np.arange(len(y)), y][:, None]
        return np.log(np.exp(margins).sum(axis=1)).mean()

    slopes = [(loss(1e-6 * np.eye(7)[j]) - loss(np.zeros(7))) / 1e-6 for j in range(7)]
    assert tuned_columns(pool, log_odds, y, n_bits=1)[0] == np.argmin(slopes)


def test_near_columns_are_passed_over_while_others_are_left():
    rng = np.random.default_rng(2)
    pool = dense(10, 80, rng=rng)
    y = rng.integers(10, size=100)
    log_odds = synthetic(pool, 1.0, y, rng)
    chosen = tuned_columns(pool, log_odds, y, n_bits=4, separation=2)
    assert column_separation(pool[:, chosen]).min() >= 2
    assert sorted(tuned_columns(pool, log_odds, y, n_bits=80, separation=4)) == list(range(80))


def test_one_outvoting_bit_is_clipped():
    pool = exhaustive(3)
    y = np.array([0, 1, 2])
    log_odds = pool[y] * np.array([4.0, 4.0, 1e6])
    assert_allclose(
        tuned_columns(pool, log_odds, y, n_bits=3),
        tuned_columns(pool, np.clip(log_odds, -4, 4), y, n_bits=3),
    )
