from datetime import date

import pyarrow as pa
import pytest

from halfbayes.data.readers import read_table
from halfbayes.data.table_writer import table_writer
from halfbayes.data.writers import write_table
from halfbayes.errors import InvalidInputError

COLUMNS = {"text": ["a", "zwölf, 12", None, "=1+1", 'say "x"'], "n": [1, 2, 3, 4, 5]}


def parts(columns, size):
    return [
        {name: cells[first : first + size] for name, cells in columns.items()}
        for first in range(0, 5, size)
    ]


@pytest.mark.parametrize("safe", [False, True])
@pytest.mark.parametrize(
    "suffix",
    [".csv", ".tsv", ".jsonl", ".parquet", ".csv.gz", ".csv.bz2", ".jsonl.xz", ".csv.zst"],
)
def test_a_table_in_portions_is_the_table_at_once(tmp_path, suffix, safe):
    at_once, in_parts = str(tmp_path / f"a{suffix}"), str(tmp_path / f"b{suffix}")
    write_table(COLUMNS, at_once, safe_csv=safe)
    with table_writer(in_parts, safe_csv=safe) as write:
        for part in parts(COLUMNS, 2):
            write(part, None)
    assert read_table(in_parts).columns == read_table(at_once).columns


def broken(target):
    with table_writer(target) as write:
        write({"a": [1]}, None)
        write({"b": [1]}, None)


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_other_columns_are_refused_and_nothing_is_written(tmp_path, suffix):
    with pytest.raises(InvalidInputError, match="not all rows have the same columns"):
        broken(str(tmp_path / f"a{suffix}"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_the_order_of_columns_is_that_of_the_first_portion(tmp_path, suffix):
    target = str(tmp_path / f"a{suffix}")
    with table_writer(target) as write:
        write({"a": ["1"], "b": ["2"]}, None)
        write({"b": ["4"], "a": ["3"]}, None)
    assert list(read_table(target).columns.items()) == [("a", ["1", "3"]), ("b", ["2", "4"])]


def in_portions(target, *portions, arrows=None):
    with table_writer(target) as write:
        for place, cells in enumerate(portions):
            write({"a": cells}, None if arrows is None else arrows[place])
    return list(read_table(target).columns["a"])


@pytest.mark.parametrize(
    ("portions", "read"),
    [
        (([None, None], ["x", None]), [None, None, "x", None]),
        (([None], [1.5], [True], [{"b": 1}]), [None, "1.5", "True", '{"b": 1}']),
        ((["x"], [7], [None], [date(2024, 1, 2)]), ["x", "7", None, "2024-01-02"]),
        (([1.5], [2], [None]), [1.5, 2.0, None]),
        (([1], [2.0, None]), [1, 2, None]),
        (([[1]], [[]], [[2.0]], [None]), [[1], [], [2], None]),
    ],
)
def test_parquet_takes_what_a_later_portion_says_otherwise(tmp_path, portions, read):
    assert in_portions(str(tmp_path / "a.parquet"), *portions) == read


@pytest.mark.parametrize(
    "portions",
    [
        ([1], ["x"]),
        ([1], ["007"]),
        ([1], [1.5]),
        ([1], [2**70]),
        ([1], [True]),
        ([True], [2]),
        ([1.5], [2**53 + 1]),
        ([{"b": 1}], [{"b": 1, "c": 2}]),
        ([[1]], [["x"]]),
    ],
)
def test_parquet_refuses_a_type_that_would_lose_something_and_names_the_column(
    tmp_path, portions
):
    told = (
        r"column 'a' is .* in the first rows of .*a\.parquet and .*write to a \.jsonl or \.csv"
    )
    with pytest.raises(InvalidInputError, match=told):
        in_portions(str(tmp_path / "a.parquet"), *portions)
    assert list(tmp_path.iterdir()) == []


def test_parquet_widens_numbers_and_never_narrows_them(tmp_path):
    def typed(kind):
        return pa.table({"a": pa.array([1], kind)})

    target = str(tmp_path / "a.parquet")
    wider = [
        (pa.float64(), pa.float32()),
        (pa.int64(), pa.int32()),
        (pa.decimal128(12, 3), pa.decimal128(8, 2)),
    ]
    for first, later in wider:
        arrows = [typed(first), typed(later)]
        assert in_portions(target, [1], [1], arrows=arrows) == [1, 1]
    times = [typed(pa.timestamp("ns")), typed(pa.timestamp("s"))]
    read = in_portions(target, ["x"], ["x"], arrows=times)
    assert read == ["1970-01-01 00:00:00.000000001", "1970-01-01 00:00:01"]
    with pytest.raises(InvalidInputError, match=r"is timestamp\[s\] in the first"):
        in_portions(target, ["x"], ["x"], arrows=times[::-1])
    with pytest.raises(InvalidInputError, match="is float in the first rows"):
        in_portions(target, [1], [1], arrows=[typed(pa.float32()), typed(pa.float64())])
    words = pa.table({"a": pa.array(["1"]).dictionary_encode()})
    with pytest.raises(InvalidInputError, match="is int64 in the first rows"):
        in_portions(target, [1], ["1"], arrows=[typed(pa.int64()), words])
    texts = pa.table({"a": ["1"]})
    assert in_portions(target, ["1"], ["1"], arrows=[words, texts]) == ["1", "1"]


def test_json_lines_may_differ(tmp_path):
    broken(str(tmp_path / "a.jsonl"))
    assert read_table(str(tmp_path / "a.jsonl")).columns == {"a": [1, None], "b": [None, 1]}


def test_standard_output_gets_portions_as_they_come(capsysbinary):
    with table_writer("-") as write:
        for part in parts({"n": [1, 2, 3, 4, 5]}, 3):
            write(part, None)
    assert capsysbinary.readouterr().out == b"n\n1\n2\n3\n4\n5\n"
