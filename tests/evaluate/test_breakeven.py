import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from halfbayes.core import breakeven
from halfbayes.errors import InvalidInputError
from halfbayes.evaluate.breakeven import precision_recall_breakeven, roc_breakeven


@given(st.lists(st.tuples(st.booleans(), st.integers(-3, 3)), min_size=2, max_size=20))
def test_labels_of_any_kind_give_the_breakeven_of_the_arithmetic(sample):
    sides = np.array([side for side, _ in sample])
    scores = np.array([float(score) for _, score in sample])
    assume(sides.any() and not sides.all())
    names = np.where(sides, "spam", "ham")
    assert roc_breakeven(names, scores) == breakeven.roc_breakeven(sides, scores)
    assert roc_breakeven(sides, scores.tolist()) == breakeven.roc_breakeven(sides, scores)
    assert precision_recall_breakeven(names, scores) == breakeven.precision_recall_breakeven(
        sides, scores
    )
    # The bias is free, so the other side with scores turned around meets at the same point.
    assert roc_breakeven(names, -scores, positive="ham") == pytest.approx(
        roc_breakeven(names, scores)
    )


@pytest.mark.parametrize(
    ("y", "scores", "positive", "message"),
    [
        ([1, 0], [0.1], None, "one score a label"),
        ([[1, 0]], [[0.1, 0.2]], None, "one score a label"),
        ([1, 0], [0.1, float("nan")], None, "finite"),
        ([1, 1], [0.1, 0.2], None, "1 different labels"),
        ([1, 0, 2], [0.1, 0.2, 0.3], None, "3 different labels"),
        ([1, 0], [0.1, 0.2], 7, "positive must be one of"),
    ],
)
def test_bad_input_is_refused_with_what_to_do(y, scores, positive, message):
    with pytest.raises(InvalidInputError, match=message):
        roc_breakeven(y, scores, positive=positive)
