import json

from cli.tables import call, read_rows


def test_the_weights_of_a_model_are_written_to_a_table(model, tmp_path):
    result = call("export", model, "-o", tmp_path / "weights.csv")
    assert result.exit_code == 0
    rows = read_rows(tmp_path / "weights.csv")
    assert rows[0]["feature"] == "offset"
    assert f"{sum(row['feature'] not in OTHERS for row in rows):,} features" in result.stdout


OTHERS = ("offset", "temperature", "present", "stem")


def test_json_says_where_they_are(model, tmp_path):
    result = call("export", model, "-o", tmp_path / "weights.json", "--json")
    told = json.loads(result.stdout)
    weights = json.loads((tmp_path / "weights.json").read_text("ascii"))
    assert told["output"].endswith("weights.json")
    assert told["classes"] == weights["classes"]
