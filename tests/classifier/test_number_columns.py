import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.testing import assert_array_equal

import halfbayes
from halfbayes.classifier.number_columns import Numbers, number_matrix
from halfbayes.classifier.roles import Roles
from halfbayes.classifier.table import as_table

cells = st.sampled_from([0.0, 0.0, 0.0, 1.0, -3.0, 2e5, np.nan])


def test_outliers_and_missing_numbers_are_tamed():
    numbers = Numbers.learnt(np.array([[1.0], [2.0], [3.0], [np.nan], [1e12]]))
    scaled = numbers.scaled(np.array([[2.5], [1e12], [np.nan]]))
    assert scaled[0, 0] == pytest.approx(0.0, abs=0.1)
    assert 0.0 < scaled[1, 0] < 30.0
    assert np.isnan(scaled[2, 0])


def test_a_number_that_never_varies_is_harmless():
    numbers = Numbers.learnt(np.full((4, 1), 7.0))
    assert numbers.scaled(np.array([[7.0]])).tolist() == [[0.0]]


@given(hnp.arrays(np.float64, st.tuples(st.integers(1, 9), st.integers(1, 3)), elements=cells))
def test_what_is_told_apart_comes_together_again(X):
    numbers = Numbers.learnt(X)
    u = numbers.scaled(X)
    apart = numbers.apart(u)
    assert apart.shape[1] == X.shape[1] + len(numbers.usual)
    assert_array_equal(numbers.together(apart), u)


def test_a_column_has_a_usual_value_where_both_quartiles_are_it():
    X = np.array(
        [
            [0.0, 1.0, 7.0],
            [0.0, 2.0, 7.0],
            [0.0, 3.0, 7.0],
            [0.0, 4.0, np.nan],
            [9.0, 5.0, np.nan],
        ]
    )
    assert Numbers.learnt(X).usual == (0, 2)


def test_numbers_that_are_not_finite_are_missing():
    table = as_table({"n": [1.0, None, "2"]})
    assert_array_equal(number_matrix(table, Roles(numeric=("n",))), [[1.0], [np.nan], [2.0]])


@pytest.mark.parametrize("beyond", [0.1, 1.0, 1e3, 1e300])
def test_what_lies_beyond_all_documents_is_no_surer_than_the_furthest(beyond):
    rng = np.random.default_rng(0)
    labels = np.array(["a", "b"])[np.arange(60) % 2]
    amounts = rng.normal(size=60) + (labels == "b")
    rows = [{"n": amount} for amount in amounts]
    model = halfbayes.DocumentClassifier(numeric="n", threads=1).fit(rows, labels)
    furthest = float(amounts.max())
    [[_, at], [_, p]] = model.predict_proba([{"n": furthest}, {"n": furthest + beyond}])
    assert p <= at


def test_a_range_is_that_of_the_training_documents():
    numbers = Numbers.learnt(np.array([[1.0, np.nan], [3.0, np.nan], [np.nan, np.nan]]))
    assert numbers.ends.tolist() == [[1.0, 0.0], [3.0, 0.0]]


@pytest.mark.parametrize(("others", "least", "most"), [(1, 0.5, 0.8), (10, 0.85, 0.99)])
def test_a_value_that_few_documents_have_is_trusted_as_far_as_they_go(others, least, most):
    """Of 200 documents, so many of one class have another number than all the rest."""
    rng = np.random.default_rng(0)
    labels = np.array(["a", "b"])[np.arange(200) % 2]
    rows = [{"text": " ".join(rng.choice(list("uvwxyz"), 6)), "n": 0.0} for _ in labels]
    for i in np.flatnonzero(labels == "b")[:others]:
        rows[i]["n"] = 1.0 + rng.random()
    model = halfbayes.DocumentClassifier(text="text", numeric="n", threads=1).fit(rows, labels)
    [[_, p]] = model.predict_proba([{"text": "", "n": 1.5}])
    assert least < p < most


def test_a_class_of_few_documents_does_not_take_what_is_rare_for_its_own():
    rng = np.random.default_rng(0)
    labels = np.repeat(["a", "b"], [400, 8])
    rows = [{"text": " ".join(rng.choice(list("uvwxyz"), 6)), "n": 0.0} for _ in labels]
    rows[0]["n"] = 1.5
    model = halfbayes.DocumentClassifier(text="text", numeric="n", threads=1).fit(rows, labels)
    [[_, usual], [_, other]] = model.predict_proba([{"text": "", "n": n} for n in (0.0, 1.5)])
    assert other < 4.0 * usual


@pytest.mark.parametrize(
    "values", [[0.0, 0.0, 0.0, 1e200, 0.0], [-1e308, -1e308, 1e308, 1e308]]
)
def test_the_largest_numbers_have_a_spread_that_is_finite(values):
    numbers = Numbers.learnt(np.array(values)[:, None])
    assert np.isfinite(numbers.spread).all()
    assert np.ptp(numbers.scaled(np.array(values)[:, None])) > 0.5


def test_a_column_of_one_value_has_a_spread_of_one():
    assert Numbers.learnt(np.full((6, 1), 0.1)).spread.tolist() == [1.0]
