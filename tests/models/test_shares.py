from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from halfbayes.errors import InvalidParameterError
from halfbayes.models.shares import require_share, share_advice


@pytest.mark.parametrize("value", [0.5, np.float32(0.5), np.float64(0.5), Fraction(1, 2)])
def test_a_share_of_any_kind_is_a_number(value):
    assert require_share("accuracy", value) == 0.5
    assert type(require_share("accuracy", value)) is float


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (95, "accuracy must be between 0 and 1; got 95; write 0.95 for 95 %"),
        (99.5, "write 0.995 for 99.5 %"),
        (-1, "got -1; write a share such as 0.9"),
        (1, "got 1; write a share such as 0.9"),
        (0.0, "got 0.0; write a share such as 0.9"),
        (1e9, "write a share such as 0.9"),
        (float("nan"), "got nan; write a share such as 0.9"),
        (
            "0.95",
            "must be a number between 0 and 1; got '0.95', which is no number; write 0.95",
        ),
        ("95 %", "got '95 %', which is no number; write 0.95 for 95 %"),
        ("a", "got 'a', which is no number; write a share such as 0.9"),
        (True, "got True, which is no number"),
        (None, "got None, which is no number"),
        (Decimal("0.5"), "which is no number; write 0.5"),
    ],
)
def test_what_is_no_share_is_told_how_to_be_written(value, told):
    with pytest.raises(InvalidParameterError) as error:
        require_share("accuracy", value)
    assert told in str(error.value)


def test_the_ends_are_shares_where_all_and_none_make_sense():
    assert [require_share("coverage", end, ends=True) for end in (0, 1.0)] == [0.0, 1.0]
    with pytest.raises(InvalidParameterError, match="coverage must be between 0 and 1"):
        require_share("coverage", 1.1, ends=True)


def test_advice_is_given_for_percent_and_not_for_words():
    assert share_advice(" 5 % ") == "write 0.05 for 5 %"
    assert share_advice("0.5 %") == "write 0.005 for 0.5 %"
    assert share_advice("100") == share_advice("lots") == "write a share such as 0.9"
