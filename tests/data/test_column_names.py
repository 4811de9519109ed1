import pytest

from halfbayes.data.column_names import listed, meant, no_column, require
from halfbayes.errors import InvalidInputError


def test_of_many_names_some_are_shown_and_the_others_counted():
    told = listed(f"c{number}" for number in range(25))
    assert told.startswith("'c0', 'c1', ")
    assert told.endswith("'c19' and 5 more")
    assert listed([]) == "no columns"


def test_capitals_do_not_hide_what_was_meant():
    assert meant("TITLES", ["Title", "body"]) == " (did you mean 'Title'?)"


def test_every_missing_column_is_named_each_with_what_was_meant():
    assert no_column(["bodies", "x", "titles"], ["title", "bodys"]) == (
        "no column 'bodies' (did you mean 'bodys'?) nor 'x' nor 'titles' "
        "(did you mean 'title'?); it has 'title', 'bodys'"
    )


def test_a_table_that_lacks_columns_is_refused_and_no_other():
    require(["a", "b"], ["b", "a", "c"])
    with pytest.raises(InvalidInputError, match="the frame has no column 'x' nor 'y'; it has"):
        require(["a", "x", "y"], ["a"], "the frame")
    with pytest.raises(InvalidInputError, match="it has 'a'; name it in another way"):
        require(["x"], ["a"], advice="; name it in another way")
