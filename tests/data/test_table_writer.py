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


def test_json_lines_may_differ(tmp_path):
    broken(str(tmp_path / "a.jsonl"))
    assert read_table(str(tmp_path / "a.jsonl")).columns == {"a": [1, None], "b": [None, 1]}


def test_standard_output_gets_portions_as_they_come(capsysbinary):
    with table_writer("-") as write:
        for part in parts({"n": [1, 2, 3, 4, 5]}, 3):
            write(part, None)
    assert capsysbinary.readouterr().out == b"n\n1\n2\n3\n4\n5\n"
