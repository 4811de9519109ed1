import numpy as np
import pytest

from halfbayes.experiments.fewlabel.ours import OURS
from halfbayes.experiments.fewlabel.rivals import RIVALS

FIELDS = {
    "title": ["cats", "cat food", None, "dogs", "dog food", "a dog"],
    "body": ["the cat sat", "cats eat", "one more cat", "the dog ran", None, "dogs bark"],
}
Y = np.array([0, 0, 0, 1, 1, 1])
NEW = {"title": ["cat cat", "dog"], "body": [None, "the dogs"]}


@pytest.mark.parametrize("name", OURS)
def test_a_model_of_ours_gives_probabilities_and_learns_what_is_plain(name):
    P = OURS[name](FIELDS, Y)(NEW)
    assert P.shape == (2, 2)
    np.testing.assert_allclose(P.sum(axis=1), 1.0)
    assert P.argmax(axis=1).tolist() == [0, 1]


def test_our_logistic_regression_is_scikit_learns():
    # Both stop at a gradient of 1e-4.
    ours, theirs = (
        OURS["plain-logistic"](FIELDS, Y)(NEW),
        RIVALS["logistic-100"](FIELDS, Y)(NEW),
    )
    np.testing.assert_allclose(ours, theirs, atol=0.01)
