import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.classifier.progress import Passes, folds_told, only_stage, silent, within

shares = st.floats(0.0, 1.0)


def telling():
    told = []
    return told, lambda stage, share: told.append((stage, share))


@given(st.lists(shares, min_size=1), shares, shares)
def test_a_part_never_falls_and_stays_within_its_bounds(within_part, one, other):
    first, last = sorted((one, other))
    told, tell = telling()
    for share in sorted(within_part):
        within(tell, first, last)("learning", share)
    found = [share for _, share in told]
    assert found == sorted(found)
    assert first <= found[0]
    assert found[-1] <= last * (1.0 + 1e-15)


def test_folds_are_gone_over_as_they_are_and_told_when_they_begin():
    told, tell = telling()
    folds = np.array([2, 0, 1, 5])
    assert list(folds_told(tell, "leaving out", 0.2, 0.6)(folds)) == folds.tolist()
    assert [stage for stage, _ in told] == ["leaving out"] * 4
    np.testing.assert_allclose([share for _, share in told], [0.2, 0.3, 0.4, 0.5])


def test_where_nobody_is_told_a_part_is_silent_too():
    assert within(silent, 0.2, 0.4) is silent
    assert silent("reading", 0.0) is None


def test_work_that_fails_is_not_done():
    told, tell = telling()
    with pytest.raises(KeyboardInterrupt), only_stage("counting", tell):
        raise KeyboardInterrupt
    assert told == [("counting", 0.0)]


STAGES = {"counting": 0.4, "weighing": 0.9}


@given(st.lists(st.floats(0.0, 3.0)), st.lists(st.floats(0.0, 3.0)))
def test_passes_over_documents_never_fall_and_stay_within_their_stage(first, second):
    told, tell = telling()
    passes = Passes(tell, STAGES)
    passes.begin("counting", 0.0)
    for part in first:
        passes.passed(part)
    passes.begin("weighing", 0.4)
    for part in second:
        passes.passed(part)
    found = [share for _, share in told]
    assert found == sorted(found)
    assert max(share for stage, share in told if stage == "counting") <= 0.4
    assert found[-1] <= 0.9
