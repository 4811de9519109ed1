import numpy as np
import pytest

from halfbayes.errors import MissingCorpusError
from halfbayes.experiments.ngjordan2001.datasets import (
    BOSTON_MEDIAN,
    DATASETS,
    file_of,
    indicators,
    load_dataset,
    rescaled,
    table_rows,
)


def test_continuous_inputs_are_rescaled_and_discrete_ones_are_indicators(tmp_path):
    (tmp_path / "uci").mkdir()
    liver = "mcv,drinks,label\n85,0,1\n95,4,2\n90,2,2\n"
    (tmp_path / "uci" / "liver_disorders.csv").write_text(liver)
    found = load_dataset("liver", tmp_path)
    assert found.X.tolist() == [[0.0, 0.0], [1.0, 1.0], [0.5, 0.5]]
    assert found.y.tolist() == [0, 1, 1]
    assert found.values is None
    lenses = "age,tear,label\nyoung,,soft\nold,low,hard\nold,low,none\n"
    (tmp_path / "uci" / "lenses.csv").write_text(lenses)
    found = load_dataset("lenses", tmp_path)
    assert found.X.shape == (2, 4)  # old, young; missing, low
    assert found.y.tolist() == [0, 1]
    assert found.values.tolist() == [2, 2, 2, 2]


def test_a_file_without_a_header_has_the_class_last(tmp_path):
    (tmp_path / "uci").mkdir()
    (tmp_path / "uci" / "sonar.csv").write_text("0.02, 0.4, R\n0.04, 0.8, M\n")
    found = load_dataset("sonar", tmp_path)
    assert found.X.tolist() == [[0.0, 0.0], [1.0, 1.0]]
    assert found.y.tolist() == [0, 1]
    assert found.columns == {"x1": ["0.02", "0.04"], "x2": ["0.4", "0.8"]}


def test_boston_is_divided_at_the_median_price(tmp_path):
    (tmp_path / "uci").mkdir()
    rows = "rm,chas,label\n5,0,21.2\n6,1,21.3\n7,0,50\n4,0,5\n"
    (tmp_path / "uci" / "boston_housing.csv").write_text(rows)
    found = load_dataset("boston", tmp_path)
    assert found.y.tolist() == [0, 1, 1, 0]
    assert list(found.columns) == ["rm"]  # without its binary input


@pytest.mark.data
def test_the_median_price_of_boston_is_that_of_the_file(data_folder):
    prices = [float(row["label"]) for row in table_rows(file_of("boston", data_folder))]
    assert np.median(prices) == BOSTON_MEDIAN


def test_a_missing_file_says_where_to_get_it(tmp_path):
    with pytest.raises(MissingCorpusError, match="UCI"):
        load_dataset("pima", tmp_path)


def test_columns_without_a_range_are_zero_and_every_value_has_a_column():
    assert rescaled({"a": ["3", "3"]}).tolist() == [[0.0], [0.0]]
    X, _, values = indicators({"a": ["x", "y"], "b": ["z", "z"]})
    assert X.sum(axis=1).tolist() == [2.0, 2.0]
    assert values.tolist() == [2, 2, 1]


@pytest.mark.data
@pytest.mark.parametrize("name", list(DATASETS))
def test_every_data_set_has_two_classes_and_room_for_the_largest_m(name, data_folder):
    if DATASETS[name].how_to_get and not file_of(name, data_folder).exists():
        pytest.skip(DATASETS[name].how_to_get)
    found = load_dataset(name, data_folder)
    assert set(found.y.tolist()) == {0, 1}
    assert DATASETS[name].most < len(found.y)
    assert found.X.min() == 0.0
    assert found.X.max() == 1.0
    assert np.isfinite(found.X).all()
