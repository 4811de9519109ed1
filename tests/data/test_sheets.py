import json

import pytest

from halfbayes.data.sheets import (
    BadRow,
    Origin,
    Sheet,
    fewer_notes,
    joined,
    refuse_bad,
    require_same_columns,
    unique_names,
)
from halfbayes.errors import InvalidInputError


def sheet(name: str, columns: dict[str, list[object]], **kept) -> Sheet:
    n_rows = len(next(iter(columns.values())))
    return Sheet(columns, list(range(2, n_rows + 2)), [Origin(name)] * n_rows, **kept)


def test_every_row_is_kept_or_set_aside_with_its_place_and_text():
    whole = sheet("a.csv", {"n": [1, 2, 3], "text": ["x", "y", "z"]})
    kept = whole.without({2: "no label", 0: "no number"})
    assert kept.columns == {"n": [2], "text": ["y"]}
    assert kept.place(0) == "line 3 of a.csv"
    assert [str(bad) for bad in kept.bad] == [
        "line 2 of a.csv: no number",
        "line 4 of a.csv: no label",
    ]
    assert json.loads(kept.bad[1].text) == {"n": 3, "text": "z"}


def test_the_last_of_very_many_names_is_told_where_it_comes_twice():
    names = [f"c{number}" for number in range(40_000)]
    assert unique_names(names, "a.csv") == (names, ())
    with pytest.raises(InvalidInputError, match=r"columns 40000 and 40001 .* named 'c39999'"):
        unique_names([*names, "c39999"], "a.csv")


def test_keys_that_no_line_has_are_empty_cells_and_columns_are_not_invented():
    keyed = sheet("a.jsonl", {"n": [1, 2]}, typed=True)
    assert keyed.with_keys(["n", "m"]).columns == {"n": [1, 2], "m": [None, None]}
    whole = sheet("a.csv", {"n": ["1"]})
    assert whole.with_keys(["m"]) is whole


def test_columns_are_keys_where_cells_have_types_and_no_table_of_arrow_has_them():
    assert sheet("a.jsonl", {"n": [1]}, typed=True).of_keys
    assert not sheet("a.csv", {"n": ["1"]}).of_keys
    assert not sheet("a.parquet", {"n": [1]}, typed=True, arrow=object()).of_keys


def test_of_many_notes_the_first_are_kept_and_the_others_counted():
    assert fewer_notes(["a", "b", "c"]) == ("a", "b", "c")
    assert fewer_notes(["a", "b", "c", "d", "e"]) == ("a", "b", "c", "(and 2 more of the kind)")


def test_nothing_set_aside_is_the_same_sheet():
    whole = sheet("a.csv", {"n": [1]})
    assert whole.without({}) is whole


def test_a_column_that_is_not_there_is_named_beside_those_that_are():
    with pytest.raises(InvalidInputError, match="no column 'label'; it has 'n', 'text'"):
        sheet("a.csv", {"n": [1], "text": ["x"]}).column("label")


def test_joined_sheets_keep_order_places_notes_and_bad_rows():
    bad = BadRow(Origin("a.csv"), 9, "broken", "...")
    first = sheet("a.csv", {"n": [1]}, bad=(bad,), notes=("one",))
    both = joined([first, sheet("b.csv", {"n": [2]}, notes=("two",))], same_columns=True)
    assert both.columns == {"n": [1, 2]}
    assert [both.place(0), both.place(1)] == ["line 2 of a.csv", "line 2 of b.csv"]
    assert both.bad == (bad,)
    assert both.notes == ("one", "two")


def test_parts_of_one_table_must_have_the_same_columns():
    parts = [sheet("a.csv", {"n": [1]}), sheet("b.csv", {"m": [1]})]
    with pytest.raises(InvalidInputError, match=r"b\.csv has no column 'n'; it has 'm', and a"):
        joined(parts, same_columns=True)
    assert joined(parts, same_columns=False).columns == {"n": [1, None], "m": [None, 1]}


@pytest.mark.parametrize("place", [0, 1, 3])
@pytest.mark.parametrize(
    ("columns", "told"),
    [
        ({"x": [1], "y": [2]}, "has no column 'n' nor 'm'; it has 'x', 'y', and a.csv has 'n'"),
        ({"n": [1]}, "has no column 'm'; it has 'n', and a.csv has 'n', 'm'"),
        ({"n": [1], "m": [2], "x": [3]}, "also has 'x', which a.csv has not"),
    ],
)
def test_the_file_that_differs_from_most_is_named(place, columns, told):
    parts = [sheet(f"{name}.csv", {"n": [1], "m": [2]}) for name in "abc"]
    parts.insert(place, sheet("odd.csv", columns))
    with pytest.raises(InvalidInputError, match=f"the same columns, but odd.csv {told}"):
        joined(parts, same_columns=True)


def test_a_file_without_rows_has_no_say_in_the_columns():
    parts = [sheet("a.csv", {"n": [1]}), sheet("b.csv", {"m": []})]
    assert joined(parts, same_columns=True).columns == {"n": [1]}
    assert joined(parts[1:], same_columns=True).columns == {"m": []}


def test_lines_of_json_may_leave_keys_out_and_have_none_that_tables_lack():
    whole = sheet("a.csv", {"n": [1], "m": [2]})
    fewer = sheet("b.jsonl", {"n": [3]}, typed=True)
    assert joined([fewer, whole], same_columns=True).columns == {"n": [3, 1], "m": [None, 2]}
    more = sheet("c.jsonl", {"x": [3]}, typed=True)
    require_same_columns([fewer, more])
    with pytest.raises(InvalidInputError, match=r"c\.jsonl also has 'x', which a\.csv"):
        require_same_columns([whole, more])


def test_of_many_notes_the_first_and_the_number_of_the_others_are_kept():
    parts = [sheet(f"{i}.csv", {"n": [1]}, notes=(f"note {i}",)) for i in range(10)]
    assert joined(parts, same_columns=True).notes[-1] == "(and 7 more of the kind)"


def test_one_name_for_two_columns_is_an_error_that_says_which():
    with pytest.raises(
        InvalidInputError, match=r"columns 1 and 3 of a\.csv are both named 'x'"
    ):
        unique_names(["x", "y", " x"], "a.csv")


def test_the_first_bad_row_is_told_and_how_many_others_there_are():
    bad = [BadRow(Origin("a.csv"), line, "broken", "...") for line in (9, 11)]
    refuse_bad([])
    with pytest.raises(
        InvalidInputError, match=r"^line 9 of a\.csv: broken; repair it, or set"
    ):
        refuse_bad(bad[:1])
    with pytest.raises(
        InvalidInputError, match=r"broken \(and 1 row more\); repair it, or set"
    ):
        refuse_bad(bad)
