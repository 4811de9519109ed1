import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.core.percent import asked_percent, percent


@given(st.floats(0.0, 1.0), st.integers(0, 2))
def test_only_all_is_all_and_only_none_is_none(share, digits):
    written = percent(share, digits).removesuffix(" %")
    number = float(written.lstrip("<>"))
    assert (number == 100.0) == (share == 1.0)
    assert (number == 0.0) == (share == 0.0)
    assert abs(number - 100 * share) <= 10.0**-digits


@given(st.integers(1, 9999))
def test_what_was_asked_is_written_as_it_was_asked(number):
    assert float(asked_percent(number / 10_000).removesuffix(" %")) == pytest.approx(
        number / 100
    )


@pytest.mark.parametrize("written", [percent(0.5), percent(0.123, 1), asked_percent(0.9)])
def test_there_is_a_space_before_the_sign(written):
    assert re.fullmatch(r"[\d.]+ %", written)
