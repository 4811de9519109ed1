import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays
from numpy.testing import assert_allclose, assert_array_equal

from halfbayes.core.association import log_odds

weights = arrays(
    float,
    array_shapes(min_dims=2, max_dims=2, min_side=2, max_side=6),
    elements=st.floats(1e-3, 1.0),
)


def distributions(weights):
    return weights / weights.sum(axis=1, keepdims=True)


@given(weights)
def test_each_class_differs_from_the_rest_by_a_divergence_that_is_not_negative(weights):
    theta = distributions(weights)
    divergence = log_odds(theta).sum(axis=1)
    assert (divergence >= -1e-12).all()  # rounding of a sum of terms below 1


@given(weights)
def test_a_score_is_positive_exactly_where_the_class_has_more_of_the_term(weights):
    theta = distributions(weights)
    for k, scores in enumerate(log_odds(theta)):
        others = np.delete(theta, k, axis=0).mean(axis=0)
        clear = ~np.isclose(theta[k], others, rtol=1e-9)
        assert_array_equal((scores > 0)[clear], (theta[k] > others)[clear])


@given(weights, st.randoms(use_true_random=False))
def test_permuting_classes_and_terms_permutes_the_scores(weights, random):
    theta = distributions(weights)
    classes = random.sample(range(theta.shape[0]), theta.shape[0])
    terms = random.sample(range(theta.shape[1]), theta.shape[1])
    # The sum over the other classes is taken in another order.
    assert_allclose(
        log_odds(theta[classes][:, terms]), log_odds(theta)[classes][:, terms], atol=1e-13
    )


def test_two_classes_by_hand():
    scores = log_odds(np.array([[0.9, 0.1], [0.3, 0.7]]))
    assert_allclose(scores[0], [0.9 * np.log(3.0), 0.1 * np.log(1 / 7)])
    assert_allclose(scores[1], [0.3 * np.log(1 / 3), 0.7 * np.log(7.0)])


def test_one_class_has_nothing_to_compare_with():
    assert_array_equal(log_odds(np.array([[0.4, 0.6]])), [[0.0, 0.0]])


def test_a_term_only_one_class_can_produce_scores_infinity_there_and_zero_elsewhere():
    assert_array_equal(log_odds(np.array([[1.0, 0.0], [0.0, 1.0]])), [[np.inf, 0], [0, np.inf]])


def test_a_term_that_is_very_rare_elsewhere_is_scored_to_full_precision():
    theta = np.array([[0.5, 0.5], [1e-20, 1.0]])
    assert_allclose(log_odds(theta)[0, 0], 0.5 * np.log(0.5e20))
