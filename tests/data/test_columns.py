from decimal import Decimal

import numpy as np
import pytest

from halfbayes.data.columns import (
    comma_example,
    guessing_columns,
    label_of,
    labels,
    numbers,
    values,
)
from halfbayes.data.delimited import read_delimited
from halfbayes.data.json_lines import read_json_lines

CSV = read_delimited(
    "label,code,amount,odd\na,007,1.50,1\n,008,NA,x\n\x00,009,2,3\nb\x00,1,3,4\n", "t.csv"
)


def test_text_is_never_converted():
    assert values(CSV, "code") == ["007", "008", "009", "1"]
    assert values(CSV, "amount") == ["1.50", "NA", "2", "3"]


def test_an_empty_cell_is_none_where_cells_have_no_types():
    assert values(CSV, "label")[1] is None
    typed = read_json_lines('{"a": ""}\n{"a": null}', "t.jsonl")
    assert values(typed, "a") == ["", None]


def test_numbers_come_with_the_rows_that_have_none():
    assert numbers(CSV, "amount") == ([1.5, None, 2.0, 3.0], {})
    found, reasons = numbers(CSV, "odd")
    assert found == [1.0, None, 3.0, 4.0]
    assert reasons == {1: "'odd' is to be a number, but is 'x'"}


def test_labels_are_text_and_those_that_cannot_be_used_are_told():
    found, reasons = labels(CSV, "label")
    assert found == ["a", "", "\x00", "b\x00"]
    assert reasons == dict.fromkeys((2, 3), "the label 'label' ends in a NUL character")
    typed = read_json_lines('{"a": 1}\n{"a": 1.0}\n{"a": true}\n{"a": 1.5}', "t.jsonl")
    assert labels(typed, "a") == (["1", "1", "True", "1.5"], {})


@pytest.mark.parametrize(
    "cell",
    [12345678901234567890, Decimal("12345678901234567890"), np.uint64(12345678901234567890)],
)
def test_a_long_whole_number_is_one_label_wherever_it_comes_from(cell):
    assert label_of(cell) == "12345678901234567890"


def test_a_column_counts_as_numbers_when_all_its_cells_are():
    guessed = guessing_columns(CSV, ["code", "amount", "odd"])
    assert guessed["code"] == ["007", "008", "009", "1"]
    assert guessed["amount"] == [1.5, None, 2.0, 3.0]
    assert guessed["odd"] == ["1", "x", "3", "4"]


def test_a_comma_is_told_where_a_number_is_expected():
    table = read_delimited("amount;n\n23,91;1\n1,234;2\n", "t.csv")
    found, reasons = numbers(table, "amount")
    assert found == [None, None]  # 1,234 may be more than a thousand, or not
    assert reasons[0].startswith(
        "'amount' is to be a number, but is '23,91' with a comma (deci"
    )


@pytest.mark.parametrize(
    ("cells", "example"),
    [
        (["23,91", "7", None, "NA", "-1,5"], "23,91"),
        (["1.234,56", "12"], "1.234,56"),
        (["12", "1,234,567.8"], "1,234,567.8"),
        (["12", "2.5"], None),
        (["1,2,3", "4,5"], None),
        (["23,91", "late"], None),
        (["23,91 EUR"], None),
        ([], None),
    ],
)
def test_columns_of_numbers_with_commas_are_known(cells, example):
    assert comma_example(cells) == example
