import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.data.cells import looks_like_number, number_of, text_of, value_of

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


def test_nested_cells_are_json():
    assert json.loads(text_of({"a": [None, "é"]})) == {"a": [None, "é"]}
