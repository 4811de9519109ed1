import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from halfbayes.classifier.keys import names_keys, numbers_are_keys, texts_are_keys

HOUR = 3600


@pytest.mark.parametrize(
    "name",
    [
        *("id", "ID", "doc_id", "docId", "userID", "Ticket-Id", "id of mail", "uuid"),
        *("nr", "ticketNr", "No.", "invoice_number", "Row", "index", "primary key"),
        *("", "#", "Unnamed: 0"),
    ],
)
def test_names_that_say_it(name):
    assert names_keys(name)


@pytest.mark.parametrize(
    "name",
    [
        *("paid", "valid", "idea", "number_of_words", "no_of_items", "row count", "keyword"),
        *("body_length", "price", "key_length", "Unnamed price", "größe"),
    ],
)
def test_names_that_do_not(name):
    assert not names_keys(name)


@pytest.mark.parametrize("n", [2, 6, 21, 300])
def test_a_name_is_enough_at_any_size(n):
    far_apart = [17 * i * i for i in range(n)]
    assert numbers_are_keys("id", far_apart)
    assert texts_are_keys("doc_id", [f"x{i}" for i in far_apart])
    assert not numbers_are_keys("amount", far_apart)


def test_half_of_the_keys_may_be_there_twice_where_the_name_says_so():
    twice = [i * i for i in range(60) for _ in range(1 + (i % 3 == 0))]
    assert numbers_are_keys("doc_id", twice)
    assert texts_are_keys("doc_id", [f"x{i}" for i in twice])
    assert not numbers_are_keys("doc_id", [1, 2, 3] * 10)
    assert not texts_are_keys("doc_id", ["a", "b", "c"] * 10)
    assert not numbers_are_keys("id", [0.5, 1.5, 2.5])
    assert not texts_are_keys("id", ["a sentence of words", "another one of them"])


@pytest.mark.parametrize(
    "values",
    [
        [*range(5000, 5298), 5000],  # one of them twice
        [10 * i for i in range(40)],
        [float(3 * i + i % 2) for i in range(100)],
        [1_600_000_000 + HOUR * i * i for i in range(5)],  # seconds since 1970
        [987_654_321, 1_234_567_890],
    ],
)
def test_record_numbers_are_keys_whatever_they_are_called(values):
    assert numbers_are_keys("ticket", values)
    assert numbers_are_keys("ticket", values[::-1])


def test_a_sample_of_record_numbers_is_known_by_what_chance_would_make_equal():
    drawn = np.random.default_rng(0).permutation(1_000_000)[:5000]
    assert numbers_are_keys("ticket", drawn.tolist())


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("n", [6, 20, 50, 300, 3000])
def test_measurements_are_none_even_where_they_are_spread_evenly(seed, n):
    rng = np.random.default_rng(seed)
    lengths = np.exp(rng.normal(7.0, 1.5, n)).round()
    assert not numbers_are_keys("body_length", lengths.tolist())
    assert not numbers_are_keys("price", rng.integers(0, 60_000, n).tolist())
    assert not numbers_are_keys("count", rng.integers(0, n * n // 8 + 30, n).tolist())


def test_what_is_not_whole_huge_of_all_sizes_or_no_number_of_a_machine_is_none():
    assert not numbers_are_keys("a", [i + 0.5 for i in range(50)])
    assert not numbers_are_keys("worth", [10**9, 10**11, 10**12])
    assert not numbers_are_keys("a", [10**400, 1])


@pytest.mark.parametrize("n", [2, 20, 50])
def test_times_and_dates_are_keys_at_any_size(n):
    days = [f"20{i:02}-01-02" for i in range(n)]
    assert texts_are_keys("at", days)
    assert texts_are_keys("at", [f"{day} 10:00:00 +01:00" for day in days])
    assert not texts_are_keys("at", [*days, *days])
    assert not texts_are_keys("at", [f"{day} about noon" for day in days])


def test_single_words_that_differ_are_keys_in_many_rows_only():
    words = [f"x{i}" for i in range(40)]
    assert texts_are_keys("name", words)
    assert not texts_are_keys("name", words[:20])
    assert not texts_are_keys("name", [f"the {word}" for word in words])


@given(st.lists(st.integers(0, 400), min_size=1), st.randoms(), st.sampled_from(["id", "n"]))
def test_the_order_of_the_values_does_not_matter_nor_whether_they_are_floats(
    values, random, name
):
    shuffled = [float(value) for value in random.sample(values, len(values))]
    assert numbers_are_keys(name, values) == numbers_are_keys(name, shuffled)
    texts = [str(value) for value in values]
    again = random.sample(texts, len(texts))
    assert texts_are_keys(name, texts) == texts_are_keys(name, again)
