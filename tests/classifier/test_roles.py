from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest

from halfbayes.classifier.roles import Roles, guessed_roles, named_roles
from halfbayes.classifier.table import as_table
from halfbayes.errors import InvalidInputError

N = 60
TABLE = as_table(
    {
        "id": [f"rec-{i}" for i in range(N)],
        "number": list(range(N)),
        "title": [f"short {'words' * (i % 9)} {i}" for i in range(N)],
        "body": [f"a longer text about item {i} and more" for i in range(N)],
        "amount": [i * 0.37 for i in range(N)],
        "stars": [i % 5 for i in range(N)],
        "paid": [i % 2 == 0 for i in range(N)],
        "country": [("de", "fr", "it")[i % 3] for i in range(N)],
        "same": ["x"] * N,
        "empty": [None] * N,
    }
)


def test_each_kind_of_column_is_recognised():
    roles = guessed_roles(TABLE)
    assert roles == Roles(
        text=("title", "body"),
        numeric=("amount", "stars"),
        categorical=("paid", "country"),
        ignored=("id", "number", "same", "empty"),
    )


@pytest.mark.parametrize("n", [4, 20, 21, 60])
def test_roles_do_not_change_with_the_number_of_rows(n):
    table = {
        "id": [5000 + 7 * i for i in range(n)],
        "record_id": [f"r{i}" for i in range(n)],
        "day": [f"20{i:02}-05-06" for i in range(n)],
        "length": [3 * i * i + i for i in range(n)],
        "body": [f"a longer text about {i}" for i in range(n)],
    }
    roles = guessed_roles(as_table(table))
    assert roles == Roles(("body",), ("length",), (), ("id", "record_id", "day"))


@pytest.mark.parametrize(
    "added",
    [
        ("predicted", "probability", "decision", "novelty"),
        ("place", "label_probability", "suggested"),
    ],
)
def test_answers_of_a_model_are_no_part_of_a_document(added):
    answers = {name: [f"{'abc'[i % 3]}" for i in range(N)] for name in added}
    before = guessed_roles(TABLE)
    after = guessed_roles(as_table({**TABLE.columns, **answers}))
    assert after.used == before.used
    assert set(after.ignored) == {*before.ignored, *added}
    alone = guessed_roles(as_table({**TABLE.columns, added[-1]: answers[added[-1]]}))
    assert alone.categorical == (*before.categorical, added[-1])


def test_times_are_keys_where_nearly_every_one_is_another_and_decimals_are_numbers():
    start = datetime(2024, 1, 2, 3, 4, 5, tzinfo=UTC)
    table = {
        "body": TABLE.columns["body"],
        "at": [start + timedelta(minutes=i) for i in range(N)],
        "day": [(start + timedelta(days=i)).date() for i in range(N)],
        "written": [(start + timedelta(hours=i)).isoformat() for i in range(N)],
        "price": [Decimal(i) / 4 for i in range(N)],
        "half": [(start + timedelta(hours=i // 10)) for i in range(N)],
    }
    roles = guessed_roles(as_table(table))
    assert roles == Roles(("body",), ("price",), ("half",), ("at", "day", "written"))


def test_plain_documents_are_text_however_short():
    assert guessed_roles(as_table(["yes", "no"] * 40)) == Roles(text=("text",))


def test_named_roles_stand_alone():
    assert named_roles(TABLE, "title", None, ["country"]).used == ("title", "country")


def test_a_table_that_says_nothing_is_refused():
    with pytest.raises(InvalidInputError, match="tells documents apart"):
        guessed_roles(as_table({"same": ["x"] * 30, "empty": [None] * 30}))


@pytest.mark.parametrize(
    ("names", "words"), [("nowhere", "nowhere"), ([3], "names of columns")]
)
def test_wrong_names_are_told(names, words):
    with pytest.raises(InvalidInputError, match=words):
        named_roles(TABLE, names, None, None)


def test_a_column_is_named_once():
    with pytest.raises(InvalidInputError, match="name each column once"):
        named_roles(TABLE, ["body", "body"], None, None)


def test_dates_are_text_to_nobody():
    rows = 60
    texts = [f"word{i % 7} and word{i % 5} again" for i in range(rows)]
    days = [f"2024-{1 + i % 12:02}-{1 + i % 25:02}" for i in range(rows // 2)] * 2
    weeks = [f"2024-01-{1 + i % 7:02}" for i in range(rows)]
    found = guessed_roles(as_table({"text": texts, "day": days, "week": weeks}))
    assert (found.text, found.categorical, found.ignored) == (("text",), ("week",), ("day",))
