import json

import pytest
from classifier.by_hand import from_csv, from_json, predicted
from classifier.test_weight_table import ALL, NAMES, ODD, gappy
from numpy.testing import assert_allclose
from sklearn.pipeline import Pipeline

from halfbayes import DocumentClassifier
from halfbayes.classifier.export import check_export, write_weights
from halfbayes.errors import InvalidInputError

NEW = [{name: row.get(name) for name in NAMES} for row in [*gappy(6, seed=4)[0], *ODD]]
COLUMNS = dict.fromkeys(("words", "pairs", "pieces", "topics"), ("title", "body"))


@pytest.fixture(scope="module")
def model():
    return DocumentClassifier(**ALL).fit(*gappy(45))


def test_predictions_by_hand_from_the_json_file_are_the_models(model, tmp_path):
    model.export(tmp_path / "weights.json")
    by_hand = predicted(from_json(tmp_path / "weights.json"), NEW)
    assert_allclose(by_hand, model.predict_proba(NEW), atol=1e-9)


def test_predictions_by_hand_from_the_csv_file_are_the_models(model, tmp_path):
    model.export(tmp_path / "weights.csv")
    weights = from_csv(tmp_path / "weights.csv", COLUMNS, "english")
    assert_allclose(predicted(weights, NEW), model.predict_proba(NEW), atol=1e-9)


def test_both_files_say_the_same_and_are_the_same_every_time(model, tmp_path):
    for number in range(2):
        model.export(tmp_path / f"{number}.json.gz")
        model.export(tmp_path / f"{number}.csv")
    for suffix in ("json.gz", "csv"):
        first, second = (tmp_path / f"{number}.{suffix}" for number in range(2))
        assert first.read_bytes() == second.read_bytes()


def test_the_json_file_says_what_it_is(model, tmp_path):
    model.export(tmp_path / "weights.json")
    weights = json.loads((tmp_path / "weights.json").read_text("ascii"))
    assert (weights["format"], weights["version"]) == ("halfbayes weights", 3)
    assert weights["classes"] == ["food", "law", "sport"]


def test_a_spreadsheet_runs_no_category(tmp_path):
    rows = [{"=1+1": value} for value in ("a", "b") * 6]
    model = DocumentClassifier(categorical=["=1+1"]).fit(rows, ["x", "y"] * 6)
    model.export(tmp_path / "weights.csv", safe_csv=True)
    assert '"\'=1+1"' in (tmp_path / "weights.csv").read_text("utf-8")


def test_a_pipeline_is_had_from_the_model_itself(model):
    assert isinstance(model.to_sklearn(), Pipeline)


def test_a_model_that_has_not_learnt_has_nothing_to_export(tmp_path):
    with pytest.raises(AttributeError, match="call fit"):
        DocumentClassifier().export(tmp_path / "weights.csv")


@pytest.mark.parametrize("name", ["weights.txt", "no/folder/weights.json", "no/folder/w.csv"])
def test_a_name_that_cannot_be_written_to_is_refused_before_any_work(tmp_path, name):
    with pytest.raises(InvalidInputError, match=r"name it \.json, \.csv|folder"):
        check_export(str(tmp_path / name))


def test_the_number_of_features_is_told(model, tmp_path):
    found = write_weights(model._learnt, str(tmp_path / "weights.json"))
    weights = from_json(tmp_path / "weights.json")
    assert found == sum(len(region["weights"]) for region in weights["regions"])
