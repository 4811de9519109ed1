import json
import math
from datetime import date, datetime, time, timedelta, timezone
from decimal import Decimal

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.cells import looks_like_number, number_of, text_of, value_of

EAST = timezone(timedelta(hours=1))
ANY = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.binary()),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(ANY)
def test_any_cell_can_be_written_as_valid_text(cell):
    text_of(cell).encode("utf-8")


@given(ANY)
def test_any_cell_is_a_value_that_is_no_nan(cell):
    value = value_of(cell)
    assert value is None or isinstance(value, str | int | float | bool)
    assert not (isinstance(value, float) and math.isnan(value))


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_read_back(number):
    assert number_of(repr(number)) == number
    assert looks_like_number(f"{number:.6f}")


@given(st.text(max_size=10))
def test_what_looks_like_a_number_is_one(text):
    if looks_like_number(text):
        assert math.isfinite(number_of(text))


@pytest.mark.parametrize("name", ["007", "1_000", "0x10", "1,5", "nan", "infinity", "٣", ""])
def test_names_and_foreign_digits_do_not_look_like_numbers(name):
    assert not looks_like_number(name)


def test_what_is_no_finite_number_is_refused():
    for cell in ("abc", "1e999", "inf", [1], float("inf"), 10**400):
        with pytest.raises(ValueError, match=r"abc|1e999|inf|\[1\]|10+"):
            number_of(cell)


@pytest.mark.parametrize("cell", [None, "", " ", "NA", "n/a", "NaN", "null", "-", math.nan])
def test_empty_cells_are_no_number(cell):
    assert number_of(cell) is None


def test_whole_numbers_are_written_to_the_last_digit_however_many_there_are():
    for number, text in ((2**70, str(2**70)), (10**5000, "1" + "0" * 5000), (True, "True")):
        assert text_of(number) == text
    assert value_of(-(10**5000)) == "-1" + "0" * 5000


def test_nested_cells_are_json():
    assert json.loads(text_of({"a": [None, "é"]})) == {"a": [None, "é"]}


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        (Decimal("1.50"), 1.5),
        (Decimal("NaN"), None),
        (Decimal("2.00"), 2.0),
        (Decimal("12345678901234567890"), 12345678901234567890),
        (Decimal("12345678901234567000"), 12345678901234567000),
        (Decimal("9007199254740993.0"), 2**53 + 1),
        (Decimal("1E+400"), 10**400),
        (Decimal("-1E+999999"), -math.inf),
        (np.uint64(2**64 - 1), 2**64 - 1),
        (12345678901234567891, 12345678901234567891),
        (10**4299, 10**4299),
        (np.float32(0.5), 0.5),
        (np.int64(7), 7),
        (np.True_, True),
        (pd.NA, None),
        (pd.NaT, None),
        (date(2024, 1, 2), "2024-01-02"),
        (pd.Timestamp("2024-01-02 03:04:05"), "2024-01-02 03:04:05"),
        (datetime(2024, 1, 2, 3, 4, 5, 500_000, tzinfo=EAST), "2024-01-02 02:04:05.5"),
        (pd.Timestamp("2024-01-02 03:04:05.000000010"), "2024-01-02 03:04:05.00000001"),
        (time(3, 4), "03:04:00"),
        (np.array(["a", "b"]), '["a", "b"]'),
        (("a", 1), '["a", 1]'),
    ],
)
def test_every_kind_of_table_has_the_same_values(cell, value):
    assert value_of(cell) == value
    assert type(value_of(cell)) is type(value)
